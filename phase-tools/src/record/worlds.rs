//! Digests of two worlds side by side, and which phase has left them so.

use super::divergence::in_words;
use super::line::{Line, Rest};
use super::recording::RecordedLine;

/// What is known of the world of a game in which a recording is played.
#[derive(Debug, Default)]
pub(super) struct Worlds {
    pub(super) are_compared: bool,
    /// Whether the recording has come to its first digest: it may have been recorded without, up to there.
    have_begun: bool,
    /// The last digest of the game.
    now: Option<u64>,
}

impl Worlds {
    pub(super) fn new(are_compared: bool) -> Self {
        Self { are_compared, ..Self::default() }
    }

    /// Takes note of a digest of the game, and says whether there is nothing in the recording to compare it with. `recorded` is
    /// what comes next there.
    pub(super) fn pass(&mut self, digest: u64, recorded: Option<&Line<'_>>) -> bool {
        let passes = !self.are_compared || (!self.have_begun && !matches!(recorded, Some(Line::World(_))));
        if passes {
            self.now = Some(digest);
        }
        passes
    }

    /// The digest of the game is that of the recording.
    pub(super) fn agree(&mut self, line: &Line<'_>) {
        if let Line::World(digest) = line {
            (self.have_begun, self.now) = (true, Some(*digest));
        }
    }

    /// Whether what comes next in the recording is its first digest, and the world was so already before.
    pub(super) fn were_so_before(&self, recorded: Option<&Line<'_>>) -> bool {
        let Some(Line::World(digest)) = recorded else { return false };
        !self.have_begun && self.now == Some(*digest)
    }

    /// One side of a difference, in words.
    pub(super) fn in_words(&self, line: Option<&Line<'_>>, done: &[RecordedLine<'_>]) -> String {
        let after = after(done);
        match (line, self.now) {
            (Some(Line::World(digest)), _) => format!("{after} the world is one of digest {digest:016x}"),
            (_, Some(digest)) => format!("{after} the world is one of digest {digest:016x}, as before"),
            (_, None) => format!("{after} the world is as before"),
        }
    }
}

/// After which phase or which call of the host a world is as it is.
fn after(done: &[RecordedLine<'_>]) -> String {
    let mut lines = done.iter().rev().map(|line| line.line);
    while let Some(line) = lines.next() {
        match line {
            Line::World(_) | Line::Comment { .. } | Line::Delivered { .. } | Line::Rest(_) => {}
            Line::Start { name, .. } => return format!("after `{name}` starts,"),
            Line::Over { end, name: None } => {
                let name = lines.find_map(|line| match line {
                    Line::Start { name, .. } => Some(name),
                    line => at_rest(&line),
                });
                return format!("after {},", in_words(&Line::Over { end, name }));
            }
            Line::Run { .. } | Line::Step { .. } | Line::Answer { .. } => {
                let name = lines.find_map(|line| at_rest(&line)).unwrap_or("a phase");
                return match line {
                    Line::Answer { seat, .. } => format!("after {seat} answers `{name}`,"),
                    _ => format!("after `{name}` is updated,"),
                };
            }
            line => return format!("after {},", in_words(&line)),
        }
    }
    "before the first step".to_owned()
}

fn at_rest<'a>(line: &Line<'a>) -> Option<&'a str> {
    match *line {
        Line::Rest(Rest::Waiting(name) | Rest::Suspended(name) | Rest::Asking { name, .. }) => Some(name),
        _ => None,
    }
}
