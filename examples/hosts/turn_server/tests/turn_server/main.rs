//! The server, on a free port, with real sockets.
//!
//! After a change that is meant, `UPDATE_EXPECT=1 cargo test` in this package writes the files in `golden/` anew: read
//! the difference before you keep it.

mod client;
mod crowd;
mod early;
mod games;
mod leaving;
mod output;

use std::io;
use std::net::SocketAddr;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::mpsc::unbounded_channel;
use turn_server::duel::Outcome;
use turn_server::serve;
use turn_server::server::News;

use crate::client::Client;

/// How long anything may take before it counts as a hang.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server that runs until the tests are over.
struct Server {
    address: SocketAddr,
    played: mpsc::Receiver<Outcome>,
    #[cfg_attr(not(unix), allow(dead_code))]
    not_let_in: mpsc::Receiver<io::Error>,
}

impl Server {
    fn start() -> Self {
        let (address_sender, address) = mpsc::channel();
        let (played_sender, played) = mpsc::channel();
        let (error_sender, not_let_in) = mpsc::channel();
        thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
                address_sender.send(listener.local_addr().unwrap()).unwrap();
                let (reporter, mut news) = unbounded_channel();
                tokio::spawn(async move {
                    while let Some(news) = news.recv().await {
                        // The test may be over.
                        match news {
                            News::Over(played) => {
                                let _ = played_sender.send(played.expect("no phase fails"));
                            }
                            News::NotLetIn(error) => {
                                let _ = error_sender.send(error);
                            }
                        }
                    }
                });
                serve(listener, reporter).await;
            });
        });
        Self { address: address.recv_timeout(PATIENCE).unwrap(), played, not_let_in }
    }

    /// A player who is alone so far.
    fn join(&self) -> Client {
        let mut client = Client::connect(self.address);
        client.hears("Welcome! The game begins when there are two of you.");
        client
    }

    /// Two players whose first round has begun.
    fn pair(&self) -> [Client; 2] {
        let [mut red, mut blue] = [self.join(), self.join()];
        red.hears("You are Red.");
        red.hears_of_round(1);
        blue.hears("You are Blue.");
        blue.hears_of_round(1);
        [red, blue]
    }

    /// What came of the next game that is over.
    fn outcome(&self) -> Outcome {
        self.played.recv_timeout(PATIENCE).expect("a game is over")
    }
}
