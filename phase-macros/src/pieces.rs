//! Cuts tokens into what stands between commas, so that a mistake in one piece never keeps the next from being read.

use proc_macro2::{TokenStream, TokenTree};

/// What stands between two commas; where nothing does, the second comma.
pub(crate) struct Piece {
    pub(crate) first: TokenTree,
    pub(crate) rest: Vec<TokenTree>,
    /// The token that follows without a comma, if one does.
    pub(crate) no_comma_before: Option<TokenTree>,
}

impl Piece {
    pub(crate) fn tokens(self) -> TokenStream {
        std::iter::once(self.first).chain(self.rest).collect()
    }

    fn last(&self) -> &TokenTree {
        self.rest.last().unwrap_or(&self.first)
    }

    /// Whether an argument may end here.
    fn ends_value(&self) -> bool {
        match self.last() {
            TokenTree::Ident(word) => {
                !["as", "const", "dyn", "impl", "mut"].contains(&word.to_string().as_str())
            }
            TokenTree::Literal(_) | TokenTree::Group(_) => true,
            TokenTree::Punct(punct) => {
                let arrow = matches!(&self.rest[..], [.., dash, _] if is_dash(dash));
                punct.as_char() == '>' && !arrow
            }
        }
    }
}

/// Cuts at the commas that are not between angle brackets, and before words that have to begin a piece.
pub(crate) fn pieces(tokens: TokenStream, begins: impl Fn(&str) -> bool) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut piece: Option<Piece> = None;
    let mut depth = 0_u32;
    for token in tokens {
        match (&token, &mut piece) {
            (TokenTree::Punct(comma), Some(_)) if comma.as_char() == ',' && depth == 0 => {
                pieces.extend(piece.take());
                continue;
            }
            (TokenTree::Ident(word), Some(before)) if before.ends_value() && begins(&word.to_string()) => {
                before.no_comma_before = Some(token.clone());
                pieces.extend(piece.take());
                depth = 0;
            }
            (TokenTree::Punct(punct), before) => match punct.as_char() {
                '<' => depth += 1,
                '>' if !before.as_ref().is_some_and(|before| is_dash(before.last())) => {
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            },
            _ => {}
        }
        if let Some(piece) = &mut piece {
            piece.rest.push(token);
            continue;
        }
        let comma = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',');
        let begun = Piece { first: token, rest: Vec::new(), no_comma_before: None };
        if comma { pieces.push(begun) } else { piece = Some(begun) }
    }
    pieces.extend(piece);
    pieces
}

/// Whether a `>` after this token makes a `->` of it, which closes no bracket.
fn is_dash(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == '-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spelling::spelled;

    fn cut(tokens: &str) -> Vec<String> {
        let pieces = pieces(tokens.parse().unwrap(), |word| word == "leaf");
        pieces.into_iter().map(|piece| spelled(&piece.tokens())).collect()
    }

    #[test]
    fn commas_inside_brackets_do_not_cut() {
        assert_eq!(cut("world = Map<A, Vec<(B, C)>>, leaf"), ["world = Map<A, Vec<(B, C)>>", "leaf"]);
        assert_eq!(
            cut("world = fn(A) -> Map<A, fn() -> B>, leaf"),
            ["world = fn(A) -> Map<A, fn() -> B>", "leaf"]
        );
    }

    #[test]
    fn a_known_word_begins_a_piece_where_a_value_has_ended() {
        assert_eq!(cut("world = Vec<u8> leaf"), ["world = Vec<u8>", "leaf"]);
        assert_eq!(cut("world = dyn leaf"), ["world = dyn leaf"]);
        assert_eq!(cut("world = a::leaf"), ["world = a::leaf"]);
    }

    #[test]
    fn an_empty_piece_is_the_comma_that_ends_it() {
        assert_eq!(cut(""), [""; 0]);
        assert_eq!(cut("leaf,"), ["leaf"]);
        assert_eq!(cut(",leaf,,"), [",", "leaf", ","]);
    }
}
