//! The command line.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use lexopt::prelude::*;
use phase_examples::escape::escape;
use phase_tools::write_catalogue;

use crate::{flow, played};

const HELP: &str = "\
Writes all phases of the double battle, and how they queue each other, on one page.

Usage: cargo run --example catalogue [-- [OPTIONS] [PAGE]]

Arguments:
  [PAGE]       The file to write; target/catalogue/index.html if left out

Options:
  --played     Show how often each edge was taken in a long battle
  -h, --help   Show this help
";

/// The page that is written when none is named.
const DEFAULT: &str = "target/catalogue/index.html";

/// The exit code of a page that has been written, or help that has been given.
pub const DONE: u8 = 0;
/// The exit code of a run that failed on the way.
pub const FAILED: u8 = 1;
/// The exit code of a bad command line.
pub const BAD_INPUT: u8 = 2;

/// Runs the program on its arguments (without its own name), with the output of the process.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    run(args, &mut io::stdout().lock(), &mut io::stderr().lock()).into()
}

/// Runs the program on its arguments (without its own name), and gives the exit code.
pub fn run(args: impl IntoIterator<Item = OsString>, out: &mut impl Write, err: &mut impl Write) -> u8 {
    let (message, code) = match try_run(args, out) {
        Ok(()) => return DONE,
        Err(Problem::Usage(error)) => (format!("{error}; `--help` shows what there is"), BAD_INPUT),
        Err(Problem::Page(path, error)) => {
            (format!("{}: cannot write the page: {error}", path.display()), FAILED)
        }
        // Whoever reads has seen enough, as in `catalogue | true`.
        Err(Problem::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return DONE,
        Err(Problem::Output(error)) => (error.to_string(), FAILED),
    };
    // With nowhere left to complain, the exit code has to do.
    let _ = writeln!(err, "error: {}", escape(&message));
    code
}

enum Problem {
    Usage(lexopt::Error),
    Page(PathBuf, io::Error),
    Output(io::Error),
}

fn try_run(args: impl IntoIterator<Item = OsString>, out: &mut impl Write) -> Result<(), Problem> {
    let Some(Options { path, is_played }) = parse(args).map_err(Problem::Usage)? else {
        return out.write_all(HELP.as_bytes()).map_err(Problem::Output);
    };
    let graph = if is_played { played() } else { flow() };
    match write_catalogue(&path, &graph) {
        Ok(()) => writeln!(out, "{}", path.display()).map_err(Problem::Output),
        Err(error) => Err(Problem::Page(path, error)),
    }
}

/// What is to be written.
struct Options {
    path: PathBuf,
    is_played: bool,
}

/// The options, or `None` where help is asked for.
fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Option<Options>, lexopt::Error> {
    let (mut path, mut is_played) = (None, false);
    let mut parser = lexopt::Parser::from_args(args);
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => return Ok(None),
            Long("played") => is_played = true,
            Value(value) if path.is_none() => path = Some(value.into()),
            _ => return Err(arg.unexpected()),
        }
    }
    Ok(Some(Options { path: path.unwrap_or_else(|| DEFAULT.into()), is_played }))
}
