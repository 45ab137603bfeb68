//! What is told: passages that lead to each other.

use std::fmt;

/// A few lines, and what the player may say to them.
pub struct Passage {
    /// What it is called in the level tree.
    pub name: &'static str,
    /// The lines, each of which waits for Enter.
    pub lines: &'static [&'static str],
    /// The answers, and where they lead; none at the end of the story.
    pub answers: &'static [(&'static str, &'static Passage)],
}

/// Where the story begins.
pub static JETTY: Passage = Passage {
    name: "jetty",
    lines: &[
        "Mist over the river. A bell rings, and a lantern comes nearer.",
        "\"You want to cross,\" says the ferryman.",
    ],
    answers: &[("Who are you?", &FERRYMAN), ("What does it cost?", &FARE), ("Take me across.", &CROSSING)],
};

static FERRYMAN: Passage = Passage {
    name: "ferryman",
    lines: &["\"I was a passenger once,\" he says, \"who asked too many questions.\""],
    answers: &[("What does it cost?", &FARE), ("Take me across.", &CROSSING)],
};

static FARE: Passage = Passage {
    name: "fare",
    lines: &["\"One true word. You pay on the other side.\""],
    answers: &[("Who are you?", &FERRYMAN), ("Take me across.", &CROSSING)],
};

static CROSSING: Passage = Passage {
    name: "crossing",
    lines: &[
        "The jetty is gone behind you before the second stroke of the oar.",
        "Grass under your feet. You say your name.",
    ],
    answers: &[],
};

/// Its name alone: passages lead around in circles.
impl fmt::Debug for Passage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
