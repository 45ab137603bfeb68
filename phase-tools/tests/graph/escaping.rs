//! Names and docs that mean something to the languages that graphs are written in.

use expect_test::expect;
use phase_core::prelude::*;
use phase_tools::graph;

use super::only_ends;

struct Odd;

/// </title><script>alert("docs")</script> & so on ]]>
#[phase(world = Odd, name = "Vec<\"T\"> & 'x' \\ `y` #35; [z] {|}", unshifts(Semicolon))]
#[derive(Debug)]
struct Quoted;

#[phase(world = Odd, name = "end; A --> B\\", leaf)]
#[derive(Debug)]
struct Semicolon;

#[phase(world = Odd, name = "</script><script>alert(1)</script>", leaf)]
#[derive(Debug)]
struct Script;

#[phase(world = Odd, name = "相é𝒳", leaf)]
#[derive(Debug)]
struct Foreign;

#[phase(world = Odd, leaf)]
#[derive(Debug)]
#[expect(non_camel_case_types, reason = "a raw identifier")]
struct r#end;

#[phase(
    world = Odd,
    name = "APhaseWithANameThatGoesOnAndOnUntilNoBoxCouldHoldItAnyMoreAndThenForAWhileLonger",
    leaf
)]
#[derive(Debug)]
struct Long;

mod twin {
    use super::Odd;
    use phase_core::prelude::*;

    #[phase(world = Odd, name = "Long", leaf)]
    #[derive(Debug)]
    pub(super) struct One;

    #[phase(world = Odd, name = "Long", leaf)]
    #[derive(Debug)]
    pub(super) struct Two;
}

only_ends!(Quoted, Semicolon, Script, Foreign, r#end, Long, twin::One, twin::Two);

fn flow() -> phase_tools::Graph {
    graph(registry().of::<Odd>())
}

#[test]
fn in_text() {
    expect![[r#"
        the flow of Odd: 8 phases, 1 edge

        "</script><script>alert(1)</script>" (leaf)
        APhaseWithANameThatGoesOnAndOnUntilNoBoxCouldHoldItAnyMoreAndThenForAWhileLonger (leaf)
        Long (leaf)
        Long (leaf)
        "Vec<\"T\"> & 'x' \\ `y` #35; [z] {|}"
          unshifts "end; A --> B\\"
        end (leaf)
        "end; A --> B\\" (leaf)
        相é𝒳 (leaf)
    "#]]
    .assert_eq(&flow().to_string());
}

#[test]
fn in_mermaid() {
    let mermaid = flow().to_mermaid();
    expect![[r##"
        flowchart LR
            phase0["#60;#47;script#62;#60;script#62;alert#40;1#41;#60;#47;script#62;"]
            APhaseWithANameThatGoesOnAndOnUntilNoBoxCouldHoldItAnyMoreAndThenForAWhileLonger["APhaseWithANameThatGoesOnAndOnUntilNoBoxCouldHoldItAnyMoreAndThenForAWhileLonger"]
            Long["Long"]
            phase3["Long"]
            phase4["Vec#60;#34;T#34;#62; #38; #39;x#39; #92; #96;y#96; #35;35#59; #91;z#93; #123;#124;#125;"]
            phase6["end#59; A #45;#45;#62; B#92;"]
            phase5["end"]
            phase7["相é𝒳"]
            phase4 --> phase6
    "##]].assert_eq(&mermaid);
}

#[test]
fn in_dot() {
    let dot = flow().to_dot();
    expect![[r#"
        digraph phases {
            rankdir=LR
            node [shape=box, style=rounded, fontname="monospace", fontsize=11]
            edge [fontname="sans-serif", fontsize=9]
            "phase0" [label="</script><script>alert(1)</script>"]
            "APhaseWithANameThatGoesOnAndOnUntilNoBoxCouldHoldItAnyMoreAndThenForAWhileLonger" [label="APhaseWithANameThatGoesOnAndOnUntilNoBoxCouldHoldItAnyMoreAndThenForAWhileLonger"]
            "Long" [label="Long"]
            "phase3" [label="Long"]
            "phase4" [label="Vec<\"T\"> &amp; 'x' \\ `y` #35; [z] {|}"]
            "phase6" [label="end; A --> B\\"]
            "phase5" [label="end"]
            "phase7" [label="相é𝒳"]
            "phase4" -> "phase6" [style=solid]
        }
    "#]].assert_eq(&dot);
}

#[test]
fn in_svg() {
    let svg = flow().to_svg();
    let document = roxmltree::Document::parse(&svg).expect("it is well-formed XML");
    let texts: Vec<_> = document
        .descendants()
        .filter(|node| node.has_tag_name("title"))
        .filter_map(|node| node.text())
        .collect();
    let quoted = "Vec<\"T\"> & 'x' \\ `y` #35; [z] {|}";
    assert!(
        texts.contains(&format!("{quoted}: </title><script>alert(\"docs\")</script> & so on ]]>").as_str())
    );
    assert!(texts.contains(&format!("{quoted} unshifts end; A --> B\\").as_str()));
    assert!(texts.contains(&"相é𝒳"));
    assert!(document.descendants().all(|node| !node.has_tag_name("script")));
    assert!(!svg.contains("<script"));

    let names =
        document.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text());
    let shortened = names.filter(|name| name.ends_with('…')).collect::<Vec<_>>();
    assert_eq!(shortened, ["APhaseWithANameThatGoesOnAndOnUntilNoBoxCouldHo…"]);
}
