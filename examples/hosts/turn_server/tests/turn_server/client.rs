//! A player at the other end of a socket.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};

use crate::PATIENCE;

pub(crate) struct Client {
    input: BufReader<TcpStream>,
    seen: String,
}

impl Client {
    pub(crate) fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        Self { input: BufReader::new(stream), seen: String::new() }
    }

    /// Types some lines at once.
    pub(crate) fn types(&mut self, lines: impl AsRef<[u8]>) {
        self.types_on([lines.as_ref(), b"\n"].concat());
    }

    /// Types a part of a line.
    pub(crate) fn types_on(&mut self, part: impl AsRef<[u8]>) {
        self.input.get_ref().write_all(part.as_ref()).unwrap();
    }

    /// Types a hand, which is noted.
    pub(crate) fn plays(&mut self, hand: &str) {
        self.types(hand);
        self.hears(&format!("({hand}: noted.)"));
    }

    /// The next line.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.input.read_line(&mut line).expect("a line comes in");
        self.seen += &line;
        line.trim_end().to_owned()
    }

    pub(crate) fn hears(&mut self, line: &str) {
        assert_eq!(self.line(), line);
    }

    pub(crate) fn hears_of_round(&mut self, round: u32) {
        let line = self.line();
        assert!(line.starts_with(&format!("Round {round}. ")), "{line}");
    }

    /// All lines that are still to come.
    pub(crate) fn rest(&mut self) -> Vec<String> {
        let mut rest = String::new();
        self.input.read_to_string(&mut rest).expect("the server closes the connection");
        self.seen += &rest;
        rest.lines().map(str::to_owned).collect()
    }

    /// All that it has heard from the first line on.
    pub(crate) fn seen(&self) -> &str {
        &self.seen
    }

    /// Says that nothing more will be typed, and goes on listening.
    pub(crate) fn types_no_more(&self) {
        self.input.get_ref().shutdown(Shutdown::Write).unwrap();
    }
}
