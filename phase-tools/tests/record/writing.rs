//! What is written.

use expect_test::{Expect, expect};
use phase_tools::{Recorder, Recording};

use crate::game::{A, Act, B, C, Kind, World, anew, play_on, recorded};

/// What stands in the recording, which reads back as it is and plays again.
fn check(recorder: &Recorder<World>, text: &Expect) {
    let recording = recorder.recording();
    let shown = recording.to_string();
    text.assert_eq(&shown);
    let again: Recording = shown.parse().unwrap();
    assert_eq!(again, recording);
    assert_eq!(again.to_string(), shown);
    let (phases, world) = anew();
    again.replay(phases, world).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn a_game_with_a_bit_of_everything() {
    let mut recorder = recorded([
        Act::Unshift(Kind::B, vec![Act::Defer(Kind::C, vec![Act::Wait, Act::Wait, Act::Wait]), Act::Ask(2)]),
        Act::Push(Kind::A, vec![Act::Halt, Act::Fail]),
    ]);
    play_on(&mut recorder);
    check(
        &recorder,
        &expect![[r#"
        recording 1
        push A {"acts":[{"Unshift":["B",[{"Defer":["C",["Wait","Wait","Wait"]]},{"Ask":2}]]},{"Push":["A",["Halt","Fail"]]}]}
        run
          start A pushed 0
          start B unshifted 1 by -1
          asks B 1 player 0 player 1
        answer player 0 1
          asks B 1 player 1
        run
        answer player 1 2
          ended B
        run
          start C deferred 2 by -1
          waits C
        run 2
        run
          ended C
          start A pushed 0 by -3
          failed
        run
          halted
        run
          idle
    "#]],
    );
}

#[test]
fn what_the_host_does() {
    let mut recorder = recorded([Act::Wait, Act::Wait]).version("1.2").seed("a \"seed\"\nof two lines");
    recorder.note("begins");
    recorder.run().unwrap();
    recorder.interrupt(B::new([Act::Ask(1)])).unwrap();
    recorder.run().unwrap();
    let parked = recorder.phases().parked().next().unwrap().id();
    recorder.time_out().unwrap();
    recorder.interrupt(C::new([Act::Wait, Act::Unshift(Kind::A, vec![])])).unwrap();
    recorder.step().unwrap();
    assert!(recorder.cancel_parked(parked));
    recorder.unshift(A::new([])).unwrap();
    recorder.defer(A::new([])).unwrap();
    recorder.cancel();
    recorder.step().unwrap();
    recorder.note("is over\nby now");
    recorder.push(B::new([Act::Wait])).unwrap();
    recorder.step().unwrap();
    recorder.step().unwrap();
    recorder.cancel_tree();
    recorder.clear();
    recorder.finish();
    recorder.cancel_all();
    recorder.run().unwrap();
    check(
        &recorder,
        &expect![[r#"
        recording 1
        version "1.2"
        seed "a \"seed\"\nof two lines"
        push A {"acts":["Wait","Wait"]}
        # begins
        run
          start A pushed 0
          waits A
        interrupt B {"acts":[{"Ask":1}]}
        run
          start B interrupting 1
          asks B 1 player 0
        time_out
          fallback player 0
          ended B
        interrupt C {"acts":["Wait",{"Unshift":["A",[]]}]}
        step
          start C interrupting 2
          waits C
        cancel_parked 0
          cancelled A
        unshift A {"acts":[]}
        defer A {"acts":[]}
        cancel
          cancelled C
        step
          start A unshifted 4
        # is over
        # by now
        push B {"acts":["Wait"]}
        step
          start A deferred 3
        step
          start B pushed 0
          waits B
        cancel_tree
          cancelled B
        clear
        finish
        cancel_all
        run
          idle
    "#]],
    );
}
