package book

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// hostile are texts that want to leave their place in a page. They have no slash, for they also name files.
var hostile = []string{
	`<script>alert(1)<script>`, `"><img src=x onerror=alert(1)>`, `' onclick='alert(1)`, `" onclick="alert(1)`, `javascript:alert(1)`, `<!--`,
	`javascript&colon;alert(1)`, `<plaintext>`, `<svg onload=alert(1)>`, `{}`, `<iframe srcdoc=x>`, `a"b'c&d`,
}

// writeHostile writes the small book with a text in each place that makes it a word of other pages.
func writeHostile(t *testing.T, text string) Options {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/course")); err != nil {
		t.Fatal(err)
	}
	readme := filepath.Join(dir, "README.md")
	old, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	write(t, readme, "# "+text+"\n\n"+text+" and **Q** "+text+";\n\n"+string(old))
	nb, err := notebook.Read(filepath.Join(dir, "01-first.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range nb.Cells {
		c.ID += text
		if c.Type == notebook.Markdown {
			c.Source = "# " + text + "\n\n" + text + "\n\n## `" + text + "`\n\n" + c.Source
			continue
		}
		c.Metadata = map[string]any{"tags": []any{"Q1.2a", text, "Q1" + text}}
		c.Outputs = append(c.Outputs, &notebook.Output{Type: notebook.Stream, Name: "stdout", Text: text},
			&notebook.Output{Type: notebook.Display, Data: map[string]any{"text/markdown": "**" + text + "** (1) $\\checkmark$"}})
	}
	if err := nb.Write(filepath.Join(dir, "03"+text+".ipynb")); err != nil {
		t.Fatal(err)
	}
	return course(t, dir)
}

// scripts counts the elements of a page that run something, and names what should be in none.
func scripts(t *testing.T, page []byte) (n int, bad []string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(string(page)))
	if err != nil {
		t.Fatal(err)
	}
	for e := range root.Descendants() {
		switch e.Data {
		case "script":
			n++
		case "iframe", "plaintext", "object", "embed", "base":
			bad = append(bad, "<"+e.Data+">")
		}
		for _, a := range e.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "href" && strings.HasPrefix(strings.ToLower(strings.TrimSpace(a.Val)), "javascript") {
				bad = append(bad, a.Key+"="+a.Val)
			}
		}
	}
	return n, bad
}

// Whatever headings, ids, tags, outputs and files are called, the pages run nothing because of it.
func TestHostileNames(t *testing.T) {
	plain := build(t, writeHostile(t, "x"))
	chapter, _ := scripts(t, plain.Files["03x.html"])
	for _, text := range hostile {
		site := build(t, writeHostile(t, text))
		for name, page := range site.Files {
			if !strings.HasSuffix(name, ".html") {
				continue
			}
			n, bad := scripts(t, page)
			want := chapter // of a name of its own
			if like, ok := plain.Files[name]; ok {
				want, _ = scripts(t, like)
			}
			if n != want || len(bad) > 0 {
				t.Errorf("%q, %s: %d scripts, want %d; %q", text, name, n, want, bad)
			}
		}
	}
}
