//! Rooms that stand one above the other.

use crate::source::{Crate, room_of};

/// What a crate's `src` holds, from above.
pub(crate) struct Layers {
    /// The rooms, a folder each; and `lib.rs`.
    pub(crate) floors: &'static [&'static [&'static str]],
    /// What else may stand beside them.
    pub(crate) beside: &'static [&'static str],
}

impl Layers {
    /// What in a crate goes against this.
    pub(crate) fn faults(&self, of: &Crate) -> Vec<String> {
        let mut faults = self.misplaced(of);
        match of.imports() {
            Err(fault) => faults.push(fault),
            Ok(imports) => {
                for import in imports {
                    let (from, to) = (room_of(&import.from), room_of(&import.to));
                    let (Some(above), Some(below)) = (self.floor(from), self.floor(to)) else { continue };
                    if from != to && above >= below {
                        faults.push(format!(
                            "{}:{} imports {} (`{}`), and `{from}` may import only {}",
                            of.shown(&import.from),
                            import.line,
                            of.shown(&import.to),
                            import.path,
                            self.below(above),
                        ));
                    }
                }
            }
        }
        faults
    }

    /// Files that are in no room, and rooms that are not there.
    fn misplaced(&self, of: &Crate) -> Vec<String> {
        let rooms = || self.floors.iter().copied().flatten();
        let expected = |entry: &String| {
            let name = entry.trim_end_matches('/');
            let room = entry == "lib.rs" || (entry.ends_with('/') && rooms().any(|room| *room == name));
            room || self.beside.contains(&name)
        };
        let stray = of.entries().into_iter().filter(|entry| !expected(entry));
        let stray = stray.map(|entry| {
            let rooms: Vec<_> = rooms().copied().filter(|room| *room != "lib.rs").collect();
            format!("{} is in no room: there are {}", of.shown(&entry), rooms.join(", "))
        });
        let missing =
            rooms().map(|room| if *room == "lib.rs" { (*room).to_owned() } else { format!("{room}/mod.rs") });
        let missing =
            missing.filter(|file| !of.has(file)).map(|file| format!("{} is not there", of.shown(&file)));
        stray.chain(missing).collect()
    }

    fn floor(&self, room: &str) -> Option<usize> {
        self.floors.iter().position(|rooms| rooms.contains(&room))
    }

    /// What a room on that floor may import, in words.
    fn below(&self, floor: usize) -> String {
        let below = self.floors[floor + 1..].iter().copied().flatten();
        below.fold("itself".to_owned(), |words, room| format!("{words}, `{room}`"))
    }
}
