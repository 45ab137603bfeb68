//! What things look like; with colours only where they are wanted, and never by colour alone.

use ratatui::style::{Color, Modifier, Style};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Theme {
    has_colour: bool,
}

impl Theme {
    pub(crate) fn new(has_colour: bool) -> Self {
        Self { has_colour }
    }

    fn with(self, colour: Color, modifier: Modifier) -> Style {
        let style = Style::new().add_modifier(modifier);
        if self.has_colour { style.fg(colour) } else { style }
    }

    pub(crate) fn title(self, is_picked: bool) -> Style {
        if is_picked { self.with(Color::Cyan, Modifier::BOLD) } else { self.quiet() }
    }

    pub(crate) fn bar() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    pub(crate) fn quiet(self) -> Style {
        self.with(Color::DarkGray, Modifier::empty())
    }

    pub(crate) fn next(self) -> Style {
        self.with(Color::Green, Modifier::BOLD)
    }

    pub(crate) fn running(self) -> Style {
        self.with(Color::Yellow, Modifier::BOLD)
    }

    pub(crate) fn come(self) -> Style {
        self.with(Color::Green, Modifier::empty())
    }

    pub(crate) fn gone(self) -> Style {
        self.with(Color::Red, Modifier::empty())
    }

    pub(crate) fn bad(self) -> Style {
        self.with(Color::Red, Modifier::BOLD)
    }

    pub(crate) fn key(self) -> Style {
        self.with(Color::Cyan, Modifier::BOLD)
    }

    pub(crate) fn verb(self) -> Style {
        self.with(Color::Blue, Modifier::empty())
    }

    pub(crate) fn picked() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}
