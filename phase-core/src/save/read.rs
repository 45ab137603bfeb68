//! Reading a save.

mod phase;
mod record;

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error};

use self::phase::{List, Lists, Maybe, PhaseSeed};
use self::record::{Next, ReadRecord, Reading};
use super::causes;
use super::error::BuildError;
use super::format::{
    LevelField, OpenField, ParkedField, RecordField, RootField, SavedCauses, VERSION, WITH_CAUSES,
    WITH_FINISH, WITH_QUESTIONS, Wait, WaitField,
};
use super::loaded::{self, Loaded, LoadedOpen, LoadedParked};
use super::whereabouts::Whereabouts;
use crate::any::AnyPhase;
use crate::kernel::Stored;
use crate::manager::{PhaseManager, Running};
use crate::phase::{Read, read_data};
use crate::registry::{WorldRegistry, registry};

impl<W: 'static> PhaseManager<W> {
    /// A manager as it was when its [`snapshot`](Self::snapshot) was taken, from any serde format.
    ///
    /// Needs the [feature](crate::guide::features) `serde`.
    ///
    /// `when_empty` and the limits are given anew, as on [`new`](Self::new). No phase is started twice: one that
    /// waits to be updated goes on waiting. A suspended one gets a new ticket through
    /// [`on_restore`](crate::Restores::on_restore), in the first call that is given the world, parked ones first.
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
    ///
    /// The game around it: [a dungeon](crate::guide::games#a-dungeon).
    pub fn restore<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let is_human_readable = deserializer.is_human_readable();
        let root = RootReader {
            context: Context { phases: registry().of(), names: None },
            has_names: !is_human_readable,
            version: VERSION,
            questions: 0,
            finished: false,
            causes: None,
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
/// `when_empty` and the limits have to be given anew.
impl<'de, W: 'static> Deserialize<'de> for PhaseManager<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::restore(deserializer)
    }
}

impl<W: 'static> WorldRegistry<W> {
    /// Builds a phase by its name: for scripts, mods and consoles.
    ///
    /// Needs the [feature](crate::guide::features) `serde`.
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
    ///
    /// The game around it: [a dungeon](crate::guide::games#a-dungeon).
    pub fn build<'de, D: Deserializer<'de>>(
        &self,
        name: &str,
        deserializer: D,
    ) -> Result<AnyPhase<W>, BuildError> {
        let (entry, read) = self.codec(name)?;
        read_data(deserializer, read)
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

struct RootReader<W: 'static> {
    context: Context<W>,
    /// Whether there is a table of names, if fields are told apart by their order alone.
    has_names: bool,
    version: u32,
    questions: u64,
    finished: bool,
    causes: Option<SavedCauses>,
    halted: bool,
    levels: Vec<(usize, Vec<Stored<W>>)>,
    parked: Vec<LoadedParked<W>>,
    waiting: Option<Running<W>>,
    current: Option<LoadedOpen<W>>,
}

impl<'de, W: 'static> ReadRecord<'de> for RootReader<W> {
    type Fields = RootField;
    type Value = PhaseManager<W>;

    fn skips(&self, field: RootField) -> bool {
        match field {
            RootField::Names => !self.has_names,
            RootField::Questions => self.version < WITH_QUESTIONS,
            RootField::Finished => self.version < WITH_FINISH,
            RootField::Causes => self.version < WITH_CAUSES,
            _ => false,
        }
    }

    fn read<N: Next<'de>>(&mut self, field: RootField, next: N) -> Result<(), N::Error> {
        let context = &self.context;
        match field {
            RootField::Version => self.version = checked(next.plain()?)?,
            RootField::Names => {
                let names = next.value(List(|| PhantomData::<String>))?;
                let found = names.iter().map(|name| {
                    let (entry, read) = context.phases.codec(name).map_err(Error::custom)?;
                    Ok((entry.name(), read))
                });
                self.context.names = Some(found.collect::<Result<_, N::Error>>()?);
            }
            RootField::Halted => self.halted = next.plain()?,
            RootField::Levels => {
                let level = || Reading(LevelReader { context, number: 0, phases: Vec::new() });
                self.levels = next.value(List(level))?;
            }
            RootField::Parked => {
                self.parked = next.value(List(|| {
                    Reading(ParkedReader { context, running: None, levels_below: 0, open: None })
                }))?;
            }
            RootField::Waiting => {
                self.waiting = next.value(Maybe(Reading(WaitReader::new(context, Whereabouts::Waiting))))?;
            }
            RootField::Current => self.current = Some(next.value(Reading(OpenReader::new(context)))?),
            RootField::Questions => self.questions = next.plain()?,
            RootField::Finished => self.finished = next.plain()?,
            RootField::Causes => self.causes = next.plain()?,
        }
        Ok(())
    }

    fn finish<E: Error>(self) -> Result<PhaseManager<W>, E> {
        let Some(current) = self.current else {
            return Err(Error::missing_field(RootField::Current.name()));
        };
        let mut loaded = Loaded {
            halted: self.halted,
            finished: self.finished,
            questions: self.questions,
            levels: self.levels,
            parked: self.parked,
            waiting: self.waiting,
            current,
            may_have_ordered: true,
        };
        let last_id = causes::give_ids(self.causes.as_ref(), loaded.phases_mut()).map_err(Error::custom)?;
        loaded.into_manager(self.causes, last_id, self.context.phases).map_err(Error::custom)
    }
}

