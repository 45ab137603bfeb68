//! Holds what has started to a list.

use std::fmt::Write;

use phase_core::PhaseInfo;

use super::difference::{difference, exactly};
use super::log::{Log, Start};
use super::names::is_word;
use super::{Play, SHOWN};

impl<W: 'static> Play<W> {
    /// Holds that just these phases have started, in this order; each is given by its name or its whole `Debug`.
    ///
    /// # Panics
    ///
    /// If it was otherwise, with both lists as a difference.
    #[track_caller]
    pub fn assert_starts<S: AsRef<str>>(&self, expected: impl IntoIterator<Item = S>) {
        let expected: Vec<S> = expected.into_iter().collect();
        let expected: Vec<&str> = expected.iter().map(AsRef::as_ref).collect();
        let log = self.log.read();
        let found: Vec<&Start> = log.starts().map(|(_, start)| start).collect();
        if !exactly(&expected, &found) {
            let difference = difference(&expected, &found) + &self.all_misspelt(&log, &expected);
            drop(log);
            panic!("other phases have started than expected (-: expected, +: started):{difference}");
        }
    }

    /// Holds that these phases have started in this order, whatever has started between them, before or after.
    ///
    /// # Panics
    ///
    /// If it was otherwise, with both lists as a difference.
    ///
    /// # Examples
    ///
    /// ```
    /// # use phase_core::prelude::*;
    /// # use phase_testing::Play;
    /// # struct Field;
    /// # #[phase(world = Field, unshifts(DamagePhase), defers(FaintPhase))]
    /// # #[derive(Debug)]
    /// # struct MovePhase(char);
    /// # impl Phase for MovePhase {
    /// #     fn start(&mut self, mut guard: EndGuard<'_, Self>) -> Flow<Self> {
    /// #         guard.unshift(DamagePhase);
    /// #         if self.0 == 'B' { guard.defer(FaintPhase); }
    /// #         guard.end()
    /// #     }
    /// # }
    /// # #[phase(world = Field)]
    /// # #[derive(Debug)]
    /// # struct DamagePhase;
    /// # impl Phase for DamagePhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    /// # #[phase(world = Field)]
    /// # #[derive(Debug)]
    /// # struct FaintPhase;
    /// # impl Phase for FaintPhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    /// # #[phase(world = Field)]
    /// # #[derive(Debug)]
    /// # struct VictoryPhase;
    /// # impl Phase for VictoryPhase {
    /// #     fn start(&mut self, guard: EndGuard<'_, Self>) -> Flow<Self> { guard.end() }
    /// # }
    /// # let mut phases = PhaseManager::new();
    /// # phases.push(MovePhase('A'));
    /// # phases.push(MovePhase('B'));
    /// # let mut play = Play::new(phases, Field);
    /// play.to_rest();
    /// play.assert_starts(["MovePhase('A')", "DamagePhase", "MovePhase('B')", "DamagePhase", "FaintPhase"]);
    /// play.assert_order(["MovePhase('A')", "MovePhase('B')", "FaintPhase"]);
    /// play.assert_followed_directly("MovePhase", "DamagePhase");
    /// play.assert_count("DamagePhase", 2);
    /// play.assert_never::<VictoryPhase>();
    /// ```
    #[track_caller]
    pub fn assert_order<S: AsRef<str>>(&self, expected: impl IntoIterator<Item = S>) {
        let expected: Vec<S> = expected.into_iter().collect();
        let expected: Vec<&str> = expected.iter().map(AsRef::as_ref).collect();
        let log = self.log.read();
        let found: Vec<&Start> = log.starts().map(|(_, start)| start).collect();
        let mut left = found.iter();
        if !expected.iter().all(|text| left.any(|start| start.is_meant_by(text))) {
            let difference = difference(&expected, &found) + &self.all_misspelt(&log, &expected);
            drop(log);
            panic!(
                "not all of these have started in this order (-: missing there, +: started besides):{difference}"
            );
        }
    }

    /// Holds that each phase that is meant by `first`, a name or a whole `Debug`, was followed directly by one that is meant
    /// by `then`, and that there was one.
    ///
    /// # Panics
    ///
    /// If it was otherwise.
    #[track_caller]
    pub fn assert_followed_directly(&self, first: &str, then: &str) {
        let log = self.log.read();
        if let Some(wrong) = follows(&log, first, then) {
            let misspelt = self.all_misspelt(&log, &[first, then]);
            drop(log);
            panic!("{wrong}{misspelt}");
        }
    }

    /// Holds that phases that are meant by `entry`, a name or a whole `Debug`, have started so many times.
    ///
    /// # Panics
    ///
    /// If it was otherwise. Also if `entry` looks like a name, has not started, and is that of no phase of the world: a
    /// misspelt name would never start. A phase with type parameters, which is in no [registry](phase_core::registry), is
    /// held not to start by [`assert_never`](Self::assert_never).
    #[track_caller]
    pub fn assert_count(&self, entry: &str, times: usize) {
        let log = self.log.read();
        let places: Vec<usize> =
            log.starts().filter(|(_, s)| s.is_meant_by(entry)).map(|(at, _)| at).collect();
        if places.len() != times {
            let found = if places.is_empty() {
                format!("never; what happened last:{}", log.last(SHOWN))
            } else {
                format!("{}:{}", counted(places.len()), told(&log, &places))
            };
            let misspelt = self.all_misspelt(&log, &[entry]);
            drop(log);
            panic!("`{entry}` was to start {}, and has done so {found}{misspelt}", counted(times));
        }
        let misspelt = self.misspelt(&log, entry).filter(|_| is_word(entry));
        if let Some(error) = misspelt {
            drop(log);
            panic!(
                "`{entry}` was never to start, and never could: {error} (`assert_never` takes the type itself)"
            );
        }
    }

    /// Holds that no `P` has started.
    ///
    /// # Panics
    ///
    /// If one has.
    #[track_caller]
    pub fn assert_never<P: PhaseInfo>(&self) {
        let log = self.log.read();
        let places: Vec<usize> = log.starts().filter(|(_, s)| s.name == P::NAME).map(|(at, _)| at).collect();
        if !places.is_empty() {
            let found = told(&log, &places);
            drop(log);
            panic!("`{}` was never to start, and has done so {}:{found}", P::NAME, counted(places.len()));
        }
    }

    /// Holds that each `Child` that has started was set off by a `Parent`, and that there was one.
    ///
    /// # Panics
    ///
    /// If it was otherwise.
    #[track_caller]
    pub fn assert_caused<Child: PhaseInfo, Parent: PhaseInfo>(&self) {
        let (child, parent) = (Child::NAME, Parent::NAME);
        let wrong = is_caused(&self.log.read(), child, parent);
        if let Some(wrong) = wrong {
            panic!("{wrong}");
        }
    }
}

