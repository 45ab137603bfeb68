//! Faults that real games shipped, each as the shortest script that shows it, with the run that is right.
//!
//! How scripts are written is told at [`phase_tests::script`].

mod breakdown;
mod interruption;
mod order;
mod priority;
mod removal;
mod scripts;
mod waiting;
