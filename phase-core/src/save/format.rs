//! What both sides of a save have to agree on.
//!
//! A save is a record of [`RootField`]s. Formats that people read spell each phase as `{ "name": data }`; the others have the
//! names in a table at the front, and each phase as its index in there and its data. The fields of a record come in
//! the order given here, which is all that a format without field names has to go by.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

/// Goes up when a save can be written that earlier versions would misread. Each save is of the lowest version that has
/// what there is to be written, so that older programs can read it if they know that.
pub(super) const VERSION: u32 = WITH_CAUSES;

/// The first version that counts questions.
pub(super) const WITH_QUESTIONS: u32 = 2;

/// The first version that knows games that are over, and tickets that were cancelled.
pub(super) const WITH_FINISH: u32 = 3;

/// The first version that knows which phase is which, and who set off whom.
pub(super) const WITH_CAUSES: u32 = 4;

/// The fields of a record, by which both sides know it.
pub(super) trait RecordField: Copy + PartialEq + 'static {
    /// The name of the record.
    const RECORD: &'static str;
    /// All fields in order.
    const ALL: &'static [Self];
    /// The names of all fields in order.
    const NAMES: &'static [&'static str];

    fn name(self) -> &'static str;

    /// Whether it may be missing where fields have names; some formats leave out what is nothing.
    fn is_optional(self) -> bool;
}

macro_rules! record {
    ($(#[$about_record:meta])* $fields:ident of $record:literal {
        $($(#[$about:meta])* $field:ident: $name:literal $($optional:ident)?,)*
    }) => {
        $(#[$about_record])*
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub(super) enum $fields {
            $($(#[$about])* $field,)*
        }

        impl RecordField for $fields {
            const RECORD: &'static str = $record;
            const ALL: &'static [Self] = &[$(Self::$field),*];
            const NAMES: &'static [&'static str] = &[$($name),*];

            fn name(self) -> &'static str {
                match self {
                    $(Self::$field => $name,)*
                }
            }

            fn is_optional(self) -> bool {
                match self {
                    $(Self::$field => record!($($optional)?),)*
                }
            }
        }
    };
    (optional) => { true };
    () => { false };
}

record! {
    RootField of "Phases" {
        Version: "version",
        /// The table of names. Formats that people read have none.
        Names: "names" optional,
        Halted: "halted",
        Levels: "levels",
        Parked: "parked",
        Waiting: "waiting" optional,
        Current: "current",
        /// How many questions there have been. Not there before version 2, and where there has been none.
        Questions: "questions" optional,
        /// Whether the game is over. Not there before version 3, and where it is not.
        Finished: "finished" optional,
        /// Which phase is which, and who set off whom. Not there before version 4.
        Causes: "causes" optional,
    }
}

record! {
    LevelField of "Level" {
        Number: "level",
        Phases: "phases",
    }
}

record! {
    /// A phase that has started and waits.
    WaitField of "Waiting" {
        Phase: "phase",
        Wait: "wait",
    }
}

record! {
    /// A phase that an interrupt has set aside.
    ParkedField of "Parked" {
        Waiting: "waiting",
        /// How many of the root's levels above 0 have to wait for the phase.
        LevelsBelow: "levels_below",
        Open: "open",
    }
}

record! {
    /// The levels that belong to the phase that ran last, or to a parked one.
    OpenField of "Open" {
        FromLevel: "from_level",
        Deferred: "deferred",
        Unshifted: "unshifted",
        /// The levels of interrupts that have not started.
        Interrupts: "interrupts",
        /// The phase that is set aside as soon as the first of those starts.
        Interrupted: "interrupted" optional,
    }
}

/// How a phase waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Wait {
    /// To be updated, after so many updates in a row that have left it waiting.
    Updates(u64),
    /// For a ticket.
    Ticket,
    /// No longer: its ticket has been ended.
    Ended,
    /// In vain: its ticket has been dropped.
    Abandoned,
    /// For answers to the question of this number.
    Asking(u64),
    /// No longer: its ticket has been cancelled.
    Cancelled,
}

/// Which phase is which, and who set off whom.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SavedCauses {
    /// The number of the id that was given last.
    pub(super) last_id: u64,
    /// The ids of all phases, in the order in which they stand in the save.
    pub(super) ids: Vec<u64>,
    /// The phases that set off the one that ran last, with that at the end.
    pub(super) line: Vec<SavedLink>,
    /// For each of the settled levels, how many places of the line led to its phases: twice that, and one more if they
    /// were unshifted.
    pub(super) levels: Vec<usize>,
    /// Likewise for each parked phase.
    pub(super) parked: Vec<usize>,
    /// Likewise for the one that ran last, if any has.
    pub(super) current: Option<usize>,
}

/// One place of the line. Without a name it stands for as many phases as its id says, which are left out; for none, where an
/// interrupt has come between two phases.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SavedLink {
    pub(super) name: Option<Cow<'static, str>>,
    pub(super) id: u64,
    pub(super) level: usize,
    pub(super) line: usize,
}
