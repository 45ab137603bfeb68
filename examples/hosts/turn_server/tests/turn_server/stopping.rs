//! A server that is stopped.

use std::net::TcpStream;

use turn_server::duel::Outcome;

use crate::{PATIENCE, Server};

const STOPS: &str = "The server stops.";

#[test]
fn everybody_is_told_before_the_server_is_gone() {
    let server = Server::start();
    let [one, two] = server.pair();
    let guest = server.guest();
    let alone = server.first();
    let visitor = server.visitor();
    server.stop.send(()).unwrap();
    for mut client in [one, two, guest, alone, visitor] {
        assert_eq!(client.rest(), [STOPS]);
    }
    server.has_stopped.recv_timeout(PATIENCE).expect("the server has stopped");
    let mut played: Vec<_> = server.played.iter().collect();
    played.sort_by_key(|(game, _)| *game);
    assert_eq!(played, [(1, Outcome::Stopped), (2, Outcome::Stopped)]);
    TcpStream::connect(server.address).expect_err("nobody is let in");
}

#[test]
fn a_server_with_nobody_stops() {
    let server = Server::start();
    drop(server.pair());
    server.stop.send(()).unwrap();
    server.has_stopped.recv_timeout(PATIENCE).expect("the server has stopped");
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_the_process() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    use crate::client::Client;

    let mut process = Command::new(env!("CARGO_BIN_EXE_turn-server"))
        .args(["--port", "0", "--time", "3600"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(process.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    let address = line.trim_end().strip_prefix("Players are welcome at ").unwrap().trim_end_matches('.');
    let address = address.parse().unwrap();
    let players = [(); 2].map(|()| {
        let mut player = Client::connect(address);
        player.types("play");
        player.hears_to("You are player ");
        player
    });
    let id = process.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    for mut player in players {
        assert_eq!(player.rest().last().unwrap(), STOPS);
    }
    assert!(process.wait().unwrap().success());
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, format!("Game 1 is over. {STOPS}\n"));
}
