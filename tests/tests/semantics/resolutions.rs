//! What card games ask of a whole action: checks at its end, triggers in turn order, and what goes with it.

use std::cmp::Reverse;

use phase_core::PhaseId;
use phase_core::prelude::*;

/// A table of three players, of whom one is active.
#[derive(Default)]
struct Table {
    active: u32,
    life: Vec<i32>,
    log: Vec<String>,
}

impl Table {
    fn note(&mut self, event: impl Into<String>) {
        self.log.push(event.into());
    }

    /// How many seats after the active player one sits.
    fn seats_after_active(&self, player: u32) -> u32 {
        (player + 3 - self.active) % 3
    }
}

fn told(phase: impl Phase<World = Table>, mut table: Table) -> String {
    let mut phases = PhaseManager::new();
    phases.push(phase);
    assert_eq!(phases.run(&mut table).expect("nothing fails"), RunStatus::Idle);
    table.log.join(" ")
}

/// Does its hits, and those may do more actions.
#[phase(world = Table, unshifts(Strike))]
#[derive(Debug, Clone)]
struct Action(&'static str, Vec<Strike>);

/// Asks for a check, and sets off an action of its own.
#[phase(world = Table, unshifts(Action), defers(Sweep))]
#[derive(Debug, Clone)]
struct Strike {
    target: usize,
    counter: Option<Action>,
}

/// Takes the dead away.
#[phase(world = Table, leaf)]
#[derive(Debug)]
struct Sweep;

impl Phase for Action {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(self.0);
        for strike in self.1.drain(..) {
            guard.unshift(strike);
        }
        guard.end()
    }
}

impl Phase for Strike {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.life[self.target] -= 1;
        guard.world.note(format!("-{}", self.target));
        if !guard.queue.contains(|_: &Sweep| true) {
            let outermost = guard.queue.causes().filter(Causer::is::<Action>).last();
            let outermost = outermost.and_then(|action| guard.queue.scope(action.id()));
            outermost.expect("strikes are set off by actions").defer(Sweep);
        }
        if let Some(counter) = self.counter.take() {
            guard.unshift(counter);
        }
        guard.end()
    }
}

impl Phase for Sweep {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        let dead: Vec<_> =
            (0..guard.world.life.len()).filter(|player| guard.world.life[*player] <= 0).collect();
        guard.world.note(format!("sweep{dead:?}"));
        guard.end()
    }
}

/// One that had it run inside the innermost would take a creature away before it has reacted three times.
#[test]
fn a_death_check_runs_once_at_the_end_of_the_outermost_action_however_deep_it_was_asked_for() {
    let hit = |target| Strike { target, counter: None };
    let inner = Action("third", vec![hit(0)]);
    let middle = Action("second", vec![Strike { target: 1, counter: Some(inner) }, hit(0)]);
    let outer = Action("first", vec![hit(1), Strike { target: 0, counter: Some(middle) }, hit(1)]);
    let mut phases = PhaseManager::new();
    phases.push(outer.clone());
    phases.push(Action("next", vec![hit(0)]));
    let mut table = Table { life: vec![3, 9], ..Table::default() };
    phases.run(&mut table).expect("nothing fails");
    assert_eq!(
        table.log.join(" "),
        "first -1 -0 second -1 third -0 -0 -1 sweep[0] next -0 sweep[0]",
        "and again for the next action"
    );
}

/// The triggers of an event, in seat order from the active player on.
struct Triggers;

impl OrderGroup for Triggers {
    type Key = Reverse<u32>;
}

#[phase(world = Table, leaf, ordered(Triggers))]
#[derive(Debug)]
struct Draws(u32, u32);

#[phase(world = Table, leaf, ordered(Triggers))]
#[derive(Debug)]
struct Burns(u32, u32);

impl Ordered for Draws {
    type Key = Reverse<u32>;

    fn key(&self, table: &Table) -> Reverse<u32> {
        Reverse(table.seats_after_active(self.0))
    }
}

impl Ordered for Burns {
    type Key = Reverse<u32>;

    fn key(&self, table: &Table) -> Reverse<u32> {
        Reverse(table.seats_after_active(self.0))
    }
}

impl Phase for Draws {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(format!("draw{}.{}", self.0, self.1));
        guard.end()
    }
}

impl Phase for Burns {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(format!("burn{}.{}", self.0, self.1));
        guard.end()
    }
}

