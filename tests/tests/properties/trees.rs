//! The level tree alone, without phases.

use phase_core::PhaseTree;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::model::Tree;
use crate::program::How;

#[derive(Debug, Clone, Copy)]
pub(crate) enum Action {
    Queue(How, u32),
    Pop,
    Clear,
}

pub(crate) fn actions() -> impl Strategy<Value = Vec<Action>> {
    let how = prop_oneof![2 => Just(How::Push), 3 => Just(How::Unshift), 3 => Just(How::Defer)];
    let action = prop_oneof![
        12 => (how, 0..100u32).prop_map(|(how, item)| Action::Queue(how, item)),
        8 => Just(Action::Pop),
        1 => Just(Action::Clear),
    ];
    vec(action, 1..40)
}

pub(crate) fn agree(actions: &[Action]) -> Result<(), TestCaseError> {
    let mut tree = PhaseTree::new();
    let mut model = Tree::new();
    for &action in actions {
        match action {
            Action::Queue(how, item) => {
                match how {
                    How::Push => tree.push(item),
                    How::Unshift => tree.unshift(item),
                    How::Defer => tree.defer(item),
                }
                model.queue(how, item);
            }
            Action::Pop => prop_assert_eq!(tree.pop(), model.pop()),
            Action::Clear => {
                tree.clear();
                model.clear();
            }
        }
        same(&tree, &mut model)?;
    }
    while let Some(item) = model.pop() {
        prop_assert_eq!(tree.pop(), Some(item));
        same(&tree, &mut model)?;
    }
    prop_assert_eq!(tree.pop(), None);
    same(&tree, &mut model)
}

fn same(tree: &PhaseTree<u32>, model: &mut Tree<u32>) -> Result<(), TestCaseError> {
    let levels: Vec<(usize, Vec<u32>)> =
        tree.levels().map(|(number, items)| (number, items.copied().collect())).collect();
    let expected: Vec<(usize, Vec<u32>)> =
        model.levels().into_iter().map(|(number, items)| (number, items.clone())).collect();
    let lines: Vec<String> = expected.iter().map(|(number, items)| format!("{number}: {items:?}")).collect();
    prop_assert_eq!(levels, expected);
    prop_assert_eq!(tree.levels().to_string(), lines.join("\n"));
    prop_assert_eq!(tree.len(), model.len());
    prop_assert_eq!(tree.is_empty(), model.len() == 0);
    prop_assert_eq!(tree.current_level(), model.level());
    Ok(())
}
