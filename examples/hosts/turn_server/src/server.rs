//! Seats the players, and drives the phases of their game.

use std::io;
use std::time::Duration;

use phase_core::prelude::*;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::time::sleep;

use crate::duel::{Duel, Outcome};
use crate::phases::{EndPhase, RoundPhase};
use crate::player::Link;

/// What came of a game.
pub type Played = Result<Outcome, RunError>;

/// What a server has to report.
#[derive(Debug)]
pub enum News {
    /// A game is over.
    Over(Played),
    /// Somebody has come, and could not be let in.
    NotLetIn(io::Error),
}

/// How long to wait after somebody could not be let in. By then a player may have left, and taken the reason along.
const MOMENT: Duration = Duration::from_millis(500);

/// Seats whoever comes, two by two, and reports each game that is over. It never ends by itself.
///
/// Whoever can't be let in, as when so many have come that the process may open no more sockets, is reported too, and
/// the games go on. A player's socket that fails is a player who has left.
pub async fn serve(listener: TcpListener, news: mpsc::UnboundedSender<News>) {
    let mut waiting: Option<Link> = None;
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                let _ = news.send(News::NotLetIn(error));
                sleep(MOMENT).await;
                continue;
            }
        };
        let newcomer = Link::open(stream);
        newcomer.tell("Welcome! The game begins when there are two of you.".to_owned());
        // Whoever could not wait has no part in it.
        let Some(first) = waiting.take().filter(|link| !link.is_closed()) else {
            waiting = Some(newcomer);
            continue;
        };
        first.tell("You are Red.".to_owned());
        newcomer.tell("You are Blue.".to_owned());
        let news = news.clone();
        tokio::spawn(async move {
            let played = play(Duel::new(first, newcomer)).await;
            // With nobody to report to, the players know all the same.
            let _ = news.send(News::Over(played));
        });
    }
}

/// Plays a game to its end. It sleeps while a player thinks.
///
/// # Errors
///
/// If a phase fails; that a player leaves is no such failure.
pub async fn play(mut duel: Duel) -> Played {
    let mut phases = PhaseManager::new().when_empty(|_: &mut Duel| RoundPhase);
    loop {
        match (phases.run_async(&mut duel).await, duel.outcome) {
            (Ok(_), Some(outcome)) => return Ok(outcome),
            // No phase of this game halts it before it is over.
            (Ok(_), None) => {}
            // The phase that was abandoned has left word of whose it was. With it goes the rest of the round.
            (Err(RunError::Abandoned { .. }), Some(left)) => {
                phases.clear(&mut duel);
                phases.push(EndPhase(left));
            }
            (Err(error), _) => return Err(error),
        }
    }
}
