//! What is late, doubled, foreign, malformed or too long is refused with a reason, and changes nothing.

use game_server::store::Against;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::{How, Server, confirmed, question, refusal, take_first, until_asked};

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_taken_once() {
    let server = How::default().start().await;
    let ([mut one, _other], game, _, asked) = server.pair().await;
    let answer = &asked.options[0].answer;
    for _ in 0..3 {
        one.answer(1, answer).await.unwrap();
    }
    confirmed(&mut one, 1).await;
    assert_eq!(question(&mut one).await.number, 2);
    for _ in 0..2 {
        assert_eq!(refusal(&mut one).await, "question 1 has been answered already");
    }
    assert_eq!(server.recording(game).answers.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_for_the_question_that_stands() {
    let server = How::default().start().await;
    let ([mut one, _other], game, _, asked) = server.pair().await;
    one.answer(2, &asked.options[0].answer).await.unwrap();
    assert_eq!(refusal(&mut one).await, "there is no question 2 yet; the next is 1");
    one.answer(0, &asked.options[0].answer).await.unwrap();
    assert_eq!(refusal(&mut one).await, "question 0 has been answered already");
    assert!(server.recording(game).answers.is_empty());
    take_first(&mut one, &asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_is_not_asked_can_t_answer() {
    let server = How::default().start().await;
    let ([mut one, mut other], game, _, asked) = server.pair().await;
    crate::view(&mut other).await;
    other.answer(1, &asked.options[0].answer).await.unwrap();
    assert_eq!(refusal(&mut other).await, "you are not asked now");
    assert!(server.recording(game).answers.is_empty());
    take_first(&mut one, &asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_answer_is_refused() {
    let server = How::default().start().await;
    let ([mut one, _other], game, _, asked) = server.pair().await;
    let long = format!("\"{}\"", "x".repeat(600));
    for (answer, reason) in [
        ("\"Landslide\"", "invalid type: string"),
        ("-1", "invalid value"),
        ("77", "it is none of the options"),
        ("null", "invalid type: null"),
        ("1e400", "out of range"),
        ("[[[[[[]]]]]]", "invalid type: sequence"),
        (&*long, "an answer may have 512 bytes, and this has 602"),
    ] {
        one.send(format!(r#"{{"answer": {{"number": 1, "answer": {answer}}}}}"#)).await.unwrap();
        let refused = refusal(&mut one).await;
        assert!(refused.contains(reason), "{answer}: {refused}");
    }
    assert!(server.recording(game).answers.is_empty());
    take_first(&mut one, &asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_message_is_refused() {
    let server = How::default().start().await;
    let ([mut one, _other], game, _, asked) = server.pair().await;
    let (long, deep) = ("x".repeat(3000), "[".repeat(2000));
    for (message, reason) in [
        ("", "that is no message"),
        ("{", "that is no message"),
        ("{\"answer\": {}}", "that is no message: missing field `number`"),
        ("{\"answer\": {\"number\": -1, \"answer\": 1}}", "that is no message: invalid value"),
        (
            "{\"answer\": {\"number\": 1, \"answer\": 1, \"seat\": 1}}",
            "that is no message: unknown field `seat`",
        ),
        ("{\"undo\": {}}", "that is no message: unknown variant `undo`"),
        ("{\"open\": {\"against\": \"ai\"}}", "this connection has a seat already"),
        (&*long, "a message may have 2048 bytes, and this has 3000"),
        (&*deep, "that is no message"),
    ] {
        one.send(message).await.unwrap();
        let refused = refusal(&mut one).await;
        assert!(refused.contains(reason), "{message}: {refused}");
    }
    assert!(server.recording(game).answers.is_empty());
    take_first(&mut one, &asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_proven_by_its_key() {
    let server = How::default().start().await;
    let (_players, game, keys, _) = server.pair().await;
    let (_others, other_game, other_keys, _) = server.pair().await;
    let mut stranger = server.player().await;
    stranger.send(r#"{"answer": {"number": 1, "answer": 1}}"#).await.unwrap();
    assert_eq!(refusal(&mut stranger).await, "you have no seat; open, join or sit first");
    for key in ["", "0", &other_keys[0], &keys[0].to_uppercase(), &keys[0][1..]] {
        assert!(stranger.sit(game, key).await.is_err(), "{key}");
        assert!(stranger.last.contains("that is no key to this game"), "{}", stranger.last);
    }
    assert!(stranger.sit(other_game, &keys[0]).await.is_err());
    assert!(stranger.sit(game, &keys[1]).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_taken_once_its_player_has_answered() {
    let server = How::default().start().await;
    let mut one = server.player().await;
    let (game, _, invitation) = one.open(Against::Player).await.unwrap();
    let invitation = invitation.unwrap();
    let mut stranger = server.player().await;
    assert!(stranger.join(game, "guess").await.is_err());
    assert!(stranger.last.contains("that is no invitation to this game"));

    // Whoever has not heard that the seat was taken may take it again; then only the new key is good.
    let first_key = server.player().await.join(game, &invitation).await.unwrap();
    let mut other = server.player().await;
    let key = other.join(game, &invitation).await.unwrap();
    assert!(server.player().await.sit(game, &first_key).await.is_err());

    let asked = until_asked(&mut other, &mut one).await;
    take_first(&mut other, &asked).await;
    assert!(stranger.join(game, &invitation).await.is_err());
    assert!(stranger.last.contains("the seat is taken"), "{}", stranger.last);
    assert!(server.player().await.sit(game, &key).await.unwrap());
}

/// A connection on which anything can be written, once the server has let it play or not, with how it answered.
async fn knock(server: &Server, more: &str) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let host = server.address;
    let head = format!(
        "GET /play HTTP/1.1\r\nhost: {host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n{more}\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(stream.read_u8().await.unwrap());
    }
    (stream, String::from_utf8(answer).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_from_elsewhere_can_t_play() {
    let server = How::default().start().await;
    let (here, port) = (server.address, server.address.port());
    for (origin, status) in [
        (format!("http://{here}"), 101),
        (format!("https://{here}"), 101),
        ("http://example.com".into(), 403),
        (format!("http://{here}.example.com"), 403),
        (format!("http://127.0.0.1:{}", port ^ 1), 403),
        ("null".into(), 403),
    ] {
        let (_, answer) = knock(&server, &format!("origin: {origin}\r\n")).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{origin}: {answer}");
    }
    assert!(knock(&server, "").await.1.starts_with("HTTP/1.1 101 "));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_frame_closes_the_connection_with_a_reason() {
    let server = How::default().start().await;
    for (frame, code, reason) in [
        // Not masked; bits that nobody has agreed on; a code that there is not; half of a character.
        (&b"\x81\x01x"[..], 1002_u16, "that is no WebSocket message"),
        (b"\xf1\x81\0\0\0\0x", 1002, "that is no WebSocket message"),
        (b"\x83\x81\0\0\0\0x", 1002, "that is no WebSocket message"),
        (b"\x81\x81\0\0\0\0\xc3", 1007, "text has to be UTF-8"),
    ] {
        let (mut stream, _) = knock(&server, "").await;
        stream.write_all(frame).await.unwrap();
        let mut heard = Vec::new();
        let _ = stream.read_to_end(&mut heard).await;
        let said = [&code.to_be_bytes()[..], reason.as_bytes()].concat();
        assert!(heard.ends_with(&said), "{frame:x?}: {}", heard.escape_ascii());
    }
}
