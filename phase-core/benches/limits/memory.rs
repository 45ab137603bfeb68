//! What phases allocate, as the benchmark `memory` counts it, and what it takes to make a manager.

use std::hint::black_box;
use std::time::Instant;

use phase_core::PhaseManager;

use crate::child;
use crate::table::{Bar, Reason, Row, Unit};
use crate::turn::world::World;

const SIZES: [u32; 2] = [4, 24];

pub(crate) fn rows() -> Vec<Row> {
    let counted = count();
    let worst = |prefix: &str| -> Result<f64, Reason> {
        let values = counted.as_ref()?.iter().filter(|(name, _)| name.starts_with(prefix));
        values
            .map(|&(_, value)| value)
            .max_by(f64::total_cmp)
            .ok_or_else(|| format!("`memory` says nothing of {prefix}"))
    };
    let plain = |value| (value, String::new());

    let mut rows = Vec::new();
    for size in SIZES {
        rows.push(Row::with_bar(
            format!("allocations per phase of {size} bytes"),
            "none, in a steady state",
            Bar { unit: Unit::Count, at_most: 0.0 },
            worst(&format!("allocations/phases-{size}")).map(plain),
        ));
    }
    for size in SIZES {
        for (how, key) in [
            ("pushed", "pushed/"),
            ("unshifted", "unshifted/"),
            ("pushed, at worst", "worst-pushed"),
            ("unshifted, begun, at worst", "worst-begun"),
        ] {
            rows.push(Row::with_bar(
                format!("memory per phase of {size} bytes, {how}"),
                "",
                Bar::bytes(64.0),
                worst(&format!("bytes-{size}/{key}")).map(plain),
            ));
        }
    }
    let after_turns = "an idle manager after some turns";
    for (what, key) in [
        ("an idle manager, new".to_owned(), "idle/new"),
        (format!("{after_turns}, with `shrink_to_fit`"), "idle/shrunk"),
    ] {
        rows.push(Row::with_bar(what, "", Bar::bytes(512.0), worst(key).map(plain)));
    }
    rows.push(Row::without_bar(
        format!("{after_turns}, ready for more"),
        "",
        worst("idle/after").map(|bytes| format!("{bytes:.0} bytes")),
    ));
    rows.push(Row::with_bar("a manager that asks", "", Bar::bytes(768.0), worst("asking").map(plain)));
    rows.push(Row::without_bar("1,000,000 managers, made and dropped", "", Ok(make_managers())));
    rows
}

fn count() -> Result<Vec<(String, f64)>, Reason> {
    let printed = child::output(child::cargo().args([
        "bench",
        "--quiet",
        "--package",
        "phase-core",
        "--bench",
        "memory",
        "--",
        "--rows",
    ]))?;
    let lines = printed.lines().filter_map(|line| line.split_once('\t'));
    Ok(lines.filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?))).collect())
}

/// A thousand at a time, so that they are in memory and not only in registers.
fn make_managers() -> String {
    let start = Instant::now();
    for _ in 0..1_000 {
        let managers: Vec<PhaseManager<World>> = (0..1_000).map(|_| PhaseManager::new()).collect();
        drop(black_box(managers));
    }
    format!("{:.1} ms", start.elapsed().as_secs_f64() * 1e3)
}
