//! Playing a recording again, in parts and as a whole.

use phase_tools::record::DivergenceKind;
use phase_tools::{Recorder, Recording};

use crate::game::{A, Act, B, Kind, World, anew, play_on, recorded};
use crate::random::{Random, game, played, quietly};

#[test]
fn a_recording_that_breaks_off_anywhere() {
    for seed in 0..150 {
        let acts = Random::new(seed).acts(3);
        let text = quietly(|| played(&acts)).to_string();
        for (end, _) in text.match_indices('\n') {
            // It may break off in the middle of a run of which something has come, or of none.
            let is_outcome = |line: Option<&str>| line.is_some_and(|line| line.starts_with(' '));
            let inputs = text[..end].lines().rev().find(|line| !is_outcome(Some(line)));
            let is_amid_run = inputs == Some("run") && is_outcome(text[..end].lines().last());
            if is_outcome(text[end + 1..].lines().next()) && !is_amid_run {
                continue;
            }
            let recording: Recording = text[..end].parse().unwrap();
            let (phases, world) = game(&acts);
            let has_digests = text[..end].contains("\n  world ");
            let replayed = quietly(|| {
                if has_digests {
                    recording.replay_with_digests(phases, world)
                } else {
                    recording.replay(phases, world)
                }
            });
            assert!(replayed.is_ok(), "{}\n{recording}", replayed.unwrap_err());
        }
    }
}

#[test]
fn resuming_at_each_step() {
    let mut reached = 0;
    for seed in 0..150 {
        let acts = Random::new(seed).acts(3);
        let recording = quietly(|| played(&acts));
        for step in 0..=recording.steps() + 2 {
            let (phases, world) = game(&acts);
            let mut resumed = quietly(|| recording.resume_at(step, phases, world)).unwrap();
            let stands = resumed.recording().steps();
            assert_eq!(stands, step.saturating_sub(1).min(recording.steps()), "{step} of\n{recording}");
            reached += 1;
            if step % 7 == 0 {
                quietly(|| play_on(&mut resumed));
            }
            let (phases, world) = game(&acts);
            let again = resumed.recording();
            let replayed = quietly(|| again.replay(phases, world));
            assert!(replayed.is_ok(), "{}\n{again}\n{recording}", replayed.unwrap_err());
        }
    }
    assert!(reached > 1_000);
}

#[test]
fn walking_from_step_to_step() {
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let acts = random.acts(3);
        let recording = quietly(|| played(&acts));
        let (phases, world) = game(&acts);
        let mut walk = recording.walk(phases, world);
        let mut step = 0;
        while !walk.is_over() {
            step += 1 + random.below(3) as u64;
            quietly(|| walk.to(step)).unwrap_or_else(|error| panic!("{error}\n{recording}"));
            let (phases, world) = game(&acts);
            let resumed = quietly(|| recording.resume_at(step, phases, world)).unwrap();
            assert_eq!(format!("{:?}", walk.phases()), format!("{:?}", resumed.phases()));
            assert_eq!(walk.world().answers, resumed.world().answers);
        }
        assert!(step > recording.steps());
    }
}

#[test]
fn other_inputs_from_a_step_on() {
    let mut recorder = recorded([Act::Unshift(Kind::B, vec![Act::Ask(1)]), Act::Ask(1), Act::Ask(1)]);
    play_on(&mut recorder);
    let recording = recorder.recording();
    let answers: Vec<_> =
        recording.lines().filter(|line| line.line.to_string().starts_with("answer")).collect();
    let (phases, world) = anew();
    let mut other = recording.resume_at(answers[1].step, phases, world).unwrap();
    assert_eq!(other.world().answers.len(), 1);
    let seat = phase_core::Seat::Player(0);
    other.answer::<A>(seat, 9).unwrap();
    other.run().unwrap();
    other.answer::<B>(seat, 9).unwrap();
    assert_eq!(other.run().unwrap(), phase_core::RunStatus::Idle);
    assert_eq!(other.world().answers[1..], [9, 9]);
    let (phases, world) = anew();
    let replayed = other.recording().replay(phases, world).unwrap();
    assert_eq!(replayed.world.answers, other.world().answers);
    assert!(replayed.phases.is_empty());
}

