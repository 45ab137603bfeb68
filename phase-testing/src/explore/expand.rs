//! Tries every answer at one position.

use phase_core::{ForkError, PhaseManager};

use super::advance::{Fault, Guide, Rest};
use super::choices::{Choice, choices};
use super::finding::FindingKind;
use super::flow::News;
use super::sameness::Sameness;
use super::visited::Visited;
use crate::panics::catch;

/// Whether something holds.
pub(super) type Holds<'a, W> = Box<dyn Fn(&W, &PhaseManager<W>) -> bool + Send + Sync + 'a>;

/// What has to hold at each position.
pub(super) struct Invariant<'a, W: 'static> {
    pub(super) name: String,
    pub(super) holds: Holds<'a, W>,
}

/// What decides which positions are looked at, and how.
pub(super) struct Rules<'a, W: 'static> {
    pub(super) same: Option<Sameness<'a, W>>,
    pub(super) invariants: Vec<Invariant<'a, W>>,
}

/// A game as it stands. In a box, since it is handed from one place to another often.
pub(super) struct Game<W: 'static> {
    pub(super) phases: PhaseManager<W>,
    pub(super) world: W,
}

impl<W: Clone + 'static> Game<W> {
    pub(super) fn copy_of(phases: &PhaseManager<W>, world: &W) -> Result<Box<Self>, ForkError> {
        Ok(Box::new(Self { phases: phases.fork()?, world: world.clone() }))
    }
}

/// So many games that are done with are kept, for their memory.
const MOST_SPARE: usize = 64;

/// Games that are done with.
struct Spares<W: 'static>(Vec<Box<Game<W>>>);

impl<W: 'static> Drop for Spares<W> {
    fn drop(&mut self) {
        // Each calls into the game, where a panic would be told of nothing that is still looked for.
        while let Some(game) = self.0.pop() {
            let _ = catch(|| drop(game));
        }
    }
}

impl<W: Clone + 'static> Spares<W> {
    fn take_back(&mut self, game: Box<Game<W>>) {
        if self.0.len() < MOST_SPARE {
            self.0.push(game);
        }
    }

    /// A copy of a game, in the memory of one that is done with, if there is any.
    fn copy_of(&mut self, game: &Game<W>) -> Result<Box<Game<W>>, ForkError> {
        let Some(mut copy) = self.0.pop() else {
            return Game::copy_of(&game.phases, &game.world);
        };
        copy.phases.fork_from(&game.phases)?;
        copy.world.clone_from(&game.world);
        Ok(copy)
    }
}

/// A position in which somebody is asked.
pub(super) struct Position<W: 'static> {
    pub(super) node: u32,
    pub(super) game: Box<Game<W>>,
    /// What can be answered there.
    pub(super) choices: Vec<Choice>,
}

/// Where an answer has led.
pub(super) struct Reached<W: 'static> {
    pub(super) rest: Rest,
    /// What tells the position from others, if any are the same.
    pub(super) fingerprint: Option<u128>,
    /// What is wrong with the position.
    pub(super) faults: Vec<Fault>,
    /// A seat that is asked there, and whose options can't be listed.
    pub(super) unlisted: Option<&'static str>,
    /// Whether there are answers that are not to be tried, as it is far enough.
    pub(super) is_cut: bool,
    /// Whether somebody is asked there, and nothing is tried because of a fault.
    pub(super) ends_at_fault: bool,
    /// The game, if it has to be gone on with.
    pub(super) game: Option<(Box<Game<W>>, Vec<Choice>)>,
}

/// What has come of one answer; the first of all positions comes of none.
pub(super) struct Outcome<W: 'static> {
    pub(super) choice: u32,
    pub(super) news: News,
    pub(super) reached: Result<Reached<W>, Box<Fault>>,
}

/// What has come of all answers at a position.
pub(super) struct Expanded<W: 'static> {
    pub(super) node: u32,
    pub(super) outcomes: Vec<Outcome<W>>,
}

/// One thread's share of the work.
pub(super) struct Worker<'s, 'a, W: 'static> {
    pub(super) rules: &'s Rules<'a, W>,
    pub(super) guide: Guide<'s>,
    buffer: Vec<u8>,
    spares: Spares<W>,
}

