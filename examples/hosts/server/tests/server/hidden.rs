//! No seat sees what is hidden from it.

use std::time::Duration;

use game_server::drive::{Heard, Player};
use game_server::game::{Opening, SEATS, Table};
use game_server::moment::Moment;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::{How, hear, question, take_first, until_asked};

/// All that is heard until nothing comes any more.
async fn rest(player: &mut Player) -> Vec<Heard> {
    let mut heard = Vec::new();
    while let Ok(next) = timeout(Duration::from_millis(300), hear(player)).await {
        heard.push(next);
    }
    heard
}

#[tokio::test(flavor = "multi_thread")]
async fn how_much_the_other_one_is_asked_can_t_be_seen() {
    let server = How::default().start().await;
    let ([mut one, mut other], _, _, asked) = server.pair().await;
    rest(&mut other).await;
    // Gore goes to one of two foes: this player is asked three times or four, and nothing of it gets out.
    take_first(&mut one, &asked).await;
    let asked = question(&mut one).await;
    assert_eq!(asked.title, "Whom does Oxbow's Gore go to?");
    take_first(&mut one, &asked).await;
    assert!(rest(&mut other).await.is_empty());

    // The number of its own questions is all that a seat knows.
    let asked = until_asked(&mut other, &mut one).await;
    assert_eq!(asked.number, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_other_one_has_picked_can_t_be_seen() {
    let server = How::default().start().await;
    let ([mut one, mut other], _, _, asked) = server.pair().await;
    take_first(&mut one, &asked).await;
    until_asked(&mut other, &mut one).await;
    let seen: Value = serde_json::from_str(&other.last).unwrap();
    let view = &seen["game"]["view"];
    assert_eq!(view["chosen"], json!([]));
    assert!(!other.last.contains("Oxbow: Gore"), "{}", other.last);
    let mut keys: Vec<_> = view.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(keys, ["chosen", "question", "theirs", "turn", "turn_limit", "yours"]);

    let mut seen: Vec<Value> = vec![serde_json::from_str(&one.last).unwrap()];
    while let Ok(Some(_)) = timeout(Duration::from_millis(300), one.hear()).await.unwrap_or(Ok(None)) {
        seen.push(serde_json::from_str(&one.last).unwrap());
    }
    let own = seen.last().unwrap();
    assert_eq!(own["game"]["view"]["question"], Value::Null);
    assert!(own["game"]["view"]["chosen"][0].as_str().unwrap().starts_with("Oxbow: Gore"), "{own}");
}

/// Plays by the first option until both seats are asked at once, which is when both have somebody to send in.
fn both_asked() -> Table {
    for seed in 0..200 {
        let mut table = Table::new(Opening::built_in().unwrap().game(seed));
        let mut verdict = table.begin(Moment(0)).unwrap().verdict;
        while verdict.is_none() {
            if SEATS.into_iter().all(|seat| table.asked(seat).is_some()) {
                return table;
            }
            let seat = SEATS.into_iter().find(|&seat| table.asked(seat).is_some()).unwrap();
            let answer = table.fallback(seat).unwrap().unwrap();
            verdict = table.answer(seat, table.given(seat) + 1, &answer, Moment(0)).unwrap().verdict;
        }
    }
    panic!("there is no such game");
}

#[test]
fn who_is_sent_in_can_t_be_seen_before_both_have_chosen() {
    let mut table = both_asked();
    let text = |table: &Table| serde_json::to_string(&table.view(1).unwrap()).unwrap();
    let before = text(&table);
    let number = table.asked(1);
    let answer = table.fallback(0).unwrap().unwrap();
    table.answer(0, table.given(0) + 1, &answer, Moment(1)).unwrap();
    assert_eq!(text(&table), before);
    assert_eq!(table.asked(1), number);
}

#[test]
fn the_clock_of_a_seat_goes_on_while_the_other_one_answers_the_same_question() {
    let mut table = both_asked();
    let answer = table.fallback(0).unwrap().unwrap();
    table.answer(0, table.given(0) + 1, &answer, Moment(7)).unwrap();
    assert_eq!(table.asked_since(1), Some(Moment(0)));
}
