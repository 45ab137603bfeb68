//! From the text of a script to its parts.

use std::collections::HashMap;
use std::str::FromStr;

use super::{Exit, Line, Misspelt, Name, Op, Outside, QueueOp, Script};

type Parsed<T> = Result<T, Misspelt>;

fn misspelt<T>(why: impl Into<String>) -> Parsed<T> {
    Err(Misspelt(why.into()))
}

impl FromStr for Script {
    type Err = Misspelt;

    fn from_str(text: &str) -> Parsed<Self> {
        let mut cast = Cast { all: Vec::new(), speeds: HashMap::new() };
        let mut sections = text.split('|').map(str::trim);
        let Some(init) = sections.next().and_then(|first| first.strip_prefix("init ")) else {
            return misspelt("a script begins with `init` and the first phases");
        };
        let mut script = Self {
            init: init.split_whitespace().map(|name| cast.phase(name)).collect::<Parsed<_>>()?,
            lines: HashMap::new(),
            outside: Vec::new(),
            start_limit: None,
            speeds: HashMap::new(),
        };
        for section in sections {
            if let Some(limit) = section.strip_prefix("budget ") {
                script.start_limit = Some(number(limit)?);
            } else if let Some(ops) = section.strip_prefix("ext:") {
                script.outside = list(ops).map(|op| outside_op(op, &mut cast)).collect::<Parsed<_>>()?;
            } else if let Some((name, ops)) = section.split_once(':') {
                if script.lines.insert(pattern(name)?, line(ops, &mut cast)?).is_some() {
                    return misspelt(format!("`{name}` has two lines"));
                }
            } else {
                return misspelt(format!("`{section}` is neither `NAME: ops`, `ext: ops` nor `budget N`"));
            }
        }
        cast.check_lines(&script.lines)?;
        script.speeds = cast.speeds;
        Ok(script)
    }
}

/// The phases that a script queues somewhere.
struct Cast {
    all: Vec<Name>,
    speeds: HashMap<Name, i64>,
}

impl Cast {
    /// One phase to be queued, with the speed that may stand behind it.
    fn phase(&mut self, text: &str) -> Parsed<Name> {
        let (name, speed) = match text.split_once('@') {
            Some((name, speed)) => (pattern(name)?, Some(number(speed)?)),
            None => (pattern(text)?, None),
        };
        if let Some(speed) = speed {
            if let Some(other) = self.speeds.keys().find(|other| other.kind != name.kind) {
                return misspelt(format!(
                    "`{name:?}` is ordered, and so is `{other:?}`: only one kind can be"
                ));
            }
            self.speeds.insert(name.clone(), speed);
        }
        self.all.push(name.clone());
        Ok(name)
    }

    fn check_lines(&self, lines: &HashMap<Name, Line>) -> Parsed<()> {
        let is_queued = |line: &Name| line.kind == "T" || self.all.iter().any(|phase| line.means(phase));
        if let Some(name) = lines.keys().find(|name| !is_queued(name)) {
            return misspelt(format!("`{name:?}` has a line, but nothing queues it"));
        }
        let lacks_speed = |name: &Name| {
            !self.speeds.contains_key(name) && self.speeds.keys().any(|other| other.kind == name.kind)
        };
        let ops = lines.values().flat_map(|line| &line.ops);
        let ranked = ops.filter_map(|op| match op {
            Op::Speed(name, _) | Op::Next(name) | Op::Last(name) => Some(name),
            _ => None,
        });
        if let Some(name) = ranked
            .chain(self.all.iter().filter(|name| lacks_speed(name)))
            .find(|name| !self.speeds.contains_key(name))
        {
            return misspelt(format!("`{name:?}` has no speed"));
        }
        Ok(())
    }
}

/// A phase, or all phases of a kind.
fn pattern(text: &str) -> Parsed<Name> {
    let (kind, tag) = match text.split_once('.') {
        Some((kind, tag)) => (kind, Some(tag)),
        None => (text, None),
    };
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric());
    if !is_word(kind) || !tag.is_none_or(is_word) {
        return misspelt(format!("`{text}` is no name of a phase"));
    }
    Ok(Name { kind: kind.to_owned(), tag: tag.map(str::to_owned) })
}

fn number<N: FromStr>(text: &str) -> Parsed<N> {
    text.parse().or_else(|_| misspelt(format!("`{text}` is no number")))
}

fn list(ops: &str) -> impl Iterator<Item = &str> {
    ops.split(',').map(str::trim)
}

fn line(text: &str, cast: &mut Cast) -> Parsed<Line> {
    let mut texts: Vec<&str> = list(text).collect();
    let exit = match texts.pop() {
        Some("end") => Exit::End,
        Some("wait") => Exit::Wait,
        Some("panic") => Exit::Panic,
        _ => return misspelt(format!("`{}` has to close with `end`, `wait` or `panic`", text.trim())),
    };
    let ops = texts.into_iter().map(|op| start_op(op, cast)).collect::<Parsed<_>>()?;
    Ok(Line { ops, exit })
}

fn start_op(text: &str, cast: &mut Cast) -> Parsed<Op> {
    Ok(match text.split_once(' ') {
        Some(("speed", change)) => {
            let Some((name, speed)) = change.split_once('=') else {
                return misspelt(format!("`{text}` has to be `speed NAME=NUMBER`"));
            };
            Op::Speed(pattern(name)?, number(speed)?)
        }
        Some(("next", name)) => Op::Next(pattern(name)?),
        Some(("last", name)) => Op::Last(pattern(name)?),
        None if text == "reverse" => Op::Reverse,
        _ => Op::Queue(queue_op(text, cast)?),
    })
}

fn outside_op(text: &str, cast: &mut Cast) -> Parsed<Outside> {
    Ok(match text.split_once(' ') {
        Some(("done", name)) => Outside::Done(pattern(name)?),
        Some(("stale", name)) => Outside::Stale(pattern(name)?),
        Some(("override", name)) => Outside::Override(cast.phase(name)?),
        None if text == "skip" => Outside::Skip,
        _ => Outside::Queue(queue_op(text, cast)?),
    })
}

fn queue_op(text: &str, cast: &mut Cast) -> Parsed<QueueOp> {
    Ok(match text.split_once(' ') {
        Some(("push", name)) => QueueOp::Push(cast.phase(name)?),
        Some(("unshift", name)) => QueueOp::Unshift(cast.phase(name)?),
        Some(("defer", name)) => QueueOp::Defer(cast.phase(name)?),
        Some(("remove", name)) => QueueOp::Remove(pattern(name)?),
        Some(("removeall", name)) => QueueOp::RemoveAll(pattern(name)?),
        Some(("has", name)) => QueueOp::Has(pattern(name)?),
        None if text == "clear" => QueueOp::Clear,
        _ => return misspelt(format!("`{text}` is no op that can be used there")),
    })
}
