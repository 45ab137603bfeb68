//! A conversation in the terminal: phases that wait for a line of input, and menus that interrupt them.
//!
//! ```sh
//! cargo run --example dialogue
//! printf '\n\n3\n\n' | cargo run --example dialogue
//! cargo run --example dialogue -- --inspect
//! ```
//!
//! Enter goes on, a number chooses, `p` opens the pause menu over whatever is on show, and `?` the help over that.
//! It ends with the story, with the pause menu, or with the input. `phase_examples::dialogue` is how it is made.

use std::io;
use std::process::ExitCode;

use phase_examples::dialogue::run;

fn main() -> ExitCode {
    match play() {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads has seen enough, as in `dialogue | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn play() -> io::Result<()> {
    match std::env::args().nth(1).as_deref() {
        None => run(io::stdin().lock(), &mut io::stdout().lock()),
        #[cfg(feature = "inspector")]
        Some("--inspect") => phase_examples::dialogue::inspect::inspect(),
        Some(other) => Err(io::Error::other(format!("there is no option `{other}`; there is `--inspect`"))),
    }
}
