//! The command line.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use lexopt::prelude::*;
use phase_examples::double_battle::scenario::Scenario;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::time::{interval, timeout};

use crate::game::{Opening, tape};
use crate::hall::{Hall, Settings};
use crate::moment::Moment;
use crate::store::{GameId, Ledger, Redb, Store};
use crate::web::{Limits, serve};

const HELP: &str = "\
Thousands of double battles in one process; every answer is on the disk before it is confirmed.

Usage: cargo run [--release] [-- OPTIONS]

Options:
  --listen ADDRESS   Where to listen; without it a free port of this machine
  --data FOLDER      Where the games are kept; without it in `games`, in the folder that it is started in
  --scenario FILE    The battle that is played, as a TOML file
  --time SECONDS     How long players have for an answer (60)
  --grace SECONDS    How long they have at least once the server has come back (10)
  --playouts N       How many playouts the AI tries for each of its choices (100)
  --thinkers N       How many of its choices the AI may think about at once (1); more take more processors
  --games N          How many games may be played at once (50000)
  --keep DAYS        How long games are kept that are over (30); those that went wrong stay
  --recording N      Print game N with all its answers, and do not serve
  --replayable N     Print game N as `double_battle --replay FILE` of the examples plays it again, step by step
  -h, --help         Show this help
";

/// How long saving may take when the server stops. With the good-byes before and what is left to do after it, a server has
/// stopped within 5 seconds.
const LONGEST_SAVING: Duration = Duration::from_secs(2);
const HOUR: Duration = Duration::from_hours(1);

#[derive(Debug)]
struct Options {
    listen: SocketAddr,
    data: PathBuf,
    scenario: Option<PathBuf>,
    keep: Duration,
    recording: Option<GameId>,
    replayable: bool,
    settings: Settings,
}

/// Runs the program on its arguments (without its own name).
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let options = match parse(args) {
        Ok(Some(options)) => options,
        Ok(None) => {
            let _ = write!(io::stdout(), "{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("error: {error}; `--help` shows what there is");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", crate::game::Fault::by(&*error));
            ExitCode::FAILURE
        }
    }
}

fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Option<Options>, lexopt::Error> {
    let mut options = Options {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        data: "games".into(),
        scenario: None,
        keep: 24 * 30 * HOUR,
        recording: None,
        replayable: false,
        settings: Settings::default(),
    };
    let settings = &mut options.settings;
    let mut parser = lexopt::Parser::from_args(args);
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => return Ok(None),
            Long("listen") => options.listen = parser.value()?.parse()?,
            Long("data") => options.data = parser.value()?.into(),
            Long("scenario") => options.scenario = Some(parser.value()?.into()),
            Long("time") => {
                settings.time = Duration::from_secs(parser.value()?.parse::<u32>()?.max(1).into());
            }
            Long("grace") => settings.grace = Duration::from_secs(parser.value()?.parse::<u32>()?.into()),
            Long("playouts") => settings.playouts = parser.value()?.parse::<u64>()?.max(1),
            Long("thinkers") => settings.thinkers = parser.value()?.parse::<u16>()?.max(1).into(),
            Long("games") => settings.most_games = parser.value()?.parse()?,
            Long("keep") => options.keep = 24 * HOUR * parser.value()?.parse::<u16>()?.into(),
            Long("recording") => options.recording = Some(parser.value()?.parse()?),
            Long("replayable") => {
                (options.recording, options.replayable) = (Some(parser.value()?.parse()?), true);
            }
            _ => return Err(arg.unexpected()),
        }
    }
    Ok(Some(options))
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let data = options.data.display();
    std::fs::create_dir_all(&options.data)
        .map_err(|error| format!("cannot make the folder {data}, in which the games would be: {error}"))?;
    let started = Instant::now();
    let store: Arc<dyn Store> = Arc::new(Redb::open(&options.data.join("games.redb"))?);
    if let Some(game) = options.recording {
        let recording = store.recording(game)?.ok_or_else(|| format!("there is no game {game}"))?;
        let text = if options.replayable { tape(&recording)?.to_string() } else { recording.to_string() };
        return Ok(write!(io::stdout(), "{text}")?);
    }
    let opening = match &options.scenario {
        Some(path) => Opening::scenario(Scenario::read(path).map_err(|fault| fault.to_string())?),
        None => Opening::built_in()?,
    };
    serve_from(options, store, opening, started)
}

/// Serves until it is stopped, or fails. However it ends, nothing writes to the store any more: whoever holds it alone then
/// closes it in order.
fn serve_from(
    options: &Options,
    store: Arc<dyn Store>,
    opening: Opening,
    started: Instant,
) -> Result<(), Box<dyn Error>> {
    let (ledger, writer) = Ledger::start(Arc::clone(&store))?;
    let outcome = serve_by(ledger, options, store, opening, started);
    // The thread ends as everybody has gone who might hand it something. A game that loops in its own code never goes; after a
    // kill the store comes back as well.
    let end = Instant::now() + Duration::from_millis(500);
    while !writer.is_finished() && Instant::now() < end {
        thread::sleep(Duration::from_millis(1));
    }
    outcome
}

