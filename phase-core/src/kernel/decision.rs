//! What a phase decides, and what a call to it has come to.

use alloc::boxed::Box;
use core::error::Error;

/// Any error, as a phase fails with it.
///
/// # Examples
///
/// ```
/// use phase_core::BoxError;
///
/// fn parse_power(text: &str) -> Result<u32, BoxError> {
///     let power = text.parse()?; // any error converts into it,
///     if power > 250 {
///         return Err("no move is that strong".into()); // and so does text
///     }
///     Ok(power)
/// }
///
/// assert_eq!(parse_power("90").unwrap(), 90);
/// assert_eq!(parse_power("900").unwrap_err().to_string(), "no move is that strong");
/// ```
pub type BoxError = Box<dyn Error + Send + Sync>;

/// What a flow says. The error is boxed twice to keep a flow in two machine words.
#[derive(Debug)]
pub(crate) enum Decision {
    End,
    Wait,
    Suspend,
    Ask,
    Fail(Box<BoxError>),
}

/// What a call to a phase has come to.
pub(crate) enum Outcome {
    /// The phase has ended, and its `on_end` has run.
    Ended,
    /// The same, and there is something to see to before anything else starts.
    EndedUnsettled,
    /// Its flow says so, and nothing has been done about that yet.
    Decided(Decision),
}
