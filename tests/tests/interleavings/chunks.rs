//! The events of a trace, which one thread writes while others read them: what is there is whole, and stays.

use loom::sync::Arc;
use loom::thread;

use crate::chunk::Chunk;

/// Writes events for as long as it need not come by the lock; how many.
fn write_alone(chunk: &Chunk, events: u64) -> usize {
    let open = (1..=events).take_while(|number| chunk.by_the_lock() == 0 && chunk.write([*number; 4]));
    open.count()
}

/// Reads what is there, which must be whole; how many that are.
fn read(chunk: &Chunk) -> usize {
    let events: Vec<_> = chunk.records().map(|record| record.0).collect();
    assert!(events.iter().copied().eq((1..=events.len() as u64).map(|number| [number; 4])), "{events:?}");
    events.len()
}

#[test]
fn what_is_read_is_whole_and_stays() {
    loom::model(|| {
        let chunk = Arc::new(Chunk::new(2));
        let written = Arc::clone(&chunk);
        let writer = thread::spawn(move || write_alone(&written, 3));
        let first = read(&chunk);
        assert!(read(&chunk) >= first);
        assert_eq!(writer.join().unwrap(), 2, "there is no room for more");
        assert_eq!(read(&chunk), 2);
    });
}

#[test]
fn what_is_written_as_it_is_closed_is_kept_and_nothing_after() {
    loom::model(|| {
        let chunk = Arc::new(Chunk::new(2));
        let written = Arc::clone(&chunk);
        let writer = thread::spawn(move || write_alone(&written, 2));
        chunk.close();
        let early = read(&chunk);
        let all = writer.join().unwrap();
        assert!(early <= all);
        assert_eq!(read(&chunk), all);
        assert_eq!(write_alone(&chunk, 1), 0);
    });
}
