//! The power fails: all that was written since the last sync is gone, or some of it.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard};

use game_server::store::{GameId, Redb, Store};
use phase_examples::double_battle::dice::Dice;
use redb::StorageBackend;

use crate::stores::{answer, opened, texts};

/// A disk that keeps for certain only what was synced.
#[derive(Debug, Clone, Default)]
struct Disk(Arc<Mutex<State>>);

#[derive(Debug, Clone, Default)]
struct State {
    /// What is there as long as the power is on.
    seen: Vec<u8>,
    /// What has been synced.
    synced: Vec<u8>,
    /// What was written since: the place and the bytes.
    since: Vec<(usize, Vec<u8>)>,
    syncs: u32,
}

impl Disk {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    /// What is left when the power fails now. Of what was not synced, chance keeps some, in no order.
    fn after_power_cut(&self, dice: &mut Dice) -> Self {
        let state = self.state().clone();
        let mut left = state.synced;
        left.resize(left.len().max(state.seen.len()), 0);
        for (place, bytes) in state.since {
            if dice.below(2) == 0 {
                left[place..place + bytes.len()].copy_from_slice(&bytes);
            }
        }
        Self(Arc::new(Mutex::new(State { seen: left.clone(), synced: left, ..State::default() })))
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.state().seen.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let place = usize::try_from(offset).unwrap();
        out.copy_from_slice(&self.state().seen[place..place + out.len()]);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.state().seen.resize(usize::try_from(len).unwrap(), 0);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut state = self.state();
        let State { seen, synced, .. } = &mut *state;
        synced.clone_from(seen);
        state.since.clear();
        state.syncs += 1;
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut state = self.state();
        let place = usize::try_from(offset).unwrap();
        state.seen[place..place + data.len()].copy_from_slice(data);
        state.since.push((place, data.to_vec()));
        Ok(())
    }
}

#[test]
fn what_was_committed_is_there_after_the_power_has_failed() {
    let mut dice = Dice::new(1);
    let disk = Disk::default();
    let store = Redb::on(disk.clone()).unwrap();
    store.commit(&[opened(1)]).unwrap();
    for index in 0..60 {
        let before = disk.state().syncs;
        store.commit(&[answer(1, index)]).unwrap();
        assert!(disk.state().syncs > before, "a commit syncs");
        let store = Redb::on(disk.after_power_cut(&mut dice)).unwrap();
        let kept = store.load(GameId(1)).unwrap().unwrap().answers;
        assert_eq!(texts(&kept), (0..=index).map(|index| index.to_string()).collect::<Vec<_>>());
    }
}
