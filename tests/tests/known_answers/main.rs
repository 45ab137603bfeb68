//! Small games of which others have counted what there is to count, searched through by forks at their questions.

mod kuhn_poker;
mod rock_paper_scissors;
mod search;
mod tic_tac_toe;
