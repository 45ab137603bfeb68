//! Calls into the game, any of which may panic: that costs the call, and not the inspector.

use std::any::Any;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::cell::RefCell;
use std::fmt;
use std::mem::{self, ManuallyDrop};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};

/// A panic that came out of the game.
pub(crate) struct Panic {
    /// What it says, and where it came from, as far as that is known.
    told: Told,
    /// Never dropped: what is thrown may panic once more then.
    payload: ManuallyDrop<Box<dyn Any + Send>>,
}

/// What a panic has said.
#[derive(Debug, Clone, Default)]
struct Told {
    message: String,
    place: Option<String>,
    backtrace: Option<String>,
}

#[derive(Default)]
struct Calls {
    /// How many calls into the game are under way, one in the other.
    depth: usize,
    /// The panics that were told of meanwhile.
    told: Vec<Told>,
    /// Those of earlier calls that the game has caught itself.
    caught: Vec<Told>,
}

thread_local! {
    static CALLS: RefCell<Calls> = RefCell::default();
}

/// Calls the game; a panic in it is an error.
pub(crate) fn call<R>(call: impl FnOnce() -> R) -> Result<R, Panic> {
    CALLS.with_borrow_mut(|calls| calls.depth += 1);
    let result = catch_unwind(AssertUnwindSafe(call));
    let told = CALLS.with_borrow_mut(|calls| {
        calls.depth -= 1;
        let told = if result.is_err() { calls.told.pop() } else { None };
        if calls.depth == 0 {
            // One that was told of and has not come here was caught by the game.
            let Calls { told, caught, .. } = &mut *calls;
            caught.append(told);
        }
        told
    });
    result.map_err(|payload| Panic {
        told: told.unwrap_or_else(|| Told { message: message(&*payload), ..Told::default() }),
        payload: ManuallyDrop::new(payload),
    })
}

/// What the panics have said that the game has caught itself, since the last call.
pub(super) fn caught_by_the_game() -> Vec<String> {
    CALLS.with_borrow_mut(|calls| mem::take(&mut calls.caught)).iter().map(ToString::to_string).collect()
}

/// Has panics count as if they had not been, which somebody else has seen to: what a closure does is shown as it is.
pub(super) fn unheard<R>(call: impl FnOnce() -> R) -> R {
    let before = CALLS.with_borrow(|calls| calls.told.len());
    let result = call();
    CALLS.with_borrow_mut(|calls| calls.told.truncate(before));
    result
}

/// Takes note of a panic that is about to unwind, for a panic hook; whether it comes from a call into the game, which sees to it.
///
/// Where there was one already, this one may come from a destructor on its way out, which ends the process: that is told at once.
pub(crate) fn take_note(info: &PanicHookInfo<'_>) -> bool {
    if cfg!(not(panic = "unwind")) {
        return false;
    }
    let noted = CALLS.try_with(|calls| {
        let Ok(mut calls) = calls.try_borrow_mut() else { return false };
        if calls.depth == 0 {
            return false;
        }
        let backtrace = Backtrace::capture();
        let is_captured = backtrace.status() == BacktraceStatus::Captured;
        let is_first = calls.told.is_empty();
        calls.told.push(Told {
            message: message(info.payload()),
            place: info.location().map(ToString::to_string),
            backtrace: is_captured.then(|| backtrace.to_string()),
        });
        is_first
    });
    noted.unwrap_or(false)
}

/// What was told of before in the calls that are under way, for one who tells it because the process may end.
pub(crate) fn told_before() -> Vec<String> {
    let told = CALLS.try_with(|calls| {
        let calls = calls.try_borrow().ok()?;
        let (_, before) = calls.told.split_last()?;
        Some(before.iter().map(ToString::to_string).collect())
    });
    told.ok().flatten().unwrap_or_default()
}

impl Panic {
    /// Tells it as a panic that nobody has caught is told, and has it go on.
    pub(crate) fn resume(self) -> ! {
        let Told { message, place, backtrace } = &self.told;
        let place = place.as_deref().unwrap_or("the game");
        eprintln!("the game panicked at {place}:\n{message}");
        if let Some(backtrace) = backtrace {
            eprintln!("stack backtrace:\n{backtrace}");
        }
        std::panic::resume_unwind(ManuallyDrop::into_inner(self.payload))
    }
}

impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.told.fmt(f)
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "panicked at {place}: {}", self.message),
            None => write!(f, "panicked: {}", self.message),
        }
    }
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "with something that is no text".to_owned())
}
