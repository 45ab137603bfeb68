//! Phases that declare what they queue, helpers over them, and phases that anyone may queue.

use phase_core::prelude::*;

use crate::play::{Log, Play, just};

#[phase(world = Log, leaf, common)]
struct Message(&'static str);

impl std::fmt::Debug for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

#[phase(world = Log, leaf)]
#[derive(Debug)]
struct Faint;

/// Queues messages alone, which it need not declare.
#[phase(world = Log, leaf)]
#[derive(Debug)]
struct Miss;

/// Queues by way of helpers.
#[phase(world = Log, unshifts(Miss), defers(Faint), pushes(Hit))]
#[derive(Debug)]
struct Hit(u32);

fn say(mut queue: CommonQueue<'_, Log>, text: &'static str) {
    queue.unshift(Message(text));
}

fn queue_faint<P>(queue: &mut Queue<'_, P>)
where
    P: Phase<World = Log> + Defers<Faint>,
{
    queue.defer(Faint);
}

fn queue_another<P>(queue: &mut Queue<'_, P>, log: &mut Log, number: u32)
where
    P: Phase<World = Log> + Pushes<Hit> + Unshifts<Miss>,
{
    log.note("(helps)");
    queue.push(Hit(number));
    queue.unshift(Miss);
    say(queue.common(), "another");
}

impl Phase for Message {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(self.0);
        guard.end()
    }
}

impl Phase for Faint {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note("Faint");
        guard.end()
    }
}

impl Phase for Miss {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note("Miss");
        let mut queue = guard.queue.common();
        queue.push(Message("pushed"));
        queue.defer(Message("deferred"));
        queue.unshift(Message("unshifted"));
        guard.end()
    }

    fn on_end(&mut self, _: &mut Log, queue: &mut Queue<'_, Self>) {
        say(queue.common(), "on end");
    }
}

impl Phase for Hit {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.note(format!("{self:?}"));
        queue_faint(&mut guard.queue);
        if self.0 > 0 {
            queue_another(&mut guard.queue, guard.world, self.0 - 1);
        }
        guard.end()
    }

    fn on_end(&mut self, _: &mut Log, queue: &mut Queue<'_, Self>) {
        queue_faint(queue);
    }
}

#[test]
fn common_phases_stand_where_the_running_phase_would_put_them() {
    let mut play = Play::default();
    play.phases.push(Miss);
    play.phases.push(just("B"));
    play.step();
    play.levels();
    play.run();
    assert_eq!(
        play.told(),
        "Miss [ended] {0: [B, pushed] 1: [deferred] 2: [unshifted, on end]} \
         unshifted on end deferred B B. pushed [idle]"
    );
}

#[test]
fn helpers_queue_for_the_phase_that_calls_them() {
    let mut play = Play::default();
    play.phases.push(Hit(1));
    play.step();
    play.levels();
    play.phases.remove::<Miss>(|_| true);
    play.run();
    assert_eq!(
        play.told(),
        "Hit(1) (helps) [ended] {0: [Hit(0)] 1: [Faint, Faint] 2: [Miss, another]} \
         another Faint Faint Hit(0) Faint Faint [idle]"
    );
}
