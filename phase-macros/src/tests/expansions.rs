//! A few expansions as a whole.

use expect_test::{Expect, expect};

use super::tokens;
use crate::expanded;

/// The expansion as formatted source, or as tokens if it is no valid source.
#[track_caller]
fn expansion(arguments: &str, item: &str, expected: &Expect) {
    let code = expanded(tokens(arguments), tokens(item));
    let source = match syn::parse2(code.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        Err(_) => code.to_string(),
    };
    expected.assert_eq(&source);
}

#[test]
fn the_smallest_phase() {
    expansion(
        "",
        "#[derive(Debug)] struct FooPhase;",
        &expect![[r#"
            #[derive(Debug)]
            /**
             `FooPhase` is a phase of the world `()`.

             - **Open**: may queue any phase of the world*/
            struct FooPhase;
            #[allow(deprecated)]
            const _: () = {
                #[automatically_derived]
                impl ::phase_core::PhaseInfo for FooPhase {
                    type World = ();
                    const NAME: &'static ::core::primitive::str = "FooPhase";
                    type __Lives = ::phase_core::__private_0_1_0::LivesOnce;
                    const __DESCRIPTION: ::phase_core::__private_0_1_0::Description<Self> = {
                        use ::phase_core::__private_0_1_0::{
                            CannotAsk as _, CannotRestore as _, CannotWait as _,
                        };
                        ::phase_core::__private_0_1_0::Description::<
                            FooPhase,
                        >::new(::phase_core::__private_0_1_0::Probe::<FooPhase>::__PHASE_UPDATE)
                            .restored(
                                ::phase_core::__private_0_1_0::Probe::<FooPhase>::__PHASE_RESTORE,
                            )
                            .asking(::phase_core::__private_0_1_0::Probe::<FooPhase>::__PHASE_ASKING)
                            .answers_written({
                                use ::phase_core::__private_0_1_0::CannotWriteAnswer as _;
                                ::phase_core::__private_0_1_0::Probe::<
                                    FooPhase,
                                >::__PHASE_WRITE_ANSWER
                            })
                            .answers_read({
                                use ::phase_core::__private_0_1_0::CannotReadAnswer as _;
                                ::phase_core::__private_0_1_0::Probe::<FooPhase>::__PHASE_READ_ANSWER
                            })
                    };
                }
                #[automatically_derived]
                impl<Any> ::phase_core::Unshifts<Any> for FooPhase {
                    const __DECLARED: ::phase_core::__private_0_1_0::Declared = ::phase_core::__private_0_1_0::Declared::by_attribute();
                }
                #[automatically_derived]
                impl<Any> ::phase_core::Defers<Any> for FooPhase {
                    const __DECLARED: ::phase_core::__private_0_1_0::Declared = ::phase_core::__private_0_1_0::Declared::by_attribute();
                }
                #[automatically_derived]
                impl<Any> ::phase_core::Pushes<Any> for FooPhase {
                    const __DECLARED: ::phase_core::__private_0_1_0::Declared = ::phase_core::__private_0_1_0::Declared::by_attribute();
                }
                #[cfg(not(clippy))]
                ::phase_core::__private_0_1_0::inventory::submit! {
                    ::phase_core::__private_0_1_0::PhaseEntry::new:: < FooPhase >
                    (::phase_core::__private_0_1_0::Source { world : "()", module_path :
                    ::core::module_path!(), file : ::core::file!(), line : ::core::line!(), docs :
                    "", fields : const { & [] }, })
                }
            };
        "#]],
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "nearly all of them are one expansion")]
fn the_fullest_phase() {
    expansion(
        "world = Battle, name = \"Move\", crate = crate::engine, unshifts(a::DamagePhase, Self), defers(FaintPhase), pushes(FaintPhase), common, ordered",
        "
        /// A battler uses its move.
        ///
        /// # Order
        /// By speed.
        #[doc(alias = \"attack\")]
        #[derive(Debug)]
        pub enum r#Move {
            Attack { r#type: Option<Vec<u8>>, #[cfg(test)] power: u8 },
            Switch(usize, &'static str),
            Rest,
        }",
        &expect![[r#"
            /// A battler uses its move.
            ///
            /// # Order
            /// By speed.
            #[doc(alias = "attack")]
            #[derive(Debug)]
            #[cfg_attr(doc, allow(rustdoc::private_intra_doc_links))]
            /**
             # Phase

             `Move` is a phase of the world [`Battle`].

             - **Unshifts** [`a::DamagePhase`], [`Move`]
             - **Defers** [`FaintPhase`]
             - **Pushes** [`FaintPhase`]
             - **Common**: any phase of the world may queue it
             - **Ordered**: the best of those queued on a level runs first*/
            pub enum r#Move {
                Attack { r#type: Option<Vec<u8>>, #[cfg(test)] power: u8 },
                Switch(usize, &'static str),
                Rest,
            }
            #[allow(deprecated)]
            const _: () = {
                #[automatically_derived]
                impl crate::engine::PhaseInfo for r#Move {
                    type World = Battle;
                    const NAME: &'static ::core::primitive::str = "Move";
                    type __Lives = crate::engine::__private_0_1_0::LivesOnce;
                    const __DESCRIPTION: crate::engine::__private_0_1_0::Description<Self> = {
                        use crate::engine::__private_0_1_0::{
                            CannotAsk as _, CannotRestore as _, CannotWait as _,
                        };
                        crate::engine::__private_0_1_0::Description::<
                            r#Move,
                        >::new(crate::engine::__private_0_1_0::Probe::<r#Move>::__PHASE_UPDATE)
                            .restored(
                                crate::engine::__private_0_1_0::Probe::<r#Move>::__PHASE_RESTORE,
                            )
                            .asking(crate::engine::__private_0_1_0::Probe::<r#Move>::__PHASE_ASKING)
                            .answers_written({
                                use crate::engine::__private_0_1_0::CannotWriteAnswer as _;
                                crate::engine::__private_0_1_0::Probe::<r#Move>::__PHASE_WRITE_ANSWER
                            })
                            .answers_read({
                                use crate::engine::__private_0_1_0::CannotReadAnswer as _;
                                crate::engine::__private_0_1_0::Probe::<r#Move>::__PHASE_READ_ANSWER
                            })
                            .closed(
                                &[
                                    crate::engine::__private_0_1_0::Edge::to::<
                                        a::DamagePhase,
                                    >("a::DamagePhase"),
                                    crate::engine::__private_0_1_0::Edge::to::<r#Move>("r#Move"),
                                ],
                                &[
                                    crate::engine::__private_0_1_0::Edge::to::<
                                        FaintPhase,
                                    >("FaintPhase"),
                                ],
                                &[
                                    crate::engine::__private_0_1_0::Edge::to::<
                                        FaintPhase,
                                    >("FaintPhase"),
                                ],
                            )
                            .common()
                            .ordered()
                    };
                }
                #[automatically_derived]
                impl crate::engine::Unshifts<a::DamagePhase> for r#Move {
                    const __DECLARED: crate::engine::__private_0_1_0::Declared = crate::engine::__private_0_1_0::listed::<
                        r#Move,
                        a::DamagePhase,
                    >();
                }
                #[automatically_derived]
                impl crate::engine::Unshifts<r#Move> for r#Move {
                    const __DECLARED: crate::engine::__private_0_1_0::Declared = crate::engine::__private_0_1_0::listed::<
                        r#Move,
                        r#Move,
                    >();
                }
                #[automatically_derived]
                impl crate::engine::Defers<FaintPhase> for r#Move {
                    const __DECLARED: crate::engine::__private_0_1_0::Declared = crate::engine::__private_0_1_0::listed::<
                        r#Move,
                        FaintPhase,
                    >();
                }
                #[automatically_derived]
                impl crate::engine::Pushes<FaintPhase> for r#Move {
                    const __DECLARED: crate::engine::__private_0_1_0::Declared = crate::engine::__private_0_1_0::listed::<
                        r#Move,
                        FaintPhase,
                    >();
                }
                #[automatically_derived]
                impl crate::engine::Common for r#Move {
                    const __DECLARED: crate::engine::__private_0_1_0::Declared = crate::engine::__private_0_1_0::Declared::by_attribute();
                }
                #[automatically_derived]
                impl crate::engine::__private_0_1_0::DeclaredOrdered for r#Move {
                    const __DECLARED: crate::engine::__private_0_1_0::Declared = crate::engine::__private_0_1_0::Declared::by_attribute();
                }
                #[cfg(not(clippy))]
                crate::engine::__private_0_1_0::inventory::submit! {
                    crate ::engine::__private_0_1_0::PhaseEntry::new:: < r#Move > (crate
                    ::engine::__private_0_1_0::Source { world : "Battle", module_path :
                    ::core::module_path!(), file : ::core::file!(), line : ::core::line!(), docs :
                    "A battler uses its move.\n\n# Order\nBy speed.", fields : const { & [crate
                    ::engine::__private_0_1_0::Field::new(::core::option::Option::Some("Attack"),
                    "type", "Option<Vec<u8>>"), #[cfg(test)] crate
                    ::engine::__private_0_1_0::Field::new(::core::option::Option::Some("Attack"),
                    "power", "u8"), crate
                    ::engine::__private_0_1_0::Field::new(::core::option::Option::Some("Switch"),
                    "0", "usize"), crate
                    ::engine::__private_0_1_0::Field::new(::core::option::Option::Some("Switch"),
                    "1", "&'static str")] }, })
                }
            };
        "#]],
    );
}

