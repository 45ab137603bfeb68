//! Links in doc comments: those that only lead somewhere stay, and all others become what they say.

use expect_test::expect;
use phase_core::prelude::*;
use phase_tools::{catalogue, graph};

struct Signs;

/// Each line is one link.
///
/// - [web](https://example.org/a?b#c), [web](HTTP://example.org/), <https://example.org/>
/// - [mail](mailto:post@example.org), <post@example.org>
/// - [file](../book/index.html), [file](map.svg#x), [file](/index.html), [file](?page=2), [file](a/b:c)
/// - [phase](ArrowPhase), [phase](crate::links::ArrowPhase), [phase](ArrowPhase#rules), [`ArrowPhase`], [phase](#phase-ArrowPhase)
/// - [own heading](#rules), [own heading](#phase-NoPhase)
/// - [item](Vec), [item](Vec#examples), [item](std::vec::Vec), [item](struct@Vec), [item](Option<T>), [`Vec`], [nothing]()
/// - [script](javascript:alert(1)), [script](JavaScript:alert(1)), <javascript:alert(1)>, [script][reference]
/// - [script](javascript&colon;alert(1)), [script](java&Tab;script:alert(1)), [script](java&NewLine;script:alert(1))
/// - [script](<java	script:alert(1)>), [script](&#1;javascript:alert(1)), [script](< javascript:alert(1)>)
/// - [script](javascript://example.org/%0aalert(1)), [![image](x.png)](javascript:alert(1))
/// - [data](data:text/html,hi), [vbscript](vbscript:x), [blob](blob:x), [file](file:///etc/passwd), [no scheme](:x)
///
/// [reference]: javascript:alert(1)
#[phase(world = Signs, leaf)]
#[derive(Debug)]
struct SignPhase;

#[phase(world = Signs, leaf)]
#[derive(Debug)]
struct ArrowPhase;

super::only_ends!(SignPhase, ArrowPhase);

#[test]
fn only_those_stay_that_lead_somewhere() {
    let page = catalogue(&graph(registry().of::<Signs>()));
    let start = page.find("<ul>\n<li><a href=\"https:").expect("it has docs");
    let end = start + page[start..].find("</ul>").expect("they end");
    expect![[r##"
        <ul>
        <li><a href="https://example.org/a?b#c">web</a>, <a href="HTTP://example.org/">web</a>, <a href="https://example.org/">https://example.org/</a></li>
        <li><a href="mailto:post@example.org">mail</a>, <a href="mailto:post@example.org">post@example.org</a></li>
        <li><a href="../book/index.html">file</a>, <a href="map.svg#x">file</a>, <a href="/index.html">file</a>, <a href="?page=2">file</a>, <a href="a/b:c">file</a></li>
        <li><a href="#phase-ArrowPhase">phase</a>, <a href="#phase-ArrowPhase">phase</a>, <a href="#phase-ArrowPhase">phase</a>, <a href="#phase-ArrowPhase"><code>ArrowPhase</code></a>, <a href="#phase-ArrowPhase">phase</a></li>
        <li><a href="#phase-SignPhase">own heading</a>, <a href="#phase-SignPhase">own heading</a></li>
        <li>item, item, item, item, item, <code>Vec</code>, nothing</li>
        <li>script, script, javascript:alert(1), script</li>
        <li>script, script, script</li>
        <li>script, script, script</li>
        <li>script, image</li>
        <li>data, vbscript, blob, file, no scheme</li>
    "##]].assert_eq(&page[start..end]);
}
