//! The records of a save, as they are written.

use alloc::vec::Vec;

use serde::ser::{Error, Serialize, SerializeMap, SerializeStruct, SerializeTuple, Serializer};

use super::super::format::{LEVEL, OPEN, PARKED, ROOT, VERSION, WAITING};
use super::{Level, Named, Open, Parked, Snapshot, Waiting};
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

/// A part of a save, spelt like the rest of it.
struct Spelt<'a, T>(&'a T, Spelling);

impl<W: 'static> Serialize for Snapshot<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let spelling = if serializer.is_human_readable() { Spelling::Names } else { Spelling::Table };
        let fields = ROOT.fields.len() - usize::from(spelling == Spelling::Names);
        let mut record = serializer.serialize_struct(ROOT.name, fields)?;
        record.serialize_field(ROOT.fields[0], &VERSION)?;
        if spelling == Spelling::Table {
            record.serialize_field(ROOT.fields[1], &self.names)?;
        }
        record.serialize_field(ROOT.fields[2], &self.halted)?;
        record.serialize_field(ROOT.fields[3], &Spelt(&self.levels, spelling))?;
        record.serialize_field(ROOT.fields[4], &Spelt(&self.parked, spelling))?;
        record.serialize_field(ROOT.fields[5], &Spelt(&self.waiting, spelling))?;
        record.serialize_field(ROOT.fields[6], &Spelt(&self.current, spelling))?;
        record.end()
    }
}

impl<T> Serialize for Spelt<'_, Vec<T>>
where
    for<'t> Spelt<'t, T>: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(parts, spelling) = *self;
        serializer.collect_seq(parts.iter().map(|part| Spelt(part, spelling)))
    }
}

impl<T> Serialize for Spelt<'_, Option<T>>
where
    for<'t> Spelt<'t, T>: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(part, spelling) = *self;
        part.as_ref().map(|part| Spelt(part, spelling)).serialize(serializer)
    }
}

impl<W: 'static> Serialize for Spelt<'_, Level<'_, W>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(part, spelling) = *self;
        let mut record = serializer.serialize_struct(LEVEL.name, LEVEL.fields.len())?;
        record.serialize_field(LEVEL.fields[0], &part.number)?;
        record.serialize_field(LEVEL.fields[1], &Spelt(&part.phases, spelling))?;
        record.end()
    }
}

impl<W: 'static> Serialize for Spelt<'_, Waiting<'_, W>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(part, spelling) = *self;
        let mut record = serializer.serialize_struct(WAITING.name, WAITING.fields.len())?;
        record.serialize_field(WAITING.fields[0], &Spelt(&part.phase, spelling))?;
        record.serialize_field(WAITING.fields[1], &part.wait)?;
        record.end()
    }
}

impl<W: 'static> Serialize for Spelt<'_, Parked<'_, W>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(part, spelling) = *self;
        let mut record = serializer.serialize_struct(PARKED.name, PARKED.fields.len())?;
        record.serialize_field(PARKED.fields[0], &Spelt(&part.waiting, spelling))?;
        record.serialize_field(PARKED.fields[1], &part.levels_below)?;
        record.serialize_field(PARKED.fields[2], &Spelt(&part.open, spelling))?;
        record.end()
    }
}

impl<W: 'static> Serialize for Spelt<'_, Open<'_, W>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(part, spelling) = *self;
        let mut record = serializer.serialize_struct(OPEN.name, OPEN.fields.len())?;
        record.serialize_field(OPEN.fields[0], &part.from_level)?;
        record.serialize_field(OPEN.fields[1], &Spelt(&part.deferred, spelling))?;
        record.serialize_field(OPEN.fields[2], &Spelt(&part.unshifted, spelling))?;
        record.serialize_field(OPEN.fields[3], &Spelt(&part.interrupts, spelling))?;
        record.serialize_field(OPEN.fields[4], &Spelt(&part.interrupted, spelling))?;
        record.end()
    }
}

impl<W: 'static> Serialize for Spelt<'_, Named<'_, W>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(part, spelling) = *self;
        let Some(data) = part.phase.get().as_serialize() else {
            unreachable!("a snapshot holds only phases that can be saved")
        };
        match spelling {
            Spelling::Names => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry(part.phase.name(), data)?;
                map.end()
            }
            Spelling::Table => {
                let mut pair = serializer.serialize_tuple(2)?;
                pair.serialize_element(&part.index)?;
                pair.serialize_element(data)?;
                pair.end()
            }
        }
    }
}
