//! A game that goes wrong ends alone, and its recording is kept.

use std::sync::Arc;

use game_server::drive::{Heard, Player};
use game_server::game::{Opening, play_again, tape};
use game_server::moment::Moment;
use game_server::store::{By, Change, GameId, Given, Recording, Store, StoreError, Stored, Verdict};
use phase_core::prelude::*;
use phase_examples::double_battle::battle::Battle;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{How, Server, confirmed, hear, question};

/// Asks the first seat what is to go wrong.
#[phase(world = Battle, asks, unshifts(LoopPhase, WaitPhase), pushes(PushPhase), save, clone)]
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct TrapPhase {
    is_armed: bool,
}

impl Asks for TrapPhase {
    type Answer = String;

    fn options(&self, _: Seat, _: &Battle) -> Option<Vec<String>> {
        assert!(!self.is_armed, "the options are gone");
        Some(WAYS.iter().map(|(way, _)| (*way).to_owned()).collect())
    }

    fn answer(&mut self, _: Seat, way: String, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        match &*way {
            "nothing" => return guard.ask(),
            "panic" => panic!("the trap has snapped"),
            "fail" => return guard.fail("the trap is rusty"),
            "loop" => guard.unshift(LoopPhase),
            "push" => guard.push(PushPhase),
            "wait" => guard.unshift(WaitPhase),
            "look" => {
                self.is_armed = true;
                return guard.ask();
            }
            "strangers" => {
                guard.world.turn = 99;
                return guard.ask();
            }
            _ => {}
        }
        guard.end()
    }

    fn seats(&self, battle: &Battle) -> Vec<Seat> {
        vec![Seat::Player(if battle.turn == 99 { 7 } else { 0 })]
    }
}

/// Sets itself off.
#[phase(world = Battle, unshifts(LoopPhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct LoopPhase;

impl Phase for LoopPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift(Self);
        guard.end()
    }
}

/// Pushes itself again.
#[phase(world = Battle, pushes(PushPhase), save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct PushPhase;

impl Phase for PushPhase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.push(Self);
        guard.end()
    }
}

/// Waits for frames that nobody gives it.
#[phase(world = Battle, leaf, save, clone)]
#[derive(Debug, Clone, Serialize, Deserialize)]
struct WaitPhase;

impl Phase for WaitPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

impl Waits for WaitPhase {
    fn update(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.wait()
    }
}

const WAYS: &[(&str, &str)] = &[
    ("nothing", ""),
    ("panic", "it panicked: the trap has snapped"),
    ("fail", "the trap is rusty"),
    ("loop", "set off through more than 1000 others"),
    ("push", "more than 10000 phases in one run"),
    ("wait", "it waits for something that is no answer"),
    ("strangers", "it asks somebody who has no seat"),
    ("look", "the options are gone"),
];

fn trapped() -> How {
    let opening = Opening::by(|seed| {
        let mut game = Opening::built_in().unwrap().game(seed);
        game.phases = PhaseManager::new();
        game.phases.push(TrapPhase::default());
        game
    });
    How { opening, ..How::default() }
}

