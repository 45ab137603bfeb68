//! Which phase is which, and who set off whom, in saves.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::format::SavedCauses;
use super::format::SavedLink;
use crate::kernel::Stored;
use crate::kernel::{Causer, Link, PhaseId};
use crate::manager::PhaseManager;
use crate::registry::{PhaseEntry, WorldRegistry};
use crate::tree::Line;
use crate::tree::{Lines, Shape};

/// What there is to be saved.
pub(super) fn causes<W: 'static>(
    manager: &PhaseManager<W>,
    shape: &Shape<&Stored<W>>,
) -> Option<SavedCauses> {
    // A manager that has never had a phase.
    if manager.schedule.last_id == 0 {
        return None;
    }
    let lines = shape.lines.as_ref()?;
    let mut waiting = manager.parked.iter().map(|running| &running.phase);
    let mut phases: Vec<&Stored<W>> = shape.ground.clone();
    phases.extend(shape.levels.iter().flat_map(|(_, level)| level));
    for parked in &shape.parked {
        phases.extend(waiting.next());
        phases.extend(parked.open.deferred.iter().chain(&parked.open.unshifted));
    }
    phases.extend(manager.running.as_ref().map(|running| &running.phase));
    phases.extend(shape.open.deferred.iter().chain(&shape.open.unshifted));
    phases.extend(shape.open.above.iter().flatten());
    phases.extend(waiting);
    let saved_link = |link: &Link| {
        // A place where the line ends may have a level, of which nothing comes.
        let link = if link.is_interrupt() { &Link::INTERRUPT } else { link };
        SavedLink {
            name: (!link.is_interrupt() && !link.is_gap()).then(|| Cow::Borrowed(link.causer.name())),
            id: link.causer.id().get(),
            level: link.level,
            line: link.line.number(),
        }
    };
    let mut line: Vec<_> = manager.schedule.line().map(|link| saved_link(&link)).collect();
    if !shape.open.above.is_empty() {
        // The place that an interrupt that has not started leaves.
        line.push(saved_link(&Link::INTERRUPT));
    }
    Some(SavedCauses {
        last_id: manager.schedule.last_id,
        ids: phases.iter().map(|phase| phase.id().get()).collect(),
        line,
        levels: lines.levels.iter().map(|line| line.number()).collect(),
        parked: lines.parked.iter().map(|line| line.number()).collect(),
        current: (lines.current != Line::NO_ITEM).then(|| lines.current.number()),
    })
}

/// What a save tells of causes, made ready for a manager.
pub(super) struct LoadedCauses {
    pub(super) lines: Option<Lines>,
    pub(super) line: Vec<Link>,
    pub(super) last_id: u64,
}

/// The phases of a save that have started, by which its line is checked.
pub(super) struct Started<'a, W: 'static> {
    /// With the levels that they came from.
    pub(super) parked: Vec<(&'a Stored<W>, usize)>,
    /// The one that waits, or is to be set aside by an interrupt that has not started.
    pub(super) current: Option<(&'a Stored<W>, usize)>,
    pub(super) is_interrupted: bool,
    /// The level of the phase that ran last.
    pub(super) from_level: usize,
    /// The numbers of the settled levels.
    pub(super) levels: Vec<usize>,
}

use super::loaded::CAUSES_MISFIT as MISFIT;

/// Gives phases their ids: those of the save, or new ones.
pub(super) fn give_ids<'a, W: 'static>(
    saved: Option<&SavedCauses>,
    phases: impl Iterator<Item = &'a mut Stored<W>>,
) -> Result<u64, &'static str> {
    let Some(SavedCauses { last_id, ids, .. }) = saved else {
        return Ok(phases.zip(1..).fold(0, |_, (phase, number)| {
            phase.set_id(PhaseId::from_number(number));
            number
        }));
    };
    let mut ordered = ids.clone();
    ordered.sort_unstable();
    let is_once = ordered.windows(2).all(|pair| pair[0] < pair[1]);
    let in_range = ordered.first().is_none_or(|first| *first > 0);
    // So that those to come can't run out.
    let in_range = in_range && *last_id <= u64::MAX / 4;
    if !is_once || !in_range || ordered.last().is_some_and(|last| last > last_id) {
        return Err(MISFIT);
    }
    let mut ids = ids.iter();
    for phase in phases {
        phase.set_id(PhaseId::from_number(*ids.next().ok_or(MISFIT)?));
    }
    if ids.next().is_some() { Err(MISFIT) } else { Ok(*last_id) }
}

/// Checks what a save tells of causes against the phases that have started; without it, these have none.
pub(super) fn load<W: 'static>(
    saved: Option<SavedCauses>,
    last_id: u64,
    started: &Started<'_, W>,
    registered: WorldRegistry<W>,
) -> Result<LoadedCauses, &'static str> {
    let Some(saved) = saved else {
        return Ok(LoadedCauses { lines: None, line: unrelated(started), last_id });
    };
    let lines = Lines {
        levels: saved.levels.into_iter().map(Line::from_number).collect(),
        parked: saved.parked.into_iter().map(Line::from_number).collect(),
        current: saved.current.map_or(Line::NO_ITEM, Line::from_number),
    };
    let ids_fit = saved.line.iter().all(|link| link.id <= last_id && link.level <= usize::MAX / 2);
    let places: Vec<_> = saved.line.into_iter().map(|link| loaded(link, registered)).collect();
    let is_at = |line: &Line, phase: &Stored<W>| {
        places.get(line.place()).is_some_and(|link| link.causer.id() == phase.id() && link.line == *line)
    };
    let is_interrupt = |place: usize| places.get(place).is_some_and(Link::is_interrupt);
    let parked_fit = lines.parked.len() == started.parked.len()
        && lines
            .parked
            .iter()
            .zip(&started.parked)
            .all(|(line, (phase, _))| is_at(line, phase) && is_interrupt(line.places()));
    let current_fits = match &started.current {
        Some((phase, _)) => is_at(&lines.current, phase),
        None => places
            .get(lines.current.place())
            .is_none_or(|link| link.is_interrupt() || link.line == lines.current),
    };
    let before = lines.current.places();
    let length_fits = places.len() == before + usize::from(started.is_interrupted)
        && (!started.is_interrupted || is_interrupt(before));
    let is_of_level = |line: &Line, level| {
        places.get(line.place()).is_none_or(|link| link.is_interrupt() || link.level == level)
    };
    let opened_fit = is_of_level(&lines.current, started.from_level)
        && lines.parked.iter().zip(&started.parked).all(|(line, (_, level))| is_of_level(line, *level));
    let levels_fit = opened_fit && levels_fit(&lines.levels, &started.levels, &places);
    if !(ids_fit && parked_fit && current_fits && length_fits && levels_fit) {
        return Err(MISFIT);
    }
    Ok(LoadedCauses { lines: Some(lines), line: places, last_id })
}

