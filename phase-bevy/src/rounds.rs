//! How often a frame begins anew with one game.

/// Phases that fail or have something called on them, and questions that are answered at once, over and over, are left
/// to the next frame in the end, so that the app goes on.
pub(crate) struct Rounds(u32);

/// What fits into a frame.
pub(crate) const ROUNDS_A_FRAME: u32 = 100;

impl Rounds {
    pub(crate) fn of_a_frame() -> Self {
        Self(ROUNDS_A_FRAME)
    }

    pub(crate) fn are_left(&self) -> bool {
        self.0 > 0
    }

    pub(crate) fn take_one(&mut self) {
        self.0 = self.0.saturating_sub(1);
    }
}
