//! Reading packed bytes.

use alloc::borrow::Cow;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::mem;
use std::io::{self, BufRead};

use super::super::format::{SavedCauses, SavedLink, Wait};
use super::super::loaded::{self, Loaded, LoadedOpen, LoadedParked};
use super::super::whereabouts::Whereabouts;
use super::names::{self, Known};
use super::source::{Slice, Source, Stream};
use super::{FORMAT, Fault, Flags, LoadError, MAGIC, Read, Waits};
#[cfg(feature = "causes")]
use crate::kernel::PhaseId;
use crate::kernel::{Batch, Stored, UnpackFault};
use crate::manager::{PhaseManager, Running};
use crate::phase::Cut;
use crate::registry::{PhaseEntry, WorldRegistry, registry};

/// A phase takes two bytes at the least: the index of its name, and how long its data is.
const LEAST: usize = 2;

impl<W: 'static> PhaseManager<W> {
    /// A manager as it was when [`to_bytes`](Self::to_bytes) wrote it.
    ///
    /// Needs the [feature](crate::guide::features) `packed`.
    ///
    /// As from a [serde format](Self::restore): `when_empty` and the limits are given anew, no phase is started twice, and a
    /// suspended one gets a new ticket through [`on_restore`](crate::Restores::on_restore). The phases share memory as those of
    /// a [`fork`](Self::fork) do.
    ///
    /// # Errors
    ///
    /// [`LoadError`], with what is wrong and where. No bytes make this panic, or take memory out of proportion to their
    /// number.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../../scaffold/dungeon.txt")]
    /// # let mut phases = PhaseManager::new();
    /// phases.push(BurnPhase { damage: 3 });
    /// let bytes = phases.to_bytes()?;
    ///
    /// let mut loaded = PhaseManager::from_bytes(&bytes)?
    ///     .when_empty(|_: &mut Dungeon| MonsterPhase("goblin"))
    ///     .start_limit(1_000);
    /// # loaded.step(&mut Dungeon::default())?;
    /// # assert!(loaded.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The game around it: [a dungeon](crate::guide::games#a-dungeon).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LoadError> {
        let mut source = Slice(bytes);
        let manager = Reader::begin(&mut source).and_then(Reader::manager).map_err(|fault| *fault.0)?;
        match source.0.len() {
            0 => Ok(manager),
            more => {
                Err(*LoadError::damaged(alloc::format!("behind the save, there are {more} bytes more")).0)
            }
        }
    }

    /// Reads what [`write_to`](Self::write_to) has written, and nothing behind that; a big save is never in memory as a
    /// whole.
    ///
    /// Needs the [feature](crate::guide::features) `packed`.
    ///
    /// # Errors
    ///
    /// Those of the reader; and [`LoadError`] as an [`io::Error`] of the kind `InvalidData`.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../../scaffold/dungeon.txt")]
    /// # let mut phases = PhaseManager::new();
    /// phases.push(BurnPhase { damage: 3 });
    /// let mut file = Vec::new();
    /// phases.write_to(&mut file)?;
    /// let mut reader = std::io::BufReader::new(&file[..]); // or of a `File`
    /// let loaded = PhaseManager::<Dungeon>::read_from(&mut reader)?;
    /// assert_eq!(loaded.len(), 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// The game around it: [a dungeon](crate::guide::games#a-dungeon).
    pub fn read_from(from: impl BufRead) -> io::Result<Self> {
        let mut source = Stream::new(from);
        let read = Reader::begin(&mut source).and_then(Reader::manager);
        read.map_err(|fault| {
            source.failed.take().unwrap_or_else(|| io::Error::new(io::ErrorKind::InvalidData, *fault.0))
        })
    }
}

struct Reader<'s, W: 'static, S> {
    source: &'s mut S,
    registered: WorldRegistry<W>,
    flags: u8,
    questions: u64,
    names: Vec<Known<W>>,
    /// The ids that came last, one after the other: from, and up to but not with. The second is that of an id that is left
    /// out.
    ids: (u64, u64),
    /// The same of those before.
    ids_before: Vec<(u64, u64)>,
    batch: Batch,
}