async fn spring(server: &Server, way: &str) -> (Player, GameId, [String; 2]) {
    let ([mut one, _], game, keys, _) = server.pair().await;
    for (number, way) in [(1, "nothing"), (2, way)] {
        one.send(format!(r#"{{"answer": {{"number": {number}, "answer": "{way}"}}}}"#)).await.unwrap();
        confirmed(&mut one, number).await;
        if number == 1 {
            question(&mut one).await;
        }
    }
    (one, game, keys)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_goes_wrong_ends_alone() {
    let server = trapped().start().await;
    let ([mut bystander, _other], ..) = server.pair().await;
    for (way, why) in WAYS.iter().filter(|(_, why)| !why.is_empty()) {
        let (mut one, game, keys) = spring(&server, way).await;
        match hear(&mut one).await {
            Heard::Over { result } => assert_eq!(result, "broken", "{way}"),
            other => panic!("{way}: {other:?}"),
        }
        // What went wrong inside is not told to anybody outside.
        assert!(!one.last.contains(why), "{}", one.last);
        assert!(!server.player().await.sit(game, &keys[1]).await.unwrap());

        // Its recording is kept, with the answer that it broke by; played again it breaks in the same way.
        let recording = server.recording(game);
        let Some(Verdict::Broken(kept)) = recording.header.end.as_ref().map(|end| &end.verdict) else {
            panic!("{way}: {:?}", recording.header.end);
        };
        assert!(kept.contains(why), "{way}: {kept}");
        assert_eq!(recording.answers.last().unwrap().answer.get(), format!("\"{way}\""));
        assert_eq!(recording.to_string().lines().count(), 5);
        let again = play_again(&recording, |table| drop(table.view(0)));
        assert_eq!(again.unwrap_err().to_string(), *kept);
        let tape = tape(&recording).unwrap().to_string();
        assert!(tape.contains(&format!("answer player 0 \"{way}\"")), "{tape}");
    }
    bystander.send(r#"{"answer": {"number": 1, "answer": "nothing"}}"#).await.unwrap();
    confirmed(&mut bystander, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_can_t_be_loaded_ends_alone() {
    let server = How::default().start().await;
    let (_players, broken, _, asked) = server.pair().await;
    let ([mut one, _other], whole, keys, _) = server.pair().await;
    crate::take_first(&mut one, &asked).await;
    let store = server.crash().await;
    let answer = RawValue::from_string("\"Landslide\"".into()).unwrap();
    let given = Given { seat: 0, by: By::Player, at: Moment::now(), answer };
    store.commit(&[Change::Answer { game: broken, index: 0, given }]).unwrap();

    let server = How { store: Arc::clone(&store), ..How::default() }.start().await;
    assert!(matches!(server.recording(broken).header.end.unwrap().verdict, Verdict::Broken(_)));
    let mut one = server.player().await;
    assert!(one.sit(whole, &keys[0]).await.unwrap());
    assert_eq!(question(&mut one).await.number, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_save_is_damaged_goes_on_by_its_answers() {
    let server = How::default().start().await;
    let ([mut one, _other], game, keys, asked) = server.pair().await;
    crate::take_first(&mut one, &asked).await;
    let mut store = server.crash().await;
    for save in ["{}", "", "not even JSON"] {
        store.commit(&[Change::Save { game, after: 1, save: save.into() }]).unwrap();
        let server = How { store, ..How::default() }.start().await;
        let mut one = server.player().await;
        assert!(one.sit(game, &keys[0]).await.unwrap(), "{save}");
        assert_eq!(question(&mut one).await.number, 2, "{save}");
        store = server.crash().await;
    }
}

/// A store in which one game can't be read.
#[derive(Debug)]
struct OneUnreadable(Arc<dyn Store>, GameId);

impl Store for OneUnreadable {
    fn commit(&self, changes: &[Change]) -> Result<(), StoreError> {
        self.0.commit(changes)
    }
    fn unfinished(&self) -> Result<Vec<GameId>, StoreError> {
        self.0.unfinished()
    }
    fn load(&self, game: GameId) -> Result<Option<Stored>, StoreError> {
        if game == self.1 { Err(StoreError::new("an answer is missing")) } else { self.0.load(game) }
    }
    fn recording(&self, game: GameId) -> Result<Option<Recording>, StoreError> {
        self.0.recording(game)
    }
    fn last_game(&self) -> Result<GameId, StoreError> {
        self.0.last_game()
    }
    fn forget(&self, before: Moment) -> Result<usize, StoreError> {
        self.0.forget(before)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_can_t_be_read_keeps_nobody_else_from_playing() {
    let server = How::default().start().await;
    let (_players, unreadable, lost_keys, _) = server.pair().await;
    let (_others, whole, keys, _) = server.pair().await;
    let kept = server.crash().await;

    let store = Arc::new(OneUnreadable(Arc::clone(&kept), unreadable));
    let server = How { store, ..How::default() }.start().await;
    let mut one = server.player().await;
    assert!(one.sit(whole, &keys[0]).await.unwrap());
    let asked = question(&mut one).await;
    crate::take_first(&mut one, &asked).await;

    // Whoever comes to it is told, and what is kept of it is as it was.
    let mut lost = server.player().await;
    assert!(lost.sit(unreadable, &lost_keys[0]).await.is_err());
    assert!(lost.last.contains("this game can't be read any more"), "{}", lost.last);
    assert!(kept.load(unreadable).unwrap().unwrap().header.end.is_none());
}
