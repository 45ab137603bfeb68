//! What the tests share: short scripts of phases that queue each other, and the theatre that plays them.

pub mod script;
