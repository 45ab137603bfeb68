//! Keys: what proves that somebody may sit on a seat.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A key as its owner holds it: 128 random bits. It is told once, and the server keeps no copy.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

/// What the server keeps of a key. Whoever reads the store can't sit down by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Lock(String);

impl Key {
    /// A key that nobody can guess.
    ///
    /// # Errors
    ///
    /// If the system has no random numbers to give.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bits = [0; 16];
        getrandom::fill(&mut bits)?;
        Ok(Self(hex(&bits)))
    }

    /// The key as text, for its owner.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What to keep of it.
    #[must_use]
    pub fn lock(&self) -> Lock {
        Lock(hex(&Sha256::digest(&self.0)))
    }
}

impl Lock {
    /// Whether this text is the key to it.
    #[must_use]
    pub fn opens_by(&self, text: &str) -> bool {
        // How long the comparison takes tells something of the hash at most, and that is of no use for finding the key.
        hex(&Sha256::digest(text)) == self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // A string takes whatever is written.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
