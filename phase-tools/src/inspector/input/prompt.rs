//! What is typed on the line at the bottom.

#[cfg(feature = "record")]
use std::path::PathBuf;

use ratatui::crossterm::event::KeyCode;

use super::Desk;
use crate::inspector::model::{Breakpoint, Goal};
use crate::inspector::view::Prompt;

/// The path that was typed, with the home folder in the place of `~`, as in a shell.
#[cfg(feature = "record")]
fn expanded(typed: &str, home: Option<PathBuf>) -> PathBuf {
    match (typed.strip_prefix("~/"), home) {
        (Some(below), Some(home)) => home.join(below),
        _ => PathBuf::from(typed),
    }
}

impl<W: 'static> Desk<W> {
    pub(super) fn ask_for(&mut self, prompt: Prompt) {
        self.view.prompt = Some((prompt, String::new()));
        #[cfg(feature = "record")]
        {
            self.refused_file = None;
        }
        self.suggest();
    }

    pub(super) fn type_key(&mut self, key: KeyCode) {
        let Some((prompt, typed)) = &mut self.view.prompt else { return };
        let prompt = *prompt;
        match key {
            KeyCode::Esc => self.view.prompt = None,
            KeyCode::Backspace if typed.pop().is_none() => self.view.prompt = None,
            KeyCode::Tab => self.complete(),
            KeyCode::Enter => {
                let typed = typed.trim().to_owned();
                if typed.is_empty() {
                    self.view.prompt = None;
                } else {
                    match self.enter_typed(prompt, &typed) {
                        Ok(()) => self.view.prompt = None,
                        Err(wrong) => {
                            self.view.hint = wrong;
                            return;
                        }
                    }
                }
            }
            KeyCode::Char(typed_one) => typed.push(typed_one),
            _ => {}
        }
        self.suggest();
    }

    pub(super) fn clear_typed(&mut self) {
        if let Some((_, typed)) = &mut self.view.prompt {
            typed.clear();
            self.suggest();
        }
    }

    fn enter_typed(&mut self, prompt: Prompt, typed: &str) -> Result<(), String> {
        match prompt {
            Prompt::Run => {
                let names = self.session.names();
                let name = match names.iter().find(|name| **name == typed) {
                    Some(name) => (*name).to_owned(),
                    None => match self.matches(typed).as_slice() {
                        [only] => (*only).to_owned(),
                        _ => return Err(self.no_such_phase(typed)),
                    },
                };
                self.run_to(Goal::Phase(name));
            }
            Prompt::Break => {
                let new = Breakpoint::parse(typed, &self.session.names())?;
                if !self.session.breaks.contains(&new) {
                    self.session.breaks.push(new);
                }
            }
            Prompt::Moment => {
                let to = typed.parse().map_err(|_| format!("`{typed}` is no number"))?;
                let last = self.session.branch().len;
                if to > last {
                    return Err(format!("there is no moment {to}: this branch ends at {last}"));
                }
                self.go_to(to);
            }
            Prompt::Save => self.save(typed)?,
        }
        Ok(())
    }

    /// Writes the branch to a file, as a recording; over another file only when told so twice.
    #[cfg(feature = "record")]
    fn save(&mut self, file: &str) -> Result<(), String> {
        use std::io::Write as _;

        let recording = self.session.recorded()?;
        let home = std::env::var_os("HOME").filter(|home| !home.is_empty());
        let path = expanded(file, home.map(PathBuf::from));
        let path = std::path::absolute(&path).unwrap_or(path);
        let shown = path.display();
        let may_replace = self.refused_file.take().is_some_and(|refused| refused == file);
        let mut options = std::fs::OpenOptions::new();
        options.write(true).truncate(may_replace).create(may_replace).create_new(!may_replace);
        let written =
            options.open(&path).and_then(|mut opened| opened.write_all(recording.to_string().as_bytes()));
        if let Err(error) = written {
            if error.kind() == std::io::ErrorKind::AlreadyExists {
                self.refused_file = Some(file.to_owned());
                return Err(format!(
                    "{shown} is there already: Enter again replaces it; or give another path"
                ));
            }
            return Err(format!("{shown}: {error}"));
        }
        self.session.note = format!("written to {shown}");
        Ok(())
    }

    #[cfg(not(feature = "record"))]
    #[allow(clippy::unused_self, clippy::needless_pass_by_ref_mut, reason = "as with that feature")]
    fn save(&mut self, _: &str) -> Result<(), String> {
        Err("recordings take the feature `record` of `phase-tools`".to_owned())
    }

    fn no_such_phase(&self, typed: &str) -> String {
        let names = self.session.names();
        let near = names
            .iter()
            .max_by(|a, b| strsim::jaro_winkler(a, typed).total_cmp(&strsim::jaro_winkler(b, typed)));
        match near {
            Some(near) => format!("there is no `{typed}`; is it `{near}`?"),
            None => format!("there is no `{typed}`"),
        }
    }

    /// The phases whose names have the last word that was typed in them.
    fn matches(&self, word: &str) -> Vec<&'static str> {
        let word = word.to_lowercase();
        let names = self.session.names().into_iter();
        let mut found: Vec<_> = names.filter(|name| name.to_lowercase().contains(&word)).collect();
        found.sort_by_key(|name| !name.to_lowercase().starts_with(&word));
        found
    }

    /// Says what may be meant.
    fn suggest(&mut self) {
        let Some((prompt, typed)) = &self.view.prompt else { return };
        self.view.hint.clear();
        self.view.suggested = match prompt {
            Prompt::Moment => format!("a number up to {}", self.session.branch().len),
            Prompt::Save => "a path; Esc: no".to_owned(),
            Prompt::Run | Prompt::Break => {
                let word = typed.rsplit(' ').next().unwrap_or_default();
                let found = self.matches(word).join("  ");
                if found.is_empty() { String::new() } else { format!("Tab: {found}") }
            }
        };
    }

    /// Puts the first phase that fits in the place of the last word.
    fn complete(&mut self) {
        let Some((Prompt::Run | Prompt::Break, typed)) = &self.view.prompt else { return };
        let (before, word) = typed.rsplit_once(' ').map_or(("", typed.as_str()), |it| it);
        let Some(first) = self.matches(word).first().copied() else { return };
        let before = if before.is_empty() { String::new() } else { format!("{before} ") };
        if let Some((_, typed)) = &mut self.view.prompt {
            *typed = format!("{before}{first}");
        }
    }
}

#[cfg(all(test, feature = "record"))]
mod tests {
    use std::path::{Path, PathBuf};

    use super::expanded;

    #[test]
    fn a_tilde_in_front_of_a_path_is_the_home_folder() {
        let home = || Some(PathBuf::from("/home/ada"));
        assert_eq!(expanded("~/rec.json", home()), Path::new("/home/ada/rec.json"));
        assert_eq!(expanded("~/rec.json", None), Path::new("~/rec.json"));
        for other in ["rec.json", "/tmp/~/rec.json", "~rec.json"] {
            assert_eq!(expanded(other, home()), Path::new(other));
        }
    }
}
