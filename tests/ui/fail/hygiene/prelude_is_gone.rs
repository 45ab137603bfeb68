//! Control: without the prelude, what the expansion names is not to be had by its plain name.
#![no_implicit_prelude]

fn main() {
    let _: Option<()> = Some(());
}
