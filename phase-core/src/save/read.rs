//! Reading a save.

mod phase;
mod record;

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error};

use self::phase::{List, Lists, Maybe, PhaseSeed};
use self::record::{Next, Reading, Record};
use super::error::BuildError;
use super::format::{LEVEL, Layout, OPEN, PARKED, ROOT, VERSION, WAITING, Wait};
use super::whereabouts::Whereabouts;
use crate::any::AnyPhase;
use crate::kernel::{Keeper, Stored};
use crate::manager::{PhaseManager, Rest, Running};
use crate::phase::Read;
use crate::registry::{WorldRegistry, registry};
use crate::tree::{Misshapen, OpenShape, ParkedShape, Shape};

impl<W: 'static> PhaseManager<W> {
    /// A manager as it was when its [`snapshot`](Self::snapshot) was taken, from any serde format.
    ///
    /// `when_empty` and `start_limit` are given anew, as on [`new`](Self::new). No phase is started twice: one that
    /// waits to be updated goes on waiting. A suspended one gets a new ticket through
    /// [`on_restore`](crate::Phase::on_restore), in the first call that is given the world, parked ones first.
    ///
    /// # Errors
    ///
    /// The format's own error, with what is wrong and where: a phase that is unknown, of another world, not
    /// savable, or of a name that two have; data that is not that of the phase; a save of a newer version; levels that no game could have. No save
    /// makes this panic, or take memory out of proportion to its size.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("../scaffold/dungeon.txt")]
    /// # let mut phases = PhaseManager::new();
    /// phases.push(BurnPhase { damage: 3 });
    /// let json = serde_json::to_string(&phases.snapshot()?)?;
    ///
    /// let mut reader = serde_json::Deserializer::from_str(&json);
    /// let mut loaded = PhaseManager::restore(&mut reader)?
    ///     .when_empty(|_: &mut Dungeon| MonsterPhase("goblin"))
    ///     .start_limit(1_000);
    /// # loaded.step(&mut Dungeon::default())?;
    /// # assert!(loaded.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restore<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let is_human_readable = deserializer.is_human_readable();
        let root = Root {
            context: Context { phases: registry().of(), names: None },
            has_names: !is_human_readable,
            halted: false,
            levels: Vec::new(),
            parked: Vec::new(),
            waiting: None,
            current: None,
        };
        Reading(root).deserialize(deserializer)
    }
}

/// By way of [`restore`](PhaseManager::restore), so that a manager can be a field of a game's own save. As there,
/// `when_empty` and `start_limit` have to be given anew.
impl<'de, W: 'static> Deserialize<'de> for PhaseManager<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::restore(deserializer)
    }
}

impl<W: 'static> WorldRegistry<W> {
    /// Builds a phase by its name: for scripts, mods and consoles.
    ///
    /// # Errors
    ///
    /// [`BuildError`] if there is no such phase in the world, or two, it is not declared `save`, or the data is not its.
    ///
    /// # Examples
    ///
    /// A console command such as `BurnPhase {"damage": 3}`:
    ///
    /// ```
    #[doc = include_str!("../scaffold/dungeon.txt")]
    /// # let mut phases = PhaseManager::new();
    /// let (name, data) = ("BurnPhase", r#"{"damage": 3}"#);
    /// let mut reader = serde_json::Deserializer::from_str(data);
    /// let phase = registry().of::<Dungeon>().build(name, &mut reader)?;
    /// phases.push(phase);
    /// assert_eq!(phases.levels().to_string(), "0: [BurnPhase { damage: 3 }]");
    /// # Ok::<(), phase_core::BuildError>(())
    /// ```
    pub fn build<'de, D: Deserializer<'de>>(
        &self,
        name: &str,
        deserializer: D,
    ) -> Result<AnyPhase<W>, BuildError> {
        let (entry, read) = self.codec(name)?;
        phase::read_data(read, deserializer)
            .map(AnyPhase)
            .map_err(|message| BuildError::Data { phase: entry.name(), message })
    }
}

/// What the parts of a save need to know.
struct Context<W: 'static> {
    phases: WorldRegistry<W>,
    /// The table of names, if the save has one.
    names: Option<Vec<(&'static str, Read<W>)>>,
}

struct Root<W: 'static> {
    context: Context<W>,
    /// Whether there is a table of names, if fields are told apart by their order alone.
    has_names: bool,
    halted: bool,
    levels: Vec<(usize, Vec<Stored<W>>)>,
    parked: Vec<ParkedParts<W>>,
    waiting: Option<Running<W>>,
    current: Option<OpenParts<W>>,
}

