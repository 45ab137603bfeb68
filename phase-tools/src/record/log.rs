//! The lines of a recording, in little memory.

use std::collections::BTreeMap;
use std::sync::Arc;

use phase_core::{QueuedHow, Seat};

use super::line::{End, Line, Rest, Seats};

/// Lines as bytes: a tag, and what belongs to it, numbers in as many bytes as they need and names by their index. A start takes
/// four bytes in most games, and a copy is one of the bytes.
#[derive(Debug, Clone, Default)]
pub(super) struct Log {
    bytes: Vec<u8>,
    names: Vec<Arc<str>>,
    indices: BTreeMap<Arc<str>, usize>,
    /// Runs at the end of which nothing came but waiting.
    tail: Option<Quiet>,
}

/// Runs or steps in a row of which nothing came but waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Quiet {
    pub(super) is_step: bool,
    pub(super) times: u64,
}

/// A moment of a log to go back to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Position {
    bytes: usize,
    tail: Option<Quiet>,
}

impl Quiet {
    fn line(self) -> Line<'static> {
        let times = self.times;
        if self.is_step { Line::Step { times } } else { Line::Run { times } }
    }
}

const COMMENT: u8 = 0;
const BEHIND: u8 = 1;
const RUN: u8 = 2;
const STEP: u8 = 3;
const ANSWER: u8 = 4;
const TIME_OUT: u8 = 5;
const QUEUE: u8 = 6;
const CANCEL: u8 = 7;
const CANCEL_TREE: u8 = 8;
const CANCEL_PARKED: u8 = 9;
const CANCEL_ALL: u8 = 10;
const CLEAR: u8 = 11;
const FINISH: u8 = 12;
const OVER: u8 = 13;
const OVER_NAMED: u8 = 14;
const FALLBACK: u8 = 15;
const DELIVERED: u8 = 16;
const WAITING: u8 = 17;
const SUSPENDED: u8 = 18;
const ASKING: u8 = 19;
const IDLE: u8 = 20;
const HALTED: u8 = 21;
const START_LIMIT: u8 = 22;
const CHAIN_LIMIT: u8 = 23;
const WORLD: u8 = 24;
const RECOVER: u8 = 25;
/// The verb is added.
const START: u8 = 32;

const HOWS: [QueuedHow; 8] = [
    QueuedHow::Push,
    QueuedHow::Unshift,
    QueuedHow::Defer,
    QueuedHow::Insert,
    QueuedHow::Replace,
    QueuedHow::Interrupt,
    QueuedHow::WhenEmpty,
    QueuedHow::Present,
];

const ENDS: [End; 5] = [End::Ended, End::Failed, End::Panicked, End::Abandoned, End::Cancelled];

#[allow(clippy::cast_possible_truncation, reason = "there are eight of them")]
pub(super) fn how_code(how: QueuedHow) -> u8 {
    // A verb that this crate does not know yet is told as what nobody has seen.
    HOWS.iter().position(|known| *known == how).unwrap_or(HOWS.len() - 1) as u8
}

pub(super) fn how_at(code: usize) -> QueuedHow {
    HOWS.get(code).copied().unwrap_or(QueuedHow::Present)
}

impl Log {
    pub(super) fn push(&mut self, line: &Line<'_>) {
        if let Some(quiet) = self.tail.take() {
            self.encode(&quiet.line());
        }
        self.encode(line);
    }

    /// Takes note of a run or step of which nothing came but waiting.
    pub(super) fn quiet(&mut self, is_step: bool) {
        match &mut self.tail {
            Some(quiet) if quiet.is_step == is_step => quiet.times = quiet.times.saturating_add(1),
            _ => {
                if let Some(quiet) = self.tail.replace(Quiet { is_step, times: 1 }) {
                    self.encode(&quiet.line());
                }
            }
        }
    }

    /// Takes note of a start, of a phase whose name has this index.
    pub(super) fn start(&mut self, name: usize, how: QueuedHow, level: usize, back: u64) {
        if let Some(quiet) = self.tail.take() {
            self.encode(&quiet.line());
        }
        self.bytes.push(START + how_code(how));
        write_number(&mut self.bytes, name as u64);
        write_number(&mut self.bytes, level as u64);
        write_number(&mut self.bytes, back);
    }

