//! Phases that came up too early, too late, or the wrong way round.

use phase_tests::script::check;

/// Right after a clear, the three ways to queue still lead to three levels.
#[test]
fn clear_then_push_then_unshift() {
    check("init Game Old | Game: clear, push Reward, unshift Msg, end", "Game Msg Reward T");
    check("init P | P: unshift X, defer Y, clear, push R, unshift M, defer N, end", "P M N R T");
}

/// A push goes behind all that was queued before, an unshift directly behind the running phase.
#[test]
fn push_and_unshift_of_a_conditional_phase() {
    check(
        "init Summon Check | Summon: push Ability, end | Check: unshift Swap, end",
        "Summon Check Swap Ability T",
    );
    check(
        "init Summon Check | Summon: unshift Ability, end | Check: unshift Swap, end",
        "Summon Ability Check Swap T",
    );
}

/// What is deferred waits for what the same phase unshifts a moment later.
#[test]
fn messages_unshifted_after_a_faint_was_deferred() {
    check(
        "init Hit Next | Hit: unshift Dmg, defer Faint, unshift Crit, unshift Eff, end",
        "Hit Dmg Crit Eff Faint Next T",
    );
}

/// A phase deferred by a child comes before the child's siblings.
#[test]
fn faint_deferred_by_the_last_hit() {
    check(
        "init Move Next | Move: unshift Hit.1, unshift Hit.2, unshift Switch, unshift MoveEnd, end \
         | Hit.2: unshift Dmg, defer Faint, end",
        "Move Hit.1 Hit.2 Dmg Faint Switch MoveEnd Next T",
    );
}

/// What a helper defers in a child does not move what the parent has deferred.
#[test]
fn child_and_parent_both_defer() {
    check(
        "init Eff Next | Eff: defer Faint, unshift Show, unshift Stat, unshift Hide, end | Stat: defer Msg, end",
        "Eff Show Stat Msg Hide Faint Next T",
    );
}

/// A phase pushed on level 0 by a child comes after a phase that was pushed earlier.
#[test]
fn next_wave_pushed_while_a_swap_is_pending() {
    check(
        "init Faint.a Faint.b | Faint.a: unshift NewBattle, end | NewBattle: push Return, push Entrance, end \
         | Faint.b: unshift Swap, end",
        "Faint.a NewBattle Faint.b Swap Return Entrance T",
    );
}

/// The second half of a move belongs above the end of the turn.
#[test]
fn second_half_of_a_move() {
    check("init Move.a TurnEnd | Move.a: push Move.b, end", "Move.a TurnEnd Move.b T");
    check("init Move.a TurnEnd | Move.a: unshift Move.b, end", "Move.a Move.b TurnEnd T");
}

/// Siblings run first in, first out.
#[test]
fn siblings_are_no_stack() {
    check("init Card Next | Card: unshift X, unshift Y, unshift Z, end", "Card X Y Z Next T");
}

/// An unshift after a push still runs before it.
#[test]
fn push_then_unshift() {
    check("init A | A: push X, unshift Y, end", "A Y X T");
}

/// Deferred siblings keep the order in which they were queued.
#[test]
fn deferred_siblings_are_first_in_first_out() {
    check("init A | A: defer D.1, defer D.2, unshift U, defer D.3, defer D.4, end", "A U D.1 D.2 D.3 D.4 T");
}

/// Inserted phases come before the successor, and do not replace it.
#[test]
fn extra_phases_before_the_successor() {
    check("init Main2 End | Main2: unshift Combat, unshift Main3, end", "Main2 Combat Main3 End T");
}

/// Who defers decides after what: the outer phase after all of itself, an inner step after that step.
#[test]
fn extra_step_of_the_outer_and_of_the_inner_phase() {
    check(
        "init Combat Main2 | Combat: unshift Damage, unshift EndCombat, defer Upkeep, end",
        "Combat Damage EndCombat Upkeep Main2 T",
    );
    check(
        "init Combat Main2 | Combat: unshift Damage, unshift EndCombat, end | Damage: defer Upkeep, end",
        "Combat Damage Upkeep EndCombat Main2 T",
    );
}

/// A check that is deferred between two unshifts sees the outcome of both.
#[test]
fn check_after_the_whole_effect() {
    check(
        "init Ability Next | Ability: unshift Pay, defer KoCheck, unshift Search, unshift Attach, end",
        "Ability Pay Search Attach KoCheck Next T",
    );
}

/// A deferred phase waits for the whole subtree of its siblings, grandchildren included.
#[test]
fn copy_after_all_reactions() {
    check(
        "init Move Next | Move: unshift Hit, defer Dance, end | Hit: unshift Eject, end \
         | Eject: unshift SwitchIn, end | Dance: unshift Copy, end",
        "Move Hit Eject SwitchIn Dance Copy Next T",
    );
}
