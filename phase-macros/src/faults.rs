//! The collector of mistakes, so that all of them are reported in one go.

use proc_macro2::TokenStream;
use quote::ToTokens;

/// All mistakes found so far, in the order found.
#[derive(Debug, Default)]
pub(crate) struct Faults(Vec<syn::Error>);

impl Faults {
    /// Reports a mistake at `place`, from its first to its last token.
    pub(crate) fn at(&mut self, place: impl ToTokens, message: impl Into<String>) {
        self.push(syn::Error::new_spanned(place, message.into()));
    }

    pub(crate) fn push(&mut self, fault: syn::Error) {
        self.0.push(fault);
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// One `compile_error!` per mistake.
    pub(crate) fn to_compile_errors(&self) -> TokenStream {
        self.0.iter().map(syn::Error::to_compile_error).collect()
    }

    #[cfg(test)]
    pub(crate) fn messages(&self) -> Vec<String> {
        self.0.iter().flat_map(|fault| fault.clone().into_iter().map(|e| e.to_string())).collect()
    }
}
