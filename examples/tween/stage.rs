//! The world that the phases act on: who stands where, and who moves.

use std::fmt;
use std::time::Duration;

use super::timer::{Frames, Timer};

/// How many places there are to stand on.
pub const WIDTH: usize = 25;
/// How many frames a motion has.
pub const FRAMES: usize = 8;

/// Who plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// It flies.
    Moth,
    /// It doesn't.
    Snail,
}

/// The stage during a show.
#[derive(Debug)]
pub struct Stage {
    /// Where the moth and the snail stand.
    places: [usize; 2],
    /// The motion on show.
    pub motion: Option<Motion>,
    /// The timers that were started, the latest last.
    pub timers: Vec<(Actor, Timer)>,
    /// The time between two frames.
    pub pause: Duration,
    /// What has been drawn and not yet been shown.
    pub lines: Vec<String>,
}

/// An actor on the way.
#[derive(Debug)]
pub struct Motion {
    /// Who moves.
    pub actor: Actor,
    /// Where the motion began.
    pub from: usize,
    /// Where it leads.
    pub to: usize,
    /// How many frames have been drawn.
    pub drawn: usize,
    /// Where the further ones come from.
    pub frames: Frames,
}

impl Stage {
    /// A stage with everyone at the left.
    #[must_use]
    pub fn new(pause: Duration) -> Self {
        Self { places: [0; 2], motion: None, timers: Vec::new(), pause, lines: Vec::new() }
    }

    /// Where an actor stands.
    #[must_use]
    pub fn place(&self, actor: Actor) -> usize {
        self.places[actor as usize]
    }

    /// Puts an actor somewhere, with no motion.
    pub fn put(&mut self, actor: Actor, place: usize) {
        self.places[actor as usize] = place;
    }

    /// Says a line.
    pub fn say(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// Draws the next frame of the motion on show, if it comes before the frame loop has to go on.
    pub fn draw_next_frame(&mut self) {
        let Some(motion) = &mut self.motion else { return };
        if !motion.frames.next() {
            return;
        }
        motion.drawn += 1;
        let &mut Motion { actor, from, to, drawn, .. } = motion;
        self.put(actor, (from * (FRAMES - drawn) + to * drawn) / FRAMES);
        self.draw(actor);
    }

    fn draw(&mut self, actor: Actor) {
        let place = self.place(actor);
        let (behind, ahead) = ("·".repeat(place), "·".repeat(WIDTH - 1 - place));
        let mark = match actor {
            Actor::Moth => 'W',
            Actor::Snail => '@',
        };
        self.say(format!("  {actor:5}  {behind}{mark}{ahead}"));
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Moth => "moth",
            Self::Snail => "snail",
        })
    }
}
