//! Lets in whoever comes, until it is told to stop.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::select;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::game::Stop;
use crate::hall::Hall;
use crate::news::News;
use crate::visitor::Visitor;

/// How long to wait after somebody could not be let in. By then a player may have left, and taken the reason along.
const MOMENT: Duration = Duration::from_millis(500);

/// Lets in whoever comes, gives the players `time` for each answer, and reports each game that is over, until `stop`.
/// Then it tells everybody, and returns when they know.
///
/// Whoever can't be let in, as when so many have come that the process may open no more sockets, is reported too, and
/// the games go on. A socket that fails is a visitor who has left.
pub async fn serve(
    listener: TcpListener,
    time: Duration,
    news: mpsc::UnboundedSender<News>,
    stop: impl Future<Output = ()>,
) {
    let (bell, stopped) = watch::channel(false);
    let hall = Arc::new(Hall::new(time, news.clone(), Stop(stopped)));
    let mut visits = JoinSet::new();
    let mut stop = pin!(stop);
    loop {
        select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    let hall = Arc::clone(&hall);
                    visits.spawn(async move { Visitor::new(stream)?.visit(&hall).await });
                }
                Err(error) => {
                    let _ = news.send(News::NotLetIn(error));
                    sleep(MOMENT).await;
                }
            },
            Some(_) = visits.join_next() => {}
            () = &mut stop => break,
        }
    }
    drop(listener);
    let _ = bell.send(true);
    while visits.join_next().await.is_some() {}
}
