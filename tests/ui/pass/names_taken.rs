//! The user's own items may have any name, also those that the expansion means.

#![allow(dead_code, non_camel_case_types, unused_macros)]

mod core {}
mod phase_core {}

struct Option;
struct Result;
struct Box;
struct Vec;
struct String;
struct Flow;
struct Phase;
struct PhaseInfo;
struct PhaseEntry;
struct Declared;
struct Description;
struct Probe;
struct Source;
struct Unshifts;
struct TypeId;
struct Sized;
struct Send;
struct Some;
struct None;
struct str;
struct u8;

macro_rules! concat {
    () => {};
}
macro_rules! line {
    () => {};
}

#[::phase_core::phase(world = Option, unshifts(Any, AnyPhase), common)]
#[derive(::std::fmt::Debug)]
struct Any;

#[::phase_core::phase(world = Option)]
#[derive(::std::fmt::Debug)]
struct AnyPhase;

#[::phase_core::phase(world = Option)]
#[derive(::std::fmt::Debug)]
struct C;

impl ::phase_core::Phase for Any {
    fn start(&mut self, guard: ::phase_core::EndGuard<'_, Self>) -> ::phase_core::Flow<Self> {
        guard.end()
    }
}

impl ::phase_core::Phase for AnyPhase {
    fn start(&mut self, mut guard: ::phase_core::EndGuard<'_, Self>) -> ::phase_core::Flow<Self> {
        guard.unshift(Any);
        guard.end()
    }
}

fn main() {
    let mut phases = ::phase_core::PhaseManager::new();
    phases.push(AnyPhase);
    phases.run(&mut Option).unwrap();
}
