//! A game under inspection: where it stands, and how it goes on and back.

use std::rc::Rc;
use std::sync::Arc;

use phase_core::{PhaseManager, Seat};

use super::at_work::AtWork;
use super::breaks::Breakpoint;
use super::caught::{Panic, call};
use super::ear::Ear;
use super::game::{Game, Host, Input, Outcome};
use super::goal::{Difference, Goal};
use super::past::{Branch, Heard, Past};

/// How much a session keeps if nobody says.
const MOST: usize = 64 << 20;
/// A game with its past.
pub(crate) struct Session<W: 'static> {
    pub(super) game: Game<W>,
    pub(super) host: Host<W>,
    pub(super) past: Past<W>,
    pub(super) ear: Option<Ear>,
    /// The number of this moment: how many inputs have led here.
    pub(super) at: u64,
    pub(super) outcome: Outcome,
    pub(crate) breaks: Vec<Breakpoint>,
    pub(super) goal: Option<Goal>,
    /// The moment that is being gone to.
    pub(super) way: Option<u64>,
    /// Whether the game has a main loop of its own.
    pub(crate) is_attached: bool,
    /// Whether that has come once.
    pub(super) has_begun: bool,
    /// Whether it is to go on, since the game has come to rest.
    pub(super) has_rested: bool,
    /// The last panic that came out of the game.
    pub(super) panic: Option<Panic>,
    /// Where the game differs from its recording, on the first branch.
    pub(super) difference: Option<Difference>,
    /// What recordings of this game say of it.
    #[cfg(feature = "record")]
    pub(crate) header: super::recorded::Header,
    /// What the last command came to, in words.
    pub(crate) note: String,
    pub(super) show: fn(&W) -> Vec<String>,
    pub(super) weigh: Box<dyn Fn(&W) -> usize>,
    /// The world one moment ago, where the way here went through that.
    pub(super) world_before: Option<(u64, Rc<Vec<String>>)>,
}

impl<W: std::fmt::Debug + 'static> Session<W> {
    pub(crate) fn new(phases: PhaseManager<W>, world: W) -> Self {
        Self {
            game: Game { phases, world },
            host: Host {
                output: None,
                player: None,
                acts: Vec::new(),
                at_work: Arc::default(),
                printed: None,
                error: None,
            },
            past: Past::new(MOST),
            ear: None,
            at: 0,
            outcome: Outcome::Begun,
            breaks: Vec::new(),
            goal: None,
            way: None,
            is_attached: false,
            has_begun: false,
            has_rested: false,
            panic: None,
            difference: None,
            #[cfg(feature = "record")]
            header: super::recorded::Header::default(),
            note: String::new(),
            show: |world| super::shown::lines(world),
            weigh: Box::new(|world| super::past::debug_len(world)),
            world_before: None,
        }
    }
}

