#![doc = include_str!("front.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
// The documentation is one for all features, and is checked with all of them.
#![cfg_attr(
    not(all(
        feature = "catalogue",
        feature = "inspector",
        feature = "record",
        feature = "timeline",
        feature = "tracing"
    )),
    allow(rustdoc::broken_intra_doc_links)
)]

#[cfg(feature = "catalogue")]
mod catalogue;
mod escape;
mod graph;
#[cfg(feature = "inspector")]
mod inspector;
#[cfg(feature = "record")]
pub mod record;
#[cfg(feature = "tracing")]
mod spans;
mod trace;

#[cfg(feature = "catalogue")]
pub use catalogue::{catalogue, write_catalogue};
pub use graph::{EdgeKind, Finding, Graph, GraphEdge, GraphNode, graph};
#[cfg(feature = "inspector")]
pub use inspector::{Attached, Inspector, Screen};
#[cfg(feature = "record")]
pub use record::{Divergence, Recorder, Recording, Replayed};
#[cfg(feature = "tracing")]
pub use spans::spans;
pub use trace::{Trace, TraceEvent, TraceKind, Why};

/// Has the README's examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
