//! An AI that tries its answers out before it gives one, in two games that know nothing of it.
//!
//! 1. [`searcher`](crate::searcher) is the AI. It forks a game at the question that stands, gives each answer in copies of
//!    its own, plays those to the end by chance, and takes what wins the most. It works on the questions of any game.
//! 2. [`tic_tac_toe`] is the smallest such game, with a question per move. The other one is the
//!    [`double_battle`](crate::double_battle), with moves, targets and replacements to choose, dice, and turns in which
//!    one side can't know what the other has chosen: [`ai`](crate::double_battle::ai) says what is hidden.
//! 3. [`contest`] has the AI play both of them, and [`cli`] counts who wins.
//!
//! The copies share nothing with the real game, which goes on from where it was as if nobody had looked; all that a
//! playout costs besides playing is a copy of the few phases that are queued, and of the world.

pub mod cli;
pub mod contest;
pub mod tic_tac_toe;
