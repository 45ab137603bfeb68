//! Digests of the world.

use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};

use phase_core::EventKind;
use siphasher::sip::SipHasher13;

use super::recorder::Recorder;

impl<W: Hash + 'static> Recorder<W> {
    /// Has the recording hold a digest of the world, at the start and wherever a phase has changed it. A replay
    /// [with digests](super::Recording::replay_with_digests) then notices a world that differs, although the phases are the same.
    ///
    /// Where it is called in the middle of a game, there are digests from there on, and a replay compares those.
    ///
    /// The digest is that of the world's `Hash`, by `SipHash`, and the same on every machine and by every version, as long as the
    /// `Hash` feeds it the same numbers; leave out of that what differs from run to run. It costs one hash of the world a phase.
    ///
    /// # Examples
    ///
    /// ```
    #[doc = include_str!("table.txt")]
    /// # use phase_tools::Recorder;
    /// let mut recorder = Recorder::new(PhaseManager::new(), Table::default()).digests();
    /// # recorder.push(GuessPhase { most: 3 })?;
    /// # recorder.run()?;
    /// # recorder.answer::<GuessPhase>(Seat::Player(0), 2)?;
    /// # assert!(recorder.recording().to_string().contains("\n  world "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn digests(mut self) -> Self {
        // A hash that panics costs the digest.
        if let Ok(digest) = catch_unwind(AssertUnwindSafe(|| digest(&self.world))) {
            self.with_state(|state| state.starts_in(digest));
        }
        let tape = self.tape.clone();
        self.phases.observe(move |event, world| {
            let has_called = matches!(
                event.kind,
                EventKind::Ended
                    | EventKind::Waiting
                    | EventKind::Updated
                    | EventKind::Suspended
                    | EventKind::Asking { .. }
                    | EventKind::Cancelled
                    | EventKind::Failed { .. }
                    | EventKind::Abandoned
            );
            if let Some(world) = world.filter(|_| has_called && !tape.is_deaf()) {
                // A hash that panics costs the digest.
                let digest = digest(world);
                tape.lock().digest(digest);
            }
        });
        self
    }
}

/// A digest of the world, which is the same on every machine.
pub(super) fn digest<W: Hash>(world: &W) -> u64 {
    let mut hasher = Portable(SipHasher13::new());
    world.hash(&mut hasher);
    hasher.finish()
}

/// Numbers come in the same bytes on every machine.
struct Portable(SipHasher13);

impl Hasher for Portable {
    fn finish(&self) -> u64 {
        self.0.finish()
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    fn write_u8(&mut self, number: u8) {
        self.write(&[number]);
    }

    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }

    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }

    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }

    fn write_u128(&mut self, number: u128) {
        self.write(&number.to_le_bytes());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_i64(number as i64);
    }

    fn write_i16(&mut self, number: i16) {
        self.write(&number.to_le_bytes());
    }

    fn write_i32(&mut self, number: i32) {
        self.write(&number.to_le_bytes());
    }

    fn write_i64(&mut self, number: i64) {
        self.write(&number.to_le_bytes());
    }

    fn write_i128(&mut self, number: i128) {
        self.write(&number.to_le_bytes());
    }
}
