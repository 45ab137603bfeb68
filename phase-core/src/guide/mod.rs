#![cfg_attr(any(doc, doctest), doc = include_str!("contents.md"))]
// The chapters are there in every build, so that other crates and editors can link to them. Their text is for rustdoc
// alone.
#![cfg_attr(not(any(doc, doctest)), allow(missing_docs, reason = "the text is not part of a build"))]
#[cfg(any(doc, doctest))]
#[allow(unused_imports, reason = "for the links")]
use crate::*;

// Its program is of no use without saves.
#[cfg_attr(any(all(doc, not(doctest)), all(doctest, feature = "serde")), doc = include_str!("start.md"))]
pub mod start {}

#[cfg_attr(any(doc, doctest), doc = include_str!("tree.md"))]
pub mod tree {}

#[cfg_attr(any(doc, doctest), doc = include_str!("flow.md"))]
pub mod flow {}

#[cfg_attr(any(doc, doctest), doc = include_str!("running.md"))]
pub mod running {}

#[cfg_attr(any(doc, doctest), doc = include_str!("waiting.md"))]
pub mod waiting {}

#[cfg_attr(any(doc, doctest), doc = include_str!("questions.md"))]
pub mod questions {}

#[cfg_attr(any(doc, doctest), doc = include_str!("order.md"))]
pub mod order {}

#[cfg_attr(any(doc, doctest), doc = include_str!("causes.md"))]
pub mod causes {}

#[cfg_attr(any(doc, doctest), doc = include_str!("responses.md"))]
pub mod responses {}

#[cfg_attr(any(doc, doctest), doc = include_str!("saving.md"))]
pub mod saving {}

#[cfg_attr(any(doc, doctest), doc = include_str!("saves.md"))]
pub mod saves {}

#[cfg_attr(any(doc, doctest), doc = include_str!("hosts.md"))]
pub mod hosts {}

#[cfg_attr(any(doc, doctest), doc = include_str!("testing.md"))]
pub mod testing {}

#[cfg_attr(any(doc, doctest), doc = include_str!("seeing.md"))]
pub mod seeing {}

#[cfg_attr(any(doc, doctest), doc = include_str!("speed.md"))]
pub mod speed {}

#[cfg_attr(any(doc, doctest), doc = include_str!("without.md"))]
pub mod without {}

#[cfg_attr(any(doc, doctest), doc = include_str!("pokerogue.md"))]
pub mod pokerogue {}

pub mod cookbook;

#[cfg_attr(any(doc, doctest), doc = include_str!("games.md"))]
pub mod games {}

#[cfg_attr(any(doc, doctest), doc = include_str!("features.md"))]
pub mod features {}
