//! Writing packed bytes.

use alloc::string::ToString;
use alloc::vec::Vec;
use std::io::{self, Write};

use super::super::error::SaveError;
use super::super::whereabouts::Whereabouts;
use super::names::Names;
use super::{FORMAT, Flags, MAGIC, Waits, line};
use crate::kernel::{Fate, Packing, Pending, Stored};
use crate::manager::{PhaseManager, Rest, Running};
use crate::tree::Opened;

/// What is written at a time to where it goes.
const CHUNK: usize = 64 << 10;

/// Room for what comes before the phases, and for a phase, as most are. More is made where it is needed.
const HEAD_ROOM: usize = 128;
const ROOM_PER_PHASE: usize = 8;

impl<W: 'static> PhaseManager<W> {
    /// Everything that decides how the game goes on, in bytes for [`from_bytes`](Self::from_bytes).
    ///
    /// Needs the [feature](crate::guide::features) `packed`.
    ///
    /// The same as [`snapshot`](Self::snapshot) gives to a serde format, and several times as fast, for a server that saves
    /// after every answer. The bytes are read by programs in which phases have got other names, with an
    /// [alias](macro@crate::phase), and new ones have come. Where the fields of a phase have changed, loading says so: for
    /// saves that have to outlive that, take a format with names.
    ///
    /// The data of phases is written by [postcard](https://docs.rs/postcard). What serde can do only in formats that tell
    /// what is in them (`untagged`, `flatten`, `skip_serializing_if`) can't be read from it. Data that is nested more than
    /// 256 deep is refused.
    ///
    /// # Errors
    ///
    /// [`SaveError`] if a phase can't be saved or written, which names it and where it stands.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../../scaffold/dungeon.txt")]
    /// # let mut phases = PhaseManager::new();
    /// phases.push(BurnPhase { damage: 3 });
    /// let bytes = phases.to_bytes()?;
    /// let loaded = PhaseManager::<Dungeon>::from_bytes(&bytes)?;
    /// assert_eq!(loaded.levels().to_string(), "0: [BurnPhase { damage: 3 }]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The game around it: [a dungeon](crate::guide::games#a-dungeon).
    pub fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        check_settled(self)?;
        let mut writer = Writer::new(Kept);
        let room = HEAD_ROOM + ROOM_PER_PHASE * self.schedule.tree.len();
        writer.bytes.reserve(room.min(2 * CHUNK));
        match writer.body(self) {
            Ok(()) => {}
            Err(Stop::Save(error)) => return Err(error),
            Err(Stop::Out(never)) => match never {},
        }
        // Only now are the names known.
        let Writer { mut bytes, names, .. } = writer;
        let body = bytes.len();
        write_head(&mut bytes, self, names.in_order());
        // The head is short: what is moved is mostly what moves to the end.
        let head = bytes.len() - body;
        bytes.rotate_right(head);
        Ok(bytes)
    }

    /// Writes what [`to_bytes`](Self::to_bytes) gives, in parts of some 64 KiB, so that a big save is never in memory as a
    /// whole.
    ///
    /// Needs the [feature](crate::guide::features) `packed`.
    ///
    /// # Errors
    ///
    /// Those of the writer; and [`SaveError`] as an [`io::Error`] of the kind `Other`, mostly before anything is written.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../../scaffold/dungeon.txt")]
    /// # let mut phases = PhaseManager::new();
    /// phases.push(BurnPhase { damage: 3 });
    /// let mut file = Vec::new(); // or a `File`
    /// phases.write_to(&mut file)?;
    /// let loaded = PhaseManager::<Dungeon>::read_from(&file[..])?;
    /// assert_eq!(loaded.levels().to_string(), "0: [BurnPhase { damage: 3 }]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The game around it: [a dungeon](crate::guide::games#a-dungeon).
    pub fn write_to(&self, out: impl Write) -> io::Result<()> {
        check_settled(self).map_err(io::Error::other)?;
        let mut writer = Writer::new(Passed(out));
        writer.note_all(self).map_err(io::Error::other)?;
        let room = HEAD_ROOM + ROOM_PER_PHASE * self.schedule.tree.len();
        writer.bytes.reserve(room.min(CHUNK + CHUNK / 4));
        write_head(&mut writer.bytes, self, writer.names.in_order());
        match writer.body(self) {
            Ok(()) => {
                let Writer { bytes, out: Passed(mut out), .. } = writer;
                out.write_all(&bytes)?;
                out.flush()
            }
            Err(Stop::Save(error)) => Err(io::Error::other(error)),
            Err(Stop::Out(error)) => Err(error),
        }
    }
}

fn check_settled<W: 'static>(manager: &PhaseManager<W>) -> Result<(), SaveError> {
    let over = manager.over.as_ref().map(|over| &over.phase).or(manager.panicked.as_ref());
    match manager.untold().or(over.map(Stored::name)) {
        Some(phase) => Err(SaveError::Unsettled { phase }),
        None => Ok(()),
    }
}

/// Where bytes go once there are many.
trait Out {
    type Error;

