//! Reading a recording.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use phase_core::{QueuedHow, Seat};
use serde::de::IgnoredAny;

use super::line::{Line, Rest, Seats};
use super::log::write_seats;
use super::recording::{FORMAT, Head, Recording};
use super::text::{ENDS, HOWS, VERBS};

/// What is wrong with the text of a recording: on which line, what, and what to do. No data is quoted, which may be secret.
///
/// # Examples
///
/// ```
/// use phase_tools::record::Recording;
///
/// let error = "recording 1\nrun\n  strat TurnPhase pushed 0\n".parse::<Recording>().unwrap_err();
/// assert_eq!(error.line(), 3);
/// assert_eq!(error.to_string(), "line 3 of the recording: no line begins with `strat`; did you mean `start`?");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordingError {
    line: usize,
    message: String,
}

impl RecordingError {
    /// The number of the line, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the recording: {}", self.line, self.message)
    }
}

impl Error for RecordingError {}

impl FromStr for Recording {
    type Err = RecordingError;

    fn from_str(text: &str) -> Result<Self, RecordingError> {
        let mut reader =
            Reader { recording: Self::new(), has_format: false, has_input: false, only_waited: false };
        reader.recording.head.clear();
        let mut last = 1;
        // Some editors put a byte order mark there.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (line, number) in text.lines().zip(1..) {
            last = number;
            reader.line(line).map_err(|message| RecordingError { line: number, message })?;
        }
        if !reader.has_format {
            return Err(RecordingError { line: last, message: NO_FORMAT.to_owned() });
        }
        Ok(reader.recording)
    }
}

const NO_FORMAT: &str = "it has to begin with `recording 1`, the number of the format";

/// The words with which lines begin.
const WORDS: [&str; 35] = [
    "recording",
    "version",
    "seed",
    "save",
    "run",
    "step",
    "answer",
    "time_out",
    "push",
    "unshift",
    "defer",
    "interrupt",
    "cancel",
    "cancel_tree",
    "cancel_parked",
    "cancel_all",
    "clear",
    "finish",
    "recover",
    "start",
    "ended",
    "failed",
    "panicked",
    "abandoned",
    "cancelled",
    "fallback",
    "delivered",
    "waits",
    "suspended",
    "asks",
    "idle",
    "halted",
    "start_limit",
    "chain_limit",
    "world",
];

struct Reader {
    recording: Recording,
    has_format: bool,
    has_input: bool,
    /// Whether the input before is one of which nothing came but waiting, several times.
    only_waited: bool,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            self.comment(line.strip_prefix('#').unwrap_or(line), false);
            return Ok(());
        }
        let mut scratch = Scratch::default();
        let mut words = Words(line);
        let first = words.word().unwrap_or_default();
        if !self.has_format && first != "recording" {
            return Err(NO_FORMAT.to_owned());
        }
        if matches!(first, "recording" | "version" | "seed" | "save") {
            let head = self.head(first, &mut words)?;
            self.recording.head.push(head);
        } else {
            let line = read_line(first, &mut words, &mut scratch)?;
            // The world at the start came of nothing.
            if line.is_outcome() && !self.has_input && !matches!(line, Line::World(_)) {
                return Err(format!(
                    "`{first}` says what came of something that the host did; there has to be a line \
                                    before, such as `run`"
                ));
            }
            if line.is_outcome() && self.only_waited {
                return Err(format!(
                    "`{first}` says what came of the line before, and that says by its count that nothing came but \
                     waiting; write the run of which it came on a line of its own"
                ));
            }
            if line.is_input() {
                self.has_input = true;
                self.only_waited = matches!(line, Line::Run { times } | Line::Step { times } if times > 1);
            }
            self.recording.log.push(&line);
        }
        match words.rest() {
            "" => Ok(()),
            rest => match rest.strip_prefix('#') {
                Some(comment) => {
                    self.comment(comment, true);
                    Ok(())
                }
                None => Err(format!(
                    "there is more behind `{first}` than belongs to it; a comment begins with `#`"
                )),
            },
        }
    }

    /// Whether there is a line behind the header.
    fn is_begun(&self) -> bool {
        self.recording.log.lines().next().is_some()
    }

    fn comment(&mut self, text: &str, is_behind: bool) {
        let text = text.trim_end();
        if is_behind && text.is_empty() {
            return;
        }
        if self.is_begun() {
            self.recording.log.push(&Line::Comment { text, is_behind });
        } else {
            self.recording.head.push(Head::Comment { text: text.to_owned(), is_behind });
        }
    }

    fn head(&mut self, word: &str, words: &mut Words<'_>) -> Result<Head, String> {
        if self.is_begun() {
            return Err(format!(
                "`{word}` belongs to the header; put it before the first line that says what was done"
            ));
        }
        if word == "recording" {
            if self.has_format {
                return Err("the number of the format stands there already".to_owned());
            }
            self.has_format = true;
            let format: u32 = words.number("the number of the format")?;
            return match format {
                FORMAT => Ok(Head::Format),
                0 => Err("formats are counted from 1".to_owned()),
                _ => Err(format!(
                    "it is of format {format}, and this version of phase-tools reads formats up to \
                                  {FORMAT}; take a newer one"
                )),
            };
        }
        let is_there = match word {
            "version" => self.recording.version().is_some(),
            "seed" => self.recording.seed().is_some(),
            _ => self.recording.save().is_some(),
        };
        if is_there {
            return Err(format!("there is a `{word}` already; take one of them out"));
        }
        if word == "save" && words.rest().starts_with(['{', '[']) {
            let save = words
                .json()
                .map_err(|_| "`save` takes JSON, or any other text in quotes, as in `save \"42\"`")?;
            return Ok(Head::Save(save.to_owned()));
        }
        let text = words
            .quoted()
            .ok_or_else(|| format!("`{word}` takes a text in quotes, as in `{word} \"42\"`"))?;
        Ok(match word {
            "version" => Head::Version(text),
            "seed" => Head::Seed(text),
            _ => Head::Save(text),
        })
    }
}

