//! What stands between a format and the data of a phase, or an answer, of a type that is not known.
//!
//! It keeps the words of the first error, and passes on an error that says nothing. What is read here is read through
//! `erased_serde`, which knows the errors of a format as text alone. At each level of the data it makes text of an error,
//! and an error of the text. A format that quotes the text it is given (CBOR, bincode) would make it up to twice as long
//! each time, and a few bytes of a damaged save would fill the memory.
//!
//! And nothing of the data can be held on to. The expansion of `#[phase]` finds out whether answers can be read, where
//! the compiler goes by types alone, and looks at lifetimes afterwards: a type that would hold on to the data, such as
//! `&'static str`, is chosen as well, and then is an error. So any type is chosen that can be read from data that lasts
//! for ever, and what is read passes for that.

use alloc::string::{String, ToString};
use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use crate::phase::cut::Cut;

/// What an error says whose words have been kept. No format changes letters and spaces by quoting them.
const KEPT: &str = "the words of this error have been kept";

/// The words of an error, as they were first said.
#[derive(Default)]
pub(super) struct FirstError(Cell<Option<String>>);

impl FirstError {
    /// Reads through this, to have the words of an error at the end.
    pub(super) fn detach<'de, D>(&self, inner: D) -> Detached<'_, 'de, D> {
        Detached { inner, first: self, data: PhantomData }
    }

    /// Hands on what asks for a value to a format whose data does not last.
    fn within<T>(&self, inner: T) -> Within<'_, T> {
        Within { inner, first: self }
    }

    /// The words of an error that has come out of what was [detached](Self::detach).
    pub(super) fn words(self, error: &impl fmt::Display) -> String {
        self.note(error);
        let words = self.0.into_inner().unwrap_or_else(|| error.to_string());
        Cut::message(&words).to_string()
    }

    fn pass_on<E: Error>(&self, error: &E) -> E {
        self.note(error);
        E::custom(KEPT)
    }

    /// Keeps the words of an error that is not one passed on. If there are others already, somebody has got over that
    /// error, or has put it in words of his own.
    fn note(&self, error: &impl fmt::Display) {
        let words = error.to_string();
        if !words.contains(KEPT) {
            self.0.set(Some(words));
        }
    }
}

/// A part of what reads from a format, detached from the data.
///
/// Each level of data is read by one call of a method of [`Deserializer`], so it is enough to look at the errors that
/// these return. What a visitor or a seed complains of has passed through the format by then, which may have added where
/// that was.
pub(super) struct Detached<'first, 'de, T> {
    inner: T,
    first: &'first FirstError,
    data: PhantomData<&'de ()>,
}

/// What asks for a value, within a format whose data does not last.
struct Within<'first, T> {
    inner: T,
    first: &'first FirstError,
}

macro_rules! deserialize {
    ($($method:ident($($argument:ident: $ty:ty),*);)*) => {$(
        fn $method<V: Visitor<'static>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value, D::Error> {
            let result = self.inner.$method($($argument,)* self.first.within(visitor));
            result.map_err(|error| self.first.pass_on(&error))
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'static> for Detached<'_, 'de, D> {
    type Error = D::Error;

    deserialize! {
        deserialize_any();
        deserialize_bool();
        deserialize_i8();
        deserialize_i16();
        deserialize_i32();
        deserialize_i64();
        deserialize_i128();
        deserialize_u8();
        deserialize_u16();
        deserialize_u32();
        deserialize_u64();
        deserialize_u128();
        deserialize_f32();
        deserialize_f64();
        deserialize_char();
        deserialize_str();
        deserialize_string();
        deserialize_bytes();
        deserialize_byte_buf();
        deserialize_option();
        deserialize_unit();
        deserialize_unit_struct(name: &'static str);
        deserialize_newtype_struct(name: &'static str);
        deserialize_seq();
        deserialize_tuple(len: usize);
        deserialize_tuple_struct(name: &'static str, len: usize);
        deserialize_map();
        deserialize_struct(name: &'static str, fields: &'static [&'static str]);
        deserialize_enum(name: &'static str, variants: &'static [&'static str]);
        deserialize_identifier();
        deserialize_ignored_any();
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

macro_rules! visit {
    ($($method:ident($ty:ty);)*) => {$(
        fn $method<E: Error>(self, value: $ty) -> Result<V::Value, E> {
            self.inner.$method(value)
        }
    )*};
}

/// `visit_borrowed_str` and `visit_borrowed_bytes` are as they are without being written: they go to the ones that lend.
impl<'de, V: Visitor<'static>> Visitor<'de> for Within<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    visit! {
        visit_bool(bool);
        visit_i8(i8);
        visit_i16(i16);
        visit_i32(i32);
        visit_i64(i64);
        visit_i128(i128);
        visit_u8(u8);
        visit_u16(u16);
        visit_u32(u32);
        visit_u64(u64);
        visit_u128(u128);
        visit_f32(f32);
        visit_f64(f64);
        visit_char(char);
        visit_str(&str);
        visit_string(String);
        visit_bytes(&[u8]);
        visit_byte_buf(alloc::vec::Vec<u8>);
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.inner.visit_some(self.first.detach(deserializer))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.inner.visit_newtype_struct(self.first.detach(deserializer))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<V::Value, A::Error> {
        self.inner.visit_seq(self.first.detach(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<V::Value, A::Error> {
        self.inner.visit_map(self.first.detach(entries))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, variant: A) -> Result<V::Value, A::Error> {
        self.inner.visit_enum(self.first.detach(variant))
    }
}

impl<'de, S: DeserializeSeed<'static>> DeserializeSeed<'de> for Within<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.inner.deserialize(self.first.detach(deserializer))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'static> for Detached<'_, 'de, A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'static>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.inner.next_element_seed(self.first.within(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'static> for Detached<'_, 'de, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'static>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.inner.next_key_seed(self.first.within(seed))
    }

    fn next_value_seed<S: DeserializeSeed<'static>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.inner.next_value_seed(self.first.within(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

impl<'first, 'de, A: EnumAccess<'de>> EnumAccess<'static> for Detached<'first, 'de, A> {
    type Error = A::Error;
    type Variant = Detached<'first, 'de, A::Variant>;

    fn variant_seed<S: DeserializeSeed<'static>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self::Variant), A::Error> {
        let (name, variant) = self.inner.variant_seed(self.first.within(seed))?;
        Ok((name, self.first.detach(variant)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'static> for Detached<'_, 'de, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.inner.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'static>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.inner.newtype_variant_seed(self.first.within(seed))
    }

    fn tuple_variant<V: Visitor<'static>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.inner.tuple_variant(len, self.first.within(visitor))
    }

    fn struct_variant<V: Visitor<'static>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.inner.struct_variant(fields, self.first.within(visitor))
    }
}
