//! The server with real sockets, and in the end as a process that is killed.

mod broken;
mod clock;
mod hidden;
mod limits;
mod power;
mod process;
mod refused;
mod stores;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use game_server::drive::{Asked, Heard, Player, View, pair};
use game_server::game::Opening;
use game_server::hall::{Hall, Settings};
use game_server::store::{GameId, Ledger, Memory, Recording, Store};
use game_server::web::{Limits, serve};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server in this process.
struct Server {
    address: SocketAddr,
    store: Arc<dyn Store>,
    stop: oneshot::Sender<()>,
    tasks: [JoinHandle<()>; 2],
}

/// How a server is run that a test does not ask anything special of.
struct How {
    store: Arc<dyn Store>,
    opening: Opening,
    settings: Settings,
    limits: Limits,
}

impl Default for How {
    fn default() -> Self {
        Self {
            store: Arc::new(Memory::default()),
            opening: Opening::built_in().unwrap(),
            settings: Settings { playouts: 4, time: Duration::from_hours(1), ..Settings::default() },
            limits: Limits::default(),
        }
    }
}

impl How {
    async fn start(self) -> Server {
        let Self { store, opening, settings, limits } = self;
        let (ledger, _) = Ledger::start(Arc::clone(&store)).unwrap();
        let hall = Arc::new(Hall::new(Arc::clone(&store), ledger, opening, settings).unwrap());
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let attending = tokio::spawn(Arc::clone(&hall).attend());
        let serving = tokio::spawn(async move {
            let stop = async {
                let _ = stopped.await;
            };
            serve(listener, hall, limits, stop).await;
        });
        Server { address, store, stop, tasks: [serving, attending] }
    }
}

impl Server {
    async fn player(&self) -> Player {
        Player::connect(self.address).await.unwrap()
    }

    /// A game with both players, and what the first of them is asked.
    async fn pair(&self) -> ([Player; 2], GameId, [String; 2], Asked) {
        let (mut players, game, keys) = pair(self.address).await.unwrap();
        let asked = question(&mut players[0]).await;
        (players, game, keys, asked)
    }

    /// Stops as if the process ended: nothing is saved on the way. The store is what is left.
    async fn crash(self) -> Arc<dyn Store> {
        let [serving, attending] = self.tasks;
        attending.abort();
        serving.abort();
        drop(self.stop);
        let (_, _) = (serving.await, attending.await);
        self.store
    }

    fn recording(&self, game: GameId) -> Recording {
        self.store.recording(game).unwrap().unwrap()
    }
}

/// What is heard next.
async fn hear(player: &mut Player) -> Heard {
    player.hear().await.unwrap().expect("the connection is open")
}

/// What is seen next.
async fn view(player: &mut Player) -> View {
    loop {
        if let Heard::Game { view, .. } = hear(player).await {
            return view;
        }
    }
}

/// What a player is asked next.
async fn question(player: &mut Player) -> Asked {
    loop {
        if let Some(question) = view(player).await.question {
            return question;
        }
    }
}

/// Why something is refused, which has to be what is heard next.
async fn refusal(player: &mut Player) -> String {
    match hear(player).await {
        Heard::Refused { reason, .. } => reason,
        other => panic!("it was not refused: {other:?}"),
    }
}

/// Gives the first of the options, and waits until it is confirmed.
async fn take_first(player: &mut Player, asked: &Asked) {
    player.answer(asked.number, &asked.options[0].answer).await.unwrap();
    confirmed(player, asked.number).await;
}

async fn confirmed(player: &mut Player, number: u32) {
    match hear(player).await {
        Heard::Taken { number: taken } => assert_eq!(taken, number),
        other => panic!("it was not taken: {other:?}"),
    }
}

/// Has the other player answer until this one is asked.
async fn until_asked(player: &mut Player, other: &mut Player) -> Asked {
    loop {
        tokio::select! {
            asked = question(player) => return asked,
            asked = question(other) => take_first(other, &asked).await,
        }
    }
}
