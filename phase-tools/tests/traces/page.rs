//! The trace as a page. What it looks like, and what it does, `.ci/timeline-browser-check` sees to.

use expect_test::expect;
use html5gum::emitters::default::DefaultEmitter;
use html5gum::{Token, Tokenizer};
use phase_tools::Trace;
use serde_json::Value;

use crate::play::{Game, act, just, suspends, waits};
use crate::random;

/// The elements of a page, and what its scripts hold.
struct Page {
    elements: Vec<String>,
    scripts: Vec<String>,
    data: Value,
}

fn page(trace: &Trace) -> Page {
    let html = trace.to_html();
    let (mut elements, mut scripts) = (Vec::new(), Vec::new());
    let mut is_script = false;
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    for Ok(token) in Tokenizer::new_with_emitter(html.as_str(), emitter) {
        match token {
            Token::StartTag(tag) => {
                let name = String::from_utf8(tag.name.0.clone()).unwrap();
                is_script = name == "script";
                if is_script {
                    scripts.push(String::new());
                }
                for (attribute, value) in &tag.attributes {
                    let value = String::from_utf8_lossy(value).into_owned();
                    let attribute = String::from_utf8_lossy(attribute).into_owned();
                    let leads_out = matches!(attribute.as_str(), "src" | "href") && !value.starts_with('#');
                    assert!(!leads_out && !attribute.starts_with("on"), "{name} {attribute}={value}");
                }
                elements.push(name);
            }
            Token::EndTag(_) => is_script = false,
            Token::String(text) if is_script => {
                scripts.last_mut().unwrap().push_str(std::str::from_utf8(&text).unwrap());
            }
            Token::Error(error) => panic!("{error:?}"),
            _ => {}
        }
    }
    let data = serde_json::from_str(&scripts[0]).expect("the first script is the data");
    Page { elements, scripts, data }
}

#[test]
fn it_holds_all_that_happened() {
    let mut game = Game::of([act("A", |mut guard| {
        guard.unshift(waits("W", 2));
        guard.defer(suspends("S"));
        guard.push(act("F", |guard| guard.fail("no")));
        guard.push(just("D"));
        guard.end()
    })]);
    game.run();
    game.run();
    game.run();
    game.tickets.pop().unwrap().end().unwrap();
    game.run();
    game.phases.clear(&mut game.tickets);
    let data = page(&game.trace).data;
    let word =
        |place: &Value| data["words"][usize::try_from(place.as_i64().unwrap()).unwrap()].as_str().unwrap();
    let line = |phase: &Value| {
        let story: Vec<_> = phase[14].as_array().unwrap().chunks(3).map(|part| word(&part[1])).collect();
        let numbers: Vec<_> = (6..13).map(|place| phase[place].to_string()).collect();
        let [id, level, rests] = [&phase[0], &phase[4], &phase[13]];
        let (name, debug) = (word(&phase[2]), if phase[3] == -1 { "" } else { word(&phase[3]) });
        format!(
            "{id}. {name} {debug} on {level}, {} {} {rests} {}",
            word(&phase[5]),
            numbers.join(" "),
            story.join(", ")
        )
    };
    let lines: Vec<_> = data["phases"].as_array().unwrap().iter().map(line).collect();
    expect![[r"
        1. Act A on 0, pushed by the host -1 -1 1 1 2 7 1 [] started, ended
        2. Act W on 2, unshifted 0 0 2 2 5 5 1 [0,3,5] started, waited, was updated, ended
        3. Act S on 1, deferred 0 0 2 5 7 7 1 [1,6,7] started, was suspended, ended
        4. Act F on 0, pushed 0 -1 2 7 8 8 3 [] started, failed (phase `F` failed in `start`)
        5. Act D on 0, pushed 0 -1 2 0 8 8 6 [] was dropped: the tree was cleared"]]
    .assert_eq(&lines.join("\n"));
    expect!["8 17 0"].assert_eq(&format!("{} {} {}", data["end"], data["events"], data["dropped"]));
}

#[test]
fn texts_can_do_nothing() {
    const HOSTILE: &str = "</script><script>alert(1)</script><!--<script>{}\"'\\&amp;\u{2028}😀";
    let plain = page(&Game::of([just("A")]).trace);
    let mut game = Game::of([just(HOSTILE)]);
    game.run();
    let hostile = page(&game.trace);
    assert_eq!(hostile.elements, plain.elements);
    assert_eq!(hostile.scripts[1], plain.scripts[1], "the code is the same");
    assert!(hostile.data["words"].as_array().unwrap().contains(&HOSTILE.into()));
}

#[test]
fn it_asks_nothing_of_a_network() {
    let html = Trace::new().to_html();
    assert!(html.contains("content=\"default-src 'none';"));
    for word in ["http:", "https:", "url(", "@import", "fetch(", "eval(", "innerHTML"] {
        assert!(!html.contains(word), "{word}");
    }
}

#[test]
fn random_games() {
    for seed in 0..60 {
        let game = random::played(Trace::new(), seed, 25);
        let data = page(&game.trace).data;
        let phases = data["phases"].as_array().unwrap();
        for (place, phase) in (0..).zip(phases) {
            let number = |at: usize| phase[at].as_i64().unwrap();
            assert!(number(6) < place && number(7) < place, "seed {seed}: what queues comes first");
            assert!(number(7) == -1 || number(7) == number(6), "seed {seed}: what sets off queues");
            assert!(number(9) <= number(11) && number(10) <= number(11), "seed {seed}");
            for rest in phase[13].as_array().unwrap().chunks(3) {
                let (from, to) = (rest[1].as_i64().unwrap(), rest[2].as_i64().unwrap());
                assert!(number(9) < from && from < to && to <= number(11), "seed {seed}: {phase}");
            }
        }
        assert_eq!(game.trace.to_html(), random::played(Trace::new(), seed, 25).trace.to_html());
    }
}
