//! The past of a game: branches, what was put in and heard on them, and copies of the game to go back to.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::rc::Rc;
use std::time::{Duration, Instant};

use phase_core::PhaseManager;

use super::caught::call;
use super::game::{Game, Input, Outcome};
use crate::trace::TraceEvent;

/// What was heard on the way to a moment.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Heard {
    pub(crate) events: Vec<TraceEvent>,
    pub(crate) said: Vec<String>,
    pub(crate) outcome: Outcome,
}

/// A copy of a game, as it was at a moment.
pub(super) struct Copy<W: 'static> {
    game: Game<W>,
    bytes: usize,
}

/// One way that the game has taken from its beginning. What branches have in common they share.
pub(crate) struct Branch<W: 'static> {
    /// The branch that it has left, and the last moment that both have in common.
    pub(crate) from: Option<(usize, u64)>,
    /// The number of its last moment; 0 is the beginning.
    pub(crate) len: u64,
    /// What led from a moment to the next, where that was no step.
    inputs: BTreeMap<u64, Rc<Input>>,
    /// By the moment to which it led.
    pub(crate) heard: BTreeMap<u64, Rc<Heard>>,
    copies: BTreeMap<u64, Rc<Copy<W>>>,
    /// From which moments something led on that can't be done again.
    pub(super) bars: BTreeSet<u64>,
}

/// What makes a game anew.
pub(super) type Restart<W> = Box<dyn Fn() -> (PhaseManager<W>, W)>;

/// All branches, in no more memory than they are given.
pub(super) struct Past<W: 'static> {
    pub(super) branches: Vec<Branch<W>>,
    /// The branch that the game is on.
    pub(super) on: usize,
    pub(super) copy_of: Option<fn(&W) -> W>,
    pub(super) restart: Option<Restart<W>>,
    /// How much may be kept.
    pub(super) most: usize,
    /// After how many moments the next copy is made.
    stride: u64,
    heard_bytes: usize,
    copy_bytes: usize,
    copies: usize,
    /// When a run may make the next copy.
    next_copy: Option<Instant>,
    /// How long the last one took.
    copying: Duration,
    /// Why the last copy could not be made.
    pub(super) trouble: Option<String>,
}

/// A run spends no more than one part in so many on copies of the game.
const COPIES_IN: u32 = 100;
/// How far apart copies are as long as there is room for all of them.
const STRIDE: u64 = 16;

