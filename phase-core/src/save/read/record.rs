//! Reading a record whose parts need to know something, in formats with field names and without.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::super::format::Layout;

/// Where the value of a field comes from.
pub(super) trait Next<'de> {
    type Error: Error;

    fn value<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Self::Error>;

    fn plain<T: serde::Deserialize<'de>>(self) -> Result<T, Self::Error>
    where
        Self: Sized,
    {
        self.value(PhantomData)
    }
}

/// A record while it is read.
pub(super) trait Record<'de>: Sized {
    type Value;

    fn layout(&self) -> Layout;

    /// Whether a field is not there where fields are told apart by their order alone.
    fn skips(&self, field: usize) -> bool {
        let _ = field;
        false
    }

    /// Reads the field of this index in the layout.
    fn read<N: Next<'de>>(&mut self, field: usize, next: N) -> Result<(), N::Error>;

    /// Called when every field has been read.
    fn finish<E: Error>(self) -> Result<Self::Value, E>;
}

/// A seed that reads a record.
pub(super) struct Reading<R>(pub(super) R);

impl<'de, R: Record<'de>> DeserializeSeed<'de> for Reading<R> {
    type Value = R::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<R::Value, D::Error> {
        let Layout { name, fields, .. } = self.0.layout();
        deserializer.deserialize_struct(name, fields, self)
    }
}

impl<'de, R: Record<'de>> Visitor<'de> for Reading<R> {
    type Value = R::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a record `{}`", self.0.layout().name)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut values: A) -> Result<R::Value, A::Error> {
        for field in 0..self.0.layout().fields.len() {
            if !self.0.skips(field) {
                self.0.read(field, Element { values: &mut values, field })?;
            }
        }
        self.0.finish()
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<R::Value, A::Error> {
        let Layout { fields, optional, .. } = self.0.layout();
        let mut missing: Vec<&'static str> = fields.to_vec();
        while let Some(field) = entries.next_key_seed(Key(fields))? {
            let before = missing.len();
            missing.retain(|name| *name != fields[field]);
            if missing.len() == before {
                return Err(Error::duplicate_field(fields[field]));
            }
            self.0.read(field, Entry(&mut entries))?;
        }
        match missing.iter().find(|name| !optional.contains(name)) {
            Some(name) => Err(Error::missing_field(name)),
            None => self.0.finish(),
        }
    }
}

struct Element<'a, A> {
    values: &'a mut A,
    field: usize,
}

impl<'de, A: SeqAccess<'de>> Next<'de> for Element<'_, A> {
    type Error = A::Error;

    fn value<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        let value = self.values.next_element_seed(seed)?;
        value.ok_or_else(|| Error::invalid_length(self.field, &"more fields"))
    }
}

struct Entry<'a, A>(&'a mut A);

impl<'de, A: MapAccess<'de>> Next<'de> for Entry<'_, A> {
    type Error = A::Error;

    fn value<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(seed)
    }
}

/// The name of a field, read as its index.
struct Key(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Key {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Key {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        self.0.iter().position(|field| *field == name).ok_or_else(|| {
            Error::custom(format_args!("unknown field `{name}`, expected one of {:?}", self.0))
        })
    }
}
