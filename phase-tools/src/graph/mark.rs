//! What pictures and pages say of a phase in one word.

use std::fmt;

/// Something that may be so of a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    Root,
    Open,
    Common,
    Leaf,
    Waits,
    Ordered,
    Asks,
    Secret,
}

impl Mark {
    /// The word for it, which also is its class in style sheets.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Root => "root",
            Self::Open => "open",
            Self::Common => "common",
            Self::Leaf => "leaf",
            Self::Waits => "waits",
            Self::Ordered => "ordered",
            Self::Asks => "asks",
            Self::Secret => "secret",
        }
    }

    /// What the word means, for those who meet it for the first time.
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Self::Root => "the flow starts here",
            Self::Open => "declares no flow and may queue anything",
            Self::Common => "any phase may queue it",
            Self::Leaf => "queues nothing",
            Self::Waits => "may wait, and is updated meanwhile",
            Self::Ordered => "runs by priority among its kind",
            Self::Asks => "asks players or dice, and waits for their answers, which are of this type",
            Self::Secret => "is shown by its name alone",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
