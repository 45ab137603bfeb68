//! Makes the page: compiles the game to WebAssembly, makes it small, and puts the files of the page beside it.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use phase_examples::double_battle::battle::Battle;
use phase_examples::double_battle::scenario::Scenario;
use serde::Serialize;

const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");
const TARGET: &str = "wasm32-unknown-unknown";
/// The battle that is offered first.
const FIRST: &str = "worked_example";
/// What every browser of the last years knows, and compilers make use of.
const WASM_OPT: [&str; 6] = [
    "-Oz",
    "--enable-bulk-memory",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];
/// Where cargo looks for the linker.
const LINKER: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER";
/// How to come by what is missing.
const NO_STD: &str = "this compiler has no standard library for WebAssembly; `rustup target add wasm32-unknown-unknown` \
                      brings it, and `rustup component add rust-src` the source, from which it can be compiled";

/// The folder for what is compiled.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| Path::new(PACKAGE).join("target"), PathBuf::from)
}

/// Makes the page in a folder.
pub(crate) fn page(folder: &Path) -> Result<(), String> {
    let failed = |what: &Path, error| format!("{}: {error}", what.display());
    fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    let web = Path::new(PACKAGE).join("web");
    for entry in fs::read_dir(&web).map_err(|error| failed(&web, error))? {
        let from = entry.map_err(|error| failed(&web, error))?.path();
        let to = folder.join(from.file_name().unwrap_or_default());
        fs::copy(&from, &to).map_err(|error| failed(&to, error))?;
    }
    let battles = folder.join("battles.json");
    fs::write(&battles, offered()?).map_err(|error| failed(&battles, error))?;
    let compiled = compile()?;
    let to = folder.join("game.wasm");
    shrink(&compiled, &to)?;
    let size = |path: &Path| fs::metadata(path).map_or(0, |data| data.len());
    println!("{}: {} bytes, of {} that were compiled", to.display(), size(&to), size(&compiled));
    Ok(())
}

/// A battle as the page offers it.
#[derive(Serialize)]
struct Offered {
    /// The name of the scenario's file.
    file: String,
    title: String,
    /// As text, since numbers of JavaScript are not as long.
    seed: String,
    battle: Battle,
}

/// All scenarios of the double battle, as JSON: so the page needs nothing that reads TOML.
fn offered() -> Result<String, String> {
    let folder = Path::new(PACKAGE).join("../../double_battle/scenarios");
    let failed = |error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        files.push(entry.map_err(failed)?.path());
    }
    files.sort_by_key(|file| (file.file_stem() != Some(OsStr::new(FIRST)), file.clone()));
    let mut offered = Vec::new();
    for file in files {
        let Scenario { title, seed, battle } = Scenario::read(&file).map_err(|fault| fault.to_string())?;
        let file = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        offered.push(Offered { file, title, seed: seed.to_string(), battle });
    }
    serde_json::to_string(&offered).map_err(|error| error.to_string())
}

fn compile() -> Result<PathBuf, String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let sysroot = sysroot(&rustc)?;
    let library = sysroot.join("lib/rustlib");
    let target = target().join("wasm");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(PACKAGE).args(["build", "--lib", "--profile", "wasm", "--target", TARGET]);
    cargo.args(["--no-default-features", "--features", "timeline"]).arg("--target-dir").arg(&target);
    if !library.join(TARGET).is_dir() {
        if !library.join("src/rust/library/std").is_dir() {
            return Err(NO_STD.to_owned());
        }
        // Stable compilers build their source only when told so.
        cargo.arg("-Zbuild-std=std,panic_abort").env("RUSTC_BOOTSTRAP", "1");
    }
    cargo.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", flags(&sysroot));
    if env::var_os(LINKER).is_none() {
        cargo.env(LINKER, linker(&library)?);
    }
    match cargo.status() {
        Ok(status) if status.success() => Ok(target.join(TARGET).join("wasm/page.wasm")),
        Ok(status) => Err(format!("cargo could not compile the game: {status}")),
        Err(error) => Err(format!("cannot start cargo: {error}")),
    }
}

/// Takes the folders of this machine out of what panics say: a page is read by others.
fn flags(sysroot: &Path) -> OsString {
    let own = env::var("RUSTFLAGS").unwrap_or_default();
    let mut flags: Vec<OsString> = own.split_whitespace().map(OsString::from).collect();
    let root = Path::new(PACKAGE).ancestors().nth(3);
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::var_os("HOME").map(|home| Path::new(&home).join(".cargo")));
    for (folder, name) in [(root, "phase-core"), (home.as_deref(), "cargo"), (Some(sysroot), "rust")] {
        if let Some(folder) = folder {
            let mut flag = OsString::from("--remap-path-prefix=");
            flag.push(folder);
            flag.push("=");
            flag.push(name);
            flags.push(flag);
        }
    }
    flags.join(OsStr::new("\x1f"))
}

fn sysroot(rustc: &OsStr) -> Result<PathBuf, String> {
    let output = Command::new(rustc).args(["--print", "sysroot"]).current_dir(PACKAGE).output();
    let output = output.map_err(|error| format!("cannot start {}: {error}", Path::new(rustc).display()))?;
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

/// The linker that comes with a compiler; where a distribution has taken it out, that of another one, or LLVM's.
fn linker(library: &Path) -> Result<OsString, String> {
    let others = sysroot(OsStr::new("rustc")).map(|sysroot| sysroot.join("lib/rustlib"));
    for library in [Some(library.to_owned()), others.ok()].into_iter().flatten() {
        let hosts = fs::read_dir(library).into_iter().flatten().flatten();
        if let Some(found) = hosts.map(|host| host.path().join("bin/rust-lld")).find(|path| path.is_file()) {
            return Ok(found.into());
        }
    }
    if Command::new("wasm-ld").arg("--version").output().is_ok() {
        return Ok("wasm-ld".into());
    }
    Err("there is no linker for WebAssembly: neither this compiler nor `rustc` has `rust-lld`; the package `lld` of most systems \
         brings `wasm-ld`"
        .to_owned())
}

/// Makes the module smaller, by `wasm-opt` where that is to be had, unless that has been done.
fn shrink(from: &Path, to: &Path) -> Result<(), String> {
    if let (Ok(made), Ok(compiled)) = (fs::metadata(to), fs::metadata(from)) {
        let is_newer = made.modified().ok() > compiled.modified().ok();
        if is_newer && made.len() < compiled.len() {
            return Ok(());
        }
    }
    match Command::new("wasm-opt").args(WASM_OPT).arg(from).arg("-o").arg(to).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("wasm-opt could not read {}: {status}", from.display())),
        Err(_) => {
            println!(
                "there is no wasm-opt (of the package `binaryen`), so the game stays larger than it has to be"
            );
            fs::copy(from, to).map(drop).map_err(|error| format!("{}: {error}", to.display()))
        }
    }
}
