//! What phases cost, against what one would write by hand, and whether that is within the limits set for it.
//!
//! `cargo bench -p phase-core --bench limits` measures all of it; words behind `--` name groups of rows to measure
//! those alone. Every ratio is one of medians, of samples taken in turns within one run, so that whatever else the
//! machine does meets both sides alike.

mod answers;
mod build;
mod build_time;
mod burst;
mod causes;
mod child;
mod depth;
mod features;
mod growth;
mod length;
mod memory;
mod peer;
mod samples;
mod table;
#[path = "../turn/mod.rs"]
mod turn;
mod update;
mod workload;

use std::env;
use std::process::ExitCode;

use table::Row;

struct Group {
    name: &'static str,
    measure: fn() -> Vec<Row>,
}

const GROUPS: [Group; 10] = [
    Group { name: "turn", measure: workload::rows },
    Group { name: "peer", measure: peer::rows },
    Group { name: "depth", measure: depth::rows },
    Group { name: "length", measure: length::rows },
    Group { name: "update", measure: update::rows },
    Group { name: "answers", measure: answers::rows },
    Group { name: "causes", measure: causes::rows },
    Group { name: "memory", measure: memory::rows },
    Group { name: "features", measure: features::rows },
    Group { name: "build", measure: build::rows },
];

fn main() -> ExitCode {
    // `cargo bench` hands `--bench` to every benchmark.
    let names: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if let Some(unknown) = names.iter().find(|name| GROUPS.iter().all(|group| group.name != **name)) {
        let known = GROUPS.map(|group| group.name).join(", ");
        eprintln!("error: there is no group of rows `{unknown}`; the groups are {known}");
        return ExitCode::FAILURE;
    }
    let mut rows = Vec::new();
    for group in GROUPS {
        if names.is_empty() || names.iter().any(|name| name == group.name) {
            eprintln!("measuring: {}", group.name);
            rows.extend((group.measure)());
        }
    }
    table::print(&rows);
    ExitCode::SUCCESS
}
