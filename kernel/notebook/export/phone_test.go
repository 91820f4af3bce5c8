package export

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// phone is the width of a small screen, in the browser's pixels.
const phone = 390

// wideKinds are what a notebook has that may be wider than a phone, each by its name.
var wideKinds = []struct{ name, markdown string }{
	{"table", "| where | as printed | right | seen by |\n|---|---|---|---|\n| after (128) | labelled 1 if $\\bar Y_j\\ge\\frac12$ | $>\\frac12$, as in (118) | *Proposition* `em.Coins` |\n"},
	{"table in a list", "- a list\n\n  | one | two | three | four |\n  |---|---|---|---|\n  | probability | distributions | classification | independence |\n"},
	{"table of HTML", "<table><tr><td>probability</td><td>distributions</td><td>classification</td><td>independence</td></tr></table>"},
	{"long word", "See https://example.org/a/very/long/address/that/has/no/space/anywhere/in/it/at/all.html now."},
	{"long code", "`classification.ConfusionMatrix(truth,predicted).Accuracy().Interval(0.95)`"},
	{"heading", "### Donaudampfschifffahrtsgesellschaftskapitänsmützen"},
	{"code block", "```go\n// A line of code that is much longer than a phone is wide, as programs have, with a comment at its end.\n```"},
	{"formula in a line", "so $f(x)=a_1x_1a_2x_2a_3x_3a_4x_4a_5x_5a_6x_6a_7x_7a_8x_8a_9x_9a_{10}x_{10}a_{11}x_{11}a_{12}x_{12}a_{13}x_{13}$ here"},
	{"formula", "$$f(x)=a_1x_1+a_2x_2+a_3x_3+a_4x_4+a_5x_5+a_6x_6+a_7x_7+a_8x_8+a_9x_9+a_{10}x_{10}+a_{11}x_{11}$$"},
	{"picture", `<img width="900" height="100" alt="wide" src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==">`},
}

// TestFitsAPhone: no element of an exported page is wider than a phone's screen, unless what it stands in scrolls. With
// MERCER_SLOW=1 the chapters of the course are looked at too.
func TestFitsAPhone(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser: not in short mode")
	}
	browser, err := Browser()
	if err != nil {
		t.Skip(err)
	}
	dir, names := t.TempDir(), []string{}
	add := func(name string, nb *notebook.Notebook) {
		t.Helper()
		page := HTML(nb, Options{Name: name})
		text := bytes.Replace(page.HTML, []byte("</body>"), []byte(reportWide+"</body>"), 1)
		if err := os.WriteFile(filepath.Join(dir, name+".html"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	for _, kind := range wideKinds {
		add(kind.name, &notebook.Notebook{Cells: []*notebook.Cell{{Type: notebook.Markdown, Source: kind.markdown}}})
	}
	if os.Getenv("MERCER_SLOW") == "1" {
		chapters, err := filepath.Glob("../../../notebooks/*.ipynb")
		if err != nil || len(chapters) == 0 {
			t.Fatal(err, "no chapters")
		}
		for _, path := range chapters {
			add(strings.TrimSuffix(filepath.Base(path), ".ipynb"), read(t, path))
		}
	}
	for part := range slices.Chunk(names, 12) {
		checkPhone(t, browser, dir, part)
	}
}

// reportWide has a page send its parent the elements that are wider than it and scroll in nothing.
const reportWide = `<script>addEventListener("load", function () { setTimeout(function () {
  var room = document.documentElement.clientWidth, wide = [];
  document.querySelectorAll("main *").forEach(function (e) {
    if (e.getBoundingClientRect().right <= room + 1 || e.getBoundingClientRect().width === 0) return;
    for (var p = e.parentElement; p; p = p.parentElement) if (getComputedStyle(p).overflowX !== "visible") return;
    wide.push(e.tagName + " " + Math.round(e.getBoundingClientRect().right) + ": " + e.textContent.slice(0, 60));
  });
  var scrolls = document.documentElement.scrollWidth;
  parent.postMessage(scrolls > room ? scrolls + " wide: " + wide.slice(0, 5).join("; ") : "fits", "*");
}, 300); });</script>`

// checkPhone opens the pages in frames of a phone's width, and reads what each sends.
func checkPhone(t *testing.T, browser, dir string, names []string) {
	t.Helper()
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, `<iframe name="%s" src="%[1]s.html" style="width:%dpx;height:700px;border:0"></iframe>`, html.EscapeString(name), phone)
	}
	b.WriteString(`<div id="said"></div><script>addEventListener("message", function (m) {
		document.querySelectorAll("iframe").forEach(function (f) {
			if (f.contentWindow !== m.source) return;
			var p = document.createElement("p");
			p.textContent = f.name + " -> " + m.data;
			document.getElementById("said").append(p);
		});
	});</script>`)
	all := filepath.Join(dir, "all.html")
	if err := os.WriteFile(all, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"--headless", "--disable-gpu", "--no-first-run", "--hide-scrollbars", "--allow-file-access-from-files", "--dump-dom",
		"--user-data-dir=" + filepath.Join(dir, "profile"), "--virtual-time-budget=" + virtualTime}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox")
	}
	said, err := exec.CommandContext(t.Context(), browser, append(args, "file://"+all)...).Output()
	if err != nil {
		t.Skipf("the browser does not start: %v", err)
	}
	for _, name := range names {
		_, rest, ok := strings.Cut(string(said), "<p>"+html.EscapeString(name)+" -&gt; ")
		if text, _, _ := strings.Cut(rest, "</p>"); !ok || text != "fits" {
			t.Errorf("%s: %q", name, html.UnescapeString(text))
		}
	}
}
