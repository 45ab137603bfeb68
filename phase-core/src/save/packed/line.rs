//! Who set off whom, in packed bytes.

use alloc::vec::Vec;

use super::write::{number, size, text};
use crate::kernel::Link;
use crate::manager::PhaseManager;
use crate::tree::Line;

/// Whether there is anything to be told: not of a manager that has never had a phase.
pub(super) fn is_known<W: 'static>(manager: &PhaseManager<W>) -> bool {
    manager.schedule.last_id > 0
}

pub(super) fn write<W: 'static>(bytes: &mut Vec<u8>, manager: &PhaseManager<W>) {
    if !is_known(manager) {
        return;
    }
    let tree = &manager.schedule.tree;
    number(bytes, manager.schedule.last_id);
    // The place that an interrupt that has not started leaves.
    let interrupt = tree.opened().above().next().is_some().then_some(Link::INTERRUPT);
    let line: Vec<Link> = manager.schedule.line().chain(interrupt).collect();
    let mut names: Vec<&'static str> = Vec::new();
    let mut heads = Vec::with_capacity(line.len());
    for link in &line {
        let is_phase = !link.is_interrupt() && !link.is_gap();
        heads.push(if is_phase { 1 + index_of(&mut names, link.causer.name()) } else { 0 });
    }
    size(bytes, names.len());
    for name in names {
        text(bytes, name);
    }
    size(bytes, line.len());
    for (link, head) in line.iter().zip(heads) {
        // A place where the line ends may have a level, of which nothing comes.
        let told = if link.is_interrupt() { &Link::INTERRUPT } else { link };
        size(bytes, head);
        number(bytes, told.causer.id().get());
        size(bytes, told.level);
        size(bytes, told.line.number());
    }
    tree.settled().for_each(|level| size(bytes, level.line.number()));
    tree.set_aside().for_each(|aside| size(bytes, aside.line.number()));
    let current = tree.line();
    size(bytes, if current == Line::NO_ITEM { 0 } else { current.number() + 1 });
}

fn index_of(names: &mut Vec<&'static str>, name: &'static str) -> usize {
    names.iter().position(|known| *known == name).unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    })
}
