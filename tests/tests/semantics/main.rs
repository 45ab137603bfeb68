//! What phases, levels, tickets and managers do, told as transcripts.
//!
//! See [`play`] for how a transcript is written.

mod play;
mod scenes;

mod any_phase;
mod any_phase_inside;
mod asynchronous;
mod cancels;
mod causes;
mod causes_told;
mod clears;
mod deadlines;
mod declared;
mod dividing;
mod dividing_deep;
mod drops;
mod ending;
mod failing;
mod finishing;
mod groups;
mod halts;
mod ids;
mod interrupts;
mod kept_flows;
mod levels;
mod limits;
mod long_lines;
mod look_ups;
mod look_ups_parked;
mod managers;
mod names;
mod never_made;
mod ordered;
mod outside;
mod panics;
mod parking;
mod peeking;
mod registry;
mod replacing;
mod resolutions;
mod retaining;
mod scopes;
mod scopes_later;
mod secret;
mod skipping;
mod supplying;
mod tickets;
mod tickets_cancelled;
mod tree;
mod waiting;
mod worked_example;