struct ParkedParts<W: 'static> {
    running: Running<W>,
    levels_below: usize,
    open: OpenParts<W>,
}

struct OpenParts<W: 'static> {
    open: OpenShape<Stored<W>>,
    interrupted: Option<Running<W>>,
}

impl<'de, W: 'static> Record<'de> for Root<W> {
    type Value = PhaseManager<W>;

    fn layout(&self) -> Layout {
        ROOT
    }

    fn skips(&self, field: usize) -> bool {
        ROOT.fields[field] == "names" && !self.has_names
    }

    fn read<N: Next<'de>>(&mut self, field: usize, next: N) -> Result<(), N::Error> {
        let context = &self.context;
        match field {
            0 => check_version(next.plain()?)?,
            1 => {
                let names = next.value(List(|| PhantomData::<String>))?;
                let found = names.iter().map(|name| {
                    let (entry, read) = context.phases.codec(name).map_err(Error::custom)?;
                    Ok((entry.name(), read))
                });
                self.context.names = Some(found.collect::<Result<_, N::Error>>()?);
            }
            2 => self.halted = next.plain()?,
            3 => {
                let level = || Reading(Level { context, number: 0, phases: Vec::new() });
                self.levels = next.value(List(level))?;
            }
            4 => {
                self.parked = next.value(List(|| {
                    Reading(Parked { context, running: None, levels_below: 0, open: None })
                }))?;
            }
            5 => self.waiting = next.value(Maybe(Reading(Waiting::new(context, Whereabouts::Waiting))))?,
            _ => self.current = Some(next.value(Reading(Open::new(context)))?),
        }
        Ok(())
    }

    fn finish<E: Error>(self) -> Result<PhaseManager<W>, E> {
        let Some(current) = self.current else { return Err(Error::missing_field("current")) };
        if self.waiting.is_some() && current.interrupted.is_some() {
            return Err(Error::custom("two phases of the save wait at once"));
        }
        let mut levels = self.levels;
        let ground = match levels.first() {
            Some((0, _)) => levels.remove(0).1,
            _ => Vec::new(),
        };
        let (parked_shapes, mut parked): (Vec<_>, Vec<_>) = self
            .parked
            .into_iter()
            .map(|ParkedParts { running, levels_below, open }| {
                (ParkedShape { levels_below, open: open.open }, running)
            })
            .unzip();
        parked.extend(current.interrupted);
        let shape = Shape { ground, levels, open: current.open, parked: parked_shapes };
        let tree = shape.build().map_err(|misshapen| Error::custom(explain(misshapen)))?;
        Ok(PhaseManager::restored(tree, self.waiting, parked, self.halted))
    }
}

fn check_version<E: Error>(version: u32) -> Result<(), E> {
    if version > VERSION {
        return Err(Error::custom(format_args!(
            "the save is of format {version}, and this program reads up to format {VERSION}; \
             it was made by a newer version"
        )));
    }
    if version == 0 {
        return Err(Error::custom("there is no save format 0"));
    }
    Ok(())
}

fn explain(misshapen: Misshapen) -> &'static str {
    match misshapen {
        Misshapen::NumbersNotAscending => "the levels of the save do not come in ascending order",
        Misshapen::NumberTooHigh => "a level of the save has a number out of range",
        Misshapen::EmptyLevel => "a level of the save has no phases",
        Misshapen::ParkedOutOfOrder => "the parked phases of the save do not fit its levels",
    }
}

struct Level<'c, W: 'static> {
    context: &'c Context<W>,
    number: usize,
    phases: Vec<Stored<W>>,
}

impl<'de, W: 'static> Record<'de> for Level<'_, W> {
    type Value = (usize, Vec<Stored<W>>);

    fn layout(&self) -> Layout {
        LEVEL
    }

    fn read<N: Next<'de>>(&mut self, field: usize, next: N) -> Result<(), N::Error> {
        if field == 0 {
            self.number = next.plain()?;
        } else {
            let phase = || PhaseSeed { context: self.context, place: Whereabouts::Level(self.number) };
            self.phases = next.value(List(phase))?;
        }
        Ok(())
    }

    fn finish<E: Error>(self) -> Result<Self::Value, E> {
        Ok((self.number, self.phases))
    }
}

