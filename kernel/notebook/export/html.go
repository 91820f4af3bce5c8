package export

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/katex"
	"github.com/mercer-go/mercer/kernel/notebook/markup"
)

// Options say how a notebook is exported.
type Options struct {
	Name  string // title of a notebook without a heading
	Trust bool   // keep scripts, handlers and frames of Markdown and HTML

	// Bounded is for notebooks of strangers, who might want their page to take hours. Markdown of more
	// than 50 KB, or behind a megabyte of other texts, is shown as it was written; code as long is not
	// coloured, nor is any but Go.
	Bounded bool

	// Base is the path from the page's directory to the notebook's, with slashes, that relative
	// links and pictures are given; "" where the page lies beside the notebook. See [Base].
	Base string

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
func HTML(nb *notebook.Notebook, opts Options) Page {
	d := Render(nb, opts)
	return Page{HTML: []byte(pageOf(d)), Left: d.Left}
}

// pageOf is the page of a document that needs no other file.
func pageOf(d *Document) markup.HTML { return PageAround(d, d.Title, "", Markup(d.Cells)) }

// PageAround is a page that needs no other file, with a content in which cells of a document stand, and with a style sheet besides theirs.
func PageAround(d *Document, title string, style, content markup.HTML) markup.HTML {
	var b markup.Builder
	b.Add(pageHead+"<title>{}</title>\n", markup.Text(title))
	for _, style := range append(pageStyles(d), style) {
		b.If(style != "", "<style>\n{}</style>\n", style)
	}
	b.Add("</head>\n<body>\n<main>\n{}</main>\n", content)
	for _, script := range pageScripts(d) {
		b.Add("<script>\n{}\n</script>\n", script)
	}
	b.Add("</body>\n</html>\n")
	return b.HTML()
}

// pageHead is how a page begins.
const pageHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
` + generator + "\n"

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
func pageStyles(d *Document) []markup.HTML {
	list := []markup.HTML{markup.HTML(Style())}
	if d.Math {
		list = append(list, markup.HTML(katex.Style()))
	}
	return list
}

// pageScripts are the scripts of such a page.
func pageScripts(d *Document) []markup.HTML {
	var list []markup.HTML
	if d.Math {
		set := katex.Scripts()
		if !d.AutoMath {
			set = set[:1]
		}
		for _, s := range append(slices.Clip(set), MathScript) {
			list = append(list, markup.HTML(s))
		}
	}
	if d.Frames {
		list = append(list, markup.HTML(FramesScript))
	}
	return list
}
