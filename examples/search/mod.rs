//! An AI that tries its moves out before it makes one, against an AI that makes the first move it has.
//!
//! Both play the game of [`double_battle`](crate::double_battle), which knows nothing of either: a battle is a world
//! and a manager, and both can be copied at any moment, between two turns or in the middle of one.
//!
//! At the start of a turn each creature is given its first move, and so the phases of the turn are queued. From then on
//! the [`contest`] goes from phase to phase. Whenever the next one to start is a move of the searching side, it asks
//! the [`searcher`], which may put another order into that queued phase. To decide, the searcher forks the game where
//! it stands: half of the turn is over, this move is about to start, and others are still queued behind it. On each
//! fork it
//!
//! 1. puts the order on trial into the queued [`MovePhase`](crate::double_battle::phases::MovePhase);
//! 2. puts random orders into the other queued moves, since what they really hold is not the searcher's to know;
//! 3. rolls dice of its own, for the same reason: the next roll of the real ones is nobody's to know;
//! 4. runs the fork to the end of its battle, all turns after this one being played by chance.
//!
//! The order that wins the most goes into the real phase. The forks share nothing with the real game, which goes on
//! from where it was as if nobody had looked; all that a playout costs besides playing is a copy of the few phases that
//! are queued, and of the world.

pub mod cli;
pub mod contest;
pub mod searcher;
