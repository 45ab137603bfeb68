//! Random games, of which each phase notes what it is told of its causes: the harness has to know the same.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::prelude::*;
use phase_testing::Play;

/// What the phases do, by chance, and what each of them is told.
#[derive(Debug, Clone, Default)]
struct Dice {
    state: u64,
    left: u32,
    /// Whether a call has used a scope already: which levels several of them open can't be seen.
    has_scoped: bool,
    /// Whether there are interrupts. No phase is put beside another then, from which an interrupt may part it.
    has_interrupts: bool,
    /// Each phase that has started, and the names of its causes.
    told: Vec<(&'static str, Vec<&'static str>)>,
}

impl Dice {
    fn new(seed: u64) -> Self {
        Self { state: seed, left: 12, ..Self::default() }
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) % bound
    }
}

macro_rules! phases {
    ($($name:ident)*) => { phases! { @each [$($name)*] $($name)* } };
    (@each $all:tt $($name:ident)*) => { $( phases! { @one $name $all } )* };
    (@one $name:ident [$a:ident $b:ident $c:ident $d:ident]) => {
        #[phase(world = Dice, unshifts($a, $b, $c, $d), defers($a, $b, $c, $d), pushes($a, $b, $c, $d), clone)]
        #[derive(Debug, Clone)]
        struct $name;

        impl Phase for $name {
            fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                let causes = guard.queue.causes().map(|cause| cause.name()).collect();
                guard.world.told.push((Self::NAME, causes));
                self.act(guard)
            }
        }

        impl Waits for $name {
            fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
                self.act(guard)
            }
        }

        impl $name {
            fn act(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
                guard.world.has_scoped = false;
                for _ in 0..guard.world.below(4) {
                    if guard.world.left == 0 {
                        break;
                    }
                    guard.world.left -= 1;
                    match guard.world.below(4) {
                        0 => phases! { @queue guard $a $d },
                        1 => phases! { @queue guard $b $a },
                        2 => phases! { @queue guard $c $b },
                        _ => phases! { @queue guard $d $c },
                    }
                }
                if guard.world.below(5) == 0 { guard.wait() } else { guard.end() }
            }
        }
    };
    (@queue $guard:ident $new:ident $other:ident) => {
        match $guard.world.below(16) {
            0 => $guard.push($new),
            1..=4 => $guard.unshift($new),
            5..=7 => $guard.defer($new),
            8 | 9 if $guard.world.has_interrupts => {}
            8 => drop($guard.queue.insert_before::<$other>($new)),
            9 => drop($guard.queue.insert_after::<$other>($new)),
            10 => drop($guard.queue.replace(|_: &$other| true, $new)),
            11..=14 if !$guard.world.has_scoped => {
                $guard.world.has_scoped = true;
                if let Some(mut scope) = $guard.queue.within::<$other>() {
                    scope.defer($new);
                }
            }
            _ => {
                $guard.queue.remove::<$other>(|_| true);
            }
        }
    };
}

phases!(Ash Birch Cedar Dogwood);

/// Which names are among the causes of each phase of a name.
fn pairs(told: &[(&'static str, Vec<&'static str>)]) -> BTreeSet<(&'static str, &'static str)> {
    let names = [Ash::NAME, Birch::NAME, Cedar::NAME, Dogwood::NAME];
    let all = names.into_iter().flat_map(|child| names.map(|parent| (child, parent)));
    all.filter(|(child, parent)| {
        let mut children = told.iter().filter(|(name, _)| name == child).peekable();
        children.peek().is_some() && children.all(|(_, causes)| causes.contains(parent))
    })
    .collect()
}

fn holds(call: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(call)).is_ok()
}

/// The same by what the harness says.
fn pairs_of(play: &Play<Dice>) -> BTreeSet<(&'static str, &'static str)> {
    macro_rules! all {
        ($($child:ident)*) => { [$(
            (Ash::NAME, $child::NAME, holds(|| play.assert_caused::<Ash, $child>())),
            (Birch::NAME, $child::NAME, holds(|| play.assert_caused::<Birch, $child>())),
            (Cedar::NAME, $child::NAME, holds(|| play.assert_caused::<Cedar, $child>())),
            (Dogwood::NAME, $child::NAME, holds(|| play.assert_caused::<Dogwood, $child>())),
        )*] };
    }
    let all = all!(Ash Birch Cedar Dogwood);
    all.into_iter().filter(|(_, _, holds)| *holds).map(|(child, parent, _)| (child, parent)).collect()
}