#[test]
fn a_difference_in_words() {
    let acts = |deepest| {
        let faint = Act::Unshift(deepest, vec![]);
        vec![Act::Push(Kind::B, vec![Act::Unshift(Kind::C, vec![Act::Defer(Kind::A, vec![faint])])])]
    };
    let recording = played(&acts(Kind::B));
    let (phases, world) = game(&acts(Kind::C));
    let difference = recording.replay(phases, world).unwrap_err();
    expect_test::expect![[r"
        the game differs from its recording at step 5, line 8: another phase
          recorded: `B` starts, unshifted to level 3
                    queued by A, C, B, A
          happened: `C` starts, unshifted to level 3
                    queued by A, C, B, A
        the steps before it, which are the same:
          1. `A` starts on level 0, queued before it was recorded
          2. `B` starts, pushed to level 0
          3. `C` starts, unshifted to level 1
          4. `A` starts, deferred to level 2
        to stand right before it: recording.resume_at(5, phases, world)"]]
    .assert_eq(&difference.to_string());
}

#[test]
fn only_the_last_sixteen_steps_are_shown() {
    let many = |last| {
        let mut acts = vec![Act::Push(Kind::A, vec![]); 30];
        acts.push(Act::Push(last, vec![]));
        acts
    };
    let (phases, world) = game(&many(Kind::B));
    let difference = played(&many(Kind::C)).replay(phases, world).unwrap_err();
    assert_eq!(difference.step(), 32);
    let shown = difference.to_string();
    assert!(
        !shown.contains("\n  15. ") && shown.contains("\n  16. ") && shown.contains("\n  31. "),
        "{shown}"
    );
}

#[test]
fn a_wait_for_a_ticket_that_nobody_ends_again() {
    let mut recorder = recorded([Act::Suspend]);
    recorder.run().unwrap();
    // The host's timer has the ticket: here it is the world that leads to it.
    assert!(recorder.world().tickets[0].end().is_ok());
    recorder.run().unwrap();
    let recording = recorder.recording();
    assert!(recording.to_string().ends_with("run\n  ended A\n  idle\n"), "{recording}");
    let (phases, world) = anew();
    let difference = recording.replay(phases, world).unwrap_err();
    assert_eq!((difference.kind(), difference.step()), (DivergenceKind::Wait, 3), "{difference}");
    // It goes as far as that, and the host has its ticket again.
    let (phases, world) = anew();
    let mut resumed = recording.resume_at(3, phases, world).unwrap();
    assert!(resumed.world().tickets[0].end().is_ok());
    resumed.run().unwrap();
    assert_eq!(resumed.recording(), recording);
}

#[test]
fn a_delivery_that_does_not_come_again() {
    let (mut phases, world) = anew();
    let inbox = phases.inbox();
    let mut recorder = Recorder::new(phases, world);
    inbox.push(A::new([])).unwrap();
    recorder.run().unwrap();
    let recording = recorder.recording();
    assert_eq!(recording.to_string(), "recording 1\nrun\n  delivered A pushed\n  start A pushed 0\n  idle\n");
    let (phases, world) = anew();
    let difference = recording.replay(phases, world).unwrap_err();
    assert_eq!(difference.kind(), DivergenceKind::Delivery, "{difference}");
    let (mut phases, world) = anew();
    phases.inbox().push(A::new([])).unwrap();
    assert!(recording.replay(phases, world).is_ok(), "it comes again");
}

#[test]
fn limits_are_places_to_stop_at() {
    let acts = [Act::Push(Kind::B, vec![]), Act::Push(Kind::B, vec![])];
    let game = |limit| {
        let (mut phases, world) = game(&acts);
        phases.set_start_limit(limit);
        (phases, world)
    };
    let (phases, world) = game(2);
    let mut recorder = Recorder::new(phases, world);
    assert!(recorder.run().is_err());
    recorder.run().unwrap();
    let recording = recorder.recording();
    assert!(recording.to_string().contains("\n  start_limit\n"), "{recording}");
    let (phases, world) = game(2);
    assert!(recording.replay(phases, world).is_ok());
    let (phases, world) = game(1);
    let difference = recording.replay(phases, world).unwrap_err();
    assert_eq!((difference.kind(), difference.step()), (DivergenceKind::EndedEarly, 2), "{difference}");
}

#[test]
fn a_saved_game_that_goes_on() {
    let (mut phases, mut world) = game(&[Act::Ask(2), Act::Wait, Act::Ask(1)]);
    phases.run(&mut world).unwrap();
    phases.answer::<A>(&mut world, phase_core::Seat::Player(0), 1).unwrap();
    let save = serde_json::to_string(&phases).unwrap();
    let load = |save: &str| serde_json::from_str::<phase_core::PhaseManager<World>>(save).unwrap();
    let mut recorder = Recorder::new(load(&save), World::default()).save(&save);
    play_on(&mut recorder);
    let text = recorder.recording().to_string();
    assert!(text.contains("\nsave {\""), "{text}");
    let recording: Recording = text.parse().unwrap();
    let replayed = recording.replay(load(recording.save().unwrap()), World::default()).unwrap();
    assert_eq!(replayed.world.answers, recorder.world().answers);
}

#[test]
fn phases_that_have_to_be_brought_along() {
    let recording = played(&[Act::Ask(1)]);
    let (phases, world) = anew();
    let difference = recording.replay(phases, world).unwrap_err();
    expect_test::expect![[r"
        the game differs from its recording at step 1, line 4: the game ends too early
          recorded: `A` starts on level 0, queued before it was recorded
          happened: nothing is left to do
        the game was recorded with phases queued already, which are not in the recording: bring them along in the manager that it is played in
        there is no step before it
        to stand right before it: recording.resume_at(1, phases, world)"]]
    .assert_eq(&difference.to_string());

    // With another one in their place.
    let (mut phases, world) = anew();
    phases.interrupt(B::new([]));
    let difference = recording.replay(phases, world).unwrap_err();
    assert_eq!(difference.kind(), DivergenceKind::Phase);
    assert!(!difference.to_string().contains("bring them along"), "it is: {difference}");
}
