//! The words that the user has written about a phase, as text.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The user's doc comment.
#[derive(Default)]
pub(crate) struct Comment(Vec<Piece>);

enum Piece {
    Text(String),
    /// The value of a `#[doc = include_str!(..)]` or another macro that gives a literal.
    Macro(TokenStream),
}

impl Comment {
    pub(crate) fn of(attributes: &[Attribute]) -> Self {
        let mut pieces = Vec::new();
        for attribute in attributes {
            let Meta::NameValue(meta) = &attribute.meta else { continue };
            if !meta.path.is_ident("doc") {
                continue;
            }
            pieces.push(match &meta.value {
                Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Piece::Text(unindented(&text.value())),
                value => Piece::Macro(quote!(#value)),
            });
        }
        Self(pieces)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// An expression for the whole comment, pieces joined by line breaks.
    pub(crate) fn expression(&self) -> TokenStream {
        let mut arguments: Vec<TokenStream> = Vec::new();
        let mut text = String::new();
        for (i, piece) in self.0.iter().enumerate() {
            if i > 0 {
                text.push('\n');
            }
            match piece {
                Piece::Text(line) => text.push_str(line),
                Piece::Macro(tokens) => {
                    arguments.extend([quote!(#text), tokens.clone()]);
                    text.clear();
                }
            }
        }
        if arguments.is_empty() {
            let text = text.trim_matches('\n');
            return quote!(#text);
        }
        quote!(::core::concat!(#(#arguments,)* #text))
    }
}

/// One `#[doc = ".."]` without the space, indentation and stars that comments begin their lines with.
fn unindented(text: &str) -> String {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let [_, rest @ .., last] = &mut lines[..] else {
        return text.strip_prefix(' ').unwrap_or(text).to_owned();
    };
    // A column of stars is decoration in a block comment, which `*/` closes on a line of its own; elsewhere, a list.
    let closed = last.trim().is_empty();
    if closed && rest.iter().all(|line| line.trim_start().starts_with('*')) {
        for line in rest {
            *line = line.trim_start().strip_prefix('*').unwrap_or(line);
        }
    }
    let indentation = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let written = lines.iter().filter(|line| !line.trim().is_empty());
    let common = written.map(|line| indentation(line)).min().unwrap_or(0);
    for line in &mut lines {
        *line = line[common.min(indentation(line))..].trim_end();
    }
    lines.join("\n").trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_lose_what_their_lines_begin_with() {
        assert_eq!(unindented(" Faints."), "Faints.");
        assert_eq!(unindented("     let x = 1;"), "    let x = 1;");
        assert_eq!(unindented(""), "");
        assert_eq!(unindented(" Faints.\n\n    let x = 1;\n "), "Faints.\n\n   let x = 1;");
        assert_eq!(unindented("\n     * Faints.\n     *\n     * - `*`\n     "), "Faints.\n\n- `*`");
        assert_eq!(unindented(" One of\n * a\n * b"), "One of\n* a\n* b");
    }
}
