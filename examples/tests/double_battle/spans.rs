//! The battle as spans of the crate `tracing`.

// What collects spans there collects them here.
#[path = "../../../phase-tools/tests/spans/collector.rs"]
mod collector;

use std::collections::BTreeMap;

use phase_core::{QueuedBy, QueuedHow, RunStatus};
use phase_examples::double_battle::game::Game;
use phase_examples::double_battle::scenario::Scenario;
use phase_tools::{Trace, TraceKind};

use crate::{SHIPPED, shipped};
use collector::Collector;

#[test]
fn the_parents_are_those_of_the_trace_throughout_the_battle() {
    for name in SHIPPED {
        let Ok(Scenario { battle, .. }) = Scenario::read(&shipped(name)) else { panic!("{name} is shipped") };
        let mut game = Game::new(battle);
        let (trace, told) = (Trace::new(), Collector::default());
        trace.attach(&mut game.phases);
        phase_tools::spans(&mut game.phases);
        tracing::subscriber::with_default(told.clone(), || {
            while !matches!(game.run().unwrap(), RunStatus::Idle | RunStatus::Halted) {}
            drop(game);
        });

        let collected = told.collected();
        let of = |span: usize, field: &str| collected.field(span, field);
        let spans = collected.spans.iter().enumerate().map(|(span, at)| {
            let parent = at.parent.and_then(|parent| of(parent, "id"));
            (of(span, "id").unwrap(), (of(span, "name").unwrap(), of(span, "cause"), parent, of(span, "end")))
        });

        let mut queued = BTreeMap::new();
        let mut wanted = BTreeMap::new();
        for event in trace.events() {
            let id = event.id.to_string();
            match event.kind {
                TraceKind::Queued { how, by } => {
                    let cause = match by {
                        QueuedBy::Phase(by) => Some(by.to_string()),
                        _ => None,
                    };
                    let runs_for_itself = matches!(how, QueuedHow::Push | QueuedHow::Interrupt);
                    queued.insert(id, (cause.clone(), cause.filter(|_| !runs_for_itself)));
                }
                TraceKind::Started => {
                    let (cause, parent) = queued[&id].clone();
                    wanted.insert(id, (event.name.to_owned(), cause, parent, None));
                }
                TraceKind::Ended => wanted.get_mut(&id).unwrap().3 = Some("ended".to_owned()),
                _ => {}
            }
        }
        assert!(!wanted.is_empty(), "{name}");
        assert_eq!(spans.collect::<BTreeMap<_, _>>(), wanted, "{name}");
        assert_eq!(collected.open.0, 0, "{name}: all are closed");
    }
}