/// What a line holds that does not stand in the text as it is.
#[derive(Default)]
struct Scratch {
    name: String,
    seats: Vec<u8>,
}

fn read_line<'a>(word: &str, words: &mut Words<'a>, scratch: &'a mut Scratch) -> Result<Line<'a>, String> {
    let Scratch { name, seats } = scratch;
    if let Some((how, _)) = VERBS.iter().find(|(_, verb)| *verb == word) {
        return Ok(Line::Queue { how: *how, name: words.name(name)?, data: words.json()? });
    }
    if let Some((end, _)) = ENDS.iter().find(|(_, end)| *end == word) {
        let is_alone = words.rest().is_empty() || words.rest().starts_with('#');
        return Ok(Line::Over { end: *end, name: if is_alone { None } else { Some(words.name(name)?) } });
    }
    Ok(match word {
        "run" => Line::Run { times: words.times()? },
        "step" => Line::Step { times: words.times()? },
        "answer" => Line::Answer { seat: words.seat()?, data: words.json()? },
        "time_out" => Line::TimeOut,
        "cancel" => Line::Cancel,
        "cancel_tree" => Line::CancelTree,
        "cancel_parked" => Line::CancelParked { index: words.number("which parked phase it is, from 0")? },
        "cancel_all" => Line::CancelAll,
        "clear" => Line::Clear,
        "finish" => Line::Finish,
        "recover" => Line::Recover,
        "start" => {
            let (name, how, level) =
                (words.name(name)?, words.how()?, words.number("the number of a level")?);
            Line::Start { name, how, level, back: words.back()? }
        }
        "fallback" => Line::Fallback { seat: words.seat()? },
        "delivered" => Line::Delivered { name: words.name(name)?, how: words.how()? },
        "waits" => Line::Rest(Rest::Waiting(words.name(name)?)),
        "suspended" => Line::Rest(Rest::Suspended(words.name(name)?)),
        "asks" => {
            let (name, number) = (words.name(name)?, words.number("the number of the question")?);
            let mut asked = Vec::new();
            while !words.rest().is_empty() && !words.rest().starts_with('#') {
                asked.push(words.seat()?);
            }
            *seats = write_seats(asked);
            Line::Rest(Rest::Asking { name, number, seats: Seats(seats) })
        }
        "idle" => Line::Rest(Rest::Idle),
        "halted" => Line::Rest(Rest::Halted),
        "start_limit" => Line::Rest(Rest::StartLimit),
        "chain_limit" => Line::Rest(Rest::ChainLimit),
        "world" => {
            let digest =
                words.word().filter(|word| word.len() == 16 && word.bytes().all(|b| b.is_ascii_hexdigit()));
            let digest = digest.and_then(|word| u64::from_str_radix(word, 16).ok());
            Line::World(digest.ok_or("`world` takes a digest of 16 digits, from 0 to f")?)
        }
        _ => return Err(unknown(word)),
    })
}

