package export

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/figure"
	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/display/render"
	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// What a page may hold of Markdown and of HTML that came from anywhere.
func TestClean(t *testing.T) {
	tests := []struct {
		name, source string
		kept         string // parts that stay, separated by "|"
		gone         string // parts that must not be in the page
		left         string // what the user is told
	}{
		{"script", "before<script>alert(1)</script>after", "before|after", "alert", "<script>"},
		{"handler", `<img src="x.png" onerror="alert(1)">`, `<img src="x.png"`, "alert", "onerror"},
		{"frame", `<iframe src="https://example.com"></iframe>`, "", "iframe", "<iframe> src"},
		{"object", `<object data="x.swf"></object><embed src="x.swf">`, "", "swf", "<embed> <object> data src"},
		{"link", `[a](javascript:alert(1)) <a href=" JavaScript:alert(1)">b</a>`, "a|b", "avascript", "href"},
		{"data link", `<a href="data:text/html,<script>1</script>">b</a>`, "b", "data:", "href"},
		{"form", `<form action="https://example.com"><input type="password"></form>`, "", "example.com", "<form> action type"},
		{"style element", "<style>body { display: none }</style>text", "text", "display", "<style>"},
		{"covering", `<div style="position:fixed;top:0">x</div>`, "x", "fixed", "style"},
		{"fetching", `<div style="background:url(https://example.com/a)">x</div>`, "x", "example", "style"},
		{"escaped", `<div style="background:u\rl(//example.com/a)">x</div>`, "x", "example", "style"},
		{"svg script", `<svg><script>alert(1)</script><path d="M0 0" onclick="alert(1)"/></svg>`, `<path d="M0 0"`, "alert", "<script> onclick"},
		{"svg link", `<svg><use href="https://example.com/x.svg#a"></use><image href="https://example.com/y"/></svg>`, "<svg>", "example", "href"},
		{"svg animation", `<svg><a><set attributeName="href" to="javascript:alert(1)"/></a></svg>`, "<svg>", "alert", "<set> attributename to"},
		{"meta", `<meta http-equiv="refresh" content="0;url=https://example.com"><base href="https://example.com/">`, "", "example.com", "<base> <meta> content href http-equiv"},
		{"comment", "a<!--[if IE]><script>alert(1)</script><![endif]-->b", "a|b", "alert", ""},
		{"title", "<svg><title><img src=x onerror=alert(1)></title></svg>", "", "<img", ""},

		{"table", "| a | b |\n|:--|--:|\n| 1 | 2 |", `<th style="text-align:left">a</th>|<td style="text-align:right">2</td>`, "", ""},
		{"tasks", "- [x] done", `type="checkbox"|checked`, "", ""},
		{"links", "[a](https://example.com) [b](#there) [c](other.ipynb) <me@example.com>", `href="https://example.com"|href="#there"|href="other.ipynb"|href="mailto:me@example.com"`, "", ""},
		{"footnote", "a[^1]\n\n[^1]: the note", `id="fn:1"|href="#fn:1"|role="doc-noteref"`, "", ""},
		{"heading", "## Two words", `<h2 id="Two-words">`, "", ""},
		{"code", "```go\nx := 1\n```", `<span class="nx">x</span>`, "", ""},
		{"mathematics", "$a_1 < b$ and $$\\frac{1}{2}$$", `<span class="math">a_1 &lt; b</span>|<span class="math display">\frac{1}{2}</span>`, "", ""},
		{"picture", "![p](data:image/png;base64,AAAA)", `src="data:image/png;base64,AAAA"`, "", ""},
		{"folded", `<details open><summary style="cursor:pointer;padding:.2em 0">s</summary>t</details>`, `<details open|cursor:pointer;padding:.2em 0`, "", ""},
		{"colours", `<b style="color:rgba(0,0,0,.5);font-size:90%">x</b>`, "rgba(0,0,0,.5)", "", ""},
		{"drawing", `<svg viewBox="0 0 9 9" xmlns="http://www.w3.org/2000/svg"><defs><clipPath id="c"><rect width="2" height="2"/></clipPath></defs>` +
			`<g clip-path="url(#c)" transform="translate(1,2)"><text x="1">é</text></g></svg>`, `viewbox="0 0 9 9"|url(#c)|translate(1,2)|é`, "", ""},
	}
	for _, tt := range tests {
		cells := map[string]*notebook.Cell{
			"cell":   {Type: notebook.Markdown, Source: tt.source},
			"output": {Type: notebook.Code, Outputs: []*notebook.Output{{Type: notebook.Display, Data: map[string]any{"text/markdown": tt.source}}}},
		}
		for where, c := range cells {
			nb := &notebook.Notebook{Cells: []*notebook.Cell{c}}
			page := HTML(nb, Options{Name: "x"})
			body := bodyOf(page.HTML)
			for part := range strings.SplitSeq(tt.kept, "|") {
				if !strings.Contains(strings.ToLower(body), strings.ToLower(part)) {
					t.Errorf("%s, %s: %q is missing in\n%s", tt.name, where, part, body)
				}
			}
			if tt.gone != "" && strings.Contains(body, tt.gone) {
				t.Errorf("%s, %s: %q is in\n%s", tt.name, where, tt.gone, body)
			}
			if got := strings.Join(page.Left, " "); got != tt.left {
				t.Errorf("%s, %s: left out %q, want %q", tt.name, where, got, tt.left)
			}
			trusted := HTML(nb, Options{Name: "x", Trust: true})
			if len(trusted.Left) > 0 || tt.gone != "" && tt.name != "title" && tt.name != "comment" && !strings.Contains(bodyOf(trusted.HTML), tt.gone) {
				t.Errorf("%s, %s: trusted, and without %q", tt.name, where, tt.gone)
			}
		}
	}
}

