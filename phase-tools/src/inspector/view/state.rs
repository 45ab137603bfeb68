//! Where somebody looks.

use phase_core::Seat;

use crate::inspector::model::{Place, Why};

/// A part of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Pane {
    Tree,
    Phase,
    Events,
    World,
    Output,
}

impl Pane {
    pub(crate) const ALL: [Self; 5] = [Self::Tree, Self::Phase, Self::Events, Self::World, Self::Output];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tree => "Levels",
            Self::Phase => "Phase",
            Self::Events => "Events",
            Self::World => "World",
            Self::Output => "Output",
        }
    }
}

/// What is asked for on the line at the bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prompt {
    /// A phase to run to.
    Run,
    /// A breakpoint.
    Break,
    /// A moment to go to.
    Moment,
    /// A file for the recording.
    Save,
}

/// What lies over the panes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Popup {
    Help,
    Why(Why),
    Branches,
    Breaks,
    Acts,
}

/// How many moments a second a run makes; nothing for as many as it can.
pub(crate) const SPEEDS: [Option<u32>; 8] =
    [Some(1), Some(2), Some(5), Some(10), Some(25), Some(50), Some(200), None];

/// Where somebody looks, and what is being typed.
#[derive(Debug, Clone)]
pub(crate) struct View {
    pub(crate) has_colour: bool,
    pub(crate) pane: Pane,
    /// The pane that was picked before a question was asked.
    pub(crate) pane_before: Option<Pane>,
    /// Whether the pane has the screen for itself.
    pub(crate) zoomed: bool,
    pub(crate) unfolded: bool,
    /// The row of the level tree that is picked; nothing is the phase that runs or starts next.
    pub(crate) row: Option<usize>,
    /// The event that is picked; nothing follows the game.
    pub(crate) event: Option<Place>,
    /// By how many lines panes are scrolled.
    pub(crate) phase_scroll: usize,
    /// Nothing follows what has changed.
    pub(crate) world_scroll: Option<usize>,
    pub(crate) output_scroll: usize,
    /// The seat whose options are shown, and which of them is picked.
    pub(crate) seat: Option<Seat>,
    pub(crate) option: usize,
    pub(crate) popup: Option<Popup>,
    /// The row of the popup that is picked.
    pub(crate) picked: usize,
    pub(crate) prompt: Option<(Prompt, String)>,
    /// What is wrong with what was typed, or why a key does nothing.
    pub(crate) hint: String,
    /// What may become of what is being typed.
    pub(crate) suggested: String,
    pub(crate) speed: usize,
}

impl View {
    pub(crate) fn new(has_colour: bool) -> Self {
        Self {
            has_colour,
            pane: Pane::Tree,
            pane_before: None,
            zoomed: false,
            unfolded: false,
            row: None,
            event: None,
            phase_scroll: 0,
            world_scroll: None,
            output_scroll: 0,
            seat: None,
            option: 0,
            popup: None,
            picked: 0,
            prompt: None,
            hint: String::new(),
            suggested: String::new(),
            speed: SPEEDS.len() - 1,
        }
    }

    /// Follows the game again, after it has moved.
    pub(crate) fn follow(&mut self) {
        (self.row, self.event, self.option, self.seat) = (None, None, 0, None);
        (self.phase_scroll, self.world_scroll, self.output_scroll) = (0, None, 0);
    }
}