impl<W: 'static> Past<W> {
    pub(super) fn new(most: usize) -> Self {
        Self {
            branches: vec![Branch::new()],
            on: 0,
            copy_of: None,
            restart: None,
            most,
            stride: STRIDE,
            heard_bytes: 0,
            copy_bytes: 0,
            copies: 0,
            next_copy: None,
            copying: Duration::ZERO,
            trouble: None,
        }
    }

    pub(super) fn branch(&self) -> &Branch<W> {
        &self.branches[self.on]
    }

    fn branch_mut(&mut self) -> &mut Branch<W> {
        &mut self.branches[self.on]
    }

    /// How many copies there are, and how many bytes everything takes, about.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.copies, self.copy_bytes + self.heard_bytes)
    }

    /// What led on from a moment of this branch; nothing at its end.
    pub(super) fn input(&self, at: u64) -> Option<Input> {
        let branch = self.branch();
        if branch.bars.contains(&at) {
            return Some(Input::Outside);
        }
        (at < branch.len).then(|| branch.inputs.get(&at).map_or(Input::Step, |input| Input::clone(input)))
    }

    /// Has the first branch be a way that is known before it is gone.
    #[cfg(feature = "record")]
    pub(super) fn begin_with(&mut self, inputs: BTreeMap<u64, Rc<Input>>, len: u64) {
        let first = &mut self.branches[0];
        (first.inputs, first.len) = (inputs, len);
    }

    /// Notes an input that has led on from a moment. Another one than before begins a branch.
    pub(super) fn note(&mut self, at: u64, input: &Input) -> bool {
        let known = self.input(at);
        if known.as_ref() == Some(input) {
            return false;
        }
        if known.is_some() {
            self.branch_off(at);
        }
        let branch = self.branch_mut();
        if *input != Input::Step {
            branch.inputs.insert(at, Rc::new(input.clone()));
        }
        branch.len = at + 1;
        true
    }

    /// Goes on in another way from a moment.
    pub(super) fn branch_off(&mut self, at: u64) {
        let branch = self.branch().up_to(self.on, at);
        self.branches.push(branch);
        self.on = self.branches.len() - 1;
    }

    /// Notes steps that nobody has listened to, at the end of the branch.
    pub(super) fn note_unheard(&mut self, len: u64) {
        self.branch_mut().len = len;
    }

    /// Keeps what was heard; whether it is what was heard there before, if anything was.
    pub(super) fn keep_heard(&mut self, at: u64, heard: Heard) -> bool {
        let branch = self.branch_mut();
        let mut freed = 0;
        if let Some(before) = branch.heard.get(&at) {
            // Where nobody has listened only what was said is known.
            if !before.events.is_empty() {
                return before.events == heard.events;
            }
            freed = before.bytes();
        }
        let bytes = heard.bytes();
        branch.heard.insert(at, Rc::new(heard));
        self.heard_bytes = self.heard_bytes.saturating_sub(freed) + bytes;
        if self.heard_bytes > self.most / 2 {
            self.forget_heard();
        }
        true
    }

    /// The oldest go, until a quarter is free.
    fn forget_heard(&mut self) {
        let mut total = self.unique_heard();
        while total > self.most / 8 * 3 {
            let Some(first) =
                self.branches.iter().filter_map(|branch| branch.heard.keys().next().copied()).min()
            else {
                break;
            };
            let gone: BTreeMap<_, _> = self
                .branches
                .iter_mut()
                .filter_map(|branch| branch.heard.remove(&first))
                .map(|heard| (Rc::as_ptr(&heard), heard.bytes()))
                .collect();
            total -= gone.values().sum::<usize>().min(total);
        }
        self.heard_bytes = total;
    }

    fn unique_heard(&self) -> usize {
        let all = self.branches.iter().flat_map(|branch| branch.heard.values());
        all.map(|heard| (Rc::as_ptr(heard), heard.bytes())).collect::<BTreeMap<_, _>>().values().sum()
    }

    /// Whether a copy is to be made at a moment.
    pub(super) fn is_due(&self, at: u64) -> bool {
        self.copy_of.is_some()
            && self.last_copy(at).is_none_or(|last| at - last >= self.stride)
            && self.is_cheap_now()
    }

    /// Whether a copy takes no longer than anybody waits for a key, or the last one was long ago.
    pub(super) fn is_cheap_now(&self) -> bool {
        self.is_quick() || self.is_time()
    }

    /// Whether copies are made so fast that nobody notices.
    pub(super) fn is_quick(&self) -> bool {
        const QUICK: Duration = Duration::from_millis(100);
        self.copying < QUICK
    }

    /// Whether enough time has gone by since the last copy for a run to make another.
    pub(super) fn is_time(&self) -> bool {
        self.next_copy.is_none_or(|next| Instant::now() >= next)
    }

    /// What led on from here for the first time that is no step, or the end.
    pub(super) fn steps_end(&self, at: u64) -> u64 {
        let branch = self.branch();
        let input = branch.inputs.range(at..).next().map_or(branch.len, |(at, _)| *at);
        branch.bars.range(at..).next().map_or(input, |bar| input.min(*bar))
    }

    /// The last moment up to this one at which a copy was made.
    pub(super) fn last_copy(&self, at: u64) -> Option<u64> {
        self.branch().copies.range(..=at).next_back().map(|(at, _)| *at)
    }

    /// The first moment from this one on of which there is a copy.
    pub(super) fn next_copy_from(&self, at: u64) -> Option<u64> {
        self.branch().copies.range(at..).next().map(|(at, _)| *at)
    }

    pub(super) fn has_copy(&self, at: u64) -> bool {
        self.branch().copies.contains_key(&at)
    }

    /// Makes a copy, if the game can be copied at this moment.
    pub(super) fn keep_copy(&mut self, at: u64, game: &Game<W>, weigh: impl Fn(&W) -> usize) {
        let Some(copy_of) = self.copy_of else { return };
        if self.has_copy(at) {
            return;
        }
        let begin = Instant::now();
        let copied =
            call(|| game.phases.fork().map(|phases| (phases, copy_of(&game.world), weigh(&game.world))));
        let copied = match copied {
            Ok(copied) => copied.map_err(|error| error.to_string()),
            Err(panic) => Err(format!("as the game was copied, it {panic}")),
        };
        match copied {
            Ok((phases, world, bytes)) => {
                let bytes = bytes + size_of::<Game<W>>() + 64 * phases.len();
                let game = Game { phases, world };
                self.branch_mut().copies.insert(at, Rc::new(Copy { game, bytes }));
                self.copy_bytes += bytes;
                self.copies += 1;
                self.trouble = None;
            }
            Err(trouble) => self.trouble = Some(trouble),
        }
        while self.copy_bytes > self.most / 2 && self.thin_out() {}
        self.copying = begin.elapsed();
        self.next_copy = Some(Instant::now() + self.copying * COPIES_IN);
    }

    /// Lets go of every other copy but the first; whether any went.
    fn thin_out(&mut self) -> bool {
        let mut any = false;
        for branch in &mut self.branches {
            let odd: Vec<u64> = branch.copies.keys().copied().skip(1).step_by(2).collect();
            any |= !odd.is_empty();
            for at in odd {
                let copy = branch.copies.remove(&at);
                // What a game does as it is dropped is its own.
                let _ = call(|| drop(copy));
            }
        }
        self.stride = self.stride.saturating_mul(2);
        let all = self.branches.iter().flat_map(|branch| branch.copies.values());
        let left: BTreeMap<_, _> = all.map(|copy| (Rc::as_ptr(copy), copy.bytes)).collect();
        (self.copies, self.copy_bytes) = (left.len(), left.values().sum());
        any
    }

    /// The game at the last moment that can be had, up to this one.
    ///
    /// # Errors
    ///
    /// Why there is no way back, and what to do.
    pub(super) fn nearest(&self, at: u64) -> Result<(u64, Game<W>), String> {
        let copy = self.branch().copies.range(..=at).next_back();
        if let (Some((at, copy)), Some(copy_of)) = (copy, self.copy_of) {
            let again = call(|| copy.game.phases.fork().map(|phases| (phases, copy_of(&copy.game.world))));
            if let Ok(Ok((phases, world))) = again {
                return Ok((*at, Game { phases, world }));
            }
        }
        if let Some(restart) = &self.restart {
            let (phases, world) =
                call(restart).map_err(|panic| format!("as the game was made anew, it {panic}"))?;
            return Ok((0, Game { phases, world }));
        }
        Err(match &self.trouble {
            Some(trouble) => format!("there is no way back: {trouble}"),
            None => "there is no way back: build the inspector with `remember` or `restart`".to_owned(),
        })
    }
}

