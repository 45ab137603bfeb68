//! Whoever does not answer in time is answered for, also after the server was gone.

use std::sync::Arc;
use std::time::Duration;

use game_server::drive::Heard;
use game_server::game::tape;
use game_server::hall::Settings;
use game_server::moment::Moment;
use game_server::store::{Against, By, Change, Given, Verdict};
use phase_examples::double_battle::game::Game;
use serde_json::value::RawValue;

use crate::{How, hear, question, refusal};

fn hurried(time: Duration) -> How {
    let how = How::default();
    let settings = Settings { time, grace: Duration::ZERO, ..how.settings };
    How { settings, ..how }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_answer_in_time_is_answered_for() {
    let server = hurried(Duration::from_millis(300)).start().await;
    let ([mut one, _other], game, _, asked) = server.pair().await;
    let next = question(&mut one).await;
    assert_eq!(next.number, 2);
    let answers = server.recording(game).answers;
    assert_eq!((answers[0].by, answers[0].seat), (By::Clock, 0));
    assert_eq!(answers[0].answer.get(), asked.options[0].answer.get());
    one.answer(1, &asked.options[0].answer).await.unwrap();
    assert_eq!(refusal(&mut one).await, "question 1 has been answered already");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_nobody_plays_comes_to_its_end() {
    let server = hurried(Duration::from_millis(1)).start().await;
    let ([mut one, _other], ..) = server.pair().await;
    while !matches!(hear(&mut one).await, Heard::Over { .. }) {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_game_is_saved_on_the_way() {
    let server = hurried(Duration::from_millis(1)).start().await;
    let ([mut one, _other], game, ..) = server.pair().await;
    let mut saved = 0;
    // Before the last message there is a save, whenever one looks.
    while !matches!(hear(&mut one).await, Heard::Over { .. }) {
        let stored = server.store.load(game).unwrap().unwrap();
        assert!(stored.answers.len() < 16 || stored.header.end.is_some(), "{}", stored.answers.len());
        saved = saved.max(stored.after);
    }
    assert_eq!(saved, 16 * (saved / 16));
    assert!(saved > 0);

    // Played again with the tools of the library, it is the same game to the end.
    let tape = tape(&server.recording(game)).unwrap();
    let Game { phases, battle, .. } = serde_json::from_str(tape.save().unwrap()).unwrap();
    let replayed = tape.replay(phases, battle).unwrap();
    assert!(replayed.world.outcome.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn deadlines_survive_a_restart() {
    // Nobody is late while the server has so much time to give.
    let server = How::default().start().await;
    let (_players, late, ..) = server.pair().await;
    let ([_one, _other], early, early_keys, asked) = server.pair().await;
    let store = server.crash().await;

    // One of the questions was asked an hour ago, by what the store says of it.
    let mut header = store.load(late).unwrap().unwrap().header;
    header.began = Some(Moment::now().before(Duration::from_hours(1)));
    store.commit(&[Change::Header { game: late, header }]).unwrap();
    let server = How { store: Arc::clone(&store), ..hurried(Duration::from_mins(30)) }.start().await;
    while store.load(late).unwrap().unwrap().answers.is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(store.load(late).unwrap().unwrap().answers[0].by, By::Clock);
    assert!(store.load(early).unwrap().unwrap().answers.is_empty());

    // The time that has gone by before the restart counts.
    let mut one = server.player().await;
    assert!(one.sit(early, &early_keys[0]).await.unwrap());
    match hear(&mut one).await {
        Heard::Game { left: Some(left), .. } => assert!(left < 30 * 60 * 1000, "{left}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(asked.number, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_follows_from_the_last_answer_that_was_kept() {
    let server = How::default().start().await;
    let (_players, game, _, asked) = server.pair().await;
    let store = server.crash().await;
    let at = Moment::now().before(Duration::from_hours(1));
    let answer = RawValue::from_string(asked.options[0].answer.get().to_owned()).unwrap();
    let given = Given { seat: 0, by: By::Player, at, answer };
    store.commit(&[Change::Answer { game, index: 0, given }]).unwrap();
    let server = How { store: Arc::clone(&store), ..hurried(Duration::from_mins(30)) }.start().await;
    while store.load(game).unwrap().unwrap().answers.len() < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(server.recording(game).answers[1].by, By::Clock);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart_everybody_has_a_moment() {
    let server = How::default().start().await;
    let ([_one, _other], game, keys, _) = server.pair().await;
    let store = server.crash().await;
    let mut header = store.load(game).unwrap().unwrap().header;
    header.began = Some(Moment(0));
    store.commit(&[Change::Header { game, header }]).unwrap();
    let how = How { store, ..How::default() };
    let settings = Settings { grace: Duration::from_mins(10), ..how.settings };
    let server = How { settings, ..how }.start().await;
    let mut one = server.player().await;
    assert!(one.sit(game, &keys[0]).await.unwrap());
    match hear(&mut one).await {
        Heard::Game { left: Some(left), .. } => assert!(left > 60_000, "{left}"),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_nobody_comes_to_is_given_up() {
    let how = How::default();
    let settings = Settings { patience: Duration::from_millis(200), grace: Duration::ZERO, ..how.settings };
    let server = How { settings, ..how }.start().await;
    let mut one = server.player().await;
    let (game, ..) = one.open(Against::Player).await.unwrap();
    while !matches!(hear(&mut one).await, Heard::Over { .. }) {}
    assert_eq!(server.recording(game).header.end.unwrap().verdict, Verdict::Deserted);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ai_plays_to_the_end() {
    let server = How::default().start().await;
    let mut one = server.player().await;
    let (game, ..) = one.open(Against::Ai).await.unwrap();
    loop {
        match hear(&mut one).await {
            Heard::Game { view, .. } => {
                if let Some(asked) = view.question {
                    one.answer(asked.number, &asked.options[0].answer).await.unwrap();
                }
            }
            Heard::Taken { .. } => {}
            Heard::Over { result } => {
                assert!(["won", "lost", "drawn"].contains(&&*result), "{result}");
                break;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(server.recording(game).answers.iter().any(|given| given.by == By::Ai && given.seat == 1));
}
