//! Nobody can take more than a share of the server.

use std::time::Duration;

use game_server::drive::{Heard, Player};
use game_server::hall::Settings;
use game_server::store::Against;
use game_server::web::Limits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::{How, hear, question, refusal, take_first};

/// What the farewell says, once everything else was heard.
async fn farewell(player: &mut Player) -> String {
    loop {
        match player.hear().await {
            Ok(Some(_)) => {}
            Ok(None) | Err(_) => return player.last.clone(),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_far_too_long_closes_the_connection_with_a_reason() {
    let server = How::default().start().await;
    let ([mut one, _other], game, keys, asked) = server.pair().await;
    one.send("x".repeat(1 << 20)).await.unwrap();
    assert_eq!(farewell(&mut one).await, "that message is too long");
    let mut one = server.player().await;
    assert!(one.sit(game, &keys[0]).await.unwrap());
    assert_eq!(question(&mut one).await.number, 1);
    take_first(&mut one, &asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_nothing_is_sent_away() {
    let limits = Limits { hello: Duration::from_millis(100), ..Limits::default() };
    let server = How { limits, ..How::default() }.start().await;
    assert_eq!(farewell(&mut server.player().await).await, "nothing was heard of you");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_silent_loses_the_connection_and_not_the_seat() {
    let limits =
        Limits { idle: Duration::from_millis(300), ping: Duration::from_mins(1), ..Limits::default() };
    let server = How { limits, ..How::default() }.start().await;
    let ([mut one, _other], game, keys, _) = server.pair().await;
    assert_eq!(farewell(&mut one).await, "nothing was heard of you");
    assert!(server.player().await.sit(game, &keys[0]).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_answers_pings_may_think_for_long() {
    let limits =
        Limits { idle: Duration::from_millis(400), ping: Duration::from_millis(50), ..Limits::default() };
    let server = How { limits, ..How::default() }.start().await;
    let ([mut one, _other], .., asked) = server.pair().await;
    // It is by reading that a client answers pings.
    let read = tokio::time::timeout(Duration::from_millis(1200), one.hear()).await;
    assert!(read.is_err(), "{read:?}");
    take_first(&mut one, &asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_is_dropped() {
    let limits = Limits { write: Duration::from_millis(300), ..Limits::default() };
    let server = How { limits, ..How::default() }.start().await;
    let ([mut one, _other], game, keys, asked) = server.pair().await;
    // Each of these has an answer that nobody fetches.
    let flood = async {
        loop {
            if one.send("x".repeat(1000)).await.is_err() {
                return;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), flood).await.expect("the server hangs up");
    let mut one = server.player().await;
    assert!(one.sit(game, &keys[0]).await.unwrap());
    assert_eq!(question(&mut one).await.number, 1);
    take_first(&mut one, &asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn there_are_only_so_many_connections_and_games() {
    let limits = Limits { connections: 2, ..Limits::default() };
    let how = How { limits, ..How::default() };
    let settings = Settings { most_games: 1, ..how.settings };
    let server = How { settings, ..how }.start().await;
    let mut one = server.player().await;
    one.open(Against::Ai).await.unwrap();
    let mut other = server.player().await;
    assert!(Player::connect(server.address).await.is_err());
    assert!(other.open(Against::Ai).await.is_err());
    assert!(other.last.contains("as many games as it can hold"), "{}", other.last);
    drop(one);
    while Player::connect(server.address).await.is_err() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_newest_connection_has_the_seat() {
    let server = How::default().start().await;
    let ([mut one, _other], game, keys, asked) = server.pair().await;
    let mut again = server.player().await;
    assert!(again.sit(game, &keys[0]).await.unwrap());
    assert_eq!(farewell(&mut one).await, "you have come in by another connection");
    assert_eq!(question(&mut again).await.number, 1);
    take_first(&mut again, &asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn binary_messages_are_refused() {
    let server = How::default().start().await;
    let ([mut one, _other], .., asked) = server.pair().await;
    one.send_bytes(vec![0xff; 10]).await.unwrap();
    assert_eq!(refusal(&mut one).await, "send text, and no binary messages");
    take_first(&mut one, &asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_told_when_the_server_stops() {
    let server = How::default().start().await;
    let ([mut one, _other], ..) = server.pair().await;
    let mut guest = server.player().await;
    server.stop.send(()).unwrap();
    assert_eq!(farewell(&mut one).await, "the server stops");
    assert_eq!(farewell(&mut guest).await, "the server stops");
    let [serving, _] = server.tasks;
    serving.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_view_comes_with_the_seat() {
    let server = How::default().start().await;
    let mut one = server.player().await;
    one.open(Against::Player).await.unwrap();
    assert!(matches!(hear(&mut one).await, Heard::Game { has_begun: false, .. }));
}

/// What is still heard on a connection that is not a player's, until it is closed.
async fn rest(mut stream: TcpStream) -> String {
    let mut heard = Vec::new();
    // It may be reset, with what was sent and not read.
    let reading = stream.read_to_end(&mut heard);
    let _ = tokio::time::timeout(Duration::from_secs(20), reading).await.expect("the server hangs up");
    String::from_utf8(heard).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_never_becomes_a_player_s_is_closed() {
    let limits = Limits { hello: Duration::from_millis(200), ..Limits::default() };
    let server = How { limits, ..How::default() }.start().await;
    for (said, heard) in [
        ("", ""),
        ("GET /play HTTP/1.1\r\nhost: here\r\nx-slow: ", ""),
        ("GET /state HTTP/1.1\r\nhost: here\r\n\r\n", "HTTP/1.1 200 OK"),
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(said.as_bytes()).await.unwrap();
        let rest = rest(stream).await;
        assert!(rest.starts_with(heard), "{said}: {rest}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_counted_from_the_first_byte() {
    let limits = Limits { connections: 2, ..Limits::default() };
    let server = How { limits, ..How::default() }.start().await;
    let silent = TcpStream::connect(server.address).await.unwrap();
    let mut one = server.player().await;
    let rest = rest(TcpStream::connect(server.address).await.unwrap()).await;
    assert!(rest.starts_with("HTTP/1.1 503 ") && rest.ends_with("try again later\n"), "{rest}");
    one.open(Against::Ai).await.unwrap();
    drop(silent);
    while Player::connect(server.address).await.is_err() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