/// Whether each level stands above that of the phase that opened it, and below those of the phases that came of others on
/// it: what is queued to one of them finds its place by that.
fn levels_fit(lines: &[Line], numbers: &[usize], places: &[Link]) -> bool {
    let with_level = || places.iter().enumerate().filter(|(_, link)| !link.is_interrupt());
    let mut ahead = with_level().peekable();
    let (mut below, mut previous) = (None, None);
    let links_ascend =
        with_level().zip(with_level().skip(1)).all(|((_, one), (_, next))| one.level < next.level);
    let mut level_fits = |line: &Line, number: usize| {
        while let Some((_, link)) = ahead.next_if(|(place, _)| *place < line.place()) {
            below = Some(link.level);
        }
        let is_next_to_it =
            line.place() > 0 && places.get(line.place() - 1).is_some_and(|link| !link.is_interrupt());
        let is_above = match below {
            Some(level) if is_next_to_it && line.is_deferred() => number == level + 1,
            Some(level) => number > level,
            None => true,
        };
        let is_below = ahead.peek().is_none_or(|(place, link)| {
            // What was deferred, while one runs that was unshifted.
            let is_under = *place == line.place() && line.is_deferred() && !link.line.is_deferred();
            if is_under { number < link.level } else { number <= link.level }
        });
        let is_new = previous.replace(*line) != Some(*line) || !is_next_to_it;
        line.place() <= places.len() && is_new && is_above && is_below
    };
    links_ascend && lines.iter().zip(numbers).all(|(line, number)| level_fits(line, *number))
}

/// A place of the line. A phase that is not known by name ends it, as an interrupt does.
fn loaded<W: 'static>(link: SavedLink, registered: WorldRegistry<W>) -> Link {
    let place = Line::from_number(link.line);
    let Some(name) = link.name else {
        return if link.id == 0 { Link::INTERRUPT } else { Link::gap(link.id, link.level, place) };
    };
    match registered.known_as(&name).ok().flatten().and_then(PhaseEntry::kind) {
        Some(kind) if link.id > 0 => {
            let causer = Causer::new(kind, PhaseId::from_number(link.id));
            Link { causer, level: link.level, line: place }
        }
        _ => Link::INTERRUPT,
    }
}

/// The line of phases that have started, and of which it is not known who set them off.
fn unrelated<W: 'static>(started: &Started<'_, W>) -> Vec<Link> {
    let mut places = Vec::new();
    let mut line = Line::NOWHERE;
    let place_of =
        |(phase, level): &(&Stored<W>, usize), line| Link { causer: phase.causer(), level: *level, line };
    for parked in &started.parked {
        places.extend([place_of(parked, line), Link::INTERRUPT]);
        line = line.interrupting();
    }
    match &started.current {
        Some(current) => places.push(place_of(current, line)),
        // In the place of the phase that ran last, which is not known.
        None if !started.parked.is_empty() => places.push(Link::INTERRUPT),
        None => {}
    }
    places.extend(started.is_interrupted.then_some(Link::INTERRUPT));
    places
}
