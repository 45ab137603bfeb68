//! Somebody at the other end of a socket.

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

    /// The next line.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.input.read_line(&mut line).expect("a line comes in");
        assert!(line.ends_with('\n'), "the connection is closed after\n{}", self.seen);
        self.seen += &line;
        line.trim_end().to_owned()
    }

    #[track_caller]
    pub(crate) fn hears(&mut self, line: &str) {
        assert_eq!(self.line(), line);
    }

    /// Reads lines up to one that begins so.
    pub(crate) fn hears_to(&mut self, beginning: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// Types a line, and gives the next one that comes in.
    pub(crate) fn reply_to(&mut self, line: impl AsRef<[u8]>) -> String {
        self.types(line);
        self.line()
    }

    /// All lines that are still to come.
    pub(crate) fn rest(&mut self) -> Vec<String> {
        let mut rest = String::new();
        self.input.read_to_string(&mut rest).expect("the server closes the connection");
        self.seen += &rest;
        rest.lines().map(str::to_owned).collect()
    }

    /// What this player has to type to come back.
    pub(crate) fn way_back(&self) -> String {
        self.seen.split('`').find(|part| part.starts_with("back ")).expect("a way back").to_owned()
    }

    /// All that it has heard from the first line on, but for its key.
    pub(crate) fn seen(&self) -> String {
        if self.seen.contains("`back ") {
            self.seen.replace(&self.way_back(), "back 1 KEY")
        } else {
            self.seen.clone()
        }
    }

    /// Says that nothing more will be typed, and goes on listening.
    pub(crate) fn types_no_more(&self) {
        self.input.get_ref().shutdown(Shutdown::Write).unwrap();
    }
}
