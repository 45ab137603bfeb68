//! Movers whose order was fixed too early, or that were ordered when they should not have been.

use phase_tests::script::check;

/// A change of speed counts at once.
#[test]
fn speed_changed_during_the_turn() {
    check("init M.a@100 M.b@80 M.c@60 TurnEnd | M.a: speed M.c=200, end", "M.a M.c M.b TurnEnd T");
}

/// An inversion of the order counts at once.
#[test]
fn order_reversed_during_the_turn() {
    check("init M.a@90 M.b@80 M.c@70 | M.a: reverse, end", "M.a M.c M.b T");
}

/// Two that are both made last keep their speed order between themselves.
#[test]
fn two_movers_made_last() {
    check("init M.a@100 M.b@70 M.c@90 M.d@80 | M.a: last M.c, end | M.d: last M.b, end", "M.a M.d M.c M.b T");
}

/// A mover that is made next is next among movers, and waits for all that stands above them.
#[test]
fn promotion_does_not_jump_over_an_unfinished_switch() {
    check(
        "init M.a@100 M.c@80 M.b@50 | M.a: unshift Switch, next M.b, end | Switch: unshift Ability, end",
        "M.a Switch Ability M.b M.c T",
    );
}

/// Kinds that are not ordered keep their slots between those that are.
#[test]
fn other_kinds_keep_their_slots() {
    check(
        "init M.slow@10 Exp.slow M.fast@99 Exp.fast | M.fast: unshift Show, end",
        "M.fast Show Exp.slow M.slow Exp.fast T",
    );
}

/// Ties run first in, first out, also after a change that changes nothing.
#[test]
fn ties_keep_their_order() {
    check("init M.a@50 M.b@50 M.c@50 | M.a: speed M.c=50, end", "M.a M.b M.c T");
}
