//! Phases that stayed queued, or went missing, when something was taken out.

use phase_tests::script::check;

/// Removing the hits that are left keeps the closing message, and the faint of the hit that removed them.
#[test]
fn multi_hit_cut_short() {
    check(
        "init Move | Move: unshift Hit.1, unshift Hit.2, unshift Hit.3, unshift Count, end \
         | Hit.2: unshift Dmg, defer Faint, removeall Hit, end",
        "Move Hit.1 Hit.2 Dmg Faint Count T ; rm:1",
    );
}

/// A phase that is about one occupant of a slot can be told from the others of its kind, and taken out.
#[test]
fn faint_of_an_occupant_that_has_left() {
    check(
        "init Eff | Eff: unshift Switch, defer Faint.old, end | Switch: remove Faint.old, end",
        "Eff Switch T ; rm:1",
    );
}

/// A pending phase stays until it is removed, whatever a prompt in between opens.
#[test]
fn removal_on_the_confirmed_choice_only() {
    check(
        "init Check Post | Check: unshift Party, end | Party: wait | ext: done Party",
        "Check Party Post T ; ok",
    );
    check("init Check Post | Check: unshift Party, end | Party: remove Post, end", "Check Party T ; rm:1");
}

/// Several kinds are withdrawn at once; the one between them that was not named runs.
#[test]
fn end_of_turn_phases_withdrawn() {
    check(
        "init Move CheckEnd Weather Berry Status TurnEnd \
         | CheckEnd: removeall Weather, removeall Berry, removeall Status, end",
        "Move CheckEnd TurnEnd T ; rm:1 rm:1 rm:1",
    );
}

/// With the movers gone, their slots are gone as well.
#[test]
fn all_movers_removed() {
    check("init A M.a@90 M.b@80 TurnEnd | A: removeall M, end", "A TurnEnd T ; rm:2");
}

/// What has run can't be removed, and a removal moves nothing but what it removes.
#[test]
fn removal_before_and_behind_the_running_phase() {
    check("init A B C D | B: remove A, end", "A B C D T ; rm:0");
    check("init A B C D | B: remove C, end", "A B D T ; rm:1");
    check("init A B | A: remove B, end", "A T ; rm:1");
}

/// A kind is that kind alone, and none that is like it.
#[test]
fn removal_by_kind_spares_other_kinds() {
    check("init A Base Sub | A: removeall Base, end", "A Sub T ; rm:1");
}

/// Whether another is still to come is answered by what is queued: the running phase does not count.
#[test]
fn the_running_phase_is_not_found() {
    check("init M.a@90 M.b@80 | M.a: has M, end | M.b: has M, end", "M.a M.b T ; has:yes has:no");
}

/// A removal that finds nothing is no way out of the phase.
#[test]
fn failed_move_still_ends() {
    check("init Move.fail Move.ok | Move.fail: remove Nothing, end", "Move.fail Move.ok T ; rm:0");
}
