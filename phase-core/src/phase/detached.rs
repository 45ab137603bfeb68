//! What stands between a format and the data of a phase, or an answer, of a type that is not known.
//!
//! It keeps the first error. Between here and the type, errors are turned into text and back at each level of the data,
//! and where a format shows text with its quotes escaped, that would double the text each time: a few nested bytes would
//! take all memory there is. Formats that people read don't do that, and add the line to an error on its way.
//!
//! And nothing of the data can be held on to. The expansion of `#[phase]` finds out whether answers can be read, where
//! the compiler goes by types alone, and looks at lifetimes afterwards: a type that would hold on to the data, such as
//! `&'static str`, is chosen as well, and then is an error. So any type is chosen that can be read from data that lasts
//! for ever, and what is read passes for that.

use alloc::string::{String, ToString};
use core::cell::RefCell;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};

/// The error that was there first, while others come of it.
#[derive(Default)]
pub(crate) struct FirstError(RefCell<Option<String>>);

/// What an error says that has come of one that is kept.
const KEPT: &str = "the error before this one";

impl FirstError {
    pub(crate) fn into_text(self) -> Option<String> {
        self.0.into_inner()
    }

    #[cold]
    fn keep<E: Error>(&self, error: &E) -> E {
        let text = error.to_string();
        let mut kept = self.0.borrow_mut();
        // What somebody has got over has nothing to do with what goes wrong later.
        if kept.is_none() || !text.contains(KEPT) {
            *kept = Some(text);
        }
        E::custom(KEPT)
    }
}

/// A part of what reads from a format, detached from the data.
pub(crate) struct Detached<'first, 'de, T> {
    inner: T,
    first: Option<&'first FirstError>,
    data: PhantomData<&'de ()>,
}

impl<'first, T> Detached<'first, '_, T> {
    /// Errors are kept in `first`, if they have to be.
    pub(crate) fn new(inner: T, first: Option<&'first FirstError>) -> Self {
        Self { inner, first, data: PhantomData }
    }
}

/// What asks for a value, within a format whose data does not last.
struct Within<'first, T>(T, Option<&'first FirstError>);

/// A result, of whose error the text is kept.
fn kept<T, E: Error>(result: Result<T, E>, first: Option<&FirstError>) -> Result<T, E> {
    match (result, first) {
        (Err(error), Some(first)) => Err(first.keep(&error)),
        (result, _) => result,
    }
}

macro_rules! deserialize {
    ($($method:ident($($argument:ident: $ty:ty),*);)*) => {$(
        fn $method<V: Visitor<'static>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value, D::Error> {
            kept(self.inner.$method($($argument,)* Within(visitor, self.first)), self.first)
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
            self.0.$method(value)
        }
    )*};
}

/// `visit_borrowed_str` and `visit_borrowed_bytes` are as they are without being written: they go to the ones that lend.
impl<'de, V: Visitor<'static>> Visitor<'de> for Within<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
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
        self.0.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.0.visit_some(Detached::new(deserializer, self.1))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.0.visit_newtype_struct(Detached::new(deserializer, self.1))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<V::Value, A::Error> {
        self.0.visit_seq(Detached::new(items, self.1))
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(Detached::new(entries, self.1))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, variant: A) -> Result<V::Value, A::Error> {
        self.0.visit_enum(Detached::new(variant, self.1))
    }
}

impl<'de, S: DeserializeSeed<'static>> DeserializeSeed<'de> for Within<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Detached::new(deserializer, self.1))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'static> for Detached<'_, 'de, A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'static>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        kept(self.inner.next_element_seed(Within(seed, self.first)), self.first)
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'static> for Detached<'_, 'de, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'static>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        kept(self.inner.next_key_seed(Within(seed, self.first)), self.first)
    }

    fn next_value_seed<S: DeserializeSeed<'static>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        kept(self.inner.next_value_seed(Within(seed, self.first)), self.first)
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
        let (name, variant) = kept(self.inner.variant_seed(Within(seed, self.first)), self.first)?;
        Ok((name, Detached::new(variant, self.first)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'static> for Detached<'_, 'de, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        kept(self.inner.unit_variant(), self.first)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'static>>(self, seed: S) -> Result<S::Value, A::Error> {
        kept(self.inner.newtype_variant_seed(Within(seed, self.first)), self.first)
    }

    fn tuple_variant<V: Visitor<'static>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        kept(self.inner.tuple_variant(len, Within(visitor, self.first)), self.first)
    }

    fn struct_variant<V: Visitor<'static>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        kept(self.inner.struct_variant(fields, Within(visitor, self.first)), self.first)
    }
}
