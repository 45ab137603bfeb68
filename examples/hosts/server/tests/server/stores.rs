//! What every store has to do, and the ledger that writes to them.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use game_server::key::Key;
use game_server::moment::Moment;
use game_server::store::{
    Against, By, Change, End, GameId, Given, Header, Ledger, Memory, Recording, Redb, Store, StoreError,
    Stored, Verdict,
};
use serde_json::value::RawValue;

pub(crate) fn opened(game: u64) -> Change {
    Change::Open { game: GameId(game), header: header(None), first: b"first".to_vec() }
}

pub(crate) fn header(end: Option<End>) -> Header {
    Header {
        seed: 7,
        opened: Moment(1),
        against: Against::Player,
        seats: [Some(Key::random().unwrap().lock()), None],
        invitation: None,
        began: Some(Moment(2)),
        end,
    }
}

pub(crate) fn answer(game: u64, index: u32) -> Change {
    let answer = RawValue::from_string(index.to_string()).unwrap();
    let given = Given { seat: index as usize % 2, by: By::Player, at: Moment(index.into()), answer };
    Change::Answer { game: GameId(game), index, given }
}

fn ended(game: u64, at: u64, verdict: Verdict) -> Change {
    Change::Header { game: GameId(game), header: header(Some(End { at: Moment(at), verdict })) }
}

pub(crate) fn texts(answers: &[Given]) -> Vec<String> {
    answers.iter().map(|given| given.answer.get().to_owned()).collect()
}

/// Has a store do all that there is to do.
fn use_store(store: &dyn Store) {
    assert_eq!(store.last_game().unwrap(), GameId(0));
    assert!(store.load(GameId(1)).unwrap().is_none());
    store.commit(&[opened(1), answer(1, 0), opened(2), answer(1, 1)]).unwrap();
    store.commit(&[answer(1, 2)]).unwrap();
    assert_eq!(store.unfinished().unwrap(), [GameId(1), GameId(2)]);
    assert_eq!(store.last_game().unwrap(), GameId(2));
    let load = |game: u64| -> Stored { store.load(GameId(game)).unwrap().unwrap() };
    assert_eq!(
        (load(1).after, load(1).save, texts(&load(1).answers)),
        (0, b"first".to_vec(), vec!["0".into(), "1".into(), "2".into()])
    );
    assert!(load(2).answers.is_empty());

    // A save stands for the answers before it, and the recording has all of them.
    store.commit(&[Change::Save { game: GameId(1), after: 2, save: b"later".to_vec() }]).unwrap();
    assert_eq!(
        (load(1).after, load(1).save, texts(&load(1).answers)),
        (2, b"later".to_vec(), vec!["2".into()])
    );
    let recording = || -> Recording { store.recording(GameId(1)).unwrap().unwrap() };
    assert_eq!((recording().first, texts(&recording().answers).len()), (b"first".to_vec(), 3));

    // What does not follow is refused, and with it all that came along.
    for wrong in [answer(1, 1), answer(1, 4), answer(1, 2), opened(2)] {
        assert!(store.commit(&[answer(2, 0), wrong]).is_err());
        assert!(load(2).answers.is_empty());
    }

    // A game that has ended is kept, and is not played any more.
    store.commit(&[ended(1, 10, Verdict::Won(1)), ended(2, 10, Verdict::Broken("why".into()))]).unwrap();
    store
        .commit(&[opened(3), ended(3, 10, Verdict::Drawn), opened(4), ended(4, 30, Verdict::Drawn)])
        .unwrap();
    assert!(store.unfinished().unwrap().is_empty());
    assert_eq!(load(1).header.end.unwrap().verdict, Verdict::Won(1));
    assert_eq!(texts(&recording().answers).len(), 3);

    // What is old is forgotten, but for what went wrong.
    assert_eq!(store.forget(Moment(10)).unwrap(), 0);
    assert_eq!(store.forget(Moment(20)).unwrap(), 2);
    assert!(store.load(GameId(1)).unwrap().is_none());
    assert!(store.recording(GameId(2)).unwrap().is_some());
    assert_eq!(store.forget(Moment(99)).unwrap(), 0);
    assert_eq!(store.last_game().unwrap(), GameId(4));
}

#[test]
fn the_store_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.redb");
    use_store(&Redb::open(&file).unwrap());
    assert_eq!(Redb::open(&file).unwrap().last_game().unwrap(), GameId(4));
}

#[test]
fn the_store_in_memory() {
    use_store(&Memory::default());
}

#[test]
fn a_file_is_one_process_s() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.redb");
    let _store = Redb::open(&file).unwrap();
    let error = Redb::open(&file).unwrap_err();
    assert!(error.to_string().contains("games.redb"), "{error}");
}

/// Counts commits, and makes each wait until the test lets it.
#[derive(Debug)]
struct Slow {
    inner: Memory,
    entered: SyncSender<usize>,
    go: Mutex<Receiver<bool>>,
    commits: AtomicUsize,
}

