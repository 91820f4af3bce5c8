package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
)

func TestBrowser(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	t.Setenv("CHROME", "")
	if _, err := Browser(); runtime.GOOS == "linux" && !errors.Is(err, ErrNoBrowser) {
		t.Errorf("no browser: %v", err)
	}
	other := script(t, dir, "google-chrome", "")
	if got, err := Browser(); err != nil || got != other {
		t.Errorf("in the PATH: %q, %v", got, err)
	}
	t.Setenv("CHROME", "chromium")
	if _, err := Browser(); err == nil || !strings.Contains(err.Error(), "CHROME") {
		t.Errorf("CHROME names none: %v", err)
	}
	mine := script(t, dir, "mine", "")
	for _, name := range []string{mine, "mine"} {
		t.Setenv("CHROME", name)
		if got, err := Browser(); err != nil || got != mine {
			t.Errorf("CHROME=%s: %q, %v", name, got, err)
		}
	}
}

// script writes a program for the shell, and returns its path.
func script(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// printing is a browser that does as much as its last argument and the page say.
const printing = `for a; do case $a in --print-to-pdf=*) to=${a#--print-to-pdf=};; file://*) page=${a#file://};; esac; done
`

func TestPDFOfBadBrowsers(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ name, text, says string }{
		{"fails", "echo one; echo no usable sandbox >&2; exit 3", "exit status 3; it says: no usable sandbox"},
		{"writes nothing", "exit 0", "there is no PDF; it says: nothing"},
		{"writes no PDF", printing + `echo hello >"$to"`, "6 bytes that are no PDF"},
	} {
		data, err := PDF(t.Context(), script(t, dir, "browser", c.text), []byte("<body></body>"))
		if err == nil || !strings.Contains(err.Error(), c.says) || data != nil {
			t.Errorf("%s: %q, %v", c.name, data, err)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("no longer wanted"))
	if _, err := PDF(ctx, script(t, dir, "browser", "sleep 60"), []byte("<body></body>")); err == nil || !strings.Contains(err.Error(), "no longer wanted") {
		t.Errorf("interrupted: %v", err)
	}
}

func TestPDFIsOurs(t *testing.T) {
	dir := t.TempDir()
	browser := script(t, dir, "browser", printing+`printf '%%PDF-1.4\n' >"$to"; cat "$page" >>"$to"`)
	data, err := PDF(t.Context(), browser, []byte("<body>text</body>"))
	if err != nil || !bytes.Contains(data, []byte("text<script>")) || !bytes.HasSuffix(data, []byte("%%EOF\n")) {
		t.Fatalf("%s, %v", data, err)
	}
	for name, text := range map[string][]byte{"ours.pdf": data, "long.pdf": append(bytes.Repeat([]byte("x"), 5000), data...), "empty.pdf": nil} {
		path := filepath.Join(dir, name)
		os.WriteFile(path, text, 0o644)
		if err := Ours(path); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	path := filepath.Join(dir, "other.pdf")
	os.WriteFile(path, []byte("%PDF-1.4\nmine\n%%EOF\n"), 0o644)
	if Ours(path) == nil {
		t.Error("a PDF of somebody else would be overwritten")
	}
}

var pageObject = regexp.MustCompile(`/Type /Page\b[^s]`)

// printed prints a notebook by the browser of this machine.
func printed(t *testing.T, nb *notebook.Notebook) (pdf []byte, pages int) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser: not in short mode")
	}
	browser, err := Browser()
	if err != nil {
		t.Skip(err)
	}
	page := HTML(nb, Options{Name: "printed"})
	pdf, err = PDF(t.Context(), browser, page.HTML)
	if err != nil && strings.Contains(err.Error(), "sandbox") {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return pdf, len(pageObject.FindAll(pdf, -1))
}

func TestPDFHasFormulas(t *testing.T) {
	nb := read(t, "testdata/mathematics.ipynb")
	nb.Cells = append(nb.Cells, &notebook.Cell{Type: notebook.Markdown, Source: "[far](https://example.org/far), [near](other.ipynb), [here](#there)"})
	pdf, pages := printed(t, nb)
	if !bytes.Contains(pdf, []byte("+KaTeX_Math-Italic")) || pages < 1 {
		t.Errorf("%d pages, formulas are not set", pages)
	}
	if !bytes.Contains(pdf, []byte("https://example.org/far")) || bytes.Contains(pdf, []byte("file:")) || bytes.Contains(pdf, []byte("other.ipynb")) {
		t.Error("links: those to the web stay, those to other files go")
	}
}

// Ten sources of forty lines do not begin a page each, and of code that is folded away there is a line.
func TestPDFPages(t *testing.T) {
	var open, folded notebook.Notebook
	for i := range 10 {
		c := &notebook.Cell{Type: notebook.Code, Source: strings.TrimSuffix(strings.Repeat(fmt.Sprintf("fmt.Println(%d)\n", i), 40), "\n")}
		open.Cells = append(open.Cells, c)
		hidden := *c
		hidden.Metadata = map[string]any{"jupyter": map[string]any{"source_hidden": true}}
		folded.Cells = append(folded.Cells, &hidden)
	}
	if _, pages := printed(t, &open); pages < 5 || pages > 8 {
		t.Errorf("400 lines of code are on %d pages", pages)
	}
	if _, pages := printed(t, &folded); pages != 1 {
		t.Errorf("ten lines about folded code are on %d pages", pages)
	}
}
