//! The server, on a free port, with real sockets, and a clock that stands still until a test moves it.
//!
//! After a change that is meant, `UPDATE_EXPECT=1 cargo test` in this package writes the files in `golden/` anew: read
//! the difference before you keep it.

mod client;
mod crowd;
mod games;
mod leaving;
mod long;
mod output;
mod refused;
mod secret;
mod stopping;
mod time;
mod watching;

use std::io;
use std::net::SocketAddr;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::mpsc::unbounded_channel;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use tokio::time::advance;
use turn_server::duel::{Outcome, PLAYERS};
use turn_server::news::News;
use turn_server::serve;

use crate::client::Client;

/// How long anything may really take before it counts as a hang.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long the players have for an answer, on a clock that a test moves.
const TIME: Duration = Duration::from_secs(30);

/// A server that runs until the tests are over.
struct Server {
    address: SocketAddr,
    played: mpsc::Receiver<(u64, Outcome)>,
    #[cfg_attr(not(unix), allow(dead_code))]
    not_let_in: mpsc::Receiver<io::Error>,
    clock: mpsc::Sender<Duration>,
    stop: oneshot::Sender<()>,
    has_stopped: mpsc::Receiver<()>,
}

impl Server {
    fn start() -> Self {
        let (address_sender, address) = mpsc::channel();
        let (played_sender, played) = mpsc::channel();
        let (error_sender, not_let_in) = mpsc::channel();
        let (clock, mut times) = mpsc::channel();
        let (stop, stopped) = oneshot::channel();
        let (end_sender, has_stopped) = mpsc::channel();
        thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
            runtime.block_on(async {
                // Tokio would move a paused clock whenever it has nothing to do, but not while this blocks.
                tokio::spawn(async move {
                    loop {
                        let (time, back) = spawn_blocking(|| (times.recv(), times)).await.unwrap();
                        let Ok(time) = time else { return };
                        times = back;
                        advance(time).await;
                    }
                });
                let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
                address_sender.send(listener.local_addr().unwrap()).unwrap();
                let (reporter, mut news) = unbounded_channel();
                tokio::spawn(async move {
                    while let Some(news) = news.recv().await {
                        // The test may be over.
                        match news {
                            News::Over { game, outcome } => {
                                let _ = played_sender.send((game, outcome.expect("no phase fails")));
                            }
                            News::NotLetIn(error) => {
                                let _ = error_sender.send(error);
                            }
                        }
                    }
                });
                let stop = async {
                    if stopped.await.is_err() {
                        std::future::pending::<()>().await;
                    }
                };
                serve(listener, TIME, reporter, stop).await;
                let _ = end_sender.send(());
            });
        });
        let address = address.recv_timeout(PATIENCE).unwrap();
        Self { address, played, not_let_in, clock, stop, has_stopped }
    }

    /// Lets so much time go by.
    fn passes(&self, time: Duration) {
        self.clock.send(time).unwrap();
    }

    /// Somebody who has come in, and done nothing so far.
    fn visitor(&self) -> Client {
        let mut client = Client::connect(self.address);
        client.hears("Welcome! Type `play`, or `watch 1` to watch game 1.");
        client
    }

    /// A player who is alone so far.
    fn first(&self) -> Client {
        let mut client = self.visitor();
        client.types("play");
        client.hears("You are player 1.");
        client
    }

    /// The two of a game that has begun.
    fn pair(&self) -> [Client; 2] {
        let [mut one, mut two] = [self.first(), self.visitor()];
        two.types("play");
        two.hears("You are player 2.");
        for player in [&mut one, &mut two] {
            player.hears("Answer like this: `1 rock`. You have 30s for each question.");
            player.hears_to("Question 1. ");
        }
        [one, two]
    }

    /// One who watches the first game, and has seen what is asked.
    fn guest(&self) -> Client {
        let mut guest = self.visitor();
        guest.types("watch 1");
        guest.hears_to("Question ");
        guest
    }

    /// Somebody who comes back by this line, and has not read on.
    fn back(&self, way_back: &str) -> Client {
        let mut client = self.visitor();
        client.types(way_back);
        client
    }

    /// What came of the next game that is over.
    fn outcome(&self) -> Outcome {
        self.played.recv_timeout(PATIENCE).expect("a game is over").1
    }
}

/// Both answer a question, and hear what is shown.
fn play_round(players: &mut [Client; 2], answers: [&str; 2], shown: &str) {
    let [one, two] = players;
    one.types(answers[0]);
    for player in [&mut *one, &mut *two] {
        player.hears("An answer has come from player 1.");
    }
    two.types(answers[1]);
    for player in players {
        player.hears("An answer has come from player 2.");
        player.hears(shown);
    }
}

/// Player 2 wins within two rounds.
fn play_to_the_end(players: &mut [Client; 2]) {
    play_round(players, ["1 rock", "1 paper"], "They show rock and paper: player 1 is hit.");
    play_round_on(players);
    play_round(players, ["2 paper", "2 scissors"], "They show paper and scissors: player 1 is hit.");
    for player in players {
        assert_eq!(player.rest(), ["The winner is player 2!"]);
    }
}

fn play_round_on(players: &mut [Client; 2]) {
    for player in players {
        player.hears_to("Question ");
    }
}

const WON_BY_SECOND: Outcome = Outcome::Won(PLAYERS[1]);