fn checked<E: Error>(version: u32) -> Result<u32, E> {
    if version > VERSION {
        return Err(Error::custom(format_args!(
            "the save is of format {version}, and this program reads up to format {VERSION}; \
             it was made by a newer version"
        )));
    }
    if version == 0 {
        return Err(Error::custom("there is no save format 0"));
    }
    Ok(version)
}

struct LevelReader<'c, W: 'static> {
    context: &'c Context<W>,
    number: usize,
    phases: Vec<Stored<W>>,
}

impl<'de, W: 'static> ReadRecord<'de> for LevelReader<'_, W> {
    type Fields = LevelField;
    type Value = (usize, Vec<Stored<W>>);

    fn read<N: Next<'de>>(&mut self, field: LevelField, next: N) -> Result<(), N::Error> {
        match field {
            LevelField::Number => self.number = next.plain()?,
            LevelField::Phases => {
                let phase = || PhaseSeed { context: self.context, place: Whereabouts::Level(self.number) };
                self.phases = next.value(List(phase))?;
            }
        }
        Ok(())
    }

    fn finish<E: Error>(self) -> Result<Self::Value, E> {
        Ok((self.number, self.phases))
    }
}

struct WaitReader<'c, W: 'static> {
    context: &'c Context<W>,
    place: Whereabouts,
    phase: Option<Stored<W>>,
    wait: Wait,
}

impl<'c, W: 'static> WaitReader<'c, W> {
    fn new(context: &'c Context<W>, place: Whereabouts) -> Self {
        Self { context, place, phase: None, wait: Wait::Ticket }
    }
}

impl<'de, W: 'static> ReadRecord<'de> for WaitReader<'_, W> {
    type Fields = WaitField;
    type Value = Running<W>;

    fn read<N: Next<'de>>(&mut self, field: WaitField, next: N) -> Result<(), N::Error> {
        match field {
            WaitField::Phase => {
                let phase = PhaseSeed { context: self.context, place: self.place };
                self.phase = Some(next.value(phase)?);
            }
            WaitField::Wait => self.wait = next.plain()?,
        }
        Ok(())
    }

    fn finish<E: Error>(self) -> Result<Running<W>, E> {
        let Some(phase) = self.phase else { return Err(Error::missing_field(WaitField::Phase.name())) };
        loaded::waiting(phase, self.wait).map_err(Error::custom)
    }
}

struct ParkedReader<'c, W: 'static> {
    context: &'c Context<W>,
    running: Option<Running<W>>,
    levels_below: usize,
    open: Option<LoadedOpen<W>>,
}

impl<'de, W: 'static> ReadRecord<'de> for ParkedReader<'_, W> {
    type Fields = ParkedField;
    type Value = LoadedParked<W>;

    fn read<N: Next<'de>>(&mut self, field: ParkedField, next: N) -> Result<(), N::Error> {
        let context = self.context;
        match field {
            ParkedField::Waiting => {
                self.running = Some(next.value(Reading(WaitReader::new(context, Whereabouts::Parked)))?);
            }
            ParkedField::LevelsBelow => self.levels_below = next.plain()?,
            ParkedField::Open => self.open = Some(next.value(Reading(OpenReader::new(context)))?),
        }
        Ok(())
    }

    fn finish<E: Error>(self) -> Result<Self::Value, E> {
        let (Some(running), Some(open)) = (self.running, self.open) else {
            return Err(Error::missing_field(ParkedField::Waiting.name()));
        };
        if open.interrupted.is_some() {
            return Err(Error::custom(loaded::PARKED_OUT_OF_ORDER));
        }
        Ok(LoadedParked { running, levels_below: self.levels_below, open })
    }
}

struct OpenReader<'c, W: 'static> {
    context: &'c Context<W>,
    parts: LoadedOpen<W>,
}

impl<'c, W: 'static> OpenReader<'c, W> {
    fn new(context: &'c Context<W>) -> Self {
        Self { context, parts: LoadedOpen::new() }
    }
}

impl<'de, W: 'static> ReadRecord<'de> for OpenReader<'_, W> {
    type Fields = OpenField;
    type Value = LoadedOpen<W>;

    fn read<N: Next<'de>>(&mut self, field: OpenField, next: N) -> Result<(), N::Error> {
        let context = self.context;
        let phases = |place| move || PhaseSeed { context, place };
        let LoadedOpen { open, interrupted } = &mut self.parts;
        match field {
            OpenField::FromLevel => open.level = next.plain()?,
            OpenField::Deferred => open.deferred = next.value(List(phases(Whereabouts::Deferred)))?,
            OpenField::Unshifted => open.unshifted = next.value(List(phases(Whereabouts::Unshifted)))?,
            OpenField::Interrupts => open.above = next.value(Lists(phases(Whereabouts::Interrupting)))?,
            OpenField::Interrupted => {
                *interrupted =
                    next.value(Maybe(Reading(WaitReader::new(context, Whereabouts::Interrupted))))?;
                open.is_parked = interrupted.is_some();
            }
        }
        Ok(())
    }

    fn finish<E: Error>(self) -> Result<Self::Value, E> {
        Ok(self.parts)
    }
}
