//! Writes the rings of phases that `tests/ring_*.rs` include: each phase unshifts the next, and the last the first.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let directory = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    for length in [120, 1_000] {
        fs::write(Path::new(&directory).join(format!("ring_{length}.rs")), ring(length))?;
    }
    Ok(())
}

fn ring(length: usize) -> String {
    let mut code = String::new();
    for phase in 0..length {
        let next = (phase + 1) % length;
        let _ = writeln!(
            code,
            "#[phase(world = Steps, unshifts(Phase{next}))] #[derive(Debug)] pub struct Phase{phase};\n\
             impl Phase for Phase{phase} {{\n\
                 fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {{\n\
                     if guard.world.take_one() {{ guard.unshift(Phase{next}); }}\n\
                     guard.end()\n\
                 }}\n\
             }}"
        );
    }
    code
}