    /// The index of a name.
    pub(super) fn name(&mut self, name: &str) -> usize {
        if let Some(index) = self.indices.get(name) {
            return *index;
        }
        let name: Arc<str> = name.into();
        self.names.push(Arc::clone(&name));
        self.indices.insert(name, self.names.len() - 1);
        self.names.len() - 1
    }

    pub(super) fn position(&self) -> Position {
        Position { bytes: self.bytes.len(), tail: self.tail }
    }

    /// Takes out what has been written since a position, and gives it.
    pub(super) fn go_back(&mut self, to: Position) -> Vec<u8> {
        self.tail = to.tail;
        self.bytes.split_off(to.bytes.min(self.bytes.len()))
    }

    /// Puts back what was taken out.
    pub(super) fn go_forward(&mut self, lines: &[u8], to: Position) {
        self.tail = to.tail;
        self.bytes.extend(lines);
    }

    /// The lines from a position on, which is not in the middle of one.
    pub(super) fn lines_from(&self, from: Position) -> LogLines<'_> {
        LogLines { log: self, rest: self.bytes.get(from.bytes..).unwrap_or_default(), tail: None }
    }

    pub(super) fn lines(&self) -> LogLines<'_> {
        LogLines { log: self, rest: &self.bytes, tail: self.tail }
    }

    /// What the lines take, in bytes.
    pub(super) fn size(&self) -> usize {
        self.bytes.len() + self.names.iter().map(|name| 2 * size_of::<Arc<str>>() + name.len()).sum::<usize>()
    }

    fn encode(&mut self, line: &Line<'_>) {
        match *line {
            Line::Comment { text, is_behind } => {
                self.bytes.push(if is_behind { BEHIND } else { COMMENT });
                self.text(text);
            }
            Line::Run { times } => self.tagged(RUN, times),
            Line::Step { times } => self.tagged(STEP, times),
            Line::Answer { seat, data } => {
                self.tagged(ANSWER, seat_number(seat));
                self.text(data);
            }
            Line::TimeOut => self.bytes.push(TIME_OUT),
            Line::Queue { how, name, data } => {
                self.bytes.extend([QUEUE, how_code(how)]);
                self.named(name);
                self.text(data);
            }
            Line::Cancel => self.bytes.push(CANCEL),
            Line::CancelTree => self.bytes.push(CANCEL_TREE),
            Line::CancelParked { index } => self.tagged(CANCEL_PARKED, index as u64),
            Line::CancelAll => self.bytes.push(CANCEL_ALL),
            Line::Clear => self.bytes.push(CLEAR),
            Line::Finish => self.bytes.push(FINISH),
            Line::Recover => self.bytes.push(RECOVER),
            Line::Start { name, how, level, back } => {
                let name = self.name(name);
                self.start(name, how, level, back);
            }
            Line::Over { end, name } => {
                self.bytes.push(if name.is_some() { OVER_NAMED } else { OVER });
                self.bytes
                    .push(ENDS.iter().zip(0..).find_map(|(e, n)| (*e == end).then_some(n)).unwrap_or(0));
                if let Some(name) = name {
                    self.named(name);
                }
            }
            Line::Fallback { seat } => self.tagged(FALLBACK, seat_number(seat)),
            Line::Delivered { how, name } => {
                self.bytes.extend([DELIVERED, how_code(how)]);
                self.named(name);
            }
            Line::Rest(rest) => self.rest(rest),
            Line::World(digest) => {
                self.bytes.push(WORLD);
                self.bytes.extend(digest.to_le_bytes());
            }
        }
    }

    fn rest(&mut self, rest: Rest<'_>) {
        match rest {
            Rest::Waiting(name) => {
                self.bytes.push(WAITING);
                self.named(name);
            }
            Rest::Suspended(name) => {
                self.bytes.push(SUSPENDED);
                self.named(name);
            }
            Rest::Asking { name, number, seats } => {
                self.bytes.push(ASKING);
                self.named(name);
                write_number(&mut self.bytes, number);
                write_number(&mut self.bytes, seats.0.len() as u64);
                self.bytes.extend(seats.0);
            }
            Rest::Idle => self.bytes.push(IDLE),
            Rest::Halted => self.bytes.push(HALTED),
            Rest::StartLimit => self.bytes.push(START_LIMIT),
            Rest::ChainLimit => self.bytes.push(CHAIN_LIMIT),
        }
    }

    fn tagged(&mut self, tag: u8, number: u64) {
        self.bytes.push(tag);
        write_number(&mut self.bytes, number);
    }

    fn named(&mut self, name: &str) {
        let index = self.name(name);
        write_number(&mut self.bytes, index as u64);
    }

    fn text(&mut self, text: &str) {
        write_number(&mut self.bytes, text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }
}

