//! What a session is given before it begins.

use phase_core::{AnyAnswer, PhaseManager, Seat};

use super::session::Session;

impl<W: 'static> Session<W> {
    pub(crate) fn set_memory(&mut self, bytes: usize) {
        self.past.most = bytes;
    }

    pub(crate) fn set_copy(&mut self, copy_of: fn(&W) -> W) {
        self.past.copy_of = Some(copy_of);
    }

    pub(crate) fn set_restart(&mut self, restart: impl Fn() -> (PhaseManager<W>, W) + 'static) {
        self.past.restart = Some(Box::new(restart));
    }

    pub(crate) fn set_weigh(&mut self, weigh: impl Fn(&W) -> usize + 'static) {
        self.weigh = Box::new(weigh);
    }

    pub(crate) fn set_output(&mut self, output: impl FnMut(&mut W) -> Vec<String> + 'static) {
        self.host.output = Some(Box::new(output));
    }

    /// Has the session show what the program prints: the closure gives the lines since the last call.
    #[cfg(unix)]
    pub(crate) fn set_printed(&mut self, printed: impl FnMut() -> Vec<String> + 'static) {
        self.host.printed = Some(Box::new(printed));
    }

    pub(crate) fn set_player(
        &mut self,
        player: impl FnMut(&PhaseManager<W>, Seat, &W) -> Option<AnyAnswer> + 'static,
    ) {
        self.host.player = Some(Box::new(player));
    }

    pub(crate) fn add_act(
        &mut self,
        name: impl Into<String>,
        act: impl FnMut(&mut PhaseManager<W>, &mut W) + 'static,
    ) {
        self.host.acts.push((name.into(), Box::new(act)));
    }
}
