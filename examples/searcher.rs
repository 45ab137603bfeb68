//! A search over the questions of any game.
//!
//! Whatever a game asks, its manager can be copied while the question stands, together with the world. So an answer can
//! be tried out: give it in a copy, play the copy to its end by chance, and see who has won. [`Searcher::choose`] does
//! that many times over and takes the answer that did best. Of the game it knows no more than its questions and what
//! [`Searchable`] tells.

use std::cmp::Reverse;

use phase_core::prelude::*;
use phase_core::{AnyAnswer, BoxError};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// A world whose games can be searched.
pub trait Searchable: Clone + 'static {
    /// How a game that is over went for a seat: 2 for won, 1 for drawn, 0 for lost.
    fn score(&self, seat: Seat) -> u64;

    /// Makes of a copy of a game another one that the seat could not tell from it: what is hidden from the seat, and the
    /// dice that have yet to fall, come from the seed. As written here, nothing is hidden.
    fn imagine(&mut self, phases: &mut PhaseManager<Self>, seat: Seat, seed: u64) {
        let _ = (phases, seat, seed);
    }
}

/// Picks answers by playing the rest of the game after each of them.
#[derive(Debug)]
pub struct Searcher {
    /// How many playouts a choice may cost, over all that there is to choose from.
    playouts: u64,
    random: Pcg32,
    played: u64,
}

impl Searcher {
    /// A player that a seed decides.
    #[must_use]
    pub fn new(playouts: u64, seed: u64) -> Self {
        Self { playouts, random: Pcg32::seed_from_u64(seed), played: 0 }
    }

    /// How many playouts there have been.
    #[must_use]
    pub const fn played(&self) -> u64 {
        self.played
    }

    /// The best that a seat can answer to the question that stands; nothing if it is not asked, or its options can't be
    /// listed.
    ///
    /// # Errors
    ///
    /// If the game can't be copied, or a copy fails.
    pub fn choose<W: Searchable>(
        &mut self,
        phases: &PhaseManager<W>,
        world: &W,
        seat: Seat,
    ) -> Result<Option<AnyAnswer>, BoxError> {
        let asked = phases.question().filter(|question| question.seats(world).contains(&seat));
        let options = asked.and_then(|question| question.options(seat, world)).unwrap_or_default();
        let mut scored: Vec<(u64, AnyAnswer)> = options.into_iter().map(|option| (0, option)).collect();
        let mut copy = (phases.fork()?, world.clone());
        // As many rounds as it takes to come down to one, if each leaves half of the options: so those that are close get
        // most of the playouts.
        let rounds = scored.len().next_power_of_two().ilog2().max(1);
        while scored.len() > 1 {
            let tries = self.playouts / u64::from(rounds) / scored.len() as u64;
            for _ in 0..tries.max(1) {
                // The same luck for each option, so that none is just luckier than the others.
                let seed = self.random.next_u64();
                for (score, option) in &mut scored {
                    copy.0.fork_from(phases)?;
                    copy.1.clone_from(world);
                    *score += play_out(&mut copy, seat, option, seed)?;
                    self.played += 1;
                }
            }
            // Of equals, those that are listed first stay.
            scored.sort_by_key(|&(score, _)| Reverse(score));
            scored.truncate(scored.len().div_ceil(2));
        }
        Ok(scored.pop().map(|(_, option)| option))
    }
}

/// How a copy of the game ends for a seat that gives this answer, if everything after it is left to chance.
fn play_out<W: Searchable>(
    (phases, world): &mut (PhaseManager<W>, W),
    seat: Seat,
    answer: &AnyAnswer,
    seed: u64,
) -> Result<u64, BoxError> {
    world.imagine(phases, seat, seed);
    phases.answer_any(world, seat, answer.clone())?;
    let mut random = Pcg32::seed_from_u64(seed);
    phases.play(world, |question, seat, world| {
        question.pick_with(seat, world, |count| below(count, &mut random))
    })?;
    Ok(world.score(seat))
}

/// A number below `count`.
pub fn below(count: usize, random: &mut Pcg32) -> usize {
    ((u64::from(random.next_u32()) * count as u64) >> u32::BITS) as usize
}
