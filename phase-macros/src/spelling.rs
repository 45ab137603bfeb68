//! Writes types the way people do: `Option<Vec<u8>>`, where printing tokens gives `Option < Vec < u8 > >`.
//!
//! The source text itself would not do: it may hold comments and line breaks, and inside `macro_rules!` it is that of
//! the macro.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// Keywords that keep their distance to whatever follows them.
const APART: [&str; 8] = ["as", "const", "dyn", "impl", "in", "mut", "unsafe", "extern"];

/// The source text of a type, path or bound, spaced as rustfmt spaces it.
pub(crate) fn spelled(tokens: &impl ToTokens) -> String {
    let mut speller = Speller::default();
    speller.tokens(tokens.to_token_stream());
    speller.text
}

/// What was written last, as far as it decides whether a space follows.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Last {
    /// Nothing, or something that what follows is glued to.
    #[default]
    Glue,
    /// A word: an identifier, a literal, a lifetime.
    Word,
    /// A word of [`APART`], or a lifetime: it never runs into `(`, `[` or `::`.
    Apart,
    /// The end of something in brackets of any kind.
    Close,
    /// Punctuation with a space after it.
    Spaced,
}

#[derive(Default)]
struct Speller {
    text: String,
    last: Last,
}

impl Speller {
    fn tokens(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => self.group(group.delimiter(), group.stream()),
                TokenTree::Ident(ident) => {
                    let ident = ident.to_string();
                    let last = if APART.contains(&ident.as_str()) { Last::Apart } else { Last::Word };
                    // A path through `$crate` is one through `crate` to whoever reads it.
                    self.word(ident.trim_start_matches('$'), last);
                }
                TokenTree::Literal(literal) => self.word(&literal.to_string(), Last::Word),
                TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                    if let Some(name) = tokens.next() {
                        self.word(&format!("'{name}"), Last::Apart);
                    }
                }
                TokenTree::Punct(punct) => {
                    let mut operator = String::from(punct.as_char());
                    let mut spacing = punct.spacing();
                    while let (Spacing::Joint, Some(TokenTree::Punct(next))) = (spacing, tokens.peek()) {
                        if !is_operator(&operator, next.as_char()) {
                            break;
                        }
                        operator.push(next.as_char());
                        spacing = next.spacing();
                        tokens.next();
                    }
                    self.operator(&operator);
                }
            }
        }
    }

    fn group(&mut self, delimiter: Delimiter, stream: TokenStream) {
        let (open, close) = match delimiter {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => ("{ ", " }"),
            // Wraps what a `macro_rules!` was given as one piece.
            Delimiter::None => return self.tokens(stream),
        };
        match self.last {
            Last::Apart | Last::Spaced => self.text.push(' '),
            Last::Word | Last::Close if delimiter == Delimiter::Brace => self.text.push(' '),
            Last::Glue | Last::Word | Last::Close => {}
        }
        let inner = {
            let mut inner = Self::default();
            inner.tokens(stream);
            inner.text
        };
        if inner.is_empty() {
            self.text.push_str(open.trim());
            self.text.push_str(close.trim());
        } else {
            self.text.push_str(open);
            self.text.push_str(&inner);
            self.text.push_str(close);
        }
        self.last = Last::Close;
    }

    fn word(&mut self, word: &str, last: Last) {
        if self.last != Last::Glue {
            self.text.push(' ');
        }
        self.text.push_str(word);
        self.last = last;
    }

    fn operator(&mut self, operator: &str) {
        let starts = self.last == Last::Glue;
        match operator {
            "," | ";" | ":" => {
                self.text.push_str(operator);
                self.last = Last::Spaced;
            }
            "->" | "=>" | "=" | "==" | "+" | "|" | "/" | "%" => self.spaced(operator),
            "*" | "-" if matches!(self.last, Last::Word | Last::Close) => self.spaced(operator),
            ">" => {
                self.text.push('>');
                self.last = Last::Close;
            }
            // Those that open something: glued to what follows, and set off from a keyword before.
            _ => {
                let prefix = matches!(operator, "&" | "&&" | "*" | "-" | "?" | "'" | "..");
                let apart = match self.last {
                    Last::Apart | Last::Spaced => true,
                    Last::Word | Last::Close => prefix,
                    Last::Glue => false,
                };
                if apart && !starts {
                    self.text.push(' ');
                }
                self.text.push_str(operator);
                self.last = Last::Glue;
            }
        }
    }

    fn spaced(&mut self, operator: &str) {
        if self.last != Last::Glue {
            self.text.push(' ');
        }
        self.text.push_str(operator);
        self.last = Last::Spaced;
    }
}

/// Whether `next` goes on the operator that `start` begins. `>>` and `&&` are two tokens each in a type.
fn is_operator(start: &str, next: char) -> bool {
    matches!((start, next), (":", ':') | ("-" | "=", '>') | ("=", '=') | ("." | "..", '.'))
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use super::*;

    #[test]
    fn types_are_spelled_as_people_write_them() {
        let types = [
            "()",
            "Option<Vec<u8>>",
            "&'static str",
            "&'static mut [u8]",
            "&&str",
            "Vec<&'static str>",
            "HashMap<String, Vec<(u8, i8)>>",
            "[u8; 4]",
            "[[u8; N]; { N + 1 }]",
            "Foo<-1>",
            "(A,)",
            "fn(u8, &str) -> Vec<u8>",
            "for<'a> fn(&'a str) -> &'a str",
            "unsafe extern \"C\" fn(*const u8, *mut ())",
            "Box<dyn Fn(u8) -> u8 + Send + 'static>",
            "Box<dyn ::core::any::Any>",
            "Box<dyn (Fn())>",
            "<Vec<u8> as IntoIterator>::Item",
            "<T as ::core::iter::Iterator>::Item",
            "Iter<'a, dyn Iterator<Item = &'a u8>>",
            "impl ?Sized + Send",
            "::std::vec::Vec<crate::a::B>",
            "r#type::r#fn",
            "Cow<'static, [u8]>",
            "ty!(x)",
            "!",
        ];
        for ty in types {
            assert_eq!(spelled(&TokenStream::from_str(ty).unwrap()), ty);
        }
    }

    #[test]
    fn the_pieces_of_a_macro_leave_no_trace() {
        let piece = proc_macro2::Group::new(Delimiter::None, quote::quote!(Vec<u8>));
        assert_eq!(spelled(&quote::quote!(Option<#piece>)), "Option<Vec<u8>>");
    }
}
