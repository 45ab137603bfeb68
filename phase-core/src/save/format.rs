//! What both sides of a save have to agree on.
//!
//! A save is a [`ROOT`] record. Formats that people read spell each phase as `{ "name": data }`; the others have the
//! names in a table at the front, and each phase as its index in there and its data. The fields of a record come in
//! the order given here, which is all that a format without field names has to go by.

use serde::{Deserialize, Serialize};

/// Goes up when a save can be written that earlier versions would misread.
pub(super) const VERSION: u32 = 1;

pub(super) struct Layout {
    pub(super) name: &'static str,
    pub(super) fields: &'static [&'static str],
    /// Those that may be missing where fields have names; some formats leave out what is nothing.
    pub(super) optional: &'static [&'static str],
}

/// `names` is left out of formats that people read.
pub(super) const ROOT: Layout = Layout {
    name: "Phases",
    fields: &["version", "names", "halted", "levels", "parked", "waiting", "current"],
    optional: &["names", "waiting"],
};
pub(super) const LEVEL: Layout = Layout { name: "Level", fields: &["level", "phases"], optional: &[] };
pub(super) const WAITING: Layout = Layout { name: "Waiting", fields: &["phase", "wait"], optional: &[] };
/// `levels_below` counts those of the root's levels above 0 that have to wait for the parked phase.
pub(super) const PARKED: Layout =
    Layout { name: "Parked", fields: &["waiting", "levels_below", "open"], optional: &[] };
/// `interrupted` is the phase that is set aside as soon as the first of `interrupts` starts.
pub(super) const OPEN: Layout = Layout {
    name: "Open",
    fields: &["from_level", "deferred", "unshifted", "interrupts", "interrupted"],
    optional: &["interrupted"],
};

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
}
