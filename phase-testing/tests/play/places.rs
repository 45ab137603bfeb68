//! Where failures are told to be: at the line of the test that calls.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use phase_core::prelude::*;
use phase_testing::Play;

use crate::battle::{
    CommandPhase, DamagePhase, FaintPhase, Field, MovePhase, Order, TurnPhase, new_battle, seat,
};

/// A phase that can't be copied.
#[phase(world = Field, leaf)]
#[derive(Debug)]
struct ProudPhase;

impl Phase for ProudPhase {
    fn start(&mut self, _: EndGuard<'_, Self>) -> Flow<Self> {
        panic!("too proud")
    }
}

type Call = fn(&mut Play<Field>);

/// File and line of the last panic of a thread.
type Heard = Arc<Mutex<Option<(String, u32)>>>;

fn listen(own: ThreadId) -> Heard {
    let heard = Heard::default();
    let place = Arc::clone(&heard);
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if thread::current().id() == own {
            *place.lock().unwrap() = info.location().map(|place| (place.file().to_owned(), place.line()));
        } else {
            hook(info);
        }
    }));
    heard
}

#[test]
fn each_failure_is_told_at_the_line_of_the_test() {
    let calls: Vec<(u32, Call)> = vec![
        (line!(), |play| _ = play.to::<FaintPhase>()),
        (line!(), |play| _ = play.through::<FaintPhase>()),
        (line!(), |play| _ = play.through::<CommandPhase>()),
        (line!(), |play| _ = play.answer::<MovePhaseAsked>(seat(0), 1)),
        (line!(), |play| _ = play.answer::<CommandPhase>(seat(2), Order::Brace)),
        (line!(), |play| _ = play.script([(seat(0), wrong())]).to_rest()),
        (line!(), |play| _ = play.script([(seat(0), wrong())]).to_question()),
        (line!(), |play| _ = play.script([(seat(0), wrong())]).frames(2)),
        (line!(), |play| _ = proud(play).to_question()),
        (line!(), |play| _ = proud(play).to_rest()),
        (line!(), |play| _ = proud(play).frames(1)),
        (line!(), |play| _ = proud(play).branch()),
        (line!(), |play| play.assert_starts(["FaintPhase"])),
        (line!(), |play| play.assert_order(["FaintPhase"])),
        (line!(), |play| play.assert_followed_directly("TurnPhase", "FaintPhase")),
        (line!(), |play| play.assert_followed_directly("FaintPhase", "TurnPhase")),
        (line!(), |play| play.assert_count("TurnPhase", 7)),
        (line!(), |play| play.assert_never::<TurnPhase>()),
        (line!(), |play| play.assert_caused::<CommandPhase, MovePhase>()),
        (line!(), |play| play.assert_caused::<DamagePhase, MovePhase>()),
    ];
    let heard = listen(thread::current().id());
    for (line, call) in calls {
        let mut play = Play::new(new_battle(), Field { hp: [10, 0, 10, 0], ..Field::default() });
        play.to_question();
        catch_unwind(AssertUnwindSafe(|| call(&mut play))).expect_err("it fails");
        let (file, told) = heard.lock().unwrap().take().unwrap();
        assert!(file.ends_with("places.rs"), "line {line}: {file}:{told}");
        assert_eq!(told, line);
        std::mem::forget(play); // something may be left over
    }
}

/// Never asks.
#[phase(world = Field, asks, leaf, clone)]
#[derive(Debug, Clone)]
struct MovePhaseAsked;

impl Asks for MovePhaseAsked {
    type Answer = u8;

    fn answer(&mut self, _: Seat, _: u8, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

fn wrong() -> AnyAnswer {
    AnyAnswer::new(Order::Hit { target: 3, strength: 1 })
}

fn proud(play: &mut Play<Field>) -> &mut Play<Field> {
    play.phases.clear(&mut play.world);
    play.phases.cancel_all(&mut play.world);
    play.phases.push(ProudPhase);
    play
}