impl<W: 'static> Branch<W> {
    fn new() -> Self {
        Self {
            from: None,
            len: 0,
            inputs: BTreeMap::new(),
            heard: BTreeMap::new(),
            copies: BTreeMap::new(),
            bars: BTreeSet::new(),
        }
    }

    /// The same way, up to a moment.
    fn up_to(&self, own: usize, at: u64) -> Self {
        fn until<T>(map: &BTreeMap<u64, Rc<T>>, end: u64) -> BTreeMap<u64, Rc<T>> {
            map.range(..end).map(|(at, value)| (*at, Rc::clone(value))).collect()
        }
        Self {
            from: Some((own, at)),
            len: at,
            inputs: until(&self.inputs, at),
            heard: until(&self.heard, at + 1),
            copies: until(&self.copies, at + 1),
            bars: self.bars.range(..at).copied().collect(),
        }
    }

    /// The first input that is this branch's own, in words.
    pub(crate) fn turn(&self) -> String {
        let Some((_, at)) = self.from else { return "the beginning".to_owned() };
        match self.inputs.get(&at).map(|input| &**input) {
            Some(Input::Answer { seat, answer }) => format!("{answer:?} by {seat}"),
            Some(Input::Act(_) | Input::Outside) => "the host acts".to_owned(),
            _ => "a step".to_owned(),
        }
    }
}

impl Heard {
    fn bytes(&self) -> usize {
        let event =
            |event: &TraceEvent| size_of::<TraceEvent>() + event.debug.as_ref().map_or(0, String::len);
        let said = self.said.iter().map(|line| size_of::<String>() + line.len());
        size_of::<Self>() + self.events.iter().map(event).sum::<usize>() + said.sum::<usize>()
    }
}

/// How long the `Debug` of a value is, which is taken for what it holds.
pub(super) fn debug_len(value: &impl fmt::Debug) -> usize {
    struct Count(usize);
    impl fmt::Write for Count {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            self.0 += part.len();
            Ok(())
        }
    }
    let mut count = Count(0);
    let _ = write!(count, "{value:?}");
    count.0
}
