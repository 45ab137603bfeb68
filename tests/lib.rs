//! What the tests share: short scripts of phases that queue each other, the theatre that plays them, rings, and a ledger
//! of what becomes of each phase.

pub mod ledger;
pub mod ring;
pub mod script;
