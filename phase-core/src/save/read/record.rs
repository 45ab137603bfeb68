//! Reading a record whose parts need to know something, in formats with field names and without.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::super::format::RecordField;
use crate::phase::Cut;

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
pub(super) trait ReadRecord<'de>: Sized {
    type Fields: RecordField;
    type Value;

    /// Whether a field is not there where fields are told apart by their order alone.
    fn skips(&self, field: Self::Fields) -> bool {
        let _ = field;
        false
    }

    fn read<N: Next<'de>>(&mut self, field: Self::Fields, next: N) -> Result<(), N::Error>;

    /// Called when every field has been read.
    fn finish<E: Error>(self) -> Result<Self::Value, E>;
}

/// A seed that reads a record.
pub(super) struct Reading<R>(pub(super) R);

impl<'de, R: ReadRecord<'de>> DeserializeSeed<'de> for Reading<R> {
    type Value = R::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<R::Value, D::Error> {
        deserializer.deserialize_struct(R::Fields::RECORD, R::Fields::NAMES, self)
    }
}

impl<'de, R: ReadRecord<'de>> Visitor<'de> for Reading<R> {
    type Value = R::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a record `{}`", R::Fields::RECORD)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut values: A) -> Result<R::Value, A::Error> {
        for (position, &field) in R::Fields::ALL.iter().enumerate() {
            if !self.0.skips(field) {
                self.0.read(field, Element { values: &mut values, position })?;
            }
        }
        self.0.finish()
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<R::Value, A::Error> {
        let mut missing: Vec<R::Fields> = R::Fields::ALL.to_vec();
        while let Some(field) = entries.next_key_seed(Key(PhantomData::<R::Fields>))? {
            let before = missing.len();
            missing.retain(|other| *other != field);
            if missing.len() == before {
                return Err(Error::duplicate_field(field.name()));
            }
            self.0.read(field, Entry(&mut entries))?;
        }
        match missing.iter().find(|field| !field.is_optional()) {
            Some(field) => Err(Error::missing_field(field.name())),
            None => self.0.finish(),
        }
    }
}

struct Element<'a, A> {
    values: &'a mut A,
    position: usize,
}

impl<'de, A: SeqAccess<'de>> Next<'de> for Element<'_, A> {
    type Error = A::Error;

    fn value<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        let value = self.values.next_element_seed(seed)?;
        value.ok_or_else(|| Error::invalid_length(self.position, &"more fields"))
    }
}

struct Entry<'a, A>(&'a mut A);

impl<'de, A: MapAccess<'de>> Next<'de> for Entry<'_, A> {
    type Error = A::Error;

    fn value<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(seed)
    }
}

/// Reads the name of a field.
struct Key<F>(PhantomData<F>);

impl<'de, F: RecordField> DeserializeSeed<'de> for Key<F> {
    type Value = F;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<F, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<F: RecordField> Visitor<'_> for Key<F> {
    type Value = F;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<F, E> {
        F::ALL.iter().copied().find(|field| field.name() == name).ok_or_else(|| {
            let name = Cut::name(name);
            Error::custom(format_args!("unknown field `{name}`, expected one of {:?}", F::NAMES))
        })
    }
}
