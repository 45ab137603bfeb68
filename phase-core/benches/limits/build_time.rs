//! What the attribute adds to the time of a build: a crate of 1,000 phases, against the same with the code of each
//! expansion written out.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Phases in each crate.
const PHASES: usize = 1_000;
/// Builds of each crate, of which the median counts.
const BUILDS: usize = 3;
/// Lines of what cargo said that an error repeats.
const TAIL: usize = 30;

#[derive(Debug, Clone, Copy)]
pub(crate) struct BuildTimes {
    pub(crate) by_attribute: Duration,
    pub(crate) by_hand: Duration,
}

/// The two crates, in the order of the fields of [`BuildTimes`].
const CRATES: [(&str, &str); 2] = [("by-attribute", BY_ATTRIBUTE), ("by-hand", BY_HAND)];

/// Builds both crates in the dev profile, without their dependencies, in turns.
pub(crate) fn measure() -> Result<BuildTimes, String> {
    let workspace = Workspace::write().map_err(|error| format!("the crates can't be written: {error}"))?;
    workspace.cargo("build", "phase-core")?;
    // What a run that was broken off has left.
    for (name, _) in CRATES {
        workspace.cargo("clean", name)?;
    }
    let mut times = CRATES.map(|_| Vec::with_capacity(BUILDS));
    for _ in 0..BUILDS {
        for ((name, _), times) in CRATES.iter().zip(&mut times) {
            let start = Instant::now();
            workspace.cargo("build", name)?;
            times.push(start.elapsed());
            // Takes along what incremental compilation has kept, and hundreds of megabytes.
            workspace.cargo("clean", name)?;
        }
    }
    let [by_attribute, by_hand] = times.map(|mut times| {
        times.sort();
        times[BUILDS / 2]
    });
    Ok(BuildTimes { by_attribute, by_hand })
}

/// A workspace of both crates, so that they share the dependencies and all that is built of them.
struct Workspace(PathBuf);

impl Workspace {
    /// Writes it where the last run did, so that dependencies that are built already stay so.
    fn write() -> std::io::Result<Self> {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("build_time");
        for (name, template) in CRATES {
            let sources = root.join(name).join("src");
            fs::create_dir_all(&sources)?;
            fs::write(root.join(name).join("Cargo.toml"), manifest(name))?;
            fs::write(sources.join("main.rs"), program(template))?;
        }
        let members = CRATES.map(|(name, _)| name);
        let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = {members:?}\n");
        fs::write(root.join("Cargo.toml"), manifest)?;
        // The versions that everything else is measured with. A package from the registry comes without this file.
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
        if lock.exists() {
            fs::copy(lock, root.join("Cargo.lock"))?;
        }
        Ok(Self(root))
    }

    fn cargo(&self, command: &str, package: &str) -> Result<(), String> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        let output = Command::new(cargo)
            .args([command, "--package", package])
            .current_dir(&self.0)
            .env("CARGO_TARGET_DIR", self.0.join("target"))
            .output()
            .map_err(|error| format!("cargo can't be started: {error}"))?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let lines: Vec<_> = said.lines().collect();
        let tail = lines[lines.len().saturating_sub(TAIL)..].join("\n");
        Err(format!("`cargo {command} --package {package}` failed ({}):\n{tail}", output.status))
    }
}

fn manifest(name: &str) -> String {
    let phase_core = env!("CARGO_MANIFEST_DIR");
    format!(
        r#"[package]
name = "{name}"
edition = "2024"

[dependencies]
phase-core = {{ path = '{phase_core}' }}
"#
    )
}

/// A program of phases that each queue three others, so that the first leads to all of them.
fn program(phase: &str) -> String {
    let name = |n: usize| format!("Phase{}", n % PHASES);
    let private =
        format!("__private_{}", env!("CARGO_PKG_VERSION").replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
    let phases = (0..PHASES).map(|n| {
        [phase, START]
            .concat()
            .replace("$unshifted", &name(n + 1))
            .replace("$deferred", &name(n + 7))
            .replace("$pushed", &name(n + 31))
            .replace("$private", &private)
            .replace("$phase", &name(n))
    });
    MAIN.to_owned() + &phases.collect::<String>()
}

/// The compiler follows the phases from each to the next, which takes the higher limit.
const MAIN: &str = r#"#![recursion_limit = "4096"]

use phase_core::prelude::*;

struct World;

fn main() {
    let mut phases = PhaseManager::new();
    phases.push(Phase0(0));
    for _ in 0..1_000 {
        phases.step(&mut World).expect("every phase ends");
    }
}
"#;

const START: &str = "
impl Phase for $phase {
    fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.unshift($unshifted(self.0));
        guard.defer($deferred(self.0));
        guard.push($pushed(self.0));
        guard.end()
    }
}
";

const BY_ATTRIBUTE: &str = "
#[phase(world = World, unshifts($unshifted), defers($deferred), pushes($pushed))]
#[derive(Debug)]
struct $phase(u32);
";

/// What [`BY_ATTRIBUTE`] becomes, to the word; the tests of `phase-macros` show how.
const BY_HAND: &str = r#"
#[derive(Debug)]
#[cfg_attr(doc, allow(rustdoc::private_intra_doc_links))]
#[doc = "\n `$phase` is a phase of the world [`World`].\n\n - **Unshifts** [`$unshifted`]\n - **Defers** [`$deferred`]\n - **Pushes** [`$pushed`]"]
struct $phase(u32);

#[allow(deprecated)]
const _: () = {
    #[automatically_derived]
    impl ::phase_core::PhaseInfo for $phase {
        type World = World;

        const NAME: &'static ::core::primitive::str = "$phase";

        const __DESCRIPTION: ::phase_core::$private::Description<Self> = {
            use ::phase_core::$private::CannotWait as _;
            ::phase_core::$private::Description::<$phase>::new(
                ::phase_core::$private::Probe::<$phase>::__PHASE_UPDATE,
            )
            .closed(
                &[::core::any::TypeId::of::<$unshifted>],
                &[::core::any::TypeId::of::<$deferred>],
                &[::core::any::TypeId::of::<$pushed>],
            )
        };
    }

    #[automatically_derived]
    impl ::phase_core::Unshifts<$unshifted> for $phase {
        const __DECLARED: ::phase_core::$private::Declared = ::phase_core::$private::listed::<$phase, $unshifted>();
    }

    #[automatically_derived]
    impl ::phase_core::Defers<$deferred> for $phase {
        const __DECLARED: ::phase_core::$private::Declared = ::phase_core::$private::listed::<$phase, $deferred>();
    }

    #[automatically_derived]
    impl ::phase_core::Pushes<$pushed> for $phase {
        const __DECLARED: ::phase_core::$private::Declared = ::phase_core::$private::listed::<$phase, $pushed>();
    }

    #[cfg(not(clippy))]
    ::phase_core::$private::inventory::submit! {
        ::phase_core::$private::PhaseEntry::new::<$phase>(::phase_core::$private::Source {
            world: "World",
            module_path: ::core::module_path!(),
            file: ::core::file!(),
            line: ::core::line!(),
            docs: "",
            fields: const { &[::phase_core::$private::Field::new(::core::option::Option::None, "0", "u32")] },
        })
    }
};
"#;