/// The lines of a log.
#[derive(Debug, Clone)]
pub(super) struct LogLines<'a> {
    log: &'a Log,
    rest: &'a [u8],
    tail: Option<Quiet>,
}

impl<'a> Iterator for LogLines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        // What has been written can be read, so nothing comes only at the end.
        self.read().or_else(|| self.tail.take().map(Quiet::line))
    }
}

impl<'a> LogLines<'a> {
    fn read(&mut self) -> Option<Line<'a>> {
        let tag = self.byte()?;
        Some(match tag {
            COMMENT | BEHIND => Line::Comment { text: self.text()?, is_behind: tag == BEHIND },
            RUN => Line::Run { times: self.number()? },
            STEP => Line::Step { times: self.number()? },
            ANSWER => Line::Answer { seat: read_seat(&mut self.rest)?, data: self.text()? },
            TIME_OUT => Line::TimeOut,
            QUEUE => {
                let how = HOWS.get(usize::from(self.byte()?)).copied()?;
                Line::Queue { how, name: self.name()?, data: self.text()? }
            }
            CANCEL => Line::Cancel,
            CANCEL_TREE => Line::CancelTree,
            CANCEL_PARKED => Line::CancelParked { index: self.index()? },
            CANCEL_ALL => Line::CancelAll,
            CLEAR => Line::Clear,
            FINISH => Line::Finish,
            RECOVER => Line::Recover,
            OVER | OVER_NAMED => {
                let end = ENDS.get(usize::from(self.byte()?)).copied()?;
                Line::Over { end, name: if tag == OVER_NAMED { Some(self.name()?) } else { None } }
            }
            FALLBACK => Line::Fallback { seat: read_seat(&mut self.rest)? },
            DELIVERED => {
                let how = HOWS.get(usize::from(self.byte()?)).copied()?;
                Line::Delivered { how, name: self.name()? }
            }
            WAITING => Line::Rest(Rest::Waiting(self.name()?)),
            SUSPENDED => Line::Rest(Rest::Suspended(self.name()?)),
            ASKING => {
                let (name, number, length) = (self.name()?, self.number()?, self.index()?);
                Line::Rest(Rest::Asking { name, number, seats: Seats(self.take(length)?) })
            }
            IDLE => Line::Rest(Rest::Idle),
            HALTED => Line::Rest(Rest::Halted),
            START_LIMIT => Line::Rest(Rest::StartLimit),
            CHAIN_LIMIT => Line::Rest(Rest::ChainLimit),
            WORLD => Line::World(u64::from_le_bytes(self.take(8)?.try_into().ok()?)),
            _ => {
                let how = HOWS.get(usize::from(tag.checked_sub(START)?)).copied()?;
                Line::Start { name: self.name()?, how, level: self.index()?, back: self.number()? }
            }
        })
    }

    fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*byte)
    }

    fn number(&mut self) -> Option<u64> {
        read_number(&mut self.rest)
    }

    fn index(&mut self) -> Option<usize> {
        self.number()?.try_into().ok()
    }

    fn name(&mut self) -> Option<&'a str> {
        let index = self.index()?;
        self.log.names.get(index).map(|name| &**name)
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = self.index()?;
        std::str::from_utf8(self.take(length)?).ok()
    }
}

/// Seats as a line of a log has them.
pub(super) fn write_seats(seats: impl IntoIterator<Item = Seat>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for seat in seats {
        write_number(&mut bytes, seat_number(seat));
    }
    bytes
}

fn seat_number(seat: Seat) -> u64 {
    match seat {
        Seat::Chance => 0,
        Seat::Player(player) => u64::from(player) + 1,
    }
}

pub(super) fn read_seat(bytes: &mut &[u8]) -> Option<Seat> {
    match read_number(bytes)?.checked_sub(1) {
        None => Some(Seat::Chance),
        Some(player) => player.try_into().ok().map(Seat::Player),
    }
}

/// Seven bits a byte, the lowest first; the eighth says that there are more.
#[allow(clippy::cast_possible_truncation, reason = "seven bits are meant")]
fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}
