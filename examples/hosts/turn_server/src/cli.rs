//! The command line.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use lexopt::prelude::*;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::mpsc;

use crate::demo::demonstrate;
use crate::escape::escape;
use crate::server::{News, serve};

const HELP: &str = "\
A game of two over TCP; without options, a whole game that plays itself.

Usage: cargo run [-- OPTIONS]

Options:
  --port N     Serve whoever comes to this port, until the process is stopped
  -h, --help   Show this help
";

/// The exit code of a demonstration that is over, or help that has been given.
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
    let task = match parse(args) {
        Ok(task) => task,
        Err(error) => {
            // With nowhere left to complain, the exit code has to do.
            let _ = writeln!(err, "error: {}; `--help` shows what there is", escape(&error.to_string()));
            return BAD_INPUT;
        }
    };
    match perform(&task, out, err) {
        Ok(()) => DONE,
        // Whoever reads has seen enough, as in `turn_server | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => DONE,
        Err(error) => {
            let _ = writeln!(err, "error: {error}");
            FAILED
        }
    }
}

enum Task {
    Help,
    Demonstrate,
    Serve { port: u16 },
}

fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Task, lexopt::Error> {
    let mut task = Task::Demonstrate;
    let mut parser = lexopt::Parser::from_args(args);
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => return Ok(Task::Help),
            Long("port") => task = Task::Serve { port: parser.value()?.parse()? },
            _ => return Err(arg.unexpected()),
        }
    }
    Ok(task)
}

fn perform(task: &Task, out: &mut impl Write, err: &mut impl Write) -> io::Result<()> {
    let runtime = || Builder::new_current_thread().enable_all().build();
    match *task {
        Task::Help => out.write_all(HELP.as_bytes()),
        Task::Demonstrate => runtime()?.block_on(demonstrate(out)),
        Task::Serve { port } => runtime()?.block_on(serve_on(port, out, err)),
    }
}

/// Serves whoever comes, until the process is stopped.
async fn serve_on(port: u16, out: &mut impl Write, err: &mut impl Write) -> io::Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    writeln!(out, "Two players are welcome at {}.", listener.local_addr()?)?;
    let (reporter, mut news) = mpsc::unbounded_channel();
    let log = async {
        while let Some(news) = news.recv().await {
            // Those who play now do not care whether anybody reads this.
            let _ = match news {
                News::Over(Ok(outcome)) => writeln!(out, "A game is over. {outcome}"),
                News::Over(Err(error)) => writeln!(err, "A game went wrong: {error}"),
                News::NotLetIn(error) => writeln!(err, "Somebody could not be let in: {error}"),
            };
        }
    };
    tokio::join!(serve(listener, reporter), log);
    Ok(())
}
