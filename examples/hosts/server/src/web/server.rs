//! Lets in whoever comes, until it is told to stop.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::ListenerExt;
use axum::{Json, Router};
use serde::Serialize;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;

use super::socket::{Connection, HARDEST_LIMIT};
use crate::hall::Hall;

/// The page to play on.
const PAGE: &str = include_str!("page.html");
/// Nothing that the page needs comes from anywhere else.
const ONLY_FROM_HERE: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// A connection reads and writes in pieces of this size, and keeps one of each.
const PIECE: usize = 4 << 10;
/// When so much waits to be written to a connection, it fails.
const MOST_UNWRITTEN: usize = 64 << 10;

/// What a server grants those who come.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How many may be connected at once.
    pub connections: usize,
    /// How soon a connection has to ask for a seat.
    pub hello: Duration,
    /// How often a connection is asked whether it is still there.
    pub ping: Duration,
    /// How long a connection may be silent; it has been asked several times by then.
    pub idle: Duration,
    /// How long one message may take to be sent.
    pub write: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 18_000,
            hello: Duration::from_secs(20),
            ping: Duration::from_secs(20),
            idle: Duration::from_secs(70),
            write: Duration::from_secs(10),
        }
    }
}

/// What each request finds.
#[derive(Clone)]
struct House {
    hall: Arc<Hall>,
    limits: Limits,
    places: Arc<Semaphore>,
    stop: watch::Receiver<bool>,
}

/// How the server is doing, as `/state` tells it.
#[derive(Serialize)]
struct Doing {
    games: usize,
    connections: usize,
    commits: u64,
    changes: u64,
}

/// Serves whoever comes, until `stop`. Then every connection is told and closed.
///
/// # Errors
///
/// If the listener fails.
pub async fn serve(
    listener: TcpListener,
    hall: Arc<Hall>,
    limits: Limits,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    /// How long a connection may take to say good-bye.
    const MOMENT: Duration = Duration::from_secs(1);
    let (bell, stopped) = watch::channel(false);
    let places = Arc::new(Semaphore::new(limits.connections));
    let house = House { hall, limits, places: Arc::clone(&places), stop: stopped.clone() };
    let app = Router::new()
        .route("/", get(page))
        .route("/play", get(play))
        .route("/state", get(doing))
        .layer(DefaultBodyLimit::max(PIECE))
        .with_state(house);
    let mut heard = stopped;
    let until = async move {
        let _ = heard.wait_for(|stop| *stop).await;
    };
    // Messages are short and awaited: each is sent at once. A socket that can't promise that is still good enough.
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    let serving = tokio::spawn(axum::serve(listener, app).with_graceful_shutdown(until).into_future());
    stop.await;
    bell.send_replace(true);
    let all = u32::try_from(limits.connections).unwrap_or(u32::MAX);
    let _ = timeout(MOMENT, places.acquire_many(all)).await;
    // A browser may hold a connection on which nothing is asked.
    timeout(MOMENT, serving).await.unwrap_or(Ok(Ok(()))).unwrap_or(Ok(()))
}

async fn page() -> impl IntoResponse {
    let headers: [(HeaderName, &str); 4] = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, ONLY_FROM_HERE),
        // The address of the page has the key of the seat in it.
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, PAGE)
}

async fn doing(State(house): State<House>) -> impl IntoResponse {
    let written = house.hall.ledger().written();
    Json(Doing {
        games: house.hall.games(),
        connections: house.limits.connections - house.places.available_permits(),
        commits: written.commits,
        changes: written.changes,
    })
}

async fn play(State(house): State<House>, upgrade: WebSocketUpgrade) -> Response {
    let Ok(place) = Arc::clone(&house.places).try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "so many are connected already; try again later")
            .into_response();
    };
    upgrade
        .max_message_size(HARDEST_LIMIT)
        .max_frame_size(HARDEST_LIMIT)
        .read_buffer_size(PIECE)
        .write_buffer_size(0)
        .max_write_buffer_size(MOST_UNWRITTEN)
        .on_upgrade(async move |socket| {
            Connection::new(socket, house.limits, house.stop).serve(&house.hall).await;
            drop(place);
        })
}
