//! The same small duel by an enum and by phases: that it is the same, and how many lines each takes.
//!
//! ```sh
//! cargo run --example compared
//! ```

use phase_core::RunError;
use phase_examples::compared::duel::Action::{Rest, Strike};
use phase_examples::compared::{BY_ENUM, BY_PHASES, lines_of_code, played_by_enum, played_by_phases};

fn main() -> Result<(), RunError> {
    let answers = [Strike, Strike, Rest, Strike, Strike, Rest, Strike, Strike];
    let told = played_by_phases(&answers)?;
    assert_eq!(told, played_by_enum(&answers), "both ways are the same game");
    println!("{}", told.join("\n"));
    println!("by an enum: {} lines; by phases: {}", lines_of_code(BY_ENUM), lines_of_code(BY_PHASES));
    Ok(())
}