// bodyOf returns the cells of a page.
func bodyOf(page []byte) string {
	_, body, _ := strings.Cut(string(page), "<main>")
	body, _, _ = strings.Cut(body, "</main>")
	return body
}

func TestCleanScriptOutput(t *testing.T) {
	nb := &notebook.Notebook{Cells: []*notebook.Cell{{Type: notebook.Code, Outputs: []*notebook.Output{
		{Type: notebook.Display, Data: map[string]any{"application/javascript": "alert(1)", "text/plain": "a chart"}},
		{Type: notebook.Display, Data: map[string]any{"application/javascript": "alert(2)"}}}}}}
	page := HTML(nb, Options{})
	body := bodyOf(page.HTML)
	if strings.Contains(body, "<script") || !strings.Contains(body, "a chart") || !strings.Contains(body, "alert(2)") {
		t.Errorf("got\n%s", body)
	}
	if !slices.Equal(page.Left, []string{"<script>"}) {
		t.Errorf("left out %q", page.Left)
	}
}

func TestOurs(t *testing.T) {
	dir := t.TempDir()
	page := HTML(&notebook.Notebook{}, Options{Name: strings.Repeat("long ", 400)})
	for _, tt := range []struct {
		name, text string
		ours       bool
	}{{"page.html", string(page.HTML), true}, {"empty.html", "", true}, {"other.html", "<p>mine</p>", false}} {
		path := filepath.Join(dir, tt.name)
		if err := os.WriteFile(path, []byte(tt.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := Ours(path); (err == nil) != tt.ours {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	if Ours("") != nil || Ours(filepath.Join(dir, "none.html")) != nil {
		t.Error("what is not there is in nobody's way")
	}
}

// A sequence of figures moves by the page's own script; what it brings along is dropped without a word.
func TestCleanFrames(t *testing.T) {
	page, err := render.Frames(t.Context(), &figure.Frames{Title: "t", Names: []string{"a", "b"}, Millis: 600,
		Pages: []*figure.Grid{figure.NewGrid("", 1, figure.New("one")), figure.NewGrid("", 1, figure.New("two"))}})
	if err != nil {
		t.Fatal(err)
	}
	markup := strings.Replace(string(page), `aria-label="frame"`, `aria-label="frame" onkeydown="event.stopPropagation()"`, 1)
	nb := &notebook.Notebook{Cells: []*notebook.Cell{{Type: notebook.Code, Outputs: []*notebook.Output{
		{Type: notebook.Display, Data: map[string]any{"text/html": markup}}}}}}
	got := HTML(nb, Options{})
	body := bodyOf(got.HTML)
	if len(got.Left) > 0 || strings.Contains(body, " onclick=") || strings.Contains(body, " oninput=") || strings.Contains(body, " onkeydown=") {
		t.Errorf("left out %q\n%s", got.Left, body)
	}
	for _, want := range []string{`data-millis="600"`, `class="mercer-frame" data-name="b" style="display:none"`, "<svg"} {
		if !strings.Contains(body, want) {
			t.Errorf("%q is missing in\n%s", want, body)
		}
	}
	if !strings.Contains(string(got.HTML), `querySelectorAll(".mercer-frames")`) {
		t.Error("the page has no script for the slider")
	}
}

func TestCleanInteract(t *testing.T) {
	controls := []frame.Control{
		{Kind: frame.FloatSlider, Name: "λ <b>", Min: 0, Max: 1, Step: 0.5, Start: "0.5"}, {Kind: frame.Choice, Name: "c", Options: []string{"<x>", `"y"`}, Start: "<x>"},
		{Kind: frame.Checkbox, Name: "b", Start: "true"}, {Kind: frame.TextBox, Name: "t", Start: "<i>"},
	}
	grid := show.NewGrid(controls, 1000)
	var pictures []string
	for i := range grid.Cells() {
		pictures = append(pictures, fmt.Sprintf("<p>picture %d</p>\n", i))
	}
	nb := &notebook.Notebook{Cells: []*notebook.Cell{{Type: notebook.Code, Outputs: []*notebook.Output{
		{Type: notebook.Display, Data: map[string]any{"text/html": grid.Page(controls, pictures)}}}}}}
	got := HTML(nb, Options{})
	body := bodyOf(got.HTML)
	if len(got.Left) > 0 || strings.Contains(body, " onchange=") || strings.Contains(body, " oninput=") {
		t.Errorf("left out %q\n%s", got.Left, body)
	}
	for _, want := range []string{`data-names="0 0.5 1"`, "<option selected=\"\">&lt;x&gt;</option>", `type="checkbox"`, `data-at="1 0 1 0">`, `data-at="2 1 1 0" style="display:none">`,
		"<output>&lt;i&gt;</output>", "Stored here: t at &#34;&lt;i&gt;&#34; alone."} {
		if !strings.Contains(body, want) {
			t.Errorf("%q is missing in\n%s", want, body)
		}
	}
	if !strings.Contains(string(got.HTML), `querySelectorAll(".mercer-interact")`) {
		t.Error("the page has no script for the controls")
	}
}