impl<'s, 'a, W: Clone + 'static> Worker<'s, 'a, W> {
    pub(super) fn new(rules: &'s Rules<'a, W>, guide: Guide<'s>) -> Self {
        Self { rules, guide, buffer: Vec::new(), spares: Spares(Vec::new()) }
    }

    /// Tries every answer at a position. Games are kept only where `goes_on`, and only those that are not known.
    pub(super) fn expand(
        &mut self,
        position: Position<W>,
        goes_on: bool,
        known: &Visited,
    ) -> Result<Expanded<W>, ForkError> {
        let Position { node, game, mut choices } = position;
        let last = choices.pop();
        let mut outcomes = Vec::with_capacity(choices.len() + 1);
        for choice in choices {
            let number = outcomes.len();
            // Copies call into the game: to clone its phases and world, and to drop those that were there before.
            outcomes.push(match catch(|| self.spares.copy_of(&game)) {
                Ok(copy) => self.try_out(copy?, Some(choice), number, goes_on, known),
                Err(panicked) => {
                    let fault = Fault::panicked(panicked, None);
                    Outcome { choice: small(number), news: News::new(), reached: Err(fault.into()) }
                }
            });
        }
        if let Some(choice) = last {
            outcomes.push(self.try_out(game, Some(choice), outcomes.len(), goes_on, known));
        }
        Ok(Expanded { node, outcomes })
    }

    /// Gives one answer, and looks at where it leads.
    pub(super) fn try_out(
        &mut self,
        mut game: Box<Game<W>>,
        choice: Option<Choice>,
        number: usize,
        goes_on: bool,
        known: &Visited,
    ) -> Outcome<W> {
        let mut news = News::new();
        let Game { phases, world } = &mut *game;
        let reached = self.guide.go_on(phases, world, choice, &mut news);
        let looked = reached.and_then(|rest| {
            let looked = catch(|| self.look_at(rest, &game, goes_on, known));
            looked.map_err(|panicked| Fault::panicked(panicked, None).into())
        });
        let reached = match looked {
            Ok((mut reached, choices)) => {
                for fault in &mut reached.faults {
                    fault.started.extend(self.guide.started());
                }
                let done_with = match choices {
                    Some(choices) => {
                        reached.game = Some((game, choices));
                        Ok(())
                    }
                    None => catch(|| self.spares.take_back(game)),
                };
                done_with.map(|()| reached).map_err(|panicked| Fault::panicked(panicked, None).into())
            }
            // That is fault enough, whatever else goes wrong with the game.
            Err(fault) => {
                let _ = catch(|| drop(game));
                Err(fault)
            }
        };
        Outcome { choice: small(number), news, reached }
    }

    /// Looks at a position, and gives what can be answered there if it has to be gone on with.
    fn look_at(
        &mut self,
        rest: Rest,
        game: &Game<W>,
        goes_on: bool,
        known: &Visited,
    ) -> (Reached<W>, Option<Vec<Choice>>) {
        let Game { phases, world } = game;
        let same = self.rules.same.as_ref();
        let fingerprint = same.map(|same| same.fingerprint(phases, world, &mut self.buffer));
        let mut reached = Reached {
            rest,
            fingerprint,
            faults: Vec::new(),
            unlisted: None,
            is_cut: false,
            ends_at_fault: false,
            game: None,
        };
        if fingerprint.is_some_and(|fingerprint| known.contains(fingerprint)) {
            return (reached, None);
        }
        let broken = self.rules.invariants.iter().filter(|invariant| !(invariant.holds)(world, phases));
        reached.faults = broken.map(|invariant| Fault::broken(&invariant.name)).collect();
        let is_sound = reached.faults.is_empty();
        if rest != Rest::Asks {
            return (reached, None);
        }
        let found = choices(phases, world);
        if let (Some(question), true) =
            (phases.question(), found.unlisted.is_some() || found.without.is_some())
        {
            reached.unlisted = found.unlisted.map(|_| question.name());
            let stall = found.without.map(|seat| {
                let message = format!("`{:?}` asks {seat}, and gives no options", question.phase());
                Fault::new(FindingKind::Stall, Some(question.name()), message)
            });
            reached.faults.extend(stall);
        }
        reached.ends_at_fault = !is_sound || (found.all.is_empty() && !reached.faults.is_empty());
        reached.is_cut = is_sound && !goes_on && !found.all.is_empty();
        let choices = (is_sound && goes_on).then_some(found.all);
        (reached, choices)
    }
}

/// A number of choices, of which there are far fewer.
fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
