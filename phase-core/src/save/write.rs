//! Writing a save.

mod spelling;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::any::TypeId;
use core::fmt;

use super::causes::causes;
use super::error::SaveError;
use super::format::{SavedCauses, Wait};
use super::whereabouts::Whereabouts;
use crate::kernel::{Fate, Pending, Stored};
use crate::manager::{PhaseManager, Rest, Running};
use crate::registry::{WorldRegistry, entry_of, registry};
use crate::tree::{OpenShape, Shape};

/// The state of a manager, to be written with any serde format.
///
/// Needs the [feature](crate::guide::features) `serde`.
///
/// It borrows from the manager, so nothing can change between the check that everything can be saved and the writing.
///
/// # Examples
///
/// Into a compact format, for a quick save in memory:
///
/// ```
#[doc = include_str!("../scaffold/dungeon.txt")]
/// # let mut phases = PhaseManager::new();
/// phases.push(BurnPhase { damage: 3 });
/// let quick_save = postcard::to_stdvec(&phases.snapshot()?)?;
/// let loaded: PhaseManager<Dungeon> = postcard::from_bytes(&quick_save)?;
/// assert_eq!(loaded.levels().to_string(), "0: [BurnPhase { damage: 3 }]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The game around it: [a dungeon](crate::guide::games#a-dungeon).
pub struct Snapshot<'a, W: 'static> {
    names: Vec<&'static str>,
    questions: u64,
    finished: bool,
    causes: Option<SavedCauses>,
    halted: bool,
    levels: Vec<SavedLevel<'a, W>>,
    parked: Vec<SavedParked<'a, W>>,
    waiting: Option<SavedWait<'a, W>>,
    current: SavedOpen<'a, W>,
}

struct SavedLevel<'a, W: 'static> {
    number: usize,
    phases: Vec<SavedPhase<'a, W>>,
}

struct SavedWait<'a, W: 'static> {
    phase: SavedPhase<'a, W>,
    wait: Wait,
}

struct SavedParked<'a, W: 'static> {
    waiting: SavedWait<'a, W>,
    levels_below: usize,
    open: SavedOpen<'a, W>,
}

struct SavedOpen<'a, W: 'static> {
    from_level: usize,
    deferred: Vec<SavedPhase<'a, W>>,
    unshifted: Vec<SavedPhase<'a, W>>,
    interrupts: Vec<Vec<SavedPhase<'a, W>>>,
    interrupted: Option<SavedWait<'a, W>>,
}

/// A phase with the index of its name.
struct SavedPhase<'a, W: 'static> {
    index: u32,
    phase: &'a Stored<W>,
}

/// # Save
///
/// The whole state as data, at any moment between two steps; see [Saving](crate::guide::saving).
impl<W: 'static> PhaseManager<W> {
    /// Everything that decides how the game goes on, to be written with any serde format.
    ///
    /// Needs the [feature](crate::guide::features) `serde`.
    ///
    /// Restored by [`restore`](Self::restore), the phases start in the very order in which they would have started
    /// here. Not part of it are what the host gives anew, `when_empty` and the limits, and the world.
    ///
    /// Each phase has to be declared `#[phase(save)]`; `registry().of::<World>().not_savable()` lists those that are
    /// not, for a test of your own.
    ///
    /// # Errors
    ///
    /// [`SaveError`] if a phase can't be saved, which names it and where it stands; so also if a save with it could not be
    /// loaded, since its entry is not in the [`registry`](registry()).
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/dungeon.txt")]
    /// # let mut phases = PhaseManager::new();
    /// phases.push(BurnPhase { damage: 3 });
    /// let json = serde_json::to_string_pretty(&phases.snapshot()?)?;
    /// assert!(json.contains("BurnPhase"));
    ///
    /// phases.push(MonsterPhase("goblin")); // which is not `#[phase(save)]`
    /// assert!(phases.snapshot().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The game around it: [a dungeon](crate::guide::games#a-dungeon).
    pub fn snapshot(&self) -> Result<Snapshot<'_, W>, SaveError> {
        let over = self.over.as_ref().map(|over| &over.phase).or(self.panicked.as_ref());
        if let Some(phase) = self.untold().or(over.map(Stored::name)) {
            return Err(SaveError::Unsettled { phase });
        }
        let mut names = Names::new(registry().of::<W>());
        let shape = self.schedule.tree.shape();
        let mut parked = self.parked.iter();
        Ok(Snapshot {
            questions: self.questions,
            finished: self.schedule.is_finished,
            causes: causes(self, &shape),
            halted: self.schedule.pending.intersects(Pending::HALT),
            levels: levels(&shape, &mut names)?,
            parked: shape
                .parked
                .iter()
                .zip(parked.by_ref())
                .map(|(shape, running)| {
                    Ok(SavedParked {
                        waiting: waiting(running, Whereabouts::Parked, &mut names)?,
                        levels_below: shape.levels_below,
                        open: open(&shape.open, None, &mut names)?,
                    })
                })
                .collect::<Result<_, SaveError>>()?,
            waiting: self
                .running
                .as_ref()
                .map(|running| waiting(running, Whereabouts::Waiting, &mut names))
                .transpose()?,
            current: open(&shape.open, parked.next(), &mut names)?,
            names: names.in_order,
        })
    }
}

