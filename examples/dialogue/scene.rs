//! The world that the phases act on, and how a menu looks in it.

/// What the player has typed, and what there is to show.
#[derive(Debug, Default)]
pub struct Scene {
    /// The line of this run, until a phase takes it.
    pub line: Option<String>,
    /// What has been said and not yet been shown.
    pub shown: Vec<String>,
}

impl Scene {
    /// Shows a line.
    pub fn show(&mut self, line: impl Into<String>) {
        self.shown.push(line.into());
    }

    /// Shows a question and its numbered answers.
    pub fn show_menu<'a>(&mut self, question: &str, answers: impl IntoIterator<Item = &'a str>) {
        self.show(question);
        for (number, answer) in (1..).zip(answers) {
            self.show(format!("  {number}. {answer}"));
        }
    }

    /// The answer that a line chooses, counted from 0; anything that is none of them gets a line of help.
    pub fn choose(&mut self, line: &str, answers: usize) -> Option<usize> {
        let number = line.parse().ok().filter(|number| (1..=answers).contains(number));
        if number.is_none() {
            self.show(format!("(Type a number from 1 to {answers}, or `?` for help.)"));
        }
        number.map(|number| number - 1)
    }
}
