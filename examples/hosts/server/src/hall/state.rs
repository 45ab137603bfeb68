//! What a room holds, and how that changes. Nothing in here waits for anything.

use std::time::Duration;

use phase_examples::double_battle::text::Line;
use serde_json::value::RawValue;

use super::link::Link;
use crate::game::{Fault, Refusal, SEATS, Table, Taken, View, guarded};
use crate::moment::Moment;
use crate::store::{Against, By, Change, End, GameId, Given, Header, Verdict};
use crate::wire::Reply;

/// The game is saved after each so many answers; those since are played again when it is loaded. An answer takes
/// a tenth of the time that writing a save does.
const SAVED_EVERY: u32 = 16;

/// A game, and those who are there.
#[derive(Debug)]
pub(super) struct State {
    pub(super) game: GameId,
    pub(super) header: Header,
    /// None once the game is over.
    pub(super) table: Option<Table>,
    pub(super) links: [Option<Link>; 2],
    /// How many answers have been taken.
    pub(super) answers: u32,
    /// How many of them are in the last save.
    pub(super) saved: u32,
    /// No deadline is up before this: so that a server that comes back does not find that everybody is late.
    pub(super) not_before: Moment,
    /// When the room has something to do by itself, as it told the alarms last.
    pub(super) alarm: Option<Moment>,
}

/// What has happened, and has still to be written and told.
#[derive(Debug, Default)]
pub(super) struct News {
    pub(super) changes: Vec<Change>,
    /// For everybody.
    pub(super) lines: Vec<Line>,
    /// Whose answer was taken, if it is a player's, and to which question.
    pub(super) taken: Option<(usize, u32)>,
    /// How those who are there see it.
    pub(super) views: [Option<View>; 2],
}

impl State {
    /// Takes an answer to the question of this number.
    ///
    /// A game that breaks has taken it, too: its recording is kept, with the answer that it broke by.
    pub(super) fn answer(
        &mut self,
        seat: usize,
        number: u32,
        answer: Box<RawValue>,
        by: By,
        now: Moment,
    ) -> Result<News, Refusal> {
        let over = || Refusal::NotAsked("the game is over".into());
        if self.header.began.is_none() {
            return Err(Refusal::NotAsked("the other player has not come yet".into()));
        }
        let table = self.table.as_mut().ok_or_else(over)?;
        let taken = guarded(|| Ok(table.answer(seat, number, answer.get(), now)))
            .unwrap_or_else(|fault| Err(Refusal::Broken(fault)));
        let outcome = match taken {
            Ok(taken) => Ok(taken),
            Err(Refusal::Broken(fault)) => Err(fault),
            Err(refused) => return Err(refused),
        };
        let given = Given { seat, by, at: now, answer };
        let (game, index) = (self.game, self.answers);
        let mut news = News { changes: vec![Change::Answer { game, index, given }], ..News::default() };
        self.answers += 1;
        news.taken = (by == By::Player).then_some((seat, number));
        self.follow(outcome, now, &mut news);
        Ok(news)
    }

    /// Lets the game begin.
    pub(super) fn begin(&mut self, now: Moment) -> News {
        let mut news = News::default();
        self.header.began = Some(now);
        if let Some(table) = &mut self.table {
            let outcome = guarded(|| table.begin(now));
            self.follow(outcome, now, &mut news);
        }
        if self.table.is_some() {
            let (game, header) = (self.game, self.header.clone());
            news.changes.push(Change::Header { game, header });
        }
        news
    }

    /// Ends the game.
    pub(super) fn end(&mut self, verdict: Verdict, at: Moment) -> Change {
        self.header.end = Some(End { at, verdict });
        if let Some(table) = self.table.take() {
            // A game that has broken may break again where it is dropped.
            let _ = guarded(|| {
                drop(table);
                Ok(())
            });
        }
        Change::Header { game: self.game, header: self.header.clone() }
    }

    /// Saves the game, if there is anything new in it.
    pub(super) fn save(&mut self) -> Result<Option<Change>, Fault> {
        let Some(table) = self.table.as_ref().filter(|_| self.answers > self.saved) else { return Ok(None) };
        let save = guarded(|| table.save())?;
        self.saved = self.answers;
        Ok(Some(Change::Save { game: self.game, after: self.answers, save }))
    }