impl<'s, W: 'static, S: Source> Reader<'s, W, S> {
    fn begin(source: &'s mut S) -> Read<Self> {
        for byte in MAGIC {
            if !source.byte().is_ok_and(|first| first == *byte) {
                return Err(Fault::new(LoadError::NotPacked));
            }
        }
        match source.number()? {
            0 => return Err(LoadError::damaged("there is no packed format 0")),
            format if format > FORMAT => return Err(Fault::new(LoadError::Newer { format, reads: FORMAT })),
            _ => {}
        }
        let flags = source.byte()?;
        if flags > Flags::ALL {
            return Err(LoadError::damaged("the save has properties that there are not"));
        }
        let questions = source.number()?;
        let registered = registry().of();
        let names = names::read(source, registered)?;
        Ok(Self {
            source,
            registered,
            flags,
            questions,
            names,
            ids: (1, 1),
            ids_before: Vec::new(),
            batch: Batch::new(),
        })
    }

    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    fn manager(mut self) -> Read<PhaseManager<W>> {
        let levels = self.levels()?;
        let parked = self.parked()?;
        let waiting = self.has(Flags::WAITING).then(|| self.started(Whereabouts::Waiting)).transpose()?;
        let mut current = self.open()?;
        let count = self.source.count(1 + LEAST)?;
        current.open.above = Vec::with_capacity(count.room);
        for _ in 0..count.items {
            current.open.above.push(self.phases(Whereabouts::Interrupting)?);
        }
        if self.has(Flags::INTERRUPTED) {
            current.interrupted = Some(self.started(Whereabouts::Interrupted)?);
            current.open.is_parked = true;
        }
        let settled = levels.len() - usize::from(matches!(levels.first(), Some((0, _))));
        let causes = self.has(Flags::CAUSES).then(|| self.causes(settled, parked.len())).transpose()?;
        let last_id = self.last_id(causes.as_ref())?;
        let loaded = Loaded {
            halted: self.has(Flags::HALTED),
            finished: self.has(Flags::FINISHED),
            questions: self.questions,
            levels,
            parked,
            waiting,
            current,
            may_have_ordered: self.names.iter().any(|known| known.is_ordered),
        };
        loaded.into_manager(causes, last_id, self.registered).map_err(LoadError::damaged)
    }

    fn levels(&mut self) -> Read<Vec<(usize, Vec<Stored<W>>)>> {
        let count = self.source.count(2 + LEAST)?;
        let mut levels = Vec::with_capacity(count.room);
        for _ in 0..count.items {
            let number = self.source.size()?;
            levels.push((number, self.phases(Whereabouts::Level(number))?));
        }
        Ok(levels)
    }

    fn parked(&mut self) -> Read<Vec<LoadedParked<W>>> {
        // How it waits, the levels below, the level that it came from, and two numbers of phases.
        let count = self.source.count(LEAST + 5)?;
        let mut parked = Vec::with_capacity(count.room);
        for _ in 0..count.items {
            let running = self.started(Whereabouts::Parked)?;
            let levels_below = self.source.size()?;
            parked.push(LoadedParked { running, levels_below, open: self.open()? });
        }
        Ok(parked)
    }

    fn open(&mut self) -> Read<LoadedOpen<W>> {
        let mut loaded = LoadedOpen::new();
        loaded.open.level = self.source.size()?;
        loaded.open.deferred = self.phases(Whereabouts::Deferred)?;
        loaded.open.unshifted = self.phases(Whereabouts::Unshifted)?;
        Ok(loaded)
    }

    fn phases(&mut self, place: Whereabouts) -> Read<Vec<Stored<W>>> {
        let count = self.source.count(LEAST)?;
        if count.items == 0 {
            return Ok(Vec::new());
        }
        let mut phases = Vec::with_capacity(count.room);
        self.batch.expect(count.room);
        for _ in 0..count.items {
            phases.push(self.phase(place)?);
        }
        Ok(phases)
    }

    #[allow(
        clippy::inline_always,
        reason = "it is the body of a few loops, and half as long as a call of it"
    )]
    #[inline(always)]
    fn phase(&mut self, place: Whereabouts) -> Read<Stored<W>> {
        let head = self.source.number()?;
        let mut id = self.ids.1;
        if head & 1 != 0 {
            id = id.wrapping_add(unzigzag(self.source.number()?));
        }
        self.note_id(id)?;
        let index = head >> 1;
        let Some(known) = usize::try_from(index).ok().and_then(|index| self.names.get(index)) else {
            return Err(no_such_name(index, self.names.len()));
        };
        let length = self.source.number()?;
        match self.source.take(length, |bytes| (known.unpack)(bytes, &mut self.batch))? {
            #[allow(unused_mut, reason = "it is given its id with the feature `causes`")]
            Ok(mut phase) => {
                #[cfg(feature = "causes")]
                phase.set_id(PhaseId::from_number(id));
                Ok(phase)
            }
            Err(fault) => Err(unreadable(known.name, place, &fault)),
        }
    }

    #[inline]
    fn note_id(&mut self, id: u64) -> Read<()> {
        if id != self.ids.1 {
            self.begin_ids(id)?;
        }
        self.ids.1 += 1;
        Ok(())
    }

    #[inline(never)]
    fn begin_ids(&mut self, id: u64) -> Read<()> {
        // Far below where counting on would overflow.
        if !(1..=u64::MAX / 4).contains(&id) {
            return Err(LoadError::damaged(loaded::CAUSES_MISFIT));
        }
        self.ids_before.push(mem::replace(&mut self.ids, (id, id)));
        Ok(())
    }

    /// The number of the id that was given last, if no id is there twice.
    fn last_id(&mut self, causes: Option<&SavedCauses>) -> Read<u64> {
        let (is_once, highest) = if self.ids_before.is_empty() {
            (true, self.ids.1 - 1)
        } else {
            self.ids_before.push(self.ids);
            self.ids_before.sort_unstable();
            let is_once = self.ids_before.windows(2).all(|pair| pair[0].1 <= pair[1].0);
            (is_once, self.ids_before.last().map_or(0, |(_, end)| end - 1))
        };
        let last_id = causes.map_or(highest, |causes| causes.last_id);
        if is_once && highest <= last_id && last_id <= u64::MAX / 4 {
            Ok(last_id)
        } else {
            Err(LoadError::damaged(loaded::CAUSES_MISFIT))
        }
    }

    fn started(&mut self, place: Whereabouts) -> Read<Running<W>> {
        let phase = self.phase(place)?;
        let wait = match self.source.byte()? {
            Waits::UPDATES => Wait::Updates(self.source.number()?),
            Waits::TICKET => Wait::Ticket,
            Waits::ENDED => Wait::Ended,
            Waits::ABANDONED => Wait::Abandoned,
            Waits::ASKING => Wait::Asking(self.source.number()?),
            Waits::CANCELLED => Wait::Cancelled,
            other => {
                let message = alloc::format!("there is no way to wait of number {other}");
                return Err(Fault::new(LoadError::Phase { phase: phase.name(), place, message }));
            }
        };
        loaded::waiting(phase, wait).map_err(LoadError::damaged)
    }

    fn causes(&mut self, settled: usize, parked: usize) -> Read<SavedCauses> {
        let last_id = self.source.number()?;
        let names = self.cause_names()?;
        let count = self.source.count(4)?;
        let mut line = Vec::with_capacity(count.room);
        for _ in 0..count.items {
            let head = self.source.size()?;
            let (id, level) = (self.source.number()?, self.source.size()?);
            let place = self.source.size()?;
            let name = match head.checked_sub(1).map(|index| names.get(index)) {
                None => None,
                Some(Some(name)) => Some(*name),
                Some(None) => return Err(LoadError::damaged(loaded::CAUSES_MISFIT)),
            };
            // Where nobody knows the name, the line ends.
            let (id, name) = match name {
                Some(None) => (0, None),
                Some(Some(name)) => (id, Some(Cow::Borrowed(name))),
                None => (id, None),
            };
            line.push(SavedLink { name, id, level, line: place });
        }
        let levels = self.sizes(settled)?;
        let parked = self.sizes(parked)?;
        let current = self.source.size()?.checked_sub(1);
        Ok(SavedCauses { last_id, ids: Vec::new(), line, levels, parked, current })
    }

    /// The names of causes, of which some may be unknown.
    fn cause_names(&mut self) -> Read<Vec<Option<&'static str>>> {
        let count = self.source.count(2)?;
        let mut names = Vec::with_capacity(count.room);
        for _ in 0..count.items {
            let length = self.source.number()?;
            let known = self.source.take(length, |name| {
                let name = core::str::from_utf8(name).ok()?;
                self.registered.known_as(name).ok().flatten().map(PhaseEntry::name)
            })?;
            names.push(known);
        }
        Ok(names)
    }

    /// So many numbers; there are no more of them than of what has been read.
    fn sizes(&mut self, count: usize) -> Read<Vec<usize>> {
        (0..count).map(|_| self.source.size()).collect()
    }
}

#[cold]
fn no_such_name(index: u64, names: usize) -> Fault {
    LoadError::damaged(alloc::format!("the save names {names} phases, and not a number {index}"))
}

#[cold]
fn unreadable(phase: &'static str, place: Whereabouts, fault: &UnpackFault) -> Fault {
    let message = Cut::message(&fault.to_string()).to_string();
    Fault::new(LoadError::Phase { phase, place, message })
}

fn unzigzag(number: u64) -> u64 {
    (number >> 1) ^ (number & 1).wrapping_neg()
}
