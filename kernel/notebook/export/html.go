package export

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/katex"
)

//go:embed page.html
var pageSource string

//go:embed cells.html
var cellsSource string

var pageTemplate = template.Must(template.Must(template.New("page").Parse(pageSource)).New("cells").Parse(cellsSource))

// Options say how a notebook is exported.
type Options struct {
	Name  string // title of a notebook without a heading
	Trust bool   // keep scripts, handlers and frames of Markdown and HTML

	// Outline makes the first heading the only one of level 1, and leaves out no level between a heading and those below it.
	Outline bool

	// PlainCode leaves the colours of code out, for readers of a document that do not show it.
	PlainCode bool
}

// Page is an exported notebook.
type Page struct {
	HTML []byte
	Left []string // names of the elements ("<script>") and attributes ("onclick") that were left out, sorted
}

// HTML returns the notebook as a page.
func HTML(nb *notebook.Notebook, opts Options) (Page, error) {
	d := Render(nb, opts)
	var b bytes.Buffer
	err := pageTemplate.ExecuteTemplate(&b, "page", map[string]any{
		"Title": d.Title, "Cells": d.Cells, "Styles": pageStyles(d), "Scripts": pageScripts(d),
	})
	if err != nil {
		return Page{}, fmt.Errorf("export %s: %w", opts.Name, err)
	}
	return Page{HTML: b.Bytes(), Left: d.Left}, nil
}

// generator marks a page as written by this package.
const generator = `<meta name="generator" content="Mercer">`

// Ours returns an error if a file is at the path that is no page or PDF of this package, which is not to be overwritten. An
// empty path, and one without a file, are fine.
func Ours(path string) error {
	f, err := os.Open(path)
	if path == "" || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	sign := make([]byte, 1024) // a page says at its beginning by what it was made, a PDF at its end
	from := int64(0)
	if strings.EqualFold(filepath.Ext(path), ".pdf") {
		from = max(0, info.Size()-int64(len(madeBy)))
	}
	n, err := f.ReadAt(sign, from)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if n > 0 && !bytes.Contains(sign[:n], []byte(generator)) {
		return fmt.Errorf("%s is there and was not written by mercer: move it away, or write to another directory with -o", path)
	}
	return nil
}

// pageStyles are the style sheets of a page that needs no other file.
func pageStyles(d *Document) []template.CSS {
	list := []template.CSS{template.CSS(Style())}
	if d.Math {
		list = append(list, template.CSS(katex.Style()))
	}
	return list
}

// pageScripts are the scripts of such a page.
func pageScripts(d *Document) []template.JS {
	var list []template.JS
	if d.Math {
		set := katex.Scripts()
		if !d.AutoMath {
			set = set[:1]
		}
		for _, s := range append(slices.Clip(set), MathScript) {
			list = append(list, template.JS(s))
		}
	}
	if d.Frames {
		list = append(list, template.JS(FramesScript))
	}
	return list
}
