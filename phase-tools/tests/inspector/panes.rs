//! What is on the screen.
#![allow(clippy::needless_raw_string_hashes, reason = "written by the tests")]

use expect_test::expect;
use phase_core::prelude::*;
use phase_tools::Inspector;

use crate::game::{assert_shows, begin, inspector, screen};

/// The screen without the numbers on memory, which are those of one machine.
fn shown(inspector: &mut Inspector<crate::game::Battle>, width: u16, height: u16) -> String {
    let screen = inspector.screen(width, height).to_string();
    let (top, rest) = screen.split_once('\n').unwrap();
    let top = top.split("past ").next().unwrap().trim_end();
    format!("{top}\n{rest}")
}

#[test]
fn everything_at_80_by_24() {
    let mut inspector = inspector();
    inspector.press("Q1ll");
    expect![[r#"
         moment 5 │ stands
        ━┫Levels┣━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ─ Phase 4: starts next ──────────────────
        level 0                                MovePhase { user: 0, command: Strike }
        ▶ MovePhase { user: 0, command: Strik… set off by CommandPhase
                                                      by TurnPhase


                                               ─ World: +1 -1 ──────────────────────────
                                                 Battle {
        ─ Events ─────────────────────────────   hp: [
            1 MovePhase pushed by TurnPhase    -   10,
              TurnPhase ended                  +   6,
            2  CommandPhase started                10,
               CommandPhase asked question 1     ],
            3  CommandPhase was answered Stri…   turn: 1,
              MovePhase pushed by CommandPhase   said: [],
               CommandPhase ended              ─ Output ────────────────────────────────
            4 MovePhase { user: 1, command: S…   Turn 1
               DamagePhase unshifted by MoveP… ▶ battler 0 loses 4
              MovePhase ended
        ▶   5  DamagePhase(0, 4) started
        ▶      DamagePhase ended
        DamagePhase has ended
        ? help  q quit  l step  o over  h back  Space run  Q question  t to phase
    "#]]
    .assert_eq(&shown(&mut inspector, 80, 24));
}

#[test]
fn a_question_at_120_by_30() {
    let mut inspector = inspector();
    inspector.press("Q");
    expect![[r#"
         moment 2 │ stands
        ─ Levels ────────────────────────────── ─ Events ─────────────────────────────────── ─ World ───────────────────────────
        ● CommandPhase                              1 TurnPhase queued as nothing was left     Battle {
        level 0                                       TurnPhase started                          hp: [
        ▶ MovePhase { user: 1, command: Strike…        CommandPhase unshifted by TurnPhase         10,
                                                      MovePhase pushed by TurnPhase                10,
                                                      TurnPhase ended                            ],
                                                ▶   2  CommandPhase started                      turn: 1,
                                                ▶      CommandPhase asked question 1             said: [],
                                                                                               }





        ━┫Phase 2: asks question 1┣━━━━━━━━━━━━
        CommandPhase
        set off by TurnPhase                    ─ Output ───────────────────────────────────
        player 0 answers:                         Turn 1
          1  Strike
          2  Rest
          3  Trip






        CommandPhase asks
        ? help  q quit  a pick  Enter answer  l step  h back  Space run  Q question  w why  Tab pane  r branches  b break
    "#]].assert_eq(&shown(&mut inspector, 120, 30));
}

#[test]
fn a_narrow_screen_has_one_pane_and_the_phase() {
    let mut inspector = inspector();
    inspector.press("Q3<Tab><Tab>");
    expect![[r#"
         moment 3 │ stands
         1 Levels  2 Phase  3[Events] 4 World  5 Output
        ─ Phase 3: starts next ───────────────────────────
        MovePhase { user: 1, command: Strike }
        set off by TurnPhase


        ━┫Events┣━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
            1 TurnPhase queued as nothing was left
              TurnPhase started
               CommandPhase unshifted by TurnPhase
              MovePhase pushed by TurnPhase
              TurnPhase ended
            2  CommandPhase started
               CommandPhase asked question 1
        ▶   3  CommandPhase was answered Trip by player 0
        ▶     MovePhase pushed by CommandPhase
        ▶      CommandPhase ended
        CommandPhase has ended
        ? help  q quit  l step  o over  h back
    "#]]
    .assert_eq(&shown(&mut inspector, 50, 20));
}

#[test]
fn a_small_screen_says_how_to_quit() {
    for keys in ["", "Q", "Q3"] {
        let mut inspector = inspector();
        inspector.press(keys);
        for (width, height) in [(80, 24), (50, 15), (20, 5)] {
            let screen = shown(&mut inspector, width, height);
            assert!(screen.contains("? help  q quit"), "{screen}");
        }
    }
}

#[test]
fn a_narrow_screen_numbers_its_panes_only_where_a_number_goes_to_one() {
    let mut inspector = inspector();
    assert!(shown(&mut inspector, 50, 15).contains("1[Levels]"));
    inspector.press("Q");
    let asked = shown(&mut inspector, 50, 15);
    assert!(asked.contains("Levels  [Phase]  Events"), "{asked}");
    inspector.press("3");
    assert!(shown(&mut inspector, 50, 15).contains("1[Levels]"));
}

#[test]
fn tiny_screens_and_huge_ones_do_not_fail() {
    let mut inspector = inspector();
    inspector.press("Q1ll");
    for popup in ["", "?", "<Esc>w", "<Esc>r", "<Esc>B", "<Esc>t"] {
        inspector.press(popup);
        for width in [0, 1, 5, 13, 29, 47, 71, 113] {
            for height in [0, 1, 2, 3, 7, 11, 19] {
                let _ = inspector.screen(width, height);
            }
        }
        let _ = inspector.screen(400, 200);
    }
}

#[test]
fn levels_fold_and_unfold_and_the_next_phase_shows() {
    let mut inspector = long_level();
    let folded = screen(&mut inspector);
    assert!(folded.contains("level 0: 20") && folded.contains("… 14 more"), "{folded}");
    assert!(folded.contains("▶ BeadPhase(0)"), "{folded}");
    inspector.press("u");
    let unfolded = screen(&mut inspector);
    assert!(unfolded.contains("BeadPhase(15)") && !unfolded.contains("more"), "{unfolded}");
}

#[phase(world = u32, leaf, clone)]
#[derive(Debug, Clone)]
struct BeadPhase(#[expect(dead_code, reason = "shown")] u32);

impl Phase for BeadPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        *guard.world += 1;
        guard.end()
    }
}

fn long_level() -> Inspector<u32> {
    let mut phases = PhaseManager::new();
    for bead in 0..20 {
        phases.push(BeadPhase(bead));
    }
    Inspector::new(phases, 0)
}

#[test]
fn the_picture_has_every_word_of_the_screen() {
    let mut inspector = inspector();
    inspector.press("Q1l");
    let screen = inspector.screen(80, 24);
    let picture = screen.to_svg();
    let document = roxmltree::Document::parse(&picture).unwrap();
    let text: String = document.descendants().filter_map(|node| node.text()).collect();
    for word in screen.to_string().split_whitespace() {
        assert!(text.contains(word), "{word}");
    }
}

#[test]
fn the_output_has_no_commands_for_the_terminal_in_it() {
    let mut inspector = inspector();
    inspector.press("Q1lll");
    let screen = screen(&mut inspector);
    assert!(screen.contains("battler 0 loses 4") && !screen.contains("[31m"), "{screen}");
}

#[test]
fn control_with_a_letter_is_not_the_letter() {
    let mut inspector = inspector();
    inspector.press("<Ctrl-l><Ctrl-n><Ctrl-e><Ctrl-s>");
    assert_shows(&mut inspector, &["moment 0 "]);
    inspector.press("tDama<Ctrl-w><Ctrl-h>");
    assert_shows(&mut inspector, &["run to phase: Dam\n"]);
    inspector.press("<Ctrl-u>Turn");
    assert_shows(&mut inspector, &["run to phase: Turn\n"]);
}

#[test]
fn a_message_that_is_wider_than_the_screen_goes_on_below() {
    let (phases, battle) = begin();
    let mut inspector = Inspector::new(phases, battle);
    inspector.press("lh");
    let screen = inspector.screen(40, 24).to_string();
    let last: Vec<&str> = screen.lines().skip(21).take(2).collect();
    assert_eq!(
        last,
        ["there is no way back: build the", "inspector with `remember` or `restart`"],
        "{screen}"
    );
    assert_eq!(screen.lines().count(), 24);
}

#[test]
fn a_path_that_is_wider_than_the_screen_is_broken() {
    let mut inspector = inspector();
    let name = "x".repeat(90);
    inspector.press(&format!("b{name}<Enter>"));
    let screen = inspector.screen(40, 24).to_string();
    let shown: String = screen.lines().skip(12).take(11).collect();
    assert!(shown.contains(&name), "{screen}");
}

#[phase(world = (), leaf, clone)]
#[derive(Clone)]
struct TurnedPhase;

impl std::fmt::Debug for TurnedPhase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a\u{202e}b\u{200b}c")
    }
}

impl Phase for TurnedPhase {
    fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.end()
    }
}

#[test]
fn what_turns_text_round_is_written_out() {
    let mut phases = PhaseManager::new();
    phases.push(TurnedPhase);
    let mut inspector = Inspector::new(phases, ());
    assert_shows(&mut inspector, &["▶ a\\u{202e}b\\u{200b}c"]);
}

#[test]
fn a_letter_with_alt_is_no_key() {
    let mut inspector = inspector();
    inspector.press("<Alt-l>");
    assert_shows(&mut inspector, &["moment 0", "Alt goes with no key"]);
}

#[test]
fn help_tells_what_the_marks_mean() {
    let mut inspector = inspector();
    inspector.press("?");
    assert_shows(
        &mut inspector,
        &["what starts next, or belongs to this moment", "where the recording differs"],
    );
}