    /// Does what follows from an answer, or ends a game that it has broken.
    fn follow(&mut self, outcome: Result<Taken, Fault>, now: Moment, news: &mut News) {
        if let Err(fault) = outcome.and_then(|taken| self.accept(taken, now, news)) {
            news.views = [None, None];
            news.changes.push(self.end(Verdict::Broken(fault.to_string()), now));
        }
    }

    fn accept(&mut self, taken: Taken, now: Moment, news: &mut News) -> Result<(), Fault> {
        news.lines = taken.lines;
        for seat in SEATS {
            if self.links[seat].is_some() {
                news.views[seat] = Some(self.view(seat)?);
            }
        }
        match taken.verdict {
            Some(verdict) => news.changes.push(self.end(verdict, now)),
            None if self.answers >= self.saved + SAVED_EVERY => news.changes.extend(self.save()?),
            None => {}
        }
        Ok(())
    }

    /// When the answer of a seat is due.
    pub(super) fn deadline(&self, seat: usize, time: Duration) -> Option<Moment> {
        let asked = self.table.as_ref()?.asked_since(seat)?;
        (!self.is_ai(seat)).then(|| asked.after(time).max(self.not_before))
    }

    /// Whether the program plays a seat.
    pub(super) fn is_ai(&self, seat: usize) -> bool {
        seat == 1 && self.header.against == Against::Ai
    }

    /// Whether the program is asked.
    pub(super) fn asks_ai(&self) -> bool {
        SEATS.into_iter().any(|seat| {
            self.is_ai(seat) && self.table.as_ref().is_some_and(|table| table.asked(seat).is_some())
        })
    }

    /// Tells everybody who is there what has happened. All of it is on the disk by now.
    pub(super) fn publish(&mut self, news: &News, time: Duration) {
        if let Some((seat, number)) = news.taken {
            self.tell(seat, &Reply::Taken { number });
        }
        for (seat, view) in news.views.iter().enumerate() {
            if let Some(view) = view {
                self.show_view(seat, view, &news.lines, time);
            }
            if view.is_none() || self.header.end.is_some() {
                self.show(seat, &news.lines, time);
            }
        }
    }

    /// Shows a seat how the game stands, or tells it that it is over.
    pub(super) fn show(&mut self, seat: usize, lines: &[Line], time: Duration) {
        if let Some(End { verdict, .. }) = &self.header.end {
            if let Some(link) = self.links[seat].take() {
                let (result, text) = words(verdict, seat);
                link.tell(&Reply::Over { result, text });
                link.close("the game is over");
            }
        } else if self.links[seat].is_some() {
            match self.view(seat) {
                Ok(view) => self.show_view(seat, &view, lines, time),
                Err(_) => {
                    self.tell(seat, &Reply::Refused { number: None, reason: "the game can't be shown" });
                }
            }
        }
    }

    fn show_view(&mut self, seat: usize, view: &View, lines: &[Line], time: Duration) {
        let left = self.deadline(seat, time).map(|deadline| deadline.since(Moment::now()));
        let left = left.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX));
        let has_begun = self.header.began.is_some();
        self.links[seat].take_if(|link| !link.show(has_begun, left, view, lines));
    }

    fn view(&self, seat: usize) -> Result<View, Fault> {
        let table = self.table.as_ref().ok_or_else(|| Fault::new("the game is over"))?;
        guarded(|| table.view(seat))
    }

    /// Says something to a seat. Whoever does not listen any more has gone.
    pub(super) fn tell(&mut self, seat: usize, reply: &Reply<'_>) {
        self.links[seat].take_if(|link| !link.tell(reply));
    }
}

/// What came of a game, to whoever sits there. What went wrong inside is for the log of the server.
pub(super) fn words(verdict: &Verdict, seat: usize) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Won(winner) if *winner == seat => ("won", "You have won."),
        Verdict::Won(_) => ("lost", "You have lost."),
        Verdict::Drawn => ("drawn", "It is a draw."),
        Verdict::Deserted => ("deserted", "Nobody came to play against you."),
        Verdict::Broken(_) => {
            ("broken", "The game can't go on: the server has made a mistake. What was played is kept.")
        }
    }
}