struct Waiting<'c, W: 'static> {
    context: &'c Context<W>,
    place: Whereabouts,
    phase: Option<Stored<W>>,
    wait: Wait,
}

impl<'c, W: 'static> Waiting<'c, W> {
    fn new(context: &'c Context<W>, place: Whereabouts) -> Self {
        Self { context, place, phase: None, wait: Wait::Ticket }
    }
}

impl<'de, W: 'static> Record<'de> for Waiting<'_, W> {
    type Value = Running<W>;

    fn layout(&self) -> Layout {
        WAITING
    }

    fn read<N: Next<'de>>(&mut self, field: usize, next: N) -> Result<(), N::Error> {
        match field {
            0 => {
                let phase = PhaseSeed { context: self.context, place: self.place };
                self.phase = Some(next.value(phase)?);
            }
            _ => self.wait = next.plain()?,
        }
        Ok(())
    }

    fn finish<E: Error>(self) -> Result<Running<W>, E> {
        let Some(phase) = self.phase else { return Err(Error::missing_field("phase")) };
        let rest = match self.wait {
            Wait::Updates(_) if !phase.get().can_update() => {
                return Err(Error::custom(format_args!(
                    "phase `{}` was saved while it waited to be updated, but it has no `update`",
                    phase.name()
                )));
            }
            Wait::Updates(updates) => Rest::Waiting { updates },
            Wait::Ticket => Rest::Restored,
            Wait::Ended => Rest::Suspended(Keeper::ended(phase.name())),
            Wait::Abandoned => Rest::Suspended(Keeper::abandoned(phase.name())),
        };
        Ok(Running { phase, rest })
    }
}

struct Parked<'c, W: 'static> {
    context: &'c Context<W>,
    running: Option<Running<W>>,
    levels_below: usize,
    open: Option<OpenParts<W>>,
}

impl<'de, W: 'static> Record<'de> for Parked<'_, W> {
    type Value = ParkedParts<W>;

    fn layout(&self) -> Layout {
        PARKED
    }

    fn read<N: Next<'de>>(&mut self, field: usize, next: N) -> Result<(), N::Error> {
        let context = self.context;
        match field {
            0 => {
                self.running = Some(next.value(Reading(Waiting::new(context, Whereabouts::Parked)))?);
            }
            1 => self.levels_below = next.plain()?,
            _ => self.open = Some(next.value(Reading(Open::new(context)))?),
        }
        Ok(())
    }

    fn finish<E: Error>(self) -> Result<Self::Value, E> {
        let (Some(running), Some(open)) = (self.running, self.open) else {
            return Err(Error::missing_field("waiting"));
        };
        if open.interrupted.is_some() {
            return Err(Error::custom(explain(Misshapen::ParkedOutOfOrder)));
        }
        Ok(ParkedParts { running, levels_below: self.levels_below, open })
    }
}

struct Open<'c, W: 'static> {
    context: &'c Context<W>,
    parts: OpenParts<W>,
}

impl<'c, W: 'static> Open<'c, W> {
    fn new(context: &'c Context<W>) -> Self {
        let open = OpenShape {
            level: 0,
            deferred: Vec::new(),
            unshifted: Vec::new(),
            above: Vec::new(),
            is_parked: false,
        };
        Self { context, parts: OpenParts { open, interrupted: None } }
    }
}

impl<'de, W: 'static> Record<'de> for Open<'_, W> {
    type Value = OpenParts<W>;

    fn layout(&self) -> Layout {
        OPEN
    }

    fn read<N: Next<'de>>(&mut self, field: usize, next: N) -> Result<(), N::Error> {
        let context = self.context;
        let phases = |place| move || PhaseSeed { context, place };
        let OpenParts { open, interrupted } = &mut self.parts;
        match field {
            0 => open.level = next.plain()?,
            1 => open.deferred = next.value(List(phases(Whereabouts::Deferred)))?,
            2 => open.unshifted = next.value(List(phases(Whereabouts::Unshifted)))?,
            3 => open.above = next.value(Lists(phases(Whereabouts::Interrupting)))?,
            _ => {
                *interrupted = next.value(Maybe(Reading(Waiting::new(context, Whereabouts::Interrupted))))?;
                open.is_parked = interrupted.is_some();
            }
        }
        Ok(())
    }

    fn finish<E: Error>(self) -> Result<Self::Value, E> {
        Ok(self.parts)
    }
}
