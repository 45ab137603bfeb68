//! What goes wrong in a game stays in it.

use std::any::Any;
use std::error::Error;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Why a game can't go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault(String);

impl Fault {
    /// A fault with a reason in words.
    pub fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }

    /// A fault that an error tells of, with what is behind it.
    pub fn by(error: &dyn Error) -> Self {
        Self(chain(error))
    }

    fn panicked(payload: &(dyn Any + Send)) -> Self {
        let said = payload
            .downcast_ref::<&str>()
            .map(|said| (*said).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned());
        Self(format!("it panicked: {}", said.as_deref().unwrap_or("without a word")))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Fault {}

/// Does something with a game. A panic in there is a fault of that game.
///
/// What it leaves behind is not to be trusted: after a fault, drop the game, in here as well.
///
/// # Errors
///
/// If it panics, or fails by itself.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        let fault = Fault::panicked(&*payload);
        // What was thrown may panic again where it is dropped. It is a few bytes, and it does not happen twice in a game.
        std::mem::forget(payload);
        Err(fault)
    })
}

/// An error with what is behind it, on one line.
pub(super) fn chain(error: &dyn Error) -> String {
    let mut causes = vec![error.to_string()];
    let mut next = error.source();
    while let Some(error) = next {
        causes.push(error.to_string());
        next = error.source();
    }
    causes.join(": ").replace(char::is_control, " ")
}
