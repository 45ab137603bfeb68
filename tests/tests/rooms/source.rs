//! The source files of a crate, as modules.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::imports::{self, Read};

/// The files below the `src` of a crate.
pub(crate) struct Crate {
    /// The path of that folder, for messages.
    sources: String,
    /// All files by their paths in it.
    files: BTreeMap<String, String>,
}

/// One import, from a file to a file of the same crate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Import {
    pub(crate) from: String,
    pub(crate) line: usize,
    pub(crate) to: String,
    /// What is imported, as a path from the root.
    pub(crate) path: String,
}

impl Crate {
    /// Reads the folder `sources` in `root`.
    pub(crate) fn load(root: &Path, sources: &str) -> Result<Self, String> {
        let mut files = BTreeMap::new();
        let mut folders = vec![root.join(sources)];
        while let Some(folder) = folders.pop() {
            let fault = |error| format!("{} can't be read: {error}", folder.display());
            for entry in fs::read_dir(&folder).map_err(fault)? {
                let path = entry.map_err(fault)?.path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let inside = path.strip_prefix(root.join(sources)).expect("it was found there");
                let inside: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
                let text = fs::read_to_string(&path)
                    .map_err(|error| format!("{} can't be read: {error}", path.display()))?;
                files.insert(inside.join("/"), text);
            }
        }
        Ok(Self { sources: sources.to_owned(), files })
    }

    /// A crate that is made up, from its files with their text.
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|&(path, text)| (path.to_owned(), text.to_owned()));
        Self { sources: "src".to_owned(), files: files.collect() }
    }

    /// The files and folders directly in `src`; folders end in a slash.
    pub(crate) fn entries(&self) -> BTreeSet<String> {
        let entry = |path: &String| match path.split_once('/') {
            Some((folder, _)) => format!("{folder}/"),
            None => path.clone(),
        };
        self.files.keys().map(entry).collect()
    }

    pub(crate) fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// The path of a file, for messages.
    pub(crate) fn shown(&self, file: &str) -> String {
        format!("{}/{file}", self.sources)
    }

    /// All imports between files, without those of tests, and the modules that the root holds.
    pub(crate) fn imports(&self) -> Result<Vec<Import>, String> {
        let mut read = BTreeMap::new();
        for (file, text) in &self.files {
            if let Some(module) = module_of(file) {
                let found =
                    imports::read(&module, text).map_err(|fault| format!("{}: {fault}", self.shown(file)))?;
                read.insert(file.as_str(), (module, found));
            }
        }
        let for_tests: Vec<_> = read.values().flat_map(|(_, found)| &found.test_modules).cloned().collect();
        read.retain(|_, (module, _)| !for_tests.iter().any(|test| module.starts_with(test)));
        let by_module: BTreeMap<_, _> =
            read.iter().map(|(file, (module, _))| (module.clone(), *file)).collect();
        let mut imports = Vec::new();
        for (file, (module, Read { paths, modules, .. })) in &read {
            let held = if module.is_empty() { &modules[..] } else { &[] };
            for (line, path) in paths.iter().chain(held) {
                // The deepest module on the path that has a file.
                let to = (0..=path.len()).rev().find_map(|length| by_module.get(&path[..length]));
                let Some(to) = to.filter(|to| *to != file) else { continue };
                imports.push(Import {
                    from: (*file).to_owned(),
                    line: *line,
                    to: (*to).to_owned(),
                    path: format!("crate::{}", path.join("::")),
                });
            }
        }
        Ok(imports)
    }
}

/// The room that a file belongs to: the module directly below the root, or the root itself.
pub(crate) fn room_of(file: &str) -> &str {
    match file.split_once('/') {
        Some((folder, _)) => folder,
        None if file == "lib.rs" => file,
        None => file.strip_suffix(".rs").unwrap_or(file),
    }
}

/// The path of the module that a file is, from the root; `None` for what is no Rust.
fn module_of(file: &str) -> Option<Vec<String>> {
    let mut parts: Vec<String> = file.strip_suffix(".rs")?.split('/').map(str::to_owned).collect();
    let root = parts.len() == 1 && parts[0] == "lib";
    if root || parts.last().is_some_and(|last| last == "mod") {
        parts.pop();
    }
    Some(parts)
}