    fn pass_on(&mut self, bytes: &mut Vec<u8>) -> Result<(), Self::Error>;
}

/// They stay.
struct Kept;

impl Out for Kept {
    type Error = core::convert::Infallible;

    #[inline]
    fn pass_on(&mut self, _: &mut Vec<u8>) -> Result<(), Self::Error> {
        Ok(())
    }
}

struct Passed<O>(O);

impl<O: Write> Out for Passed<O> {
    type Error = io::Error;

    fn pass_on(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        if bytes.len() >= CHUNK {
            self.0.write_all(bytes)?;
            bytes.clear();
        }
        Ok(())
    }
}

enum Stop<E> {
    Save(SaveError),
    Out(E),
}

struct Writer<W: 'static, O> {
    bytes: Vec<u8>,
    out: O,
    names: Names<W>,
    /// The number of the id that may be left out.
    #[cfg(feature = "causes")]
    expected: u64,
}

/// A number of variable length, as postcard writes it.
pub(super) fn number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        #[allow(clippy::cast_possible_truncation, reason = "the last seven bits")]
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    #[allow(clippy::cast_possible_truncation, reason = "there is no more")]
    bytes.push(number as u8);
}

pub(super) fn size(bytes: &mut Vec<u8>, size: usize) {
    number(bytes, size as u64);
}

pub(super) fn text(bytes: &mut Vec<u8>, text: &str) {
    size(bytes, text.len());
    bytes.extend_from_slice(text.as_bytes());
}

impl<W: 'static, O: Out> Writer<W, O> {
    fn new(out: O) -> Self {
        Self {
            bytes: Vec::new(),
            out,
            names: Names::new(),
            #[cfg(feature = "causes")]
            expected: 1,
        }
    }

    /// Looks whether everything can be saved, and for the names that there are.
    fn note_all(&mut self, manager: &PhaseManager<W>) -> Result<(), SaveError> {
        let tree = &manager.schedule.tree;
        let mut parked = manager.parked.iter();
        self.note(tree.ground(), Whereabouts::Level(0))?;
        for level in tree.settled() {
            self.note(level.items(), Whereabouts::Level(level.number))?;
        }
        for aside in tree.set_aside() {
            self.note(parked.next().map(|running| &running.phase), Whereabouts::Parked)?;
            self.note_open(&aside.open)?;
        }
        self.note(manager.running.as_ref().map(|running| &running.phase), Whereabouts::Waiting)?;
        let open = tree.opened();
        self.note_open(&open)?;
        self.note(open.above().flatten(), Whereabouts::Interrupting)?;
        self.note(parked.next().map(|running| &running.phase), Whereabouts::Interrupted)
    }

    fn note_open(&mut self, open: &Opened<'_, Stored<W>>) -> Result<(), SaveError> {
        self.note(open.deferred(), deferred_level(open))?;
        self.note(open.unshifted(), unshifted_level(open))
    }

    fn note<'a>(
        &mut self,
        phases: impl IntoIterator<Item = &'a Stored<W>>,
        place: Whereabouts,
    ) -> Result<(), SaveError> {
        phases.into_iter().try_for_each(|phase| self.index(phase, place).map(drop))
    }

    #[inline]
    fn index(&mut self, phase: &Stored<W>, place: Whereabouts) -> Result<u32, SaveError> {
        match phase.packing() {
            Some(packing) => self.names.index(packing, place),
            None => Err(SaveError::NotSavable { phase: phase.name(), place }),
        }
    }

    /// All that comes behind the head.
    fn body(&mut self, manager: &PhaseManager<W>) -> Result<(), Stop<O::Error>> {
        let tree = &manager.schedule.tree;
        let (ground, settled, set_aside) = (tree.ground(), tree.settled(), tree.set_aside());
        let mut parked = manager.parked.iter();
        size(&mut self.bytes, settled.len() + usize::from(ground.len() > 0));
        if ground.len() > 0 {
            size(&mut self.bytes, 0);
            self.phases(ground, Whereabouts::Level(0))?;
        }
        for level in settled {
            size(&mut self.bytes, level.number);
            self.phases(level.items(), Whereabouts::Level(level.number))?;
        }
        size(&mut self.bytes, set_aside.len());
        for (aside, running) in set_aside.zip(parked.by_ref()) {
            self.started(running, Whereabouts::Parked)?;
            size(&mut self.bytes, aside.levels_below);
            self.open(&aside.open)?;
        }
        if let Some(running) = &manager.running {
            self.started(running, Whereabouts::Waiting)?;
        }
        let open = tree.opened();
        self.open(&open)?;
        size(&mut self.bytes, open.above().count());
        for level in open.above() {
            self.phases(level.iter(), Whereabouts::Interrupting)?;
        }
        if let Some(running) = parked.next() {
            self.started(running, Whereabouts::Interrupted)?;
        }
        line::write(&mut self.bytes, manager);
        Ok(())
    }

    fn phases<'a>(
        &mut self,
        phases: impl ExactSizeIterator<Item = &'a Stored<W>>,
        place: Whereabouts,
    ) -> Result<(), Stop<O::Error>> {
        size(&mut self.bytes, phases.len());
        for phase in phases {
            self.phase(phase, place)?;
        }
        Ok(())
    }

    #[allow(
        clippy::inline_always,
        reason = "it is the body of a few loops, and half as long as a call of it"
    )]
    #[inline(always)]
    fn phase(&mut self, phase: &Stored<W>, place: Whereabouts) -> Result<(), Stop<O::Error>> {
        let head = u64::from(self.index(phase, place).map_err(Stop::Save)?) << 1;
        #[cfg(feature = "causes")]
        let distance = {
            let id = phase.id().get();
            let distance = id.wrapping_sub(self.expected);
            self.expected = id + 1;
            distance
        };
        #[cfg(not(feature = "causes"))]
        let distance = 0;
        // What comes next is the length.
        match u8::try_from(head) {
            Ok(head @ 0..0x80) if distance == 0 => self.bytes.extend_from_slice(&[head, 0]),
            _ => self.long_head(head, distance),
        }
        let at = self.bytes.len() - 1;
        if let Err(error) = phase.pack(&mut self.bytes) {
            return Err(Stop::Save(not_written(phase, place, &error)));
        }
        match u8::try_from(self.bytes.len() - at - 1) {
            Ok(length @ 0..0x80) => self.bytes[at] = length,
            _ => self.make_room_for_length(at),
        }
        self.out.pass_on(&mut self.bytes).map_err(Stop::Out)
    }

    #[inline(never)]
    fn long_head(&mut self, head: u64, distance: u64) {
        number(&mut self.bytes, head | u64::from(distance != 0));
        if distance != 0 {
            number(&mut self.bytes, zigzag(distance));
        }
        self.bytes.push(0);
    }

    /// Writes the length of what stands behind a place, where that takes more than a byte.
    #[cold]
    fn make_room_for_length(&mut self, at: usize) {
        let mut length = Vec::new();
        size(&mut length, self.bytes.len() - at - 1);
        self.bytes.splice(at..=at, length);
    }

    fn started(&mut self, running: &Running<W>, place: Whereabouts) -> Result<(), Stop<O::Error>> {
        self.phase(&running.phase, place)?;
        let (wait, with) = match &running.rest {
            Rest::Waiting { updates } => (Waits::UPDATES, Some(*updates)),
            Rest::Asking { number } => (Waits::ASKING, Some(*number)),
            Rest::Restored => (Waits::TICKET, None),
            Rest::Suspended(keeper) => match keeper.fate() {
                Fate::Live => (Waits::TICKET, None),
                Fate::Ended => (Waits::ENDED, None),
                Fate::Cancelled => (Waits::CANCELLED, None),
                Fate::Dropped => (Waits::ABANDONED, None),
            },
        };
        self.bytes.push(wait);
        if let Some(with) = with {
            number(&mut self.bytes, with);
        }
        Ok(())
    }

    fn open(&mut self, open: &Opened<'_, Stored<W>>) -> Result<(), Stop<O::Error>> {
        size(&mut self.bytes, open.level());
        self.phases(open.deferred().iter(), deferred_level(open))?;
        self.phases(open.unshifted().iter(), unshifted_level(open))
    }
}

