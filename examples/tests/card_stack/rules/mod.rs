//! Each rule of the duel, in a duel made for it.

mod cards;
mod stack;
mod triggers;
mod turn;
