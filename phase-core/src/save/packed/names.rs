//! The names in packed bytes.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;
use core::marker::PhantomData;
use core::{fmt, ptr};

use super::super::error::{BuildError, SaveError};
use super::super::whereabouts::Whereabouts;
use super::super::write::unregistered;
use super::source::Source;
use super::{Fault, LoadError, Read};
use crate::kernel::{Packing, Unpack};
use crate::phase::Cut;
use crate::registry::{PhaseEntry, WorldRegistry, entry_of, is_found_by_name, registry};

/// How many types are found again without a search. A game rarely has more than that queued at once.
const SLOTS: usize = 64;

/// The types of the phases that are written, in the order in which they were met.
pub(super) struct Names<W: 'static> {
    world: PhantomData<fn() -> W>,
    in_order: Vec<&'static Packing>,
    /// Where a type stands in there, by the address of its packing, of which it may have several.
    slots: [(*const Packing, u32); SLOTS],
}

impl<W: 'static> Names<W> {
    pub(super) fn new() -> Self {
        Self { world: PhantomData, in_order: Vec::new(), slots: [(ptr::null(), 0); SLOTS] }
    }

    /// The index of a type of phases, of which one stands there.
    #[inline]
    pub(super) fn index(&mut self, packing: &'static Packing, place: Whereabouts) -> Result<u32, SaveError> {
        let (known, index) = self.slots[slot(packing)];
        if ptr::eq(known, packing) { Ok(index) } else { self.look_up(packing, place) }
    }

    #[cold]
    #[inline(never)]
    fn look_up(&mut self, packing: &'static Packing, place: Whereabouts) -> Result<u32, SaveError> {
        let of_type = (packing.of_type)();
        let found = self.in_order.iter().position(|known| (known.of_type)() == of_type);
        let index = found.unwrap_or(self.in_order.len());
        if found.is_none() {
            if !is_found_by_name(of_type) {
                if entry_of(of_type).is_none() {
                    return Err(unregistered(packing.name, place));
                }
                registry().of::<W>().known_as(packing.name).map_err(SaveError::Duplicate)?;
            }
            self.in_order.push(packing);
        }
        // A program does not have four billion types.
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        self.slots[slot(packing)] = (packing, index);
        Ok(index)
    }

    pub(super) fn in_order(&self) -> &[&'static Packing] {
        &self.in_order
    }
}

/// The tables of packings are some words long, so neighbours go to different slots.
fn slot(packing: &'static Packing) -> usize {
    (ptr::from_ref(packing).addr() / size_of::<Packing>()) % SLOTS
}

/// A type whose phases can be read.
pub(super) struct Known<W: 'static> {
    pub(super) name: &'static str,
    pub(super) unpack: Unpack<W>,
    pub(super) is_ordered: bool,
}

/// Reads the table of names.
pub(super) fn read<W: 'static>(
    source: &mut impl Source,
    registered: WorldRegistry<W>,
) -> Read<Vec<Known<W>>> {
    // A length, a text that is not empty, and the layout.
    let count = source.count(2 + size_of::<u64>())?;
    let mut names = Vec::with_capacity(count.room);
    for _ in 0..count.items {
        let length = source.number()?;
        let entry = source.take(length, |name| match registered.only_one_named(name) {
            Some(entry) => Ok(entry),
            None => called(registered, name),
        })??;
        let layout = source.take(8, |bytes| bytes.try_into().map_or(0, u64::from_le_bytes))?;
        let Some(unpack) = entry.unpack::<W>() else {
            return Err(Fault::new(LoadError::Name(BuildError::NotSavable { phase: entry.name() })));
        };
        if layout != entry.layout() {
            let fields = Fields(entry).to_string();
            return Err(Fault::new(LoadError::Layout { phase: entry.name(), fields }));
        }
        names.push(Known { name: entry.name(), unpack, is_ordered: entry.is_ordered() });
    }
    Ok(names)
}

/// The phase of a name that is not that of one phase alone.
#[cold]
fn called<W: 'static>(registered: WorldRegistry<W>, name: &[u8]) -> Read<&'static PhaseEntry> {
    match core::str::from_utf8(name) {
        Ok(name) => registered.called(name).map_err(|error| Fault::new(LoadError::Name(error))),
        Err(_) => Err(LoadError::damaged("a name in the save is not text")),
    }
}

/// The fields of a phase, for people to read.
struct Fields(&'static PhaseEntry);

impl fmt::Display for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = self.0.fields();
        if fields.is_empty() {
            return f.write_str("none");
        }
        let mut text = String::new();
        for field in fields {
            let variant = field.variant().map_or("", |variant| variant);
            let dot = if variant.is_empty() { "" } else { "." };
            let comma = if text.is_empty() { "" } else { ", " };
            write!(text, "{comma}`{variant}{dot}{}: {}`", field.name(), field.ty())?;
        }
        Cut::message(&text).fmt(f)
    }
}
