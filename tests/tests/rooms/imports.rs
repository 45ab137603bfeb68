//! Reads what one file imports.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// What was found in one file.
#[derive(Debug, Default)]
pub(crate) struct Read {
    /// What is imported: the line, and the path from the root of the crate.
    pub(crate) paths: Vec<(usize, Vec<String>)>,
    /// The modules in files of their own: the line, and the path from the root.
    pub(crate) modules: Vec<(usize, Vec<String>)>,
    /// Those of them that are compiled for tests alone.
    pub(crate) test_modules: Vec<Vec<String>>,
}

/// Reads the source of a module.
pub(crate) fn read(module: &[String], source: &str) -> Result<Read, String> {
    let tokens: TokenStream = source.parse().map_err(|error| format!("this is no Rust: {error}"))?;
    let mut reader = Reader { module: module.to_vec(), found: Read::default() };
    reader.walk(tokens)?;
    Ok(reader.found)
}

struct Reader {
    /// The module that is being read.
    module: Vec<String>,
    found: Read,
}

impl Reader {
    fn walk(&mut self, tokens: TokenStream) -> Result<(), String> {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rest = &tokens[..];
        let mut for_tests = false;
        while let [token, behind @ ..] = rest {
            rest = behind;
            if let ([TokenTree::Group(attribute), behind @ ..], true) = (rest, is_punct(token, '#')) {
                for_tests |= is_for_tests(attribute);
                if first_word(attribute).as_deref() == Some("path") {
                    let line = token.span().start().line;
                    return Err(format!("line {line}: a module with `#[path]` is nowhere to be followed to"));
                }
                self.walk(attribute.stream())?;
                rest = behind;
                continue;
            }
            match (word(token).as_deref(), rest) {
                (Some("pub"), [TokenTree::Group(scope), behind @ ..]) if is_visibility(scope) => {
                    rest = behind;
                    continue;
                }
                (Some("pub" | "unsafe" | "async" | "const"), _) => continue,
                (Some("mod"), [name, behind @ ..]) if word(name).is_some() => {
                    rest = self.module(name, behind, for_tests)?;
                }
                (Some("use" | "fn" | "impl" | "struct" | "enum" | "trait" | "static" | "type"), _)
                    if for_tests =>
                {
                    rest = behind_item(token, rest);
                }
                (Some("crate"), _) => rest = self.path(Vec::new(), rest),
                (Some("self"), _) => rest = self.path(self.module.clone(), rest),
                (Some("super"), _) => {
                    if let Some((_, outer)) = self.module.split_last() {
                        rest = self.path(outer.to_vec(), rest);
                    }
                }
                _ => {
                    if let TokenTree::Group(group) = token {
                        self.walk(group.stream())?;
                    }
                }
            }
            for_tests = false;
        }
        Ok(())
    }

    /// Reads a `mod` from its name on; gives what follows it.
    fn module<'t>(
        &mut self,
        name: &TokenTree,
        behind: &'t [TokenTree],
        for_tests: bool,
    ) -> Result<&'t [TokenTree], String> {
        let mut path = self.module.clone();
        path.extend(word(name));
        if let [TokenTree::Group(body), behind @ ..] = behind {
            if !for_tests {
                let outer = std::mem::replace(&mut self.module, path);
                self.walk(body.stream())?;
                self.module = outer;
            }
            return Ok(behind);
        }
        if for_tests {
            self.found.test_modules.push(path.clone());
        }
        self.found.modules.push((name.span().start().line, path));
        Ok(behind)
    }

    /// Reads a path from behind its first word on, which stands for `path`; gives what follows it.
    fn path<'t>(&mut self, path: Vec<String>, rest: &'t [TokenTree]) -> &'t [TokenTree] {
        match rest {
            [colon, _, behind @ ..] if is_path_sep(rest) => {
                self.branches(path, behind, colon.span().start().line)
            }
            _ => rest,
        }
    }

    /// Reads what stands behind a `::`.
    fn branches<'t>(&mut self, mut path: Vec<String>, rest: &'t [TokenTree], line: usize) -> &'t [TokenTree] {
        match rest {
            [TokenTree::Group(group), behind @ ..] if group.delimiter() == Delimiter::Brace => {
                let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
                for branch in tokens.split(|token| is_punct(token, ',')).filter(|branch| !branch.is_empty()) {
                    self.branches(path.clone(), branch, line);
                }
                behind
            }
            [token, behind @ ..] => {
                let line = token.span().start().line;
                match word(token).as_deref() {
                    Some("super") => {
                        path.pop();
                        return self.path(path, behind);
                    }
                    Some("self") | None => self.found.paths.push((line, path)),
                    Some(name) => {
                        path.push(name.to_owned());
                        if is_path_sep(behind) {
                            return self.path(path, behind);
                        }
                        self.found.paths.push((line, path));
                    }
                }
                behind
            }
            [] => {
                self.found.paths.push((line, path));
                rest
            }
        }
    }
}

/// What follows an item, from behind the word that tells its kind on.
fn behind_item<'t>(kind: &TokenTree, rest: &'t [TokenTree]) -> &'t [TokenTree] {
    let is_use = word(kind).as_deref() == Some("use");
    let is_end = |token: &TokenTree| match token {
        TokenTree::Group(group) => !is_use && group.delimiter() == Delimiter::Brace,
        token => is_punct(token, ';'),
    };
    let end = rest.iter().position(is_end).map_or(rest.len(), |end| end + 1);
    &rest[end..]
}

/// Whether an attribute is a `cfg` that holds in tests alone: `test`, or `all(..)` with `test` among others.
fn is_for_tests(attribute: &Group) -> bool {
    let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
    match &tokens[..] {
        [name, TokenTree::Group(condition)] if word(name).as_deref() == Some("cfg") => {
            needs_test(&condition.stream().into_iter().collect::<Vec<_>>())
        }
        _ => false,
    }
}

fn needs_test(condition: &[TokenTree]) -> bool {
    match condition {
        [token] => word(token).as_deref() == Some("test"),
        [token, TokenTree::Group(parts), ..] if word(token).as_deref() == Some("all") => {
            let parts: Vec<TokenTree> = parts.stream().into_iter().collect();
            parts.split(|token| is_punct(token, ',')).any(needs_test)
        }
        _ => false,
    }
}

/// Whether this is the `(crate)` of a `pub(crate)`, and not the fields of a tuple.
fn is_visibility(group: &Group) -> bool {
    let word = first_word(group);
    let mut tokens = group.stream().into_iter();
    let alone = tokens.next().is_some() && tokens.next().is_none();
    match word.as_deref() {
        Some("in") => true,
        Some("crate" | "self" | "super") => alone,
        _ => false,
    }
}

fn first_word(group: &Group) -> Option<String> {
    group.stream().into_iter().next().and_then(|token| word(&token))
}

fn word(token: &TokenTree) -> Option<String> {
    match token {
        TokenTree::Ident(ident) => Some(ident.to_string().trim_start_matches("r#").to_owned()),
        _ => None,
    }
}

/// Whether a `::` comes next.
fn is_path_sep(rest: &[TokenTree]) -> bool {
    matches!(rest, [first, second, ..] if is_punct(first, ':') && is_punct(second, ':'))
}

fn is_punct(token: &TokenTree, c: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == c)
}
