//! What the tests share: short scripts of phases that queue each other, the theatre that plays them, and rings.

pub mod ring;
pub mod script;