/// What comes first in a save, once all names are known.
fn write_head<W: 'static>(bytes: &mut Vec<u8>, manager: &PhaseManager<W>, names: &[&Packing]) {
    let is_interrupted = manager.schedule.tree.set_aside().len() < manager.parked.len();
    let flag = |is_true: bool, flag: u8| if is_true { flag } else { 0 };
    let flags = flag(manager.schedule.pending.intersects(Pending::HALT), Flags::HALTED)
        | flag(manager.schedule.is_finished, Flags::FINISHED)
        | flag(manager.running.is_some(), Flags::WAITING)
        | flag(is_interrupted, Flags::INTERRUPTED)
        | flag(line::is_known(manager), Flags::CAUSES);
    bytes.extend_from_slice(MAGIC);
    number(bytes, FORMAT);
    bytes.push(flags);
    number(bytes, manager.questions);
    size(bytes, names.len());
    for packing in names {
        text(bytes, packing.name);
        bytes.extend_from_slice(&packing.layout.to_le_bytes());
    }
}

#[cold]
fn not_written<W: 'static>(phase: &Stored<W>, place: Whereabouts, error: &postcard::Error) -> SaveError {
    SaveError::NotWritten { phase: phase.name(), place, message: error.to_string() }
}

fn deferred_level<T>(open: &Opened<'_, T>) -> Whereabouts {
    Whereabouts::Level(open.level() + 1)
}

fn unshifted_level<T>(open: &Opened<'_, T>) -> Whereabouts {
    Whereabouts::Level(open.level() + 1 + usize::from(!open.deferred().is_empty()))
}

/// A distance that is small either way as a small number.
fn zigzag(distance: u64) -> u64 {
    (distance << 1) ^ (distance >> 63).wrapping_neg()
}
