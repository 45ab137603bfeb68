//! What was read of a save, before it is a manager.

use alloc::string::String;
use alloc::vec::Vec;
use core::iter;

use super::causes::{self, Started};
use super::format::{SavedCauses, Wait};
use crate::kernel::{Keeper, Stored};
use crate::manager::{PhaseManager, Rest, Running};
use crate::registry::WorldRegistry;
use crate::tree::{Misshapen, OpenShape, ParkedShape, Shape};

/// All phases of a save, each in its place.
pub(super) struct Loaded<W: 'static> {
    pub(super) halted: bool,
    pub(super) finished: bool,
    pub(super) questions: u64,
    pub(super) levels: Vec<(usize, Vec<Stored<W>>)>,
    pub(super) parked: Vec<LoadedParked<W>>,
    pub(super) waiting: Option<Running<W>>,
    pub(super) current: LoadedOpen<W>,
    /// Whether there may be phases that run by priority.
    pub(super) may_have_ordered: bool,
}

pub(super) struct LoadedParked<W: 'static> {
    pub(super) running: Running<W>,
    pub(super) levels_below: usize,
    pub(super) open: LoadedOpen<W>,
}

pub(super) struct LoadedOpen<W: 'static> {
    pub(super) open: OpenShape<Stored<W>>,
    pub(super) interrupted: Option<Running<W>>,
}

impl<W: 'static> LoadedOpen<W> {
    pub(super) const fn new() -> Self {
        let open = OpenShape {
            level: 0,
            deferred: Vec::new(),
            unshifted: Vec::new(),
            above: Vec::new(),
            is_parked: false,
        };
        Self { open, interrupted: None }
    }
}

impl<W: 'static> Loaded<W> {
    /// All phases, in the order in which they stand in a save.
    pub(super) fn phases_mut(&mut self) -> impl Iterator<Item = &mut Stored<W>> {
        let of_parked = self.parked.iter_mut().flat_map(|parked| {
            let OpenShape { deferred, unshifted, .. } = &mut parked.open.open;
            iter::once(&mut parked.running.phase).chain(deferred.iter_mut().chain(unshifted))
        });
        let OpenShape { deferred, unshifted, above, .. } = &mut self.current.open;
        self.levels
            .iter_mut()
            .flat_map(|(_, phases)| phases)
            .chain(of_parked)
            .chain(self.waiting.iter_mut().map(|running| &mut running.phase))
            .chain(deferred.iter_mut().chain(unshifted).chain(above.iter_mut().flatten()))
            .chain(self.current.interrupted.iter_mut().map(|running| &mut running.phase))
    }

    /// The manager, once the phases have their ids; or what is wrong with the save.
    pub(super) fn into_manager(
        self,
        causes: Option<SavedCauses>,
        last_id: u64,
        registered: WorldRegistry<W>,
    ) -> Result<PhaseManager<W>, &'static str> {
        let Self { halted, finished, questions, mut levels, parked, waiting, current, may_have_ordered } =
            self;
        if waiting.is_some() && current.interrupted.is_some() {
            return Err("two phases of the save wait at once");
        }
        let ground = match levels.first() {
            Some((0, _)) => levels.remove(0).1,
            _ => Vec::new(),
        };
        let started = Started {
            parked: parked.iter().map(|parked| (&parked.running.phase, parked.open.open.level)).collect(),
            current: waiting
                .iter()
                .chain(&current.interrupted)
                .map(|running| (&running.phase, current.open.level))
                .next(),
            is_interrupted: !current.open.above.is_empty(),
            from_level: current.open.level,
            levels: levels.iter().map(|(number, _)| *number).collect(),
        };
        let has_current = started.current.is_some();
        let loaded = causes::load(causes, last_id, &started, registered)?;

        let (parked_shapes, mut parked): (Vec<_>, Vec<_>) = parked
            .into_iter()
            .map(|LoadedParked { running, levels_below, open }| {
                (ParkedShape { levels_below, open: open.open }, running)
            })
            .unzip();
        parked.extend(current.interrupted);
        let shape = Shape {
            ground,
            levels,
            open: current.open,
            parked: parked_shapes,
            has_current,
            lines: loaded.lines,
        };
        let tree = shape.build().map_err(explain)?;
        let mut manager = PhaseManager::restored(tree, waiting, parked, questions);
        manager.note_kept(halted, may_have_ordered);
        manager.schedule.is_finished = finished;
        #[cfg(feature = "causes")]
        {
            manager.schedule.take_line(loaded.line);
            manager.schedule.last_id = loaded.last_id;
        }
        Ok(manager)
    }
}

/// What is wrong with the causes of a save.
#[cfg(any(feature = "causes", feature = "packed"))]
pub(super) const CAUSES_MISFIT: &str = "the causes of the save do not fit its phases";

pub(super) const PARKED_OUT_OF_ORDER: &str = "the parked phases of the save do not fit its levels";

fn explain(misshapen: Misshapen) -> &'static str {
    match misshapen {
        Misshapen::NumbersNotAscending => "the levels of the save do not come in ascending order",
        Misshapen::NumberTooHigh => "a level of the save has a number out of range",
        Misshapen::EmptyLevel => "a level of the save has no phases",
        Misshapen::LinesOutOfOrder => "the causes of the save do not fit its levels",
        Misshapen::ParkedOutOfOrder => PARKED_OUT_OF_ORDER,
    }
}

/// A phase that waits, if it can wait so.
pub(super) fn waiting<W: 'static>(phase: Stored<W>, wait: Wait) -> Result<Running<W>, String> {
    let name = phase.name();
    let rest = match wait {
        Wait::Updates(_) if !phase.get().can_update() => {
            return Err(alloc::format!(
                "phase `{name}` was saved while it waited to be updated, but it has no `update`"
            ));
        }
        Wait::Updates(updates) => Rest::Waiting { updates },
        Wait::Ticket => Rest::Restored,
        Wait::Asking(_) if phase.get().asking().is_none() => {
            return Err(alloc::format!("phase `{name}` was saved while it asked, but it has no `answer`"));
        }
        Wait::Asking(0) => {
            return Err(alloc::format!(
                "phase `{name}` was saved while it asked question 0, and questions are counted from 1"
            ));
        }
        Wait::Asking(number) => Rest::Asking { number },
        Wait::Ended => Rest::Suspended(Keeper::ended(name)),
        Wait::Cancelled => Rest::Suspended(Keeper::cancelled(name)),
        Wait::Abandoned => Rest::Suspended(Keeper::abandoned(name)),
    };
    Ok(Running { phase, rest })
}
