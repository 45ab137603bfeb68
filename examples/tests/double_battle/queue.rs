//! What the game does with moves that are queued.

use phase_examples::double_battle::battle::Battle;
use phase_examples::double_battle::dice::Dice;
use phase_examples::double_battle::phases::TurnEndPhase;

use crate::small::{ASH_FELLS_QUARTZ, QUARTZ, battle, play_turns, told_in_turn};

/// Those who set out to do something, in that order.
fn movers(said: &[String]) -> Vec<&str> {
    let mover = |line| [" uses ", " repeats "].iter().find_map(|verb| str::split_once(line, verb));
    said.iter().filter_map(|line| Some(mover(line)?.0)).collect()
}

const ALL_SLAM: &str = "{ creature = \"Slate\", move = \"Slam\", target = \"Birch\" }, \
    { creature = \"Birch\", move = \"Slam\", target = \"Slate\" }, \
    { creature = \"Quartz\", move = \"Slam\", target = \"Birch\" }, \
    { creature = \"Ash\", move = \"Slam\", target = \"Slate\" }";

#[test]
fn fastest_goes_first_however_the_orders_come() {
    assert_eq!(movers(&told_in_turn(1, battle(&[], &[ALL_SLAM]))), ["Ash", "Quartz", "Birch", "Slate"]);
}

#[test]
fn change_of_speed_counts_at_once() {
    let orders = "{ creature = \"Ash\", move = \"Slam\", target = \"Quartz\" }, \
        { creature = \"Quartz\", move = \"Slam\", target = \"Ash\" }, \
        { creature = \"Birch\", move = \"Slam\", target = \"Slate\" }";
    let mire = [("power = 50", "power = 5\nstats = { speed = -1 }"), ("hp = 20", "hp = 90")];
    assert_eq!(movers(&told_in_turn(1, battle(&mire[1..], &[orders]))), ["Ash", "Quartz", "Birch"]);
    assert_eq!(movers(&told_in_turn(1, battle(&mire, &[orders]))), ["Ash", "Birch", "Quartz"]);
}

#[test]
fn equals_go_by_the_dice() {
    let equal = [("speed = 90", "speed = 70")];
    let second = |seed| {
        let battle = Battle { dice: Dice::new(seed), ..battle(&equal, &[ALL_SLAM]) };
        let said = told_in_turn(1, battle);
        let movers = movers(&said);
        assert_eq!((movers[0], movers[3]), ("Quartz", "Slate"));
        movers[1].to_owned()
    };
    let seconds: Vec<String> = (0..20).map(second).collect();
    assert!(seconds.contains(&"Ash".to_owned()) && seconds.contains(&"Birch".to_owned()), "{seconds:?}");
}

#[test]
fn end_of_the_turn_comes_also_when_the_last_move_is_taken_out() {
    let quartz = "{ creature = \"Quartz\", move = \"Slam\", target = \"Ash\" }";
    let play = play_turns(1, battle(&[], &[&format!("{ASH_FELLS_QUARTZ}, {quartz}"), ""]));
    play.assert_order(["MovePhase(A)", "FaintPhase(B)", "TurnEndPhase", "SwitchInPhase"]);
    play.assert_count("MovePhase(B)", 0);
    assert_eq!(play.world.standing().count(), 4, "Topaz has come in for Quartz");
}

#[test]
fn second_wind_keeps_a_creature_and_its_move_once() {
    let wind = ("hp = 20", "hp = 20\nsecond-wind = 50");
    let quartz = "{ creature = \"Quartz\", move = \"Slam\", target = \"Ash\" }";
    let orders = format!("{ASH_FELLS_QUARTZ}, {quartz}");
    assert_eq!(
        told_in_turn(1, battle(&[wind], &[&orders])),
        [
            "Ash uses Slam on Quartz",
            "Quartz loses",
            "Quartz falls, but gets its second wind",
            "Quartz uses Slam on Ash",
            "Ash loses",
        ]
    );
    let mut play = play_turns(1, battle(&[wind], &[&orders, &orders, ""]));
    assert_eq!(play.world[QUARTZ].hp, 10);
    play.through::<TurnEndPhase>();
    assert!(!play.world.standing().any(|battler| battler == QUARTZ));
}

/// Ash sings, and both Birch and Quartz can repeat it.
const SONG: [(&str, &str); 3] = [
    ("target = \"foes\"\npower = 50", "target = \"foes\"\npower = 50\nsong = true"),
    ("speed = 70\n", "speed = 70\nability = \"Mockingbird\"\n"),
    ("speed = 80\n", "speed = 80\nability = \"Mockingbird\"\n"),
];

const ASH_SINGS: &str = "{ creature = \"Ash\", move = \"Flood\" }";

#[test]
fn song_is_repeated_by_the_faster_first_and_by_nobody_else() {
    let tough = ("hp = 20", "hp = 90");
    let said = told_in_turn(1, battle(&[&SONG[..], &[tough]].concat(), &[ASH_SINGS]));
    assert_eq!(movers(&said), ["Ash", "Quartz", "Birch"]);
    let quiet = told_in_turn(1, battle(&[&SONG[1..], &[tough]].concat(), &[ASH_SINGS]));
    assert_eq!(movers(&quiet), ["Ash"]);
}

#[test]
fn who_falls_to_a_song_does_not_repeat_it() {
    assert_eq!(movers(&told_in_turn(1, battle(&SONG, &[ASH_SINGS]))), ["Ash", "Birch"]);
}

#[test]
fn who_falls_to_an_echo_does_not_repeat_the_song() {
    let frail = ("name = \"Birch\"\nhp = 90", "name = \"Birch\"\nhp = 9");
    let tough = ("hp = 20", "hp = 90");
    let said = told_in_turn(1, battle(&[&SONG[..], &[frail, tough]].concat(), &[ASH_SINGS]));
    assert_eq!(movers(&said), ["Ash", "Quartz"]);
    assert!(said.contains(&"Birch faints!".to_owned()));
}

#[test]
fn call_goes_before_priority_and_finds_no_move_that_is_over() {
    let call = ("heal = 50", "priority = 1\ncall = true");
    let birch_calls = "{ creature = \"Birch\", move = \"Salve\" }, \
        { creature = \"Quartz\", move = \"Flood\" }, { creature = \"Ash\", move = \"Slam\", target = \"Slate\" }";
    let slow_ash = ("speed = 90", "speed = 9");
    let said = told_in_turn(1, battle(&[call, slow_ash], &[birch_calls]));
    assert_eq!(movers(&said), ["Birch", "Ash", "Quartz"]);
    assert_eq!(said[1], "Ash is called to move next");

    let late = ("heal = 50", "priority = -1\ncall = true");
    let said = told_in_turn(1, battle(&[late], &[birch_calls]));
    assert_eq!(movers(&said), ["Ash", "Quartz", "Birch"]);
    assert_eq!(said.last().unwrap(), "Ash is called, but has no move left to make");
}
