#![doc = include_str!("front.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod explore;
mod panics;
mod play;

pub use explore::{Cut, Edge, EdgeKind, Explorer, Finding, FindingKind, Given, Progress, Report, explore};
pub use play::Play;

/// Has the README's examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