impl Store for Slow {
    fn commit(&self, changes: &[Change]) -> Result<(), StoreError> {
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.entered.send(changes.len()).unwrap();
        if !self.go.lock().unwrap().recv().unwrap() {
            return Err(StoreError::new("the disk is full"));
        }
        self.inner.commit(changes)
    }

    fn unfinished(&self) -> Result<Vec<GameId>, StoreError> {
        self.inner.unfinished()
    }

    fn load(&self, game: GameId) -> Result<Option<Stored>, StoreError> {
        self.inner.load(game)
    }

    fn recording(&self, game: GameId) -> Result<Option<Recording>, StoreError> {
        self.inner.recording(game)
    }

    fn last_game(&self) -> Result<GameId, StoreError> {
        self.inner.last_game()
    }

    fn forget(&self, before: Moment) -> Result<usize, StoreError> {
        self.inner.forget(before)
    }
}

fn slow() -> (Arc<Slow>, Receiver<usize>, SyncSender<bool>) {
    let (entered, entries) = sync_channel(1000);
    let (let_go, go) = sync_channel(1000);
    let store = Slow { inner: Memory::default(), entered, go: Mutex::new(go), commits: AtomicUsize::new(0) };
    (Arc::new(store), entries, let_go)
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_wait_for_the_disk_are_written_at_once() {
    let (store, entries, go) = slow();
    let (ledger, _) = Ledger::start(store.clone()).unwrap();
    let write = |game| {
        let ledger = ledger.clone();
        tokio::spawn(async move { ledger.commit(vec![opened(game), answer(game, 0)]).await })
    };
    let first = write(1);
    assert_eq!(entries.recv().unwrap(), 2);
    let rest: Vec<_> = (2..=100).map(write).collect();
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    assert!(!first.is_finished());
    go.send(true).unwrap();
    first.await.unwrap().unwrap();
    assert_eq!(entries.recv().unwrap(), 2 * 99);
    // Nobody hears that it is written before it is.
    assert!(rest.iter().all(|one| !one.is_finished()));
    go.send(true).unwrap();
    for one in rest {
        one.await.unwrap().unwrap();
    }
    assert_eq!((ledger.written().commits, ledger.written().changes), (2, 200));
    assert_eq!(store.commits.load(Ordering::Relaxed), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_fails_confirms_nothing_more() {
    let (store, _entries, go) = slow();
    let (ledger, thread) = Ledger::start(store).unwrap();
    go.send(false).unwrap();
    assert!(ledger.commit(vec![opened(1)]).await.is_err());
    assert_eq!(ledger.failure().await.to_string(), "the disk is full");
    assert!(ledger.commit(vec![opened(2)]).await.is_err());
    thread.join().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sees_what_is_not_on_the_disk() {
    let (store, entries, go) = slow();
    let server = crate::How { store, ..crate::How::default() }.start().await;
    for _ in 0..2 {
        go.send(true).unwrap();
    }
    let ([mut one, mut other], .., asked) = server.pair().await;
    crate::view(&mut other).await;
    one.answer(1, &asked.options[0].answer).await.unwrap();
    // The answer is at the store, and the disk takes its time.
    while entries.recv().unwrap() != 1 {}
    entries.try_iter().for_each(drop);
    let moment = std::time::Duration::from_millis(200);
    assert!(tokio::time::timeout(moment, one.hear()).await.is_err());
    go.send(true).unwrap();
    crate::confirmed(&mut one, 1).await;
    // The next one fails: it is not confirmed, and the connection is closed.
    let asked = crate::question(&mut one).await;
    go.send(false).unwrap();
    one.answer(2, &asked.options[0].answer).await.unwrap();
    assert!(one.hear().await.unwrap().is_none());
    assert_eq!(one.last, "the server can't keep answers any more");
}

#[test]
fn a_header_that_can_t_be_read_keeps_no_other_game_from_being_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.redb");
    let store = Redb::open(&file).unwrap();
    store
        .commit(&[opened(1), ended(1, 10, Verdict::Drawn), opened(2), ended(2, 10, Verdict::Drawn)])
        .unwrap();
    store.commit(&[opened(3), ended(3, 10, Verdict::Drawn)]).unwrap();
    drop(store);

    let damaged = redb::Database::open(&file).unwrap();
    let writing = damaged.begin_write().unwrap();
    let headers = redb::TableDefinition::<u64, &[u8]>::new("ended");
    writing.open_table(headers).unwrap().insert(1, &b"{"[..]).unwrap();
    writing.commit().unwrap();
    drop(damaged);

    let store = Redb::open(&file).unwrap();
    assert_eq!(store.forget(Moment(20)).unwrap(), 1);
    assert!(store.load(GameId(1)).is_err());
    assert!(store.load(GameId(2)).unwrap().is_none());
}
