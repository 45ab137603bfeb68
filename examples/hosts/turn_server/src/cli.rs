//! The command line.

use std::ffi::OsString;
use std::future::pending;
use std::io::{self, Write};
use std::num::NonZeroU16;
use std::process::ExitCode;
use std::time::Duration;

use lexopt::prelude::*;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::signal::ctrl_c;
use tokio::sync::mpsc;

use crate::demo::demonstrate;
use crate::escape::escape;
use crate::game::chain;
use crate::news::News;
use crate::server::serve;

const HELP: &str = "\
A game of two over TCP; without options, a whole game that plays itself.

Usage: cargo run [-- OPTIONS]

Options:
  --port N     Serve whoever comes to this port, until Ctrl-C
  --time N     Give players so many seconds for an answer (30)
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
    Serve { port: u16, time: Duration },
}

fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Task, lexopt::Error> {
    let (mut port, mut time) = (None, 30_u16);
    let mut parser = lexopt::Parser::from_args(args);
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => return Ok(Task::Help),
            Long("port") => port = Some(parser.value()?.parse()?),
            Long("time") => time = parser.value()?.parse::<NonZeroU16>()?.get(),
            _ => return Err(arg.unexpected()),
        }
    }
    let time = Duration::from_secs(time.into());
    Ok(port.map_or(Task::Demonstrate, |port| Task::Serve { port, time }))
}

fn perform(task: &Task, out: &mut impl Write, err: &mut impl Write) -> io::Result<()> {
    let runtime = || Builder::new_current_thread().enable_all().build();
    match *task {
        Task::Help => out.write_all(HELP.as_bytes()),
        Task::Demonstrate => runtime()?.block_on(demonstrate(out)),
        Task::Serve { port, time } => runtime()?.block_on(serve_on(port, time, out, err)),
    }
}

/// Serves whoever comes, until the process is interrupted.
async fn serve_on(port: u16, time: Duration, out: &mut impl Write, err: &mut impl Write) -> io::Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    writeln!(out, "Players are welcome at {}.", listener.local_addr()?)?;
    let (reporter, mut news) = mpsc::unbounded_channel();
    let log = async {
        while let Some(news) = news.recv().await {
            // Those who play now do not care whether anybody reads this.
            let _ = match news {
                News::Over { game, outcome: Ok(outcome) } => writeln!(out, "Game {game} is over. {outcome}"),
                News::Over { game, outcome: Err(error) } => {
                    writeln!(err, "Game {game} went wrong: {}", chain(&*error))
                }
                News::NotLetIn(error) => writeln!(err, "Somebody could not be let in: {error}"),
            };
        }
    };
    let interrupted = async {
        if ctrl_c().await.is_err() {
            pending::<()>().await;
        }
    };
    tokio::join!(serve(listener, time, reporter, interrupted), log);
    Ok(())
}
