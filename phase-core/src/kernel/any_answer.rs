//! An answer of any type.

use alloc::boxed::Box;
use core::any::{Any, TypeId};
use core::fmt;

/// How answers of one type are written, if they can be.
#[cfg(feature = "serde")]
pub(crate) type WriteAnswer = fn(&dyn Any) -> Option<&dyn erased_serde::Serialize>;

/// Without serde none are.
#[cfg(not(feature = "serde"))]
pub(crate) type WriteAnswer = core::convert::Infallible;

/// How answers of one type are read, if they can be. The data does not last for ever, but nothing holds on to it.
#[cfg(feature = "serde")]
pub(crate) type ReadAnswer =
    fn(&mut dyn erased_serde::Deserializer<'static>) -> erased_serde::Result<AnyAnswer>;

/// Without serde none are.
#[cfg(not(feature = "serde"))]
pub(crate) type ReadAnswer = core::convert::Infallible;

/// What an answer of any type can do.
trait Value: Any + fmt::Debug + Send + Sync {
    fn copy(&self) -> Box<dyn Value>;
    fn equals(&self, other: &dyn Any) -> bool;
    /// Compares here, since a type that is given out is compared before it has been written.
    fn is_of(&self, of_type: TypeId) -> bool;
    fn type_name(&self) -> &'static str;
    fn as_any(&self) -> &dyn Any;
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

impl<A: Clone + PartialEq + fmt::Debug + Send + Sync + 'static> Value for A {
    fn copy(&self) -> Box<dyn Value> {
        Box::new(self.clone())
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<A>().is_some_and(|other| self == other)
    }

    fn is_of(&self, of_type: TypeId) -> bool {
        of_type == TypeId::of::<A>()
    }

    fn type_name(&self) -> &'static str {
        core::any::type_name::<A>()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

/// An answer of any type: what a [`Question`](crate::Question) lists, and what a host that does not know its game's
/// phases gives.
///
/// It looks like the answer that it holds, and equals another one of the same type and value.
///
/// With the feature `serde`, answers that come from the manager can be written if their type can. One made by
/// [`new`](Self::new) can't: it does not know how.
///
/// # Examples
///
/// ```
/// use phase_core::AnyAnswer;
///
/// let rock = AnyAnswer::new("rock");
/// assert!(rock.is::<&str>());
/// assert_eq!(rock.downcast_ref(), Some(&"rock"));
/// assert_eq!(format!("{rock:?}"), r#""rock""#);
///
/// assert_eq!(rock, rock.clone());
/// assert_ne!(rock, AnyAnswer::new("paper"));
/// assert_ne!(rock, AnyAnswer::new(1));
/// ```
pub struct AnyAnswer {
    value: Box<dyn Value>,
    /// Whether it is not to be shown.
    is_secret: bool,
    #[cfg(feature = "serde")]
    write: Option<WriteAnswer>,
}

impl AnyAnswer {
    /// Wraps an answer.
    #[must_use]
    pub fn new<A: Clone + PartialEq + fmt::Debug + Send + Sync + 'static>(answer: A) -> Self {
        Self {
            value: Box::new(answer),
            is_secret: false,
            #[cfg(feature = "serde")]
            write: None,
        }
    }

    /// Wraps an answer of a type of which it is known whether it can be written.
    #[cfg(feature = "serde")]
    pub(crate) fn written_by(mut self, write: Option<WriteAnswer>) -> Self {
        self.write = write;
        self
    }

    /// The same, which its `Debug` does not show if it is secret.
    #[cfg(feature = "causes")]
    pub(crate) fn kept_secret(mut self, is_secret: bool) -> Self {
        self.is_secret = is_secret;
        self
    }

    /// Whether the answer is an `A`.
    #[must_use]
    pub fn is<A: Any>(&self) -> bool {
        (*self.value).is_of(TypeId::of::<A>())
    }

    /// The name of the type of the answer, for messages: as [`type_name`](core::any::type_name) gives it, which may change
    /// with the compiler.
    ///
    /// # Examples
    ///
    /// ```
    /// use phase_core::AnyAnswer;
    ///
    /// assert_eq!(AnyAnswer::new(3_u32).type_name(), "u32");
    /// ```
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        (*self.value).type_name()
    }

    /// The answer, if it is an `A`.
    #[must_use]
    pub fn downcast_ref<A: Any>(&self) -> Option<&A> {
        (*self.value).as_any().downcast_ref()
    }

    /// Unwraps the answer.
    ///
    /// # Errors
    ///
    /// Gives the answer back as it is when it is no `A`.
    ///
    /// # Examples
    ///
    /// ```
    /// use phase_core::AnyAnswer;
    ///
    /// let answer = AnyAnswer::new(7_u32);
    /// let answer = answer.downcast::<&str>().unwrap_err();
    /// assert_eq!(answer.downcast::<u32>(), Ok(7));
    /// ```
    pub fn downcast<A: Any>(self) -> Result<A, Self> {
        if !self.is::<A>() {
            return Err(self);
        }
        match self.value.into_any().downcast() {
            Ok(answer) => Ok(*answer),
            Err(_) => unreachable!("the type has been checked"),
        }
    }
}

impl Clone for AnyAnswer {
    fn clone(&self) -> Self {
        Self {
            value: (*self.value).copy(),
            is_secret: self.is_secret,
            #[cfg(feature = "serde")]
            write: self.write,
        }
    }
}

impl PartialEq for AnyAnswer {
    fn eq(&self, other: &Self) -> bool {
        (*self.value).equals((*other.value).as_any())
    }
}

impl fmt::Debug for AnyAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_secret { f.write_str("(secret)") } else { self.value.fmt(f) }
    }
}

/// Writes the answer itself, if it came from the manager and its type is `Serialize`.
#[cfg(feature = "serde")]
impl serde::Serialize for AnyAnswer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.write.and_then(|write| write((*self.value).as_any())) {
            Some(answer) => erased_serde::serialize(answer, serializer),
            None => Err(serde::ser::Error::custom(
                "an answer made by `AnyAnswer::new`, or of a type without `Serialize`, can't be written; take it from \
                 `options`, `pick` or `fallback` of a `Question`, and derive `serde::Serialize` on its type",
            )),
        }
    }
}
