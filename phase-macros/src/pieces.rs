//! Cuts tokens into what stands between commas, so that a mistake in one piece never keeps the next from being read.

use proc_macro2::{TokenStream, TokenTree};

/// What stands between two commas.
pub(crate) struct Piece {
    pub(crate) tokens: Vec<TokenTree>,
    pub(crate) end: End,
}

/// What ends a piece.
pub(crate) enum End {
    Comma(TokenTree),
    /// No comma, where there should be one before this token.
    Missing(TokenTree),
    Input,
}

/// Cuts at the commas that are not between angle brackets, and before words that have to begin a piece.
pub(crate) fn pieces(tokens: TokenStream, begins: impl Fn(&str) -> bool) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut piece: Vec<TokenTree> = Vec::new();
    let mut depth = 0_u32;
    for token in tokens {
        match &token {
            TokenTree::Punct(punct) => match punct.as_char() {
                ',' if depth == 0 => {
                    pieces.push(Piece { tokens: std::mem::take(&mut piece), end: End::Comma(token) });
                    continue;
                }
                '<' => depth += 1,
                '>' if !ends_in_dash(&piece) => depth = depth.saturating_sub(1),
                _ => {}
            },
            TokenTree::Ident(word) if ends_value(&piece) && begins(&word.to_string()) => {
                let end = End::Missing(token.clone());
                pieces.push(Piece { tokens: std::mem::take(&mut piece), end });
                depth = 0;
            }
            _ => {}
        }
        piece.push(token);
    }
    if !piece.is_empty() {
        pieces.push(Piece { tokens: piece, end: End::Input });
    }
    pieces
}

/// Whether a `>` after these tokens makes a `->` of them, which closes no bracket.
fn ends_in_dash(tokens: &[TokenTree]) -> bool {
    matches!(tokens.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == '-')
}

/// Whether a piece may end after these tokens.
fn ends_value(tokens: &[TokenTree]) -> bool {
    match tokens.split_last() {
        Some((TokenTree::Ident(word), _)) => {
            !["as", "const", "dyn", "impl", "mut"].contains(&word.to_string().as_str())
        }
        Some((TokenTree::Punct(punct), before)) => punct.as_char() == '>' && !ends_in_dash(before),
        Some((TokenTree::Literal(_) | TokenTree::Group(_), _)) => true,
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spelling::spelled;

    fn cut(tokens: &str) -> Vec<String> {
        let pieces = pieces(tokens.parse().unwrap(), |word| word == "leaf");
        pieces.into_iter().map(|piece| spelled(&piece.tokens.into_iter().collect::<TokenStream>())).collect()
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
    fn an_empty_piece_counts_before_a_comma_only() {
        assert_eq!(cut(""), [""; 0]);
        assert_eq!(cut("leaf,"), ["leaf"]);
        assert_eq!(cut(",leaf,,"), ["", "leaf", ""]);
    }
}
