//! The level tree alone, of items that are no phases.

use phase_core::PhaseTree;

/// Takes everything out, and tells it with the levels that it came from.
fn drain(mut tree: PhaseTree<&str>) -> String {
    let mut told = String::new();
    while let Some(item) = tree.pop() {
        told.extend([item, ":", &tree.current_level().to_string(), " "]);
    }
    told
}

#[test]
fn items_come_out_of_the_topmost_level_first() {
    let mut tree = PhaseTree::new();
    tree.push("ground");
    tree.defer("deferred");
    tree.unshift("first");
    tree.unshift("second");
    assert_eq!(tree.levels().to_string(), "0: [\"ground\"]\n1: [\"deferred\"]\n2: [\"first\", \"second\"]");
    assert_eq!((tree.len(), tree.is_empty(), tree.current_level()), (4, false, 0));
    assert_eq!(drain(tree), "first:2 second:2 deferred:1 ground:0 ");
}

#[test]
fn each_item_taken_out_owns_two_new_levels() {
    let mut tree = PhaseTree::new();
    tree.push("a");
    tree.push("b");
    assert_eq!(tree.pop(), Some("a"));
    tree.unshift("child");
    tree.unshift("sibling");
    assert_eq!(tree.pop(), Some("child"));
    tree.unshift("grandchild");
    tree.defer("late");
    assert_eq!(tree.current_level(), 1);
    assert_eq!(drain(tree), "grandchild:3 late:2 sibling:1 b:0 ");
}

#[test]
fn a_pop_that_finds_nothing_makes_level_0_the_current_one() {
    let mut tree = PhaseTree::new();
    tree.unshift("a");
    assert_eq!((tree.pop(), tree.current_level()), (Some("a"), 1));
    assert_eq!((tree.pop(), tree.current_level()), (None, 0));
    tree.unshift("b");
    assert_eq!(drain(tree), "b:1 ");
}

#[test]
fn clear_makes_level_0_the_current_one() {
    let mut tree = PhaseTree::new();
    for item in ["a", "b"] {
        tree.unshift(item);
    }
    tree.pop();
    tree.push("ground");
    tree.unshift("child");
    tree.clear();
    assert_eq!((tree.len(), tree.is_empty(), tree.current_level()), (0, true, 0));
    assert_eq!(tree.levels().count(), 0);
    tree.defer("c");
    assert_eq!(drain(tree), "c:1 ");
}

#[test]
fn a_clone_goes_its_own_way() {
    let mut tree = PhaseTree::default();
    tree.push("a");
    tree.push("b");
    tree.pop();
    tree.unshift("child");
    let mut clone = tree.clone();
    clone.unshift("another");
    tree.defer("late");
    assert_eq!(drain(clone), "child:1 another:1 b:0 ");
    assert_eq!(drain(tree), "child:2 late:1 b:0 ");
}

#[test]
fn levels_can_be_gone_through_from_both_ends_and_printed() {
    let mut tree = PhaseTree::new();
    tree.push(1);
    tree.push(2);
    tree.unshift(3);
    let levels: Vec<(usize, Vec<i32>)> =
        tree.levels().map(|(number, items)| (number, items.copied().collect())).collect();
    assert_eq!(levels, [(0, vec![1, 2]), (1, vec![3])]);
    let (_, mut ground) = tree.levels().next().expect("it is filled");
    assert_eq!(
        (ground.len(), ground.next_back(), ground.next(), ground.next()),
        (2, Some(&2), Some(&1), None)
    );
    assert_eq!(format!("{tree:?}"), "{0: [1, 2], 1: [3]}");
    assert_eq!(format!("{:?}", tree.levels()), "{0: [1, 2], 1: [3]}");
    assert_eq!(PhaseTree::<i32>::new().levels().to_string(), "");
}