fn unknown(word: &str) -> String {
    let shown: String = word.chars().take(40).collect();
    let alike = |known: &&str| strsim::damerau_levenshtein(known, &shown);
    match WORDS.iter().min_by_key(|known| alike(known)).filter(|known| alike(known) <= 2) {
        Some(known) => format!("no line begins with `{shown}`; did you mean `{known}`?"),
        None => format!(
            "no line begins with `{shown}`; write one of {}, or `#` before a comment",
            WORDS.join(", ")
        ),
    }
}

/// What is left of a line.
struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    fn rest(&self) -> &'a str {
        self.0.trim_start()
    }

    /// The next word, up to white space.
    fn word(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        if rest.starts_with('#') {
            return None;
        }
        let (word, rest) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        self.0 = rest;
        Some(word).filter(|word| !word.is_empty())
    }

    fn number<N: FromStr>(&mut self, what: &str) -> Result<N, String> {
        let word = self.word().ok_or_else(|| format!("{what} is missing at its end"))?;
        let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
        word.parse()
            .ok()
            .filter(|_| is_plain)
            .ok_or_else(|| format!("{what} has to be a number such as 1, and not too high"))
    }

    /// How often something was done.
    fn times(&mut self) -> Result<u64, String> {
        if self.rest().is_empty() || self.rest().starts_with('#') {
            return Ok(1);
        }
        match self.number("how often it was done")? {
            0 => Err("what was not done at all has no line; take it out".to_owned()),
            times => Ok(times),
        }
    }

    fn back(&mut self) -> Result<u64, String> {
        const BACK: &str =
            "`by` takes how many starts before the phase started that queued this one, as in `by -1`";
        if self.rest().is_empty() || self.rest().starts_with('#') {
            return Ok(0);
        }
        if self.word() != Some("by") {
            return Err("behind a level there can be only `by`, as in `by -1`".to_owned());
        }
        let back = self.word().and_then(|word| word.strip_prefix('-')).ok_or(BACK)?;
        let back = back.bytes().all(|byte| byte.is_ascii_digit()).then(|| back.parse().ok()).flatten();
        back.filter(|back| *back > 0).ok_or_else(|| BACK.to_owned())
    }

    fn how(&mut self) -> Result<QueuedHow, String> {
        let word = self.word();
        let how = HOWS.iter().find(|(_, how)| Some(*how) == word);
        how.map(|(how, _)| *how).ok_or_else(|| {
            let known: Vec<_> = HOWS.iter().map(|(_, how)| *how).collect();
            format!("behind the name stands how the phase was queued: one of {}", known.join(", "))
        })
    }

    fn seat(&mut self) -> Result<Seat, String> {
        match self.word() {
            Some("chance") => Ok(Seat::Chance),
            Some("player") => self.number("the number of the player").map(Seat::Player),
            _ => Err("a seat is missing: write `player 0` or `chance`".to_owned()),
        }
    }

    /// The name of a phase.
    fn name(&mut self, unquoted: &'a mut String) -> Result<&'a str, String> {
        if self.rest().starts_with('"') {
            *unquoted = self.quoted().ok_or("a name in quotes has to be a text as in JSON")?;
            return Ok(unquoted);
        }
        self.word().ok_or_else(|| "the name of a phase is missing".to_owned())
    }

    fn quoted(&mut self) -> Option<String> {
        let rest = self.rest();
        let mut reader = serde_json::Deserializer::from_str(rest).into_iter::<String>();
        let text = reader.next()?.ok()?;
        self.0 = &rest[reader.byte_offset()..];
        Some(text)
    }

    /// Data, as it is.
    fn json(&mut self) -> Result<&'a str, String> {
        let rest = self.rest();
        if rest.is_empty() || rest.starts_with('#') {
            return Err("the data is missing at its end: JSON, on this line".to_owned());
        }
        let mut reader = serde_json::Deserializer::from_str(rest).into_iter::<IgnoredAny>();
        if let Some(Err(error)) = reader.next() {
            // What the reader says may quote the data.
            return Err(format!("its data is no JSON, from character {} of it on", error.column()));
        }
        let (data, rest) = rest.split_at(reader.byte_offset());
        self.0 = rest;
        Ok(data)
    }
}
