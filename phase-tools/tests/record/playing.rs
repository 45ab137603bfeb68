//! Playing a recording again.