fn game(seed: u64, interrupts: bool) -> Play<Dice> {
    let mut phases = PhaseManager::new();
    phases.push(Ash);
    phases.push(Birch);
    let mut play = Play::new(phases, Dice { has_interrupts: interrupts, ..Dice::new(seed) });
    for _ in 0..40 {
        play.frames(1);
        if interrupts && play.world.left > 0 && play.world.below(4) == 0 {
            play.world.left -= 1;
            match play.world.below(3) {
                0 => play.phases.interrupt(Cedar),
                1 => play.phases.unshift(Dogwood),
                _ => play.phases.defer(Cedar),
            }
        }
    }
    play
}

#[test]
fn in_random_games_the_causes_are_those_that_the_phases_are_told() {
    let mut caused = 0;
    for seed in 0..2000 {
        let play = game(seed, seed % 2 == 1);
        assert_eq!(play.starts().len(), play.world.told.len());
        let expected = pairs(&play.world.told);
        assert_eq!(pairs_of(&play), expected, "seed {seed}:\n{}\n{:#?}", play.trace(), play.world.told);
        caused += expected.len();
    }
    assert!(caused > 2000, "{caused}");
}

#[test]
fn branches_know_the_causes_of_what_was_queued_before() {
    for seed in 0..300 {
        let mut phases = PhaseManager::new();
        phases.push(Ash);
        phases.push(Birch);
        let mut play = Play::new(phases, Dice::new(seed));
        play.frames(3);
        let mut branch = play.branch();
        play.frames(40);
        branch.frames(40);
        assert_eq!(branch.starts(), play.starts());
        assert_eq!(pairs_of(&branch), pairs(&branch.world.told), "seed {seed}");
    }
}

#[test]
fn traces_are_the_same_from_run_to_run() {
    for seed in 0..100 {
        let (one, other) = (game(seed, true), game(seed, true));
        assert_eq!(one.trace().to_string(), other.trace().to_string());
        assert!(one.trace().to_string().starts_with("1. Ash: was there, "));
    }
}

/// Unshifts a child, which queues for its scope.
#[phase(world = (), unshifts(InnerPhase), clone)]
#[derive(Debug, Clone)]
struct OuterPhase;

impl Phase for OuterPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(InnerPhase);
        guard.end()
    }
}

#[phase(world = (), unshifts(WavePhase), defers(CleanUpPhase), clone)]
#[derive(Debug, Clone)]
struct InnerPhase;

impl Phase for InnerPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let mut scope = guard.queue.within::<OuterPhase>().expect("it is the cause");
        scope.unshift(WavePhase);
        scope.defer(CleanUpPhase);
        guard.end()
    }
}

#[phase(world = (), leaf, clone)]
#[derive(Debug, Clone)]
struct WavePhase;

impl Phase for WavePhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[phase(world = (), leaf, clone)]
#[derive(Debug, Clone)]
struct CleanUpPhase;

impl Phase for CleanUpPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[test]
fn what_is_queued_for_a_scope_is_set_off_by_that_alone() {
    let mut phases = PhaseManager::new();
    phases.push(OuterPhase);
    let mut play = Play::new(phases, ());
    play.to_rest();
    play.assert_starts(["OuterPhase", "InnerPhase", "WavePhase", "CleanUpPhase"]);
    play.assert_caused::<WavePhase, OuterPhase>();
    play.assert_caused::<CleanUpPhase, OuterPhase>();
    assert!(!holds(|| play.assert_caused::<WavePhase, InnerPhase>()));
    assert!(!holds(|| play.assert_caused::<CleanUpPhase, InnerPhase>()));
}

#[test]
fn what_a_test_queues_when_nothing_is_left_is_set_off_by_nothing() {
    let mut phases = PhaseManager::new();
    phases.push(OuterPhase);
    let mut play = Play::new(phases, ());
    play.to_rest();
    play.phases.unshift(OuterPhase);
    play.to_rest();
    assert!(!holds(|| play.assert_caused::<OuterPhase, CleanUpPhase>()));
    play.assert_count("OuterPhase", 2);
}
