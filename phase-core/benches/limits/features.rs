//! What features cost a game that doesn't use them, and what it costs to do without the pool, in instructions, which
//! don't depend on what else the machine does.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::child::{self, cargo};
use crate::table::{Bar, Reason, Row, Unit};
use crate::turn::STEPS_PER_TURN;

const FEW_TURNS: u32 = 1_000;
const MANY_TURNS: u32 = 3_000;

/// Those that a game can't do without, or that only make it faster.
const BARE_FEATURES: [&str; 2] = ["macros", "pool"];

pub(crate) fn rows() -> Vec<Row> {
    let all = features().and_then(|features| build("all", &features));
    let bare = features().and_then(|mut features| {
        features.retain(|feature| BARE_FEATURES.contains(&feature.as_str()));
        build("bare", &features)
    });
    let boxed = features().and_then(|mut features| {
        features.retain(|feature| feature != "pool");
        build("boxed", &features)
    });
    let counted = |program: &Result<PathBuf, Reason>, game: &str| {
        program.as_deref().map_err(Clone::clone).and_then(|program| instructions_per_step(program, game))
    };
    let [with_all, with_none] = [counted(&all, "phases-4"), counted(&bare, "phases-4")];
    let more = with_all.and_then(|all| {
        let bare = with_none?;
        Ok(((all / bare - 1.0) * 100.0, format!("{all:.1} : {bare:.1} instructions")))
    });
    let boxed = counted(&boxed, "phases-4").map(|count| format!("{count:.1} instructions"));
    let by_hand = ["enum-4", "closures", "closures-with-verbs"].map(|game| (game, counted(&all, game)));
    let mut rows = vec![Row::with_bar(
        "features that a game does not use",
        "the build without them",
        Bar { unit: Unit::Percent, at_most: 5.0 },
        more,
    )];
    rows.push(Row::without_bar("phases without the feature `pool`", "phases-4", boxed));
    rows.extend(by_hand.map(|(game, count)| {
        let count = count.map(|count| format!("{count:.1} instructions"));
        Row::without_bar("step by hand, in the same count", game, count)
    }));
    rows
}

/// All that the library has.
fn features() -> Result<Vec<String>, Reason> {
    let metadata = child::output(cargo().args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: serde_json::Value = metadata
        .lines()
        .find_map(|line| serde_json::from_str(line).ok())
        .ok_or("cargo described no workspace")?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let library = packages.filter(|package| package["name"] == env!("CARGO_PKG_NAME"));
    let features =
        library.filter_map(|package| package["features"].as_object()).flat_map(|features| features.keys());
    Ok(features.filter(|feature| *feature != "default").cloned().collect())
}

/// Builds the benchmark `turn` against the library alone, without what other benchmarks need.
fn build(name: &str, features: &[String]) -> Result<PathBuf, Reason> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("features").join(name);
    let library = env!("CARGO_MANIFEST_DIR");
    let program = [library, "benches", "turn", "main.rs"].iter().collect::<PathBuf>();
    let manifest = format!(
        "[package]\n\
         name = \"turn\"\n\
         edition = \"2024\"\n\
         [workspace]\n\
         [[bin]]\n\
         name = \"turn\"\n\
         path = '{}'\n\
         [dependencies]\n\
         phase-core = {{ path = '{library}', default-features = false, features = {features:?} }}\n\
         [profile.release]\n\
         lto = \"thin\"\n\
         codegen-units = 1\n",
        program.display(),
    );
    let complain = |error| format!("{}: {error}", directory.display());
    fs::create_dir_all(&directory).map_err(complain)?;
    fs::write(directory.join("Cargo.toml"), manifest).map_err(complain)?;
    // The versions that everything else is measured with. A package from the registry comes without this file.
    let lock = child::root().join("Cargo.lock");
    if lock.exists() {
        fs::copy(lock, directory.join("Cargo.lock")).map_err(complain)?;
    }

    let target = directory.join("target");
    child::output(
        cargo()
            .args(["build", "--release", "--quiet", "--manifest-path"])
            .arg(directory.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&target),
    )?;
    Ok(target.join("release/turn").with_extension(env::consts::EXE_EXTENSION))
}

/// Counted as the difference between two runs, so that starting up drops out.
fn instructions_per_step(program: &Path, game: &str) -> Result<f64, Reason> {
    let few = instructions(program, game, FEW_TURNS)?;
    let many = instructions(program, game, MANY_TURNS)?;
    Ok((many - few) / f64::from((MANY_TURNS - FEW_TURNS) * STEPS_PER_TURN))
}

fn instructions(program: &Path, game: &str, turns: u32) -> Result<f64, Reason> {
    let printed = child::output(
        Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(program)
            .args([game, &turns.to_string()]),
    )?;
    let (_, counted) = printed.rsplit_once("Collected :").ok_or("callgrind printed no count")?;
    let count = counted.split_whitespace().next().and_then(|count| count.parse().ok());
    count.ok_or_else(|| "callgrind's count is no number".to_owned())
}
