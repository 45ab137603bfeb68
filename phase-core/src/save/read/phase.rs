//! Reading phases, and lists of what needs to know something.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::Context;
use crate::kernel::Stored;
use crate::phase::{Cut, Read, read_data};
use crate::save::whereabouts::Whereabouts;

/// A list gets no more room than this on the word of a save; the rest has to be earned by items.
const MOST_ON_CREDIT: usize = 256;

/// Reads one phase, by its name or the index of its name.
pub(super) struct PhaseSeed<'c, W: 'static> {
    pub(super) context: &'c Context<W>,
    pub(super) place: Whereabouts,
}

impl<'de, W: 'static> DeserializeSeed<'de> for PhaseSeed<'_, W> {
    type Value = Stored<W>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Stored<W>, D::Error> {
        match self.context.names {
            Some(_) => deserializer.deserialize_tuple(2, self),
            None => deserializer.deserialize_map(self),
        }
    }
}

impl<'de, W: 'static> Visitor<'de> for PhaseSeed<'_, W> {
    type Value = Stored<W>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a phase: its name, and its data")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Stored<W>, A::Error> {
        let names = self.context.names.as_deref().unwrap_or_default();
        let index: u32 = parts.next_element()?.ok_or_else(|| Error::invalid_length(0, &self))?;
        let found = usize::try_from(index).ok().and_then(|index| names.get(index));
        let Some((name, read)) = found else {
            return Err(Error::custom(format_args!(
                "the save names {} phases, and not a number {index}",
                names.len()
            )));
        };
        let phase = parts.next_element_seed(Data { name, read: *read, place: self.place })?;
        phase.ok_or_else(|| Error::invalid_length(1, &self))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut parts: A) -> Result<Stored<W>, A::Error> {
        let Some(name) = parts.next_key::<String>()? else { return Err(Error::invalid_length(0, &self)) };
        let (entry, read) = self
            .context
            .phases
            .codec(&name)
            .map_err(|error| Error::custom(format_args!("{}: {error}", self.place)))?;
        let phase = parts.next_value_seed(Data { name: entry.name(), read, place: self.place })?;
        match parts.next_key::<String>()? {
            Some(other) => {
                let (name, other) = (Cut::name(&name), Cut::name(&other));
                Err(Error::custom(format_args!("`{name}` and `{other}` in the place of one phase")))
            }
            None => Ok(phase),
        }
    }
}

/// Reads the data of a phase whose type is known.
struct Data<W: 'static> {
    name: &'static str,
    read: Read<W>,
    place: Whereabouts,
}

impl<'de, W: 'static> DeserializeSeed<'de> for Data<W> {
    type Value = Stored<W>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Stored<W>, D::Error> {
        let read = read_data(deserializer, self.read);
        read.map_err(|message| {
            Error::custom(format_args!("{}: phase `{}`: {message}", self.place, self.name))
        })
    }
}

/// A list of what the seeds read.
pub(super) struct List<F>(pub(super) F);

impl<'de, S: DeserializeSeed<'de>, F: Fn() -> S> DeserializeSeed<'de> for List<F> {
    type Value = Vec<S::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, S: DeserializeSeed<'de>, F: Fn() -> S> Visitor<'de> for List<F> {
    type Value = Vec<S::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::with_capacity(items.size_hint().unwrap_or(0).min(MOST_ON_CREDIT));
        while let Some(item) = items.next_element_seed((self.0)())? {
            list.push(item);
        }
        Ok(list)
    }
}

/// A list of lists of what the seeds read.
pub(super) struct Lists<F>(pub(super) F);

impl<'de, S: DeserializeSeed<'de>, F: Fn() -> S> DeserializeSeed<'de> for Lists<F> {
    type Value = Vec<Vec<S::Value>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        List(|| List(&self.0)).deserialize(deserializer)
    }
}

/// What the seed reads, or nothing.
pub(super) struct Maybe<S>(pub(super) S);

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Maybe<S> {
    type Value = Option<S::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de, S: DeserializeSeed<'de>> Visitor<'de> for Maybe<S> {
    type Value = Option<S::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or nothing")
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.0.deserialize(deserializer).map(Some)
    }
}