#[test]
fn an_argument_that_is_still_being_typed() {
    expansion(
        "world =",
        "/// Waits.\n#[doc = include_str!(\"a.md\")] pub struct Foo;",
        &expect![[r#"
            /// Waits.
            #[doc = include_str!("a.md")]
            /**
             # Phase

             `Foo` is a phase of the world `_`.

             - **Open**: may queue any phase of the world*/
            pub struct Foo;
            #[allow(deprecated)]
            const _: () = {
                #[automatically_derived]
                impl ::phase_core::PhaseInfo for Foo {
                    type World = [(); {
                        ::core::compile_error! {
                            "`world` has no value after its `=`; accepted is any type; write `world = Battle`"
                        }
                    }];
                    const NAME: &'static ::core::primitive::str = "Foo";
                    type __Lives = ::phase_core::__private_0_1_0::LivesOnce;
                    const __DESCRIPTION: ::phase_core::__private_0_1_0::Description<Self> = {
                        use ::phase_core::__private_0_1_0::{
                            CannotAsk as _, CannotRestore as _, CannotWait as _,
                        };
                        ::phase_core::__private_0_1_0::Description::<
                            Foo,
                        >::new(::phase_core::__private_0_1_0::Probe::<Foo>::__PHASE_UPDATE)
                            .restored(::phase_core::__private_0_1_0::Probe::<Foo>::__PHASE_RESTORE)
                            .asking(::phase_core::__private_0_1_0::Probe::<Foo>::__PHASE_ASKING)
                            .answers_written({
                                use ::phase_core::__private_0_1_0::CannotWriteAnswer as _;
                                ::phase_core::__private_0_1_0::Probe::<Foo>::__PHASE_WRITE_ANSWER
                            })
                            .answers_read({
                                use ::phase_core::__private_0_1_0::CannotReadAnswer as _;
                                ::phase_core::__private_0_1_0::Probe::<Foo>::__PHASE_READ_ANSWER
                            })
                    };
                }
                #[automatically_derived]
                impl<Any> ::phase_core::Unshifts<Any> for Foo {
                    const __DECLARED: ::phase_core::__private_0_1_0::Declared = ::phase_core::__private_0_1_0::Declared::by_attribute();
                }
                #[automatically_derived]
                impl<Any> ::phase_core::Defers<Any> for Foo {
                    const __DECLARED: ::phase_core::__private_0_1_0::Declared = ::phase_core::__private_0_1_0::Declared::by_attribute();
                }
                #[automatically_derived]
                impl<Any> ::phase_core::Pushes<Any> for Foo {
                    const __DECLARED: ::phase_core::__private_0_1_0::Declared = ::phase_core::__private_0_1_0::Declared::by_attribute();
                }
                #[cfg(not(clippy))]
                ::phase_core::__private_0_1_0::inventory::submit! {
                    ::phase_core::__private_0_1_0::PhaseEntry::new:: < Foo >
                    (::phase_core::__private_0_1_0::Source { world : "_", module_path :
                    ::core::module_path!(), file : ::core::file!(), line : ::core::line!(), docs :
                    ::core::concat!("Waits.\n", include_str!("a.md"), ""), fields : const { & [] },
                    })
                }
            };
        "#]],
    );
}

#[test]
fn generics_keep_their_uses_quiet() {
    expansion(
        "leaf",
        "struct Foo<'a, T: Copy, const N: usize>(&'a [T; N]) where T: Ord;",
        &expect![[r#"
            /**
             `Foo` is a phase of the world `()`.

             - **Leaf**: queues no phase*/
            struct Foo<'a, T: Copy, const N: usize>(
                &'a [T; N],
            )
            where
                T: Ord;
            const _: () = {
                #[automatically_derived]
                impl<'a, T: Copy, const N: usize> ::phase_core::PhaseInfo for Foo<'a, T, N>
                where
                    [(); {
                        ::core::compile_error! {
                            "the phase `Foo` has a lifetime; accepted are types that own their data; hold owned data, or an id to look up in the world"
                        }
                    }]: ::core::marker::Sized,
                    T: 'static,
                    'a: 'static,
                    T: Ord,
                {
                    type World = ();
                    const NAME: &'static ::core::primitive::str = "Foo";
                    type __Lives = ::phase_core::__private_0_1_0::LivesOnce;
                    const __DESCRIPTION: ::phase_core::__private_0_1_0::Description<Self> = ::phase_core::__private_0_1_0::Description::new(
                        ::core::option::Option::None,
                    );
                }
                #[automatically_derived]
                impl<'a, T: Copy, const N: usize, Any> ::phase_core::Unshifts<Any> for Foo<'a, T, N>
                where
                    T: 'static,
                    'a: 'static,
                    T: Ord,
                {
                    const __DECLARED: ::phase_core::__private_0_1_0::Declared = ::phase_core::__private_0_1_0::Declared::by_attribute();
                }
                #[automatically_derived]
                impl<'a, T: Copy, const N: usize, Any> ::phase_core::Defers<Any> for Foo<'a, T, N>
                where
                    T: 'static,
                    'a: 'static,
                    T: Ord,
                {
                    const __DECLARED: ::phase_core::__private_0_1_0::Declared = ::phase_core::__private_0_1_0::Declared::by_attribute();
                }
                #[automatically_derived]
                impl<'a, T: Copy, const N: usize, Any> ::phase_core::Pushes<Any> for Foo<'a, T, N>
                where
                    T: 'static,
                    'a: 'static,
                    T: Ord,
                {
                    const __DECLARED: ::phase_core::__private_0_1_0::Declared = ::phase_core::__private_0_1_0::Declared::by_attribute();
                }
            };
        "#]],
    );
}

#[test]
fn an_item_that_is_no_type_stays_as_it_is() {
    expansion(
        "unshifts(A B)",
        "fn f() { g(1 + 1) }",
        &expect![[r#"
        fn f() {
            g(1 + 1)
        }
        ::core::compile_error! {
            "`#[phase]` is on a function; accepted is a struct or an enum; move it to the type that holds the data of the phase"
        }
    "#]],
    );
}
