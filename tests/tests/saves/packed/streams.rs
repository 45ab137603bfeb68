//! Packed bytes that are written and read in pieces.

use std::io::{self, BufReader, Read, Write};

use phase_core::prelude::*;
use phase_core::{LoadError, SaveError};
use serde::{Deserialize, Serialize};

use super::only_end;
use crate::memory::peak_of;

struct World;

#[phase(world = World, save)]
#[derive(Debug, Serialize, Deserialize)]
struct Tick(u32);

#[phase(world = World)]
#[derive(Debug)]
struct Cutscene;

only_end!(Tick, Cutscene);

const MANY: u32 = 200_000;

fn ticks(count: u32) -> PhaseManager<World> {
    let mut phases = PhaseManager::new();
    (0..count).for_each(|number| phases.push(Tick(number)));
    phases
}

/// Counts what it is given.
#[derive(Default)]
struct Sink {
    bytes: usize,
    longest: usize,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len();
        self.longest = self.longest.max(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_big_save_is_never_in_memory_as_a_whole() {
    let phases = ticks(MANY);
    let mut sink = Sink::default();
    let (written, peak) = peak_of(|| phases.write_to(&mut sink));
    assert!(written.is_ok());
    assert_eq!(Ok(sink.bytes), phases.to_bytes().map(|bytes| bytes.len()));
    assert!(sink.longest < 70_000 && peak < 100_000 && sink.bytes > 8 * peak, "{peak} {}", sink.longest);
}

#[test]
fn what_follows_a_save_is_left_to_be_read() -> io::Result<()> {
    let mut file = b"first".to_vec();
    ticks(3).write_to(&mut file)?;
    ticks(2).write_to(&mut file)?;
    file.extend_from_slice(b"last");
    let mut reader = BufReader::with_capacity(16, file.as_slice());
    reader.read_exact(&mut [0; 5])?;
    assert_eq!(PhaseManager::<World>::read_from(&mut reader)?.len(), 3);
    assert_eq!(PhaseManager::<World>::read_from(&mut reader)?.len(), 2);
    assert_eq!(io::read_to_string(reader)?, "last");
    Ok(())
}

/// Takes or gives so many bytes, and then fails.
struct Failing(usize);

impl Write for Failing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Broken<'a>(&'a [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::ErrorKind::ConnectionReset.into()),
            read => Ok(read),
        }
    }
}

#[test]
fn what_the_writer_or_the_reader_says_is_passed_on() {
    for room in [0, 10, 100_000] {
        let error = ticks(MANY).write_to(Failing(room)).expect_err("there is no room");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
    let bytes = ticks(20).to_bytes().expect("all of it can be saved");
    for end in [0, 3, 30, bytes.len() - 1] {
        let reader = BufReader::with_capacity(8, Broken(&bytes[..end]));
        let error = PhaseManager::<World>::read_from(reader).expect_err("it is cut short");
        let expected = if end < 4 { io::ErrorKind::InvalidData } else { io::ErrorKind::ConnectionReset };
        assert!(error.kind() == expected || error.kind() == io::ErrorKind::ConnectionReset, "{error:?}");
    }
}

#[test]
fn what_can_not_be_saved_or_loaded_is_told_as_it_is_of_bytes() {
    let mut phases = ticks(20_000);
    phases.push(Cutscene);
    let mut sink = Sink::default();
    let error = phases.write_to(&mut sink).expect_err("it is not saved");
    assert_eq!((error.kind(), sink.bytes), (io::ErrorKind::Other, 0), "nothing was written");
    let inner = error.into_inner().expect("it has a cause");
    assert!(matches!(inner.downcast_ref(), Some(SaveError::NotSavable { phase: "Cutscene", .. })));

    let error = PhaseManager::<World>::read_from(&b"phrase"[..]).expect_err("it is no save");
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    let inner = error.into_inner().expect("it has a cause");
    assert_eq!(inner.downcast_ref(), Some(&LoadError::NotPacked));
}

#[test]
fn bytes_that_promise_more_than_there_is_take_no_memory_for_it() {
    let bytes = ticks(2).to_bytes().expect("all of it can be saved");
    let at =
        bytes.windows(3).position(|window| window == [1, 0, 2]).expect("one level, number 0, two phases");
    let much = [0xff, 0xff, 0xff, 0xff, 0x0f];
    let promise = [&bytes[..at + 2], &much, &bytes[at + 3..]].concat();
    let (loaded, peak) = peak_of(|| PhaseManager::<World>::from_bytes(&promise).map(drop));
    assert_eq!(loaded.map_err(|error| error.to_string()), Err("the save is cut short".to_owned()));
    assert!(peak < 1_000, "{peak}");
    let (loaded, peak) = peak_of(|| PhaseManager::<World>::read_from(&promise[..]).map(drop));
    assert!(loaded.is_err() && peak < 10_000, "{peak}");

    // And the data of a phase that is as long.
    let promise = [&bytes[..at + 4], &much].concat();
    let (loaded, peak) = peak_of(|| PhaseManager::<World>::read_from(&promise[..]).map(drop));
    assert!(loaded.is_err() && peak < 10_000, "{peak}");
}