fn serve_by(
    ledger: Ledger,
    options: &Options,
    store: Arc<dyn Store>,
    opening: Opening,
    started: Instant,
) -> Result<(), Box<dyn Error>> {
    let hall = Hall::new(Arc::clone(&store), ledger, opening, options.settings)?;
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(serve_until_stopped(options, Arc::new(hall), store, started));
    runtime.shutdown_timeout(Duration::from_millis(500));
    outcome
}

async fn serve_until_stopped(
    options: &Options,
    hall: Arc<Hall>,
    store: Arc<dyn Store>,
    started: Instant,
) -> Result<(), Box<dyn Error>> {
    let listen = options.listen;
    let listener =
        TcpListener::bind(listen).await.map_err(|error| format!("cannot listen on {listen}: {error}"))?;
    let address = listener.local_addr()?;
    let attending = tokio::spawn(Arc::clone(&hall).attend());
    let forgetting = tokio::spawn(forget(store, options.keep));
    say(format_args!("{} games are back after {:.2?}.", hall.games(), started.elapsed()));
    say(format_args!("Play at http://{address}/"));
    let failed = hall.ledger().clone();
    let mut failure = None;
    let stop = async {
        tokio::select! {
            signal = asked_to_stop() => say(format_args!("Stopping by {signal}.")),
            error = failed.failure() => failure = Some(error),
        }
    };
    serve(listener, Arc::clone(&hall), Limits::default(), stop).await;
    attending.abort();
    forgetting.abort();
    if let Some(error) = failure {
        return Err(format!("nothing can be written any more: {}", crate::game::Fault::by(&*error)).into());
    }
    match timeout(LONGEST_SAVING, hall.save_all()).await {
        Ok(saved) => say(format_args!("Saved {} games.", saved?)),
        // Their answers are on the disk, and are played again.
        Err(_) => say(format_args!("Not all games were saved in time; nothing is lost by that.")),
    }
    Ok(())
}

/// Waits for a signal that asks the process to stop, and tells which one it was.
async fn asked_to_stop() -> &'static str {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            return tokio::select! {
                () = interrupted => "SIGINT",
                _ = terminated.recv() => "SIGTERM",
            };
        }
    }
    interrupted.await;
    "an interrupt"
}

/// Forgets what is too old, now and then.
async fn forget(store: Arc<dyn Store>, keep: Duration) {
    let mut hours = interval(HOUR);
    loop {
        hours.tick().await;
        let store = Arc::clone(&store);
        let forget = tokio::task::spawn_blocking(move || store.forget(Moment::now().before(keep)));
        if let Ok(Err(error)) = forget.await {
            eprintln!("old games can't be forgotten: {}", crate::game::Fault::by(&error));
        }
    }
}

/// Tells whoever runs the server. It goes on also where nobody listens any more.
fn say(what: std::fmt::Arguments<'_>) {
    let _ = writeln!(io::stdout(), "{what}");
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::sync::Arc;
    use std::time::Instant;

    use super::{Opening, parse, serve_from};
    use crate::moment::Moment;
    use crate::store::{Change, GameId, Memory, Recording, Store, StoreError, Stored};

    #[test]
    fn the_ai_has_a_thinker_at_least() {
        for (said, thinkers) in [("0", 1), ("4", 4)] {
            let options = parse(["--thinkers", said].map(OsString::from)).unwrap().unwrap();
            assert_eq!(options.settings.thinkers, thinkers);
        }
    }

    /// A store that can't say what there is.
    #[derive(Debug, Default)]
    struct NoList(Memory);

    impl Store for NoList {
        fn commit(&self, changes: &[Change]) -> Result<(), StoreError> {
            self.0.commit(changes)
        }
        fn unfinished(&self) -> Result<Vec<GameId>, StoreError> {
            Err(StoreError::new("there is no list"))
        }
        fn load(&self, game: GameId) -> Result<Option<Stored>, StoreError> {
            self.0.load(game)
        }
        fn recording(&self, game: GameId) -> Result<Option<Recording>, StoreError> {
            self.0.recording(game)
        }
        fn last_game(&self) -> Result<GameId, StoreError> {
            self.0.last_game()
        }
        fn forget(&self, before: Moment) -> Result<usize, StoreError> {
            self.0.forget(before)
        }
    }

    #[test]
    fn a_start_that_fails_lets_go_of_the_store() {
        for _ in 0..50 {
            let options = parse(Vec::<OsString>::new()).unwrap().unwrap();
            let store: Arc<dyn Store> = Arc::new(NoList::default());
            let opening = Opening::built_in().unwrap();
            let failed = serve_from(&options, Arc::clone(&store), opening, Instant::now()).unwrap_err();
            assert_eq!(failed.to_string(), "there is no list");
            assert_eq!(Arc::strong_count(&store), 1);
        }
    }
}
