//! Games whose numbers of games and positions are published.

mod connect_four;
mod kuhn_poker;
mod nim;
mod sliding_puzzle;
mod tic_tac_toe;