/// So many hits at once.
#[phase(world = Table, unshifts(Wound))]
#[derive(Debug)]
struct Volley(&'static [u32]);

/// Wounds a player, whose things trigger.
#[phase(world = Table, defers(Draws, Burns))]
#[derive(Debug)]
struct Wound {
    player: u32,
    nth: u32,
}

impl Phase for Volley {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        for (player, nth) in self.0.iter().zip(1..) {
            guard.unshift(Wound { player: *player, nth });
        }
        guard.end()
    }
}

impl Phase for Wound {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(format!("hit{}", self.nth));
        let mut volley = guard.queue.within::<Volley>().expect("wounds come of volleys");
        if self.nth % 2 == 0 {
            volley.defer(Draws(self.player, self.nth));
        } else {
            volley.defer(Burns(self.player, self.nth));
        }
        guard.end()
    }
}

#[test]
fn triggers_of_three_players_and_two_types_run_in_seat_order_though_set_off_in_time_order() {
    let played = |active| told(Volley(&[2, 1, 0, 2, 1, 0]), Table { active, ..Table::default() });
    assert_eq!(
        played(1),
        "hit1 hit2 hit3 hit4 hit5 hit6 draw1.2 burn1.5 burn2.1 draw2.4 burn0.3 draw0.6",
        "those of one player as they were set off"
    );
    assert_eq!(played(0), "hit1 hit2 hit3 hit4 hit5 hit6 burn0.3 draw0.6 draw1.2 burn1.5 burn2.1 draw2.4");
}

#[test]
fn triggers_of_five_simultaneous_hits_come_after_all_five() {
    assert_eq!(
        told(Volley(&[0, 0, 0, 0, 0]), Table::default()),
        "hit1 hit2 hit3 hit4 hit5 burn0.1 draw0.2 burn0.3 draw0.4 burn0.5"
    );
}

/// Puts spells on the stack: each with a round in which players may respond, and then what it does.
#[phase(world = Table, unshifts(Respond, Resolve))]
#[derive(Debug)]
struct Cast(&'static [&'static str]);

#[phase(world = Table, unshifts(Cast))]
#[derive(Debug)]
struct Respond {
    spell: &'static str,
    of: PhaseId,
    with: &'static [&'static str],
}

#[phase(world = Table, leaf)]
#[derive(Debug)]
struct Resolve {
    spell: &'static str,
    of: PhaseId,
}

impl Phase for Cast {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        let [spell, rest @ ..] = self.0 else { return guard.end() };
        guard.world.note(format!("cast-{spell}"));
        let of = guard.queue.id();
        guard.unshift(Respond { spell, of, with: rest });
        guard.unshift(Respond { spell, of, with: &[] });
        guard.unshift(Resolve { spell, of });
        guard.end()
    }
}

impl Phase for Respond {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(format!("respond-{}", self.spell));
        guard.unshift(Cast(self.with));
        guard.end()
    }
}

/// Of which spell it is a part.
fn spell_of(phase: PhaseRef<'_>) -> Option<PhaseId> {
    let respond = phase.downcast_ref().map(|phase: &Respond| phase.of);
    respond.or(phase.downcast_ref().map(|phase: &Resolve| phase.of))
}

impl Phase for Resolve {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(self.spell);
        if self.spell == "counter" {
            let casts = guard.queue.causes().filter(|cause| cause.is::<Cast>() && cause.id() != self.of);
            let target = casts.map(|cast| cast.id()).next();
            let dropped = guard.queue.retain(|phase| target.is_none() || spell_of(phase) != target);
            guard.world.note(format!("({dropped} countered)"));
        }
        guard.end()
    }
}

#[test]
fn a_countered_spell_takes_its_priority_round_with_it_and_no_other() {
    assert_eq!(told(Cast(&["bolt"]), Table::default()), "cast-bolt respond-bolt respond-bolt bolt");
    assert_eq!(
        told(Cast(&["bolt", "counter"]), Table::default()),
        "cast-bolt respond-bolt cast-counter respond-counter respond-counter counter (2 countered)"
    );
    assert_eq!(
        told(Cast(&["bolt", "counter", "counter"]), Table::default()),
        "cast-bolt respond-bolt cast-counter respond-counter cast-counter respond-counter respond-counter counter \
         (2 countered) respond-bolt bolt",
        "one that is countered itself counters nothing"
    );
}