impl<W: 'static> Snapshot<'_, W> {
    /// Whether a phase waits no longer, since its ticket was cancelled.
    fn has_cancelled(&self) -> bool {
        let parked = self.parked.iter().map(|parked| &parked.waiting);
        let mut waits = parked.chain(&self.waiting).chain(&self.current.interrupted);
        waits.any(|waiting| matches!(waiting.wait, Wait::Cancelled))
    }
}

fn levels<'a, W: 'static>(
    shape: &Shape<&'a Stored<W>>,
    names: &mut Names<W>,
) -> Result<Vec<SavedLevel<'a, W>>, SaveError> {
    let ground = [(0, &shape.ground)].into_iter().filter(|(_, phases)| !phases.is_empty());
    let upper = shape.levels.iter().map(|(number, phases)| (*number, phases));
    ground
        .chain(upper)
        .map(|(number, phases)| {
            Ok(SavedLevel { number, phases: names.of(phases, Whereabouts::Level(number))? })
        })
        .collect()
}

fn open<'a, W: 'static>(
    open: &OpenShape<&'a Stored<W>>,
    interrupted: Option<&'a Running<W>>,
    names: &mut Names<W>,
) -> Result<SavedOpen<'a, W>, SaveError> {
    let deferred_level = open.level + 1;
    let unshifted_level = deferred_level + usize::from(!open.deferred.is_empty());
    Ok(SavedOpen {
        from_level: open.level,
        deferred: names.of(&open.deferred, Whereabouts::Level(deferred_level))?,
        unshifted: names.of(&open.unshifted, Whereabouts::Level(unshifted_level))?,
        interrupts: open
            .above
            .iter()
            .map(|phases| names.of(phases, Whereabouts::Interrupting))
            .collect::<Result<_, _>>()?,
        interrupted: interrupted
            .map(|running| waiting(running, Whereabouts::Interrupted, names))
            .transpose()?,
    })
}

fn waiting<'a, W: 'static>(
    running: &'a Running<W>,
    place: Whereabouts,
    names: &mut Names<W>,
) -> Result<SavedWait<'a, W>, SaveError> {
    let wait = match &running.rest {
        Rest::Waiting { updates } => Wait::Updates(*updates),
        Rest::Restored => Wait::Ticket,
        Rest::Asking { number } => Wait::Asking(*number),
        Rest::Suspended(keeper) => match keeper.fate() {
            Fate::Live => Wait::Ticket,
            Fate::Ended => Wait::Ended,
            Fate::Cancelled => Wait::Cancelled,
            Fate::Dropped => Wait::Abandoned,
        },
    };
    Ok(SavedWait { phase: names.one(&running.phase, place)?, wait })
}

/// The names of the phases met so far.
struct Names<W: 'static> {
    registered: WorldRegistry<W>,
    in_order: Vec<&'static str>,
    indices: BTreeMap<TypeId, u32>,
    /// Phases of one type often come in a row.
    last: Option<(TypeId, u32)>,
}

impl<W: 'static> Names<W> {
    fn new(registered: WorldRegistry<W>) -> Self {
        Self { registered, in_order: Vec::new(), indices: BTreeMap::new(), last: None }
    }

    fn of<'a>(
        &mut self,
        phases: &[&'a Stored<W>],
        place: Whereabouts,
    ) -> Result<Vec<SavedPhase<'a, W>>, SaveError> {
        phases.iter().map(|phase| self.one(phase, place)).collect()
    }

    fn one<'a>(&mut self, phase: &'a Stored<W>, place: Whereabouts) -> Result<SavedPhase<'a, W>, SaveError> {
        let of_type = phase.get().as_any().type_id();
        if let Some((last, index)) = self.last {
            if last == of_type {
                return Ok(SavedPhase { index, phase });
            }
        }
        let index = match self.indices.get(&of_type) {
            Some(index) => *index,
            None if phase.get().as_serialize().is_none() => {
                return Err(SaveError::NotSavable { phase: phase.name(), place });
            }
            None => {
                if entry_of(of_type).is_none() {
                    return Err(unregistered(phase.name(), place));
                }
                self.registered.known_as(phase.name()).map_err(SaveError::Duplicate)?;
                // A program does not have four billion types.
                let index = u32::try_from(self.in_order.len()).unwrap_or(u32::MAX);
                self.in_order.push(phase.name());
                self.indices.insert(of_type, index);
                index
            }
        };
        self.last = Some((of_type, index));
        Ok(SavedPhase { index, phase })
    }
}

pub(super) fn unregistered(phase: &'static str, place: Whereabouts) -> SaveError {
    if registry().is_empty() {
        SaveError::NothingRegistered { phase, place }
    } else {
        SaveError::NotRegistered { phase, place }
    }
}

impl<W: 'static> fmt::Debug for Snapshot<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot").field("phases", &self.names).finish_non_exhaustive()
    }
}