/// What is wrong with each `first` being followed by a `then`.
fn follows(log: &Log, first: &str, then: &str) -> Option<String> {
    let starts: Vec<&Start> = log.starts().map(|(_, start)| start).collect();
    let mut firsts = (0..starts.len()).filter(|&at| starts[at].is_meant_by(first)).peekable();
    if firsts.peek().is_none() {
        let last = log.last(SHOWN);
        return Some(format!(
            "no `{first}` has started, so none was followed by a `{then}`; what happened last:{last}"
        ));
    }
    let lonely = firsts.find(|&at| !starts.get(at + 1).is_some_and(|next| next.is_meant_by(then)))?;
    let mut wrong = format!("a `{first}` was not followed directly by a `{then}`, as start {}:", lonely + 1);
    // Writing to a string never fails.
    let _ = write!(wrong, "\n      {}\n    - {then}", starts[lonely]);
    match starts.get(lonely + 1) {
        Some(next) => write!(wrong, "\n    + {next}"),
        None => write!(wrong, "\n    + nothing so far"),
    }
    .ok()?;
    Some(wrong)
}

/// What is wrong with each `child` being set off by a `parent`.
fn is_caused(log: &Log, child: &str, parent: &str) -> Option<String> {
    let mut children = log.starts().filter(|(_, start)| start.name == child).peekable();
    if children.peek().is_none() {
        let last = log.last(SHOWN);
        return Some(format!(
            "no `{child}` has started, so none was set off by a `{parent}`; what happened last:{last}"
        ));
    }
    let (place, _) =
        children.find(|&(place, _)| !log.causes(place).any(|(_, cause)| cause.name == parent))?;
    Some(format!("a `{child}` was not set off by a `{parent}`:\n    {}", log.told(place)))
}

/// Some of the starts, with what has set them off.
fn told(log: &Log, places: &[usize]) -> String {
    let mut lines = places.iter().take(SHOWN).fold(String::new(), |lines, &place| {
        let number = log.starts().take_while(|&(other, _)| other <= place).count();
        format!("{lines}\n    {}, as start {number}", log.told(place))
    });
    if places.len() > SHOWN {
        let _ = write!(lines, "\n    and {} more", places.len() - SHOWN);
    }
    lines
}

fn counted(times: usize) -> String {
    match times {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        times => format!("{times} times"),
    }
}
