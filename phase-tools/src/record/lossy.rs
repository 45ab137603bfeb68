//! What JSON can't tell from nothing.

use std::fmt;

use serde::ser::{self, Serialize, Serializer};

/// Says what a value holds that JSON writes as `null`, and that is read as nothing where nothing can be.
pub(super) fn what_is_lost<T: Serialize + ?Sized>(value: &T) -> Option<&'static str> {
    match value.serialize(Look) {
        Err(Found::Lost(what)) => Some(what),
        Ok(_) | Err(Found::Other) => None,
    }
}

const NOT_FINITE: &str = "a number that is infinite or none, which JSON has not";

const SOME_NULL: &str = "a `Some` of something that JSON writes as `null`, and reads as `None`";

/// Whether what has been looked at is `null` in JSON.
struct IsNull(bool);

#[derive(Debug)]
enum Found {
    Lost(&'static str),
    /// What `Serialize` says itself, which writing it says as well.
    Other,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if let Self::Lost(what) = self { what } else { "it can't be written" })
    }
}

impl std::error::Error for Found {}

impl ser::Error for Found {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::Other
    }
}

struct Look;

macro_rules! plain {
    ($($name:ident($($of:ty),*);)*) => {$(
        fn $name(self, $(_: $of),*) -> Result<IsNull, Found> {
            Ok(IsNull(false))
        }
    )*};
}

macro_rules! compound {
    ($($open:ident($($of:ty),*);)*) => {$(
        fn $open(self, $(_: $of),*) -> Result<Self, Found> {
            Ok(self)
        }
    )*};
}

impl Serializer for Look {
    type Ok = IsNull;
    type Error = Found;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    plain! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_i128(i128);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_u128(u128);
        serialize_char(char);
        serialize_str(&str);
        serialize_bytes(&[u8]);
        serialize_unit_variant(&'static str, u32, &'static str);
    }

    compound! {
        serialize_seq(Option<usize>);
        serialize_tuple(usize);
        serialize_tuple_struct(&'static str, usize);
        serialize_tuple_variant(&'static str, u32, &'static str, usize);
        serialize_map(Option<usize>);
        serialize_struct(&'static str, usize);
        serialize_struct_variant(&'static str, u32, &'static str, usize);
    }

    fn serialize_f32(self, number: f32) -> Result<IsNull, Found> {
        self.serialize_f64(f64::from(number))
    }

    fn serialize_f64(self, number: f64) -> Result<IsNull, Found> {
        if number.is_finite() { Ok(IsNull(false)) } else { Err(Found::Lost(NOT_FINITE)) }
    }

    fn serialize_none(self) -> Result<IsNull, Found> {
        Ok(IsNull(true))
    }

    fn serialize_unit(self) -> Result<IsNull, Found> {
        Ok(IsNull(true))
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<IsNull, Found> {
        Ok(IsNull(true))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<IsNull, Found> {
        match value.serialize(self)? {
            IsNull(true) => Err(Found::Lost(SOME_NULL)),
            is_null => Ok(is_null),
        }
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<IsNull, Found> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<IsNull, Found> {
        value.serialize(self).map(|_| IsNull(false))
    }
}

macro_rules! parts {
    ($($name:ident: $part:ident($($key:ty)?);)*) => {$(
        impl ser::$name for Look {
            type Ok = IsNull;
            type Error = Found;

            fn $part<T: Serialize + ?Sized>(&mut self, $(_: $key,)? value: &T) -> Result<(), Found> {
                value.serialize(Self).map(drop)
            }

            fn end(self) -> Result<IsNull, Found> {
                Ok(IsNull(false))
            }
        }
    )*};
}

parts! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeStruct: serialize_field(&'static str);
    SerializeStructVariant: serialize_field(&'static str);
}

impl ser::SerializeMap for Look {
    type Ok = IsNull;
    type Error = Found;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Found> {
        key.serialize(Self).map(drop)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Found> {
        value.serialize(Self).map(drop)
    }

    fn end(self) -> Result<IsNull, Found> {
        Ok(IsNull(false))
    }
}
