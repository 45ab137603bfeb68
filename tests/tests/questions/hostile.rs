//! Data in place of an answer that somebody has tampered with: each is an error that changes nothing, or an answer.

use std::cell::RefCell;

use phase_core::prelude::*;
use serde::{Deserialize, Deserializer, Serialize};

use crate::play::P0;

/// A bit of everything that can be in an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Order {
    Pass,
    Move { unit: String, path: Vec<(i16, i16)> },
    Bid(Option<u64>),
    Note(char, f32, [bool; 2], Box<Order>),
}

fn orders() -> [Order; 5] {
    let path = vec![(1, -1), (i16::MAX, i16::MIN), (0, 0)];
    let walk = Order::Move { unit: "Hé, tank".to_owned(), path };
    let note = Order::Note('é', 0.1, [true, false], Box::new(walk.clone()));
    [Order::Pass, Order::Bid(None), Order::Bid(Some(u64::MAX)), walk, note]
}

#[derive(Debug, Clone, Default)]
struct Field {
    given: Vec<Order>,
}

#[phase(world = Field, asks, save, clone)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct OrderPhase;

impl Asks for OrderPhase {
    type Answer = Order;

    fn answer(&mut self, _: Seat, order: Order, guard: EndGuard<'_, Self>) -> Flow<Self> {
        guard.world.given.push(order);
        guard.ask()
    }
}

#[derive(Default)]
struct Game {
    phases: PhaseManager<Field>,
    field: Field,
}

#[derive(Debug, Clone, Copy)]
enum Format {
    Json,
    Ron,
    MessagePack,
    NamedMessagePack,
    Cbor,
    Postcard,
}

const ALL: [Format; 6] = [
    Format::Json,
    Format::Ron,
    Format::MessagePack,
    Format::NamedMessagePack,
    Format::Cbor,
    Format::Postcard,
];

impl Format {
    fn write(self, order: &Order) -> Vec<u8> {
        match self {
            Self::Json => serde_json::to_vec(order).expect("it can"),
            Self::Ron => ron::to_string(order).expect("it can").into_bytes(),
            Self::MessagePack => rmp_serde::to_vec(order).expect("it can"),
            Self::NamedMessagePack => rmp_serde::to_vec_named(order).expect("it can"),
            Self::Cbor => {
                let mut bytes = Vec::new();
                ciborium::into_writer(order, &mut bytes).expect("it can");
                bytes
            }
            Self::Postcard => postcard::to_stdvec(order).expect("it can"),
        }
    }
}

/// What an answer came to.
type Came = Result<Step, AnswerError<()>>;

thread_local! {
    /// A game that is answered from within a `Deserialize`: `ciborium` gives its deserializer to nobody else.
    static WITHIN: RefCell<(Game, Option<Came>)> = RefCell::default();
}

struct Within;

impl<'de> Deserialize<'de> for Within {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        WITHIN.with_borrow_mut(|(game, came)| *came = Some(game.answer_by(deserializer)));
        Ok(Self)
    }
}

impl Game {
    fn new() -> Self {
        let mut game = Self::default();
        game.phases.push(OrderPhase);
        assert!(matches!(game.phases.run(&mut game.field), Ok(RunStatus::Asking)));
        game
    }

    fn answer_by<'de, D: Deserializer<'de>>(&mut self, deserializer: D) -> Came {
        let number = self.phases.question().expect("it always asks").number();
        self.phases.answer_from(&mut self.field, number, P0, deserializer)
    }

    fn answer(&mut self, format: Format, data: &[u8]) -> Came {
        match format {
            Format::Json => self.answer_by(&mut serde_json::Deserializer::from_slice(data)),
            Format::Ron => match ron::Deserializer::from_bytes(data) {
                Ok(mut deserializer) => self.answer_by(&mut deserializer),
                Err(_) => self.answer_by(&mut serde_json::Deserializer::from_str("")),
            },
            Format::MessagePack | Format::NamedMessagePack => {
                self.answer_by(&mut rmp_serde::Deserializer::new(data))
            }
            Format::Cbor => {
                WITHIN.set((std::mem::take(self), None));
                let _ = ciborium::from_reader::<Within, _>(data);
                let (game, came) = WITHIN.take();
                *self = game;
                came.expect("it has been called")
            }
            Format::Postcard => self.answer_by(&mut postcard::Deserializer::from_bytes(data)),
        }
    }

    /// Everything that can be seen, and everything that a save holds.
    fn state(&self) -> String {
        let save = serde_json::to_string(&self.phases).expect("it can be saved");
        format!("{save} {:?} {:?}", self.phases, self.field)
    }

