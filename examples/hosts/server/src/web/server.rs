//! Lets in whoever comes, until it is told to stop.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderName, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use serde::Serialize;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};

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

/// The head of a request may have so many bytes.
const LONGEST_HEAD: usize = 16 << 10;
/// How long a connection may take to say good-bye.
const MOMENT: Duration = Duration::from_secs(1);
/// What is said to whoever finds no place.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 47\r\n\r\n\
    so many are connected already; try again later\n";

/// What a server grants those who come.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How many may be connected at once, whatever they ask for.
    pub connections: usize,
    /// How soon a connection has to become the socket of a player, and how soon that has to ask for a seat.
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

/// A place among the connections. The connection has it, and later the socket that it has become.
type Taken = Arc<OwnedSemaphorePermit>;

/// Serves whoever comes, until `stop`. Then every connection is told and closed.
pub async fn serve(listener: TcpListener, hall: Arc<Hall>, limits: Limits, stop: impl Future<Output = ()>) {
    /// How long it takes until there may be something to accept it with again, as a free file.
    const SHORTAGE: Duration = Duration::from_millis(100);
    let (bell, stopped) = watch::channel(false);
    let places = Arc::new(Semaphore::new(limits.connections));
    let house = House { hall, limits, places: Arc::clone(&places), stop: stopped.clone() };
    let app = Router::new()
        .route("/", get(page))
        .route("/play", get(play))
        .route("/state", get(doing))
        .layer(DefaultBodyLimit::max(PIECE))
        .with_state(house);
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, _)) = accepted else {
            sleep(SHORTAGE).await;
            continue;
        };
        // Messages are short and awaited: each is sent at once. A socket that can't promise that is still good enough.
        let _ = stream.set_nodelay(true);
        match Arc::clone(&places).try_acquire_owned() {
            Ok(place) => {
                tokio::spawn(attend(stream, app.clone(), Arc::new(place), limits, stopped.clone()));
            }
            // It fits into the buffer of a new socket; nobody waits for whoever has no place.
            Err(_) => drop(stream.try_write(FULL)),
        }
    }
    drop(listener);
    bell.send_replace(true);
    let all = u32::try_from(limits.connections).unwrap_or(u32::MAX);
    let _ = timeout(MOMENT, places.acquire_many(all)).await;
}

/// Attends to a connection until it is over, has become the socket of a player, or has had its time.
async fn attend(
    stream: TcpStream,
    app: Router,
    place: Taken,
    limits: Limits,
    mut stopped: watch::Receiver<bool>,
) {
    let app = TowerToHyperService::new(app);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Arc::clone(&place));
        app.call(request)
    });
    let connection =
        http1::Builder::new().max_buf_size(LONGEST_HEAD).serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection.with_upgrades());
    tokio::select! {
        // Whoever is at the other end has gone, or is a player now.
        _ = &mut connection => return,
        () = sleep(limits.hello) => {}
        _ = stopped.wait_for(|stop| *stop) => {}
    }
    // What has been asked by now is answered.
    connection.as_mut().graceful_shutdown();
    let _ = timeout(MOMENT, connection).await;
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

async fn play(
    State(house): State<House>,
    Extension(place): Extension<Taken>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if is_foreign(&headers) {
        return (StatusCode::FORBIDDEN, "a page from elsewhere can't play here").into_response();
    }
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

/// Whether it is a page from another address that asks. A browser tells where its page is from; other programs need not.
fn is_foreign(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return false };
    let from = origin.to_str().ok().and_then(|origin| Some(origin.split_once("://")?.1));
    let here = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    !from.zip(here).is_some_and(|(from, here)| from.eq_ignore_ascii_case(here))
}
