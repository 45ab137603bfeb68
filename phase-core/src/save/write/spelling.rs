//! The records of a save, as they are written.

use alloc::vec::Vec;

use serde::ser::{Error, Serialize, SerializeMap, SerializeStruct, SerializeTuple, Serializer};

use super::super::format::{
    LevelField, OpenField, ParkedField, RecordField, RootField, WITH_CAUSES, WITH_FINISH, WITH_QUESTIONS,
    WaitField,
};
use super::{SavedLevel, SavedOpen, SavedParked, SavedPhase, SavedWait, Snapshot};
use crate::manager::PhaseManager;

/// By way of [`snapshot`](PhaseManager::snapshot), so that a manager can be a field of a game's own save.
impl<W: 'static> Serialize for PhaseManager<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.snapshot().map_err(Error::custom)?.serialize(serializer)
    }
}

/// How phases are told apart. One choice for the whole of a save, since what stands inside another value may be asked
/// for by a serializer that answers otherwise than that of the root.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spelling {
    /// Each with its name, for people to read.
    Names,
    /// Each with the index of its name in a table.
    Table,
}

/// A part of a save.
trait Part {
    fn write<S: Serializer>(&self, spelling: Spelling, serializer: S) -> Result<S::Ok, S::Error>;
}

/// A part of a save, spelt like the rest of it.
struct Spelt<'a, T>(&'a T, Spelling);

impl<T: Part> Serialize for Spelt<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(self.1, serializer)
    }
}

impl<W: 'static> Serialize for Snapshot<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let spelling = if serializer.is_human_readable() { Spelling::Names } else { Spelling::Table };
        self.write(spelling, serializer)
    }
}

impl<T: Part> Part for Vec<T> {
    fn write<S: Serializer>(&self, spelling: Spelling, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|part| Spelt(part, spelling)))
    }
}

impl<T: Part> Part for Option<T> {
    fn write<S: Serializer>(&self, spelling: Spelling, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_ref().map(|part| Spelt(part, spelling)).serialize(serializer)
    }
}

/// What is written as a record.
trait WriteRecord {
    type Fields: RecordField;

    /// Whether a field is left out.
    fn skips(&self, field: Self::Fields, spelling: Spelling) -> bool {
        let _ = (field, spelling);
        false
    }

    fn write_field<S: SerializeStruct>(&self, field: Self::Fields, out: Out<'_, S>) -> Result<(), S::Error>;
}

/// Where the value of a field goes.
struct Out<'s, S> {
    record: &'s mut S,
    name: &'static str,
    spelling: Spelling,
}

impl<S: SerializeStruct> Out<'_, S> {
    fn plain(self, value: &impl Serialize) -> Result<(), S::Error> {
        self.record.serialize_field(self.name, value)
    }

    fn part(self, part: &impl Part) -> Result<(), S::Error> {
        self.record.serialize_field(self.name, &Spelt(part, self.spelling))
    }
}

impl<R: WriteRecord> Part for R {
    fn write<S: Serializer>(&self, spelling: Spelling, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = || R::Fields::ALL.iter().copied().filter(|field| !self.skips(*field, spelling));
        let mut record = serializer.serialize_struct(R::Fields::RECORD, fields().count())?;
        for field in fields() {
            self.write_field(field, Out { record: &mut record, name: field.name(), spelling })?;
        }
        record.end()
    }
}

impl<W: 'static> Snapshot<'_, W> {
    /// The lowest version that has what there is to be written.
    fn version(&self) -> u32 {
        if self.causes.is_some() {
            WITH_CAUSES
        } else if self.finished || self.has_cancelled() {
            WITH_FINISH
        } else if self.questions > 0 {
            WITH_QUESTIONS
        } else {
            1
        }
    }
}

impl<W: 'static> WriteRecord for Snapshot<'_, W> {
    type Fields = RootField;

    fn skips(&self, field: RootField, spelling: Spelling) -> bool {
        match field {
            RootField::Names => spelling == Spelling::Names,
            // A table has all fields of its version, since it has no names to tell which are missing.
            RootField::Questions => match spelling {
                Spelling::Names => self.questions == 0,
                Spelling::Table => self.version() < WITH_QUESTIONS,
            },
            RootField::Finished => match spelling {
                Spelling::Names => !self.finished,
                Spelling::Table => self.version() < WITH_FINISH,
            },
            RootField::Causes => self.causes.is_none(),
            _ => false,
        }
    }

    fn write_field<S: SerializeStruct>(&self, field: RootField, out: Out<'_, S>) -> Result<(), S::Error> {
        match field {
            RootField::Version => out.plain(&self.version()),
            RootField::Names => out.plain(&self.names),
            RootField::Halted => out.plain(&self.halted),
            RootField::Levels => out.part(&self.levels),
            RootField::Parked => out.part(&self.parked),
            RootField::Waiting => out.part(&self.waiting),
            RootField::Current => out.part(&self.current),
            RootField::Questions => out.plain(&self.questions),
            RootField::Finished => out.plain(&self.finished),
            RootField::Causes => out.plain(&self.causes),
        }
    }
}

impl<W: 'static> WriteRecord for SavedLevel<'_, W> {
    type Fields = LevelField;

    fn write_field<S: SerializeStruct>(&self, field: LevelField, out: Out<'_, S>) -> Result<(), S::Error> {
        match field {
            LevelField::Number => out.plain(&self.number),
            LevelField::Phases => out.part(&self.phases),
        }
    }
}

impl<W: 'static> WriteRecord for SavedWait<'_, W> {
    type Fields = WaitField;

    fn write_field<S: SerializeStruct>(&self, field: WaitField, out: Out<'_, S>) -> Result<(), S::Error> {
        match field {
            WaitField::Phase => out.part(&self.phase),
            WaitField::Wait => out.plain(&self.wait),
        }
    }
}

impl<W: 'static> WriteRecord for SavedParked<'_, W> {
    type Fields = ParkedField;

    fn write_field<S: SerializeStruct>(&self, field: ParkedField, out: Out<'_, S>) -> Result<(), S::Error> {
        match field {
            ParkedField::Waiting => out.part(&self.waiting),
            ParkedField::LevelsBelow => out.plain(&self.levels_below),
            ParkedField::Open => out.part(&self.open),
        }
    }
}

impl<W: 'static> WriteRecord for SavedOpen<'_, W> {
    type Fields = OpenField;

    fn write_field<S: SerializeStruct>(&self, field: OpenField, out: Out<'_, S>) -> Result<(), S::Error> {
        match field {
            OpenField::FromLevel => out.plain(&self.from_level),
            OpenField::Deferred => out.part(&self.deferred),
            OpenField::Unshifted => out.part(&self.unshifted),
            OpenField::Interrupts => out.part(&self.interrupts),
            OpenField::Interrupted => out.part(&self.interrupted),
        }
    }
}

impl<W: 'static> Part for SavedPhase<'_, W> {
    fn write<S: Serializer>(&self, spelling: Spelling, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(data) = self.phase.get().as_serialize() else {
            unreachable!("a snapshot holds only phases that can be saved")
        };
        match spelling {
            Spelling::Names => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry(self.phase.name(), data)?;
                map.end()
            }
            Spelling::Table => {
                let mut pair = serializer.serialize_tuple(2)?;
                pair.serialize_element(&self.index)?;
                pair.serialize_element(data)?;
                pair.end()
            }
        }
    }
}
