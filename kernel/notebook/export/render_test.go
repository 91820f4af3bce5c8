package export

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// markdownCell is a Markdown cell.
func markdownCell(id, source string) *notebook.Cell {
	return &notebook.Cell{Type: notebook.Markdown, ID: id, Source: source}
}

func headings(d *Document) string {
	var list []string
	for _, h := range d.Headings {
		list = append(list, fmt.Sprintf("%d:h%d#%s %s", h.Cell, h.Level, h.Anchor, h.HTML))
	}
	return strings.Join(list, "\n")
}

func TestHeadings(t *testing.T) {
	nb := &notebook.Notebook{Cells: []*notebook.Cell{
		markdownCell("setup", "## A & *b*"),
		{Type: notebook.Code, ID: "b", Source: "1", Outputs: []*notebook.Output{{
			Type: notebook.Display, Data: map[string]any{"text/markdown": "#### in an output"}}}},
		markdownCell("", "# setup\n\n#### deep\n\n##### deeper\n\n## $x<1$\n\n## $x<1$\n"),
	}}
	for _, c := range []struct {
		outline bool
		levels  string
	}{{false, "2414522"}, {true, "1223422"}} {
		l := c.levels
		want := "0:h" + l[:1] + "#A-&-b A &amp; b\n" +
			"1:h" + l[1:2] + "#in-an-output in an output\n" +
			"2:h" + l[2:3] + "#setup-2 setup\n" +
			"2:h" + l[3:4] + "#deep deep\n" +
			"2:h" + l[4:5] + "#deeper deeper\n" +
			"2:h" + l[5:6] + `#$x<1$ <span class="math">x&lt;1</span>` + "\n" +
			"2:h" + l[6:7] + `#$x<1$-2 <span class="math">x&lt;1</span>`
		d := Render(nb, Options{Outline: c.outline})
		if got := headings(d); got != want {
			t.Errorf("outline %v:\n%s\nwant\n%s", c.outline, got, want)
		}
		if ids := d.Cells[0].ID + " " + d.Cells[1].ID + " " + d.Cells[2].ID; ids != "setup b cell-3" {
			t.Errorf("cells %s", ids)
		}
	}
}

// The headings of an output stand below the section that shows it, and do not move those of the sections.
func TestHeadingsOfOutputs(t *testing.T) {
	d := Render(&notebook.Notebook{Cells: []*notebook.Cell{markdownCell("", "# title\n\n## section"),
		{Type: notebook.Code, Outputs: []*notebook.Output{{Type: notebook.Display, Data: map[string]any{"text/markdown": "# help\n\n## part"}}}},
		markdownCell("", "## next\n\n### below")}}, Options{Outline: true})
	got := ""
	for _, h := range d.Headings {
		got += fmt.Sprintf("%s %d, ", h.HTML, h.Level)
	}
	if want := "title 1, section 2, help 3, part 4, next 2, below 3, "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A number and its sign of percent stay on one line; code stays as it is written.
func TestPercent(t *testing.T) {
	for source, want := range map[string]string{
		"35 % of $2$ %":   "35\u00a0% of <span class=\"math\">2</span>\u00a0%",
		"a % b, `7 % 4`":  "a % b, <code>7 % 4</code>",
		"```\n7 % 4\n```": "7 % 4\n",
	} {
		if got := string(RenderMarkdown(source, Options{}).Cells[0].Body); !strings.Contains(got, want) {
			t.Errorf("%q: got %q, want %q in it", source, got, want)
		}
	}
}

// Two cells of one id, which nbformat forbids, are two places of a page all the same.
func TestCellIDs(t *testing.T) {
	d := Render(&notebook.Notebook{Cells: []*notebook.Cell{markdownCell("a", ""), markdownCell("a", ""), markdownCell("a-2", "")}}, Options{})
	if got := d.Cells[0].ID + " " + d.Cells[1].ID + " " + d.Cells[2].ID; got != "a a-2 a-2-2" {
		t.Errorf("got %s", got)
	}
}

// Every colour is stated for both themes, and the switch of a site's page has the last word over the system's preference.
func TestStyleHasBothThemes(t *testing.T) {
	css := Style()
	for _, want := range []string{`:root[data-theme="dark"] { color-scheme: dark; }`, ".chroma .k { color: light-dark(#"} {
		if !strings.Contains(css, want) {
			t.Errorf("no %s", want)
		}
	}
	const bySystem = "(prefers-color-scheme: dark) {\n  :root:not([data-theme=\"light\"])"
	if strings.Count(css, "prefers-color-scheme") != strings.Count(css, bySystem) || strings.Contains(css, "#-") {
		t.Error("a rule depends on the system alone, or a colour is none")
	}
}

// Drawings in a few colours are shown light on dark by a dark page; pictures of pixels and maps of colours are not.
func TestDrawingsInTheDark(t *testing.T) {
	var colors strings.Builder
	for i := range 30 {
		fmt.Fprintf(&colors, `<rect fill="#00%02x80"/>`, i)
	}
	for content, want := range map[string]bool{
		`<path stroke="#0072b2"/><text fill="#222">x</text>`: true,
		`<image href="data:image/png;base64,AA=="/>`:         false,
		colors.String(): false,
	} {
		svg := `<svg xmlns="http://www.w3.org/2000/svg">` + content + "</svg>"
		nb := &notebook.Notebook{Cells: []*notebook.Cell{{Type: notebook.Code, Outputs: []*notebook.Output{{
			Type: notebook.Display, Data: map[string]any{"image/svg+xml": svg},
		}}}}}
		page := HTML(nb, Options{Name: "dark"})
		if got := strings.Contains(string(page.HTML), ` class="drawn"`); got != want {
			t.Errorf("%s: drawn light on dark: %v, want %v", content, got, want)
		}
	}
	if strings.Count(Style(), "img.drawn") != 2 {
		t.Error("no style of a drawing in the dark")
	}
}