impl<W: 'static> Session<W> {
    /// The number of this moment.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    pub(crate) fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// The branches, and which one the game is on.
    pub(crate) fn branches(&self) -> (&[Branch<W>], usize) {
        (&self.past.branches, self.past.on)
    }

    pub(crate) fn branch(&self) -> &Branch<W> {
        self.past.branch()
    }

    /// How many copies of the game there are, and how many bytes of how many the past takes.
    pub(crate) fn memory(&self) -> (usize, usize, usize) {
        let (copies, bytes) = self.past.size();
        (copies, bytes, self.past.most)
    }

    /// Where the game first differs from its recording, on the branch that is the recording's.
    pub(crate) fn difference(&self) -> Option<&Difference> {
        self.difference.as_ref().filter(|_| self.past.on == 0)
    }

    /// What the host can do, by name.
    pub(crate) fn acts(&self) -> impl Iterator<Item = &str> {
        self.host.acts.iter().map(|(name, _)| name.as_str())
    }

    /// What is at work, for another thread to tell.
    pub(crate) fn at_work(&self) -> Arc<AtWork> {
        Arc::clone(&self.host.at_work)
    }

    /// The game, as it stands.
    pub(crate) fn into_game(self) -> (PhaseManager<W>, W) {
        (self.game.phases, self.game.world)
    }

    /// The panic in which the branch ends that the game is on.
    pub(crate) fn last_panic(&mut self) -> Option<Panic> {
        let end = self.past.branch().len;
        let heard = self.past.branch().heard.get(&end).map(|heard| &heard.outcome);
        let is_panic = |outcome: &Outcome| matches!(outcome, Outcome::Panicked(_));
        let ends_so = heard.is_some_and(is_panic) || self.at == end && is_panic(&self.outcome);
        self.panic.take().filter(|_| ends_so)
    }

    /// Has the session hear the game, if it does not yet.
    pub(crate) fn listen(&mut self) {
        if self.ear.is_none() {
            let is_first = self.at == 0;
            let phases = &mut self.game.phases;
            let ear = if is_first { Ear::at_first(phases) } else { Ear::at(phases) };
            let events = ear.take();
            if is_first && !events.is_empty() {
                self.past.keep_heard(0, Heard { events, said: Vec::new(), outcome: Outcome::Begun });
            }
            self.ear = Some(ear);
        }
        if let Some(ear) = &self.ear {
            ear.listen(true);
        }
    }

    /// Takes the game on by one input; what was heard of it, unless nothing has happened.
    pub(super) fn put_in(&mut self, input: &Input) -> Option<Rc<Heard>> {
        self.listen();
        self.host.at_work.at(self.at);
        if self.past.is_due(self.at) {
            self.past.keep_copy(self.at, &self.game, &self.weigh);
        }
        let (outcome, said) = self.game.take(input, &mut self.host, &mut self.panic);
        let events = self.ear.as_ref().map_or_else(Vec::new, Ear::take);
        let happens = match outcome {
            Outcome::Refused(_) | Outcome::Idle => !said.is_empty(),
            // A recording counts also the frames in which nothing happened.
            Outcome::Waiting(_) if self.past.input(self.at).as_ref() == Some(input) => true,
            Outcome::Waiting(_) | Outcome::Asking(_) => !events.is_empty() || !said.is_empty(),
            _ => true,
        };
        let is_rest =
            matches!(outcome, Outcome::Waiting(_) | Outcome::Asking(_) | Outcome::Idle | Outcome::Halted);
        self.has_rested |= self.is_attached && is_rest && *input == Input::Step && self.is_newest();
        self.outcome = outcome.clone();
        if !happens {
            return None;
        }
        self.past.note(self.at, input);
        self.at += 1;
        let heard = Heard { events, said, outcome };
        if !self.past.keep_heard(self.at, heard.clone()) {
            self.note = format!("{DIFFERS} at moment {}", self.at);
        }
        Some(Rc::new(heard))
    }

    /// Goes on by one input: what led on before, where this is the past, or else a step.
    pub(crate) fn step(&mut self) {
        (self.goal, self.way) = (None, None);
        self.note.clear();
        self.listen();
        self.remember_here();
        let again = self.past.input(self.at).filter(|input| *input != Input::Outside);
        let is_new = again.is_none();
        let input = match again.map_or_else(|| self.next_input(), Ok) {
            Ok(input) => input,
            Err(stuck) => {
                self.note = stuck;
                // The game's own loop may have an answer.
                self.has_rested = self.is_attached;
                return;
            }
        };
        let happened = self.put_in(&input).is_some();
        if !happened || (is_new || self.is_in_trouble()) && self.note.is_empty() {
            self.note = self.outcome.to_string();
        }
    }

    /// Makes a copy of this very moment, which somebody looks at and may want back.
    pub(super) fn remember_here(&mut self) {
        const NEAR: u64 = 4;
        if self.past.last_copy(self.at).is_none_or(|at| self.at - at >= NEAR) && self.past.is_cheap_now() {
            self.past.keep_copy(self.at, &self.game, &self.weigh);
        }
    }

    /// What takes the game on from its end: an answer of the game's own player, where a question stands, or a step.
    ///
    /// # Errors
    ///
    /// Who has to answer.
    pub(super) fn next_input(&mut self) -> Result<Input, String> {
        let Self { game, host, .. } = self;
        let Some(question) = game.phases.question() else { return Ok(Input::Step) };
        let of = |panic: Panic| format!("{} asks, and {panic}", question.name());
        let seats = call(|| question.seats(&game.world)).map_err(of)?;
        let Some(first) = seats.first() else { return Ok(Input::Step) };
        let player = host.player.as_mut();
        let answer = call(|| {
            player.and_then(|player| {
                seats
                    .iter()
                    .find_map(|seat| player(&game.phases, *seat, &game.world).map(|answer| (*seat, answer)))
            })
        });
        let answer =
            answer.map_err(|panic| format!("{} asks, and the game's own player {panic}", question.name()))?;
        match answer {
            Some((seat, answer)) => Ok(Input::Answer { seat, answer }),
            None => Err(format!("{} asks {first}: pick an answer", question.name())),
        }
    }

    /// Answers the question that stands.
    pub(crate) fn answer(&mut self, seat: Seat, answer: phase_core::AnyAnswer) {
        (self.goal, self.way) = (None, None);
        self.note.clear();
        self.remember_here();
        self.put_in(&Input::Answer { seat, answer });
        if self.note.is_empty() {
            self.note = self.outcome.to_string();
        }
    }

    /// Answers the question that stands as the game's own player does.
    pub(crate) fn answer_as_player(&mut self) {
        if self.game.phases.question().is_none() {
            NOT_ASKED.clone_into(&mut self.note);
            return;
        }
        match self.next_input() {
            Ok(Input::Answer { seat, answer }) => self.answer(seat, answer),
            Ok(_) => "the question that stands is put to nobody; `l` makes a step".clone_into(&mut self.note),
            Err(stuck) => self.note = stuck,
        }
    }

    /// Has the host do something that it has given a name.
    pub(crate) fn act(&mut self, index: usize) {
        (self.goal, self.way) = (None, None);
        self.note.clear();
        self.remember_here();
        self.put_in(&Input::Act(index));
        self.note = self.outcome.to_string();
    }

    /// Whether moments before this one can be gone to.
    pub(crate) fn can_go_back(&self) -> bool {
        self.at.checked_sub(1).is_some_and(|to| self.past.has_way_to(to))
    }

    /// Whether the game is at the end of its branch, where it has not been before.
    pub(crate) fn is_newest(&self) -> bool {
        self.at == self.past.branch().len
    }
}

/// What to say where an answer is to be given, and no question stands.
pub(crate) const NOT_ASKED: &str = "nothing is asked here; `Q` runs to the next question";
/// What to say where the past does not come out as it did.
pub(super) const DIFFERS: &str = "the game went another way than before, so it takes something from outside,";
