//! Tries every answer of every question, by forks.

use phase_core::prelude::*;

/// A game at a moment.
pub(crate) struct Game<W: 'static> {
    pub(crate) phases: PhaseManager<W>,
    pub(crate) world: W,
}

impl<W: Clone + 'static> Game<W> {
    /// At its first question, or at its end.
    pub(crate) fn new(phases: PhaseManager<W>, world: W) -> Self {
        let mut game = Self { phases, world };
        game.run();
        game
    }

    fn run(&mut self) {
        let status = self.phases.run(&mut self.world).expect("nothing fails in these games");
        assert!(matches!(status, RunStatus::Idle | RunStatus::Asking));
    }

    /// The question that stands: of one of those who are asked, and how many options they have.
    pub(crate) fn question(&self, which: impl Fn(&[Seat]) -> Seat) -> Option<(Seat, usize)> {
        let question = self.phases.question()?;
        let seat = which(&question.seats(&self.world));
        Some((seat, question.count(seat, &self.world).expect("options are listed in these games")))
    }

    /// What comes of one of the options.
    pub(crate) fn after(&self, seat: Seat, option: usize) -> Self {
        let question = self.phases.question().expect("it asks");
        let answer = question.pick(seat, &self.world, option).expect("there are so many");
        let phases = self.phases.fork().expect("phases that ask can be copied");
        let mut game = Self { phases, world: self.world.clone() };
        game.phases.answer_any(&mut game.world, seat, answer).expect("it is one of the options");
        game.run();
        game
    }

    /// Calls back with each end that the game can come to, as often as it can come to it.
    pub(crate) fn each_end(&self, which: impl Fn(&[Seat]) -> Seat + Copy, at: &mut impl FnMut(&W)) {
        match self.question(which) {
            None => at(&self.world),
            Some((seat, options)) => {
                (0..options).for_each(|option| self.after(seat, option).each_end(which, at));
            }
        }
    }
}

/// Of several who are asked, the first.
pub(crate) fn first(seats: &[Seat]) -> Seat {
    seats[0]
}

/// Of several who are asked, the last.
pub(crate) fn last(seats: &[Seat]) -> Seat {
    *seats.last().expect("somebody is asked")
}
