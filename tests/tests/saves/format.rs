//! The formats that saves are written in.

use std::io::BufReader;

use phase_core::PhaseManager;
use serde::Serialize;
use serde::de::DeserializeOwned;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Json,
    Ron,
    MessagePack,
    /// With the names of fields.
    NamedMessagePack,
    Cbor,
    Bincode,
    Postcard,
    /// The bytes of the library itself, in no serde format.
    Packed,
    /// The same, written and read in pieces.
    Stream,
}

pub(crate) const ALL: [Format; 9] = [
    Format::Json,
    Format::Ron,
    Format::MessagePack,
    Format::NamedMessagePack,
    Format::Cbor,
    Format::Bincode,
    Format::Postcard,
    Format::Packed,
    Format::Stream,
];

/// Those that can write anything.
pub(crate) const SERDE: [Format; 7] = [
    Format::Json,
    Format::Ron,
    Format::MessagePack,
    Format::NamedMessagePack,
    Format::Cbor,
    Format::Bincode,
    Format::Postcard,
];

/// No value of a save takes more memory than this; without a limit a damaged length takes any amount.
const BINCODE: bincode::config::Configuration<
    bincode::config::LittleEndian,
    bincode::config::Varint,
    bincode::config::Limit<{ 1 << 20 }>,
> = bincode::config::standard().with_limit();

impl Format {
    /// Whether its errors keep the words that they are given.
    pub(crate) fn keeps_words(self) -> bool {
        !matches!(self, Self::Postcard | Self::Packed | Self::Stream)
    }

    pub(crate) fn write<T: Serialize + ?Sized>(self, value: &T) -> Vec<u8> {
        self.try_write(value).unwrap_or_else(|error| panic!("{self:?}: {error}"))
    }

    pub(crate) fn try_write<T: Serialize + ?Sized>(self, value: &T) -> Result<Vec<u8>, String> {
        match self {
            Self::Json => serde_json::to_vec(value).map_err(told),
            Self::Ron => ron::to_string(value).map(String::into_bytes).map_err(told),
            Self::MessagePack => rmp_serde::to_vec(value).map_err(told),
            Self::NamedMessagePack => rmp_serde::to_vec_named(value).map_err(told),
            Self::Cbor => {
                let mut bytes = Vec::new();
                ciborium::into_writer(value, &mut bytes).map(|()| bytes).map_err(told)
            }
            Self::Bincode => bincode::serde::encode_to_vec(value, BINCODE).map_err(told),
            Self::Postcard => postcard::to_stdvec(value).map_err(told),
            Self::Packed | Self::Stream => unreachable!("it writes managers alone"),
        }
    }

    pub(crate) fn read<T: DeserializeOwned>(self, bytes: &[u8]) -> Result<T, String> {
        match self {
            Self::Json => serde_json::from_slice(bytes).map_err(told),
            Self::Ron => ron::de::from_bytes(bytes).map_err(told),
            Self::MessagePack | Self::NamedMessagePack => rmp_serde::from_slice(bytes).map_err(told),
            Self::Cbor => ciborium::from_reader(bytes).map_err(told),
            Self::Bincode => {
                bincode::serde::decode_from_slice(bytes, BINCODE).map(|(value, _)| value).map_err(told)
            }
            Self::Postcard => postcard::from_bytes(bytes).map_err(told),
            Self::Packed | Self::Stream => unreachable!("it reads managers alone"),
        }
    }

    pub(crate) fn save<W: 'static>(self, phases: &PhaseManager<W>) -> Vec<u8> {
        self.try_save(phases).unwrap_or_else(|error| panic!("{self:?}: {error}"))
    }

    pub(crate) fn try_save<W: 'static>(self, phases: &PhaseManager<W>) -> Result<Vec<u8>, String> {
        match self {
            Self::Packed => phases.to_bytes().map_err(told),
            Self::Stream => {
                let mut bytes = Vec::new();
                phases.write_to(&mut bytes).map(|()| bytes).map_err(told)
            }
            _ => self.try_write(phases),
        }
    }

    pub(crate) fn load<W: 'static>(self, bytes: &[u8]) -> Result<PhaseManager<W>, String> {
        match self {
            Self::Json => {
                PhaseManager::restore(&mut serde_json::Deserializer::from_slice(bytes)).map_err(told)
            }
            Self::Ron => {
                let mut deserializer = ron::Deserializer::from_bytes(bytes).map_err(told)?;
                PhaseManager::restore(&mut deserializer).map_err(told)
            }
            Self::MessagePack | Self::NamedMessagePack => {
                PhaseManager::restore(&mut rmp_serde::Deserializer::new(bytes)).map_err(told)
            }
            // It keeps its deserializer to itself.
            Self::Cbor => self.read(bytes),
            Self::Bincode => {
                let mut decoder = bincode::serde::BorrowedSerdeDecoder::from_slice(bytes, BINCODE, ());
                PhaseManager::restore(decoder.as_deserializer()).map_err(told)
            }
            Self::Postcard => {
                PhaseManager::restore(&mut postcard::Deserializer::from_bytes(bytes)).map_err(told)
            }
            Self::Packed => PhaseManager::from_bytes(bytes).map_err(told),
            Self::Stream => PhaseManager::read_from(&mut BufReader::with_capacity(7, bytes)).map_err(told),
        }
    }

    /// Saved and loaded again.
    pub(crate) fn hop<W: 'static>(self, phases: &PhaseManager<W>) -> PhaseManager<W> {
        self.load(&self.save(phases)).unwrap_or_else(|error| panic!("{self:?}: {error}"))
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
fn told(error: impl ToString) -> String {
    error.to_string()
}
