//! How phases of one type are packed into bytes, by a call that knows the type.

use alloc::boxed::Box;
use alloc::vec::Vec;

use postcard::ser_flavors::Flavor;

use super::Saved;
use super::limited::Limited;
use crate::kernel::{Batch, Stored, UnpackFault};
use crate::phase::traits::Phase;

pub(super) fn pack<P: Saved>(phase: &P, bytes: &mut Vec<u8>) -> Result<(), postcard::Error> {
    phase.serialize(Limited::new(&mut postcard::Serializer { output: Behind(bytes) }))
}

pub(super) fn unpack<P: Phase + Saved>(
    bytes: &[u8],
    batch: &mut Batch,
) -> Result<Stored<P::World>, Box<UnpackFault>> {
    let mut deserializer = postcard::Deserializer::from_bytes(bytes);
    let phase = match P::deserialize(Limited::new(&mut deserializer)) {
        Ok(phase) => phase,
        Err(error) => return misfit(UnpackFault::Format(error)),
    };
    match deserializer.finalize() {
        Ok([]) => Ok(Stored::new_in(phase, batch)),
        Ok(left_over) => misfit(UnpackFault::LeftOver(left_over.len())),
        Err(error) => misfit(UnpackFault::Format(error)),
    }
}

/// In a box, so that what there nearly always is in its place is handed on in a register.
#[cold]
fn misfit<T>(fault: UnpackFault) -> Result<T, Box<UnpackFault>> {
    Err(Box::new(fault))
}

/// Writes behind what is there already.
struct Behind<'a>(&'a mut Vec<u8>);

impl Flavor for Behind<'_> {
    type Output = ();

    #[inline]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    #[inline]
    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        // Numbers mostly, which are short: the length of what is copied is known, where any other is a call.
        match bytes.first_chunk::<16>() {
            None => self.short(bytes),
            Some(_) => self.0.extend_from_slice(bytes),
        }
        Ok(())
    }

    fn finalize(self) -> postcard::Result<()> {
        Ok(())
    }
}

impl Behind<'_> {
    #[inline]
    fn short(&mut self, bytes: &[u8]) {
        match *bytes {
            [first] => self.0.push(first),
            [first, second] => self.0.extend_from_slice(&[first, second]),
            [first, second, third] => self.0.extend_from_slice(&[first, second, third]),
            _ => self.0.extend_from_slice(bytes),
        }
    }
}

/// One number for how the data of a phase is laid out (FNV-1a).
pub(crate) const fn layout(parts: &[&str]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut nth = 0;
    while nth < parts.len() {
        let part = parts[nth].as_bytes();
        let mut at = 0;
        // One byte more than there are, which no text has: the end of the part.
        while at <= part.len() {
            let byte = if at < part.len() { part[at] } else { 0xff };
            hash = (hash ^ byte as u64).wrapping_mul(0x0100_0000_01b3);
            at += 1;
        }
        nth += 1;
    }
    hash
}
