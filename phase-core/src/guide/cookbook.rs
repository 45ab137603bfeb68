#![cfg_attr(any(doc, doctest), doc = include_str!("cookbook/index.md"))]

#[cfg(feature = "macros")]
#[cfg_attr(any(doc, doctest), doc = include_str!("cookbook/battlers_turn.md"))]
pub mod battlers_turn {}

#[cfg(all(feature = "causes", feature = "macros"))]
#[cfg_attr(any(doc, doctest), doc = include_str!("cookbook/response_stack.md"))]
pub mod response_stack {}

#[cfg(feature = "macros")]
#[cfg_attr(any(doc, doctest), doc = include_str!("cookbook/simultaneous_triggers.md"))]
pub mod simultaneous_triggers {}

#[cfg(feature = "macros")]
#[cfg_attr(any(doc, doctest), doc = include_str!("cookbook/energy.md"))]
pub mod energy {}

#[cfg(feature = "macros")]
#[cfg_attr(any(doc, doctest), doc = include_str!("cookbook/drafting.md"))]
pub mod drafting {}

#[cfg(all(feature = "causes", feature = "macros"))]
#[cfg_attr(any(doc, doctest), doc = include_str!("cookbook/worker_placement.md"))]
pub mod worker_placement {}

#[cfg(feature = "macros")]
#[cfg_attr(any(doc, doctest), doc = include_str!("cookbook/auction.md"))]
pub mod auction {}

#[cfg(all(feature = "causes", feature = "macros"))]
#[cfg_attr(any(doc, doctest), doc = include_str!("cookbook/cut_scene.md"))]
pub mod cut_scene {}

#[cfg(feature = "macros")]
#[cfg_attr(any(doc, doctest), doc = include_str!("cookbook/look_ahead.md"))]
pub mod look_ahead {}

#[cfg(all(feature = "causes", feature = "macros", feature = "std"))]
#[cfg_attr(any(doc, doctest), doc = include_str!("cookbook/tutorial.md"))]
pub mod tutorial {}
