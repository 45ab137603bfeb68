//! The explorer, on games of which it is known what there is to find.

mod brawl;
mod brute_force;
mod fragile;
mod generated;
mod known_counts;
mod planted;
mod random;
mod recordings;
mod reports;