    /// Gives the data as an answer, which has to be an error that changes nothing, or an answer that is taken.
    fn survive(&mut self, format: Format, data: &[u8]) -> Result<(), String> {
        let (before, given) = (self.state(), self.field.given.len());
        match self.answer(format, data) {
            Ok(step) => {
                assert_eq!(step, Step::Asking("OrderPhase"));
                assert_eq!(self.field.given.len(), given + 1);
                self.field.given.clear();
                Ok(())
            }
            Err(AnswerError::Unreadable { phase: "OrderPhase", message, .. }) => {
                assert_eq!(self.state(), before, "{format:?}: {data:?}");
                Err(message)
            }
            Err(error) => panic!("{error}, in {format:?}: {data:?}"),
        }
    }
}

#[test]
fn what_is_written_is_read() {
    for format in ALL {
        let mut game = Game::new();
        for order in orders() {
            let step = game.answer(format, &format.write(&order));
            assert!(matches!(step, Ok(Step::Asking("OrderPhase"))), "{format:?}: {step:?}");
            assert_eq!(game.field.given.last(), Some(&order), "{format:?}");
        }
    }
}

#[test]
fn cut_short_anywhere() {
    for format in ALL {
        let mut game = Game::new();
        for order in orders() {
            let data = format.write(&order);
            for end in 0..data.len() {
                let message = game.survive(format, &data[..end]).expect_err("something is missing");
                assert!(!message.is_empty(), "{format:?} up to {end}");
            }
            assert_eq!(game.survive(format, &data), Ok(()), "{format:?}");
        }
    }
}

#[test]
fn with_a_bit_the_other_way_round() {
    for format in ALL {
        let mut game = Game::new();
        for order in orders() {
            let mut data = format.write(&order);
            for at in 0..data.len() {
                for bit in 0..8 {
                    data[at] ^= 1 << bit;
                    let _ = game.survive(format, &data);
                    data[at] ^= 1 << bit;
                }
            }
        }
    }
}

#[test]
fn with_a_byte_more_or_less_or_another() {
    for format in ALL {
        let mut game = Game::new();
        for order in orders() {
            let data = format.write(&order);
            for at in 0..data.len() {
                let (before, after) = (&data[..at], &data[at + 1..]);
                let _ = game.survive(format, &[before, after].concat());
                for byte in [0, 1, b'0', 0x7f, 0x80, 0xff] {
                    let _ = game.survive(format, &[before, &[byte], after].concat());
                    let _ = game.survive(format, &[before, &[byte], &data[at..]].concat());
                }
            }
        }
    }
}

/// The same bytes each time.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn bytes(&mut self) -> Vec<u8> {
        let length = self.next() % 24;
        (0..length).map(|_| self.next().to_le_bytes()[3]).collect()
    }
}

#[test]
fn of_bytes_that_mean_nothing() {
    let mut noise = Noise(0x2545_f491_4f6c_dd1d);
    for format in ALL {
        let mut game = Game::new();
        for _ in 0..2_000 {
            let _ = game.survive(format, &noise.bytes());
        }
    }
}

/// Claims that there is very much of something.
#[test]
fn with_huge_counts() {
    let huge: [&[u8]; 8] = [
        b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
        b"\xff\xff\xff\xff\x0f",
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\x9b\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\x7b\x7f\xff\xff\xff\xff\xff\xff\xff",
        b"99999999999999999999",
    ];
    for format in ALL {
        let mut game = Game::new();
        for order in orders() {
            let data = format.write(&order);
            for huge in huge {
                for at in 0..data.len() {
                    let _ = game.survive(format, &[&data[..at], huge, &data[at + 1..]].concat());
                    let _ = game.survive(format, &[&data[..at], huge].concat());
                }
            }
        }
    }
}

/// Of an answer within an answer within an answer, and so on: what is said of it does not grow along. A format without a
/// bound of its own is left out: with it, it is the answer's type that has to have one.
#[test]
fn of_great_depth() {
    let test = std::thread::Builder::new().stack_size(16 << 20).spawn(|| {
        for (format, nest) in [
            (Format::Json, br#"{"Note":["a",0.5,[true,true],"#.as_slice()),
            (Format::Ron, b"Note('a',0.5,(true,true),"),
            (Format::MessagePack, b"\x81\xa4Note\x94\xa1a\xca\0\0\0\0\x92\xc3\xc3"),
            (Format::Cbor, b"\xa1\x64Note\x84\x61a\xf9\0\0\x82\xf5\xf5"),
        ] {
            let mut game = Game::new();
            for depth in [1, 10, 100, 20_000] {
                let message = game.survive(format, &nest.repeat(depth)).expect_err("there is no bottom");
                assert!(
                    message.len() < 4_000,
                    "{format:?}: {} bytes of message at depth {depth}",
                    message.len()
                );
            }
        }
    });
    test.expect("there is memory for a stack").join().expect("all of it is survived");
}
