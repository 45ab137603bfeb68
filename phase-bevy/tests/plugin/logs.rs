//! What stands in the log.

use std::cell::RefCell;
use std::io;

use log::{LevelFilter, Log, Metadata, Record};
use phase_bevy::prelude::*;

use crate::play::{act, app_with};

thread_local! {
    static LINES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Keeps the lines of each thread, and so of each test.
struct Lines;

impl Log for Lines {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        if record.target().starts_with("phase_bevy") {
            LINES.with_borrow_mut(|lines| lines.push(format!("{} {}", record.level(), record.args())));
        }
    }

    fn flush(&self) {}
}

/// The lines that are logged by this thread meanwhile.
fn logged(what: impl FnOnce()) -> Vec<String> {
    // The other test may have been first.
    let _ = log::set_logger(&Lines);
    log::set_max_level(LevelFilter::Warn);
    LINES.take();
    what();
    LINES.take()
}

/// A cause with a cause.
#[derive(Debug)]
struct NoScript(io::Error);

impl std::fmt::Display for NoScript {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("there is no script")
    }
}

impl std::error::Error for NoScript {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

#[test]
fn a_failure_is_logged_with_its_reason_and_the_reason_of_that() {
    let (mut app, battle) =
        app_with([act("A", |guard| guard.fail(NoScript(io::Error::other("disk is gone"))))]);
    let lines = logged(|| app.update());
    let failed = "phase `A` failed in `start`: there is no script: disk is gone";
    assert_eq!(lines, [format!("ERROR {battle}: {failed}")]);
}

#[test]
fn a_failure_of_a_phase_whose_entity_is_gone_is_logged_with_its_reason() {
    let (mut app, battle) = app_with([act("A", |guard| {
        let entity = guard.entity();
        guard.world.despawn(entity);
        guard.fail("it went wrong")
    })]);
    let lines = logged(|| app.update());
    assert_eq!(lines, [format!("ERROR {battle}, which is gone: phase `A` failed in `start`: it went wrong")]);
}
