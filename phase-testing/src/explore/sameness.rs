//! Which positions are the same.

use std::fmt::{self, Write};
use std::hash::{Hash, Hasher};

use phase_core::{PhaseManager, PhaseRef};
use siphasher::sip128::{Hasher128, SipHasher13};

/// Writes the key of a world down.
type WriteKey<'a, W> = Box<dyn Fn(&W, &mut Bytes<'_>) + Send + Sync + 'a>;

/// By what positions are told from each other: a key of the world, and the phases as their `Debug` shows them.
pub(super) struct Sameness<'a, W> {
    write_key: WriteKey<'a, W>,
}

impl<'a, W: 'static> Sameness<'a, W> {
    pub(super) fn new<K: Hash + Eq>(key: impl Fn(&W) -> K + Send + Sync + 'a) -> Self {
        Self { write_key: Box::new(move |world, bytes| key(world).hash(bytes)) }
    }

    /// A number of 128 bits that two positions have in common if they are the same, and never by chance.
    pub(super) fn fingerprint(&self, phases: &PhaseManager<W>, world: &W, buffer: &mut Vec<u8>) -> u128 {
        buffer.clear();
        let bytes = &mut Bytes(buffer);
        (self.write_key)(world, bytes);
        bytes.number(usize::from(phases.is_finished()));
        if let Some(running) = phases.current() {
            bytes.phase(running);
        }
        // A number behind each part says where it begins, so that no two rows of parts look the same.
        bytes.number(usize::MAX);
        for parked in phases.parked() {
            bytes.phase(parked);
        }
        // How high a level is does not matter, but which of them is the one that a push adds to, and which of them the
        // running phase has opened, does.
        let current = phases.current_level();
        if !phases.is_empty() {
            for (level, queued) in phases.levels() {
                bytes.number(usize::MAX);
                bytes.number(usize::from(level > 0) + level.saturating_sub(current).min(3));
                for phase in queued {
                    bytes.phase(phase);
                }
            }
        }
        let mut hasher = SipHasher13::new();
        hasher.write(bytes.0);
        hasher.finish128().as_u128()
    }
}

/// Collects all that is hashed, and all that is written.
struct Bytes<'b>(&'b mut Vec<u8>);

impl Bytes<'_> {
    fn number(&mut self, number: usize) {
        self.0.extend((number as u64).to_le_bytes());
    }

    fn phase(&mut self, phase: PhaseRef<'_>) {
        let start = self.0.len();
        self.0.extend(phase.name().as_bytes());
        self.number(phase.name().len());
        // This writer never fails. A `Debug` that does has written what it could.
        let _ = write!(self, "{phase:?}");
        self.number(self.0.len() - start);
    }
}

impl Hasher for Bytes<'_> {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend(bytes);
    }

    fn finish(&self) -> u64 {
        0 // `Hash` only writes.
    }
}

impl Write for Bytes<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend(text.as_bytes());
        Ok(())
    }
}
