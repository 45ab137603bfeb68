//! Doc comments on the page: Markdown is rendered, and everything else is text.

use expect_test::expect;

use crate::section;

#[test]
fn markdown_is_rendered_and_html_is_shown() {
    let lend = section("LendPhase");
    let start = lend.find("<div class=\"docs\">").expect("it has docs");
    let end = lend.find("<div class=\"flow\">").expect("flow follows");
    expect![[r##"
        <div class="docs">
        <p>Lends a book; see <code>ReturnPhase</code>, <a href="#phase-LoanPhase">the loan</a> and <code>Vec</code>.</p>
        <h4>Rules</h4>
        <ol>
        <li>One book each, <code>[0, 1]</code> of them at a time.</li>
        <li><strong>No</strong> <del>pens</del> near the desk, but <a href="https://example.org/?a=1&amp;b=%222%22">this</a>.</li>
        </ol>
        <p>&lt;script&gt;alert("docs")&lt;/script&gt;
        </p>
        <p>&lt;img src=x onerror=alert(1)&gt; and a picture &amp; &lt;b&gt;bold&lt;/b&gt;</p>
        <pre><code class="language-rust">let tags = "&lt;/code&gt;&lt;/pre&gt;&lt;script&gt;alert(2)&lt;/script&gt;";
        </code></pre>
        <table><thead><tr><th>a</th><th>b</th></tr></thead><tbody>
        <tr><td>1</td><td>&lt;i&gt;2&lt;/i&gt;</td></tr>
        </tbody></table>
        </div>
    "##]].assert_eq(&lend[start..end]);
}
