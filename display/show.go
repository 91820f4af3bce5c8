package display

import (
	"image"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/display/internal/send"
)

// Show shows each value in its richest form, as Result does for the last expression of a cell.
func Show(v ...any) {
	for _, x := range v {
		send.Display(bundleOf(x))
	}
}

// Result shows v as the result of the cell. The kernel calls it with the last expression of a cell. The form is, in
// this order: what the value says of itself ([Bundler], [HTMLer], [Markdowner], [LaTeXer], [SVGer], [Tabler]); errors; pictures
// for image.Image; tables for matrices (anything with Dims and At), structs, slices of structs, maps and [][]float64;
// short lists for vectors and slices; String() text; Go syntax. Large values are folded. There is always a text/plain
// alternative, and a method that panics shows its panic.
func Result(v any) { send.Result(bundleOf(v)) }

// Bundler is implemented by values that know several representations of themselves, by MIME type. Binary ones are
// raw bytes in a string.
type Bundler interface{ MIMEBundle() map[string]string }

// HTMLer is implemented by values that have an HTML form.
type HTMLer interface{ HTML() string }

// Markdowner is implemented by values that have a Markdown form.
type Markdowner interface{ Markdown() string }

// LaTeXer is implemented by values that have a LaTeX form, without dollar signs around it.
type LaTeXer interface{ LaTeX() string }

// SVGer is implemented by values that draw themselves as SVG.
type SVGer interface{ SVG() string }

// Tabler is implemented by values that are read as a table with a caption, the names of its columns and its rows, such as the models of mllib
// that have coefficients. A value that returns no columns is shown as others of its kind are. Below
// the table stand the sentences of a method Warnings() []string, where the value has one.
type Tabler interface {
	Table() (caption string, columns []string, rows [][]any)
}

// Math shows a displayed formula, given as LaTeX without dollar signs around it.
func Math(latex string) { send.Display(mathBundle(latex)) }

// Markdown shows Markdown, with mathematics between dollar signs.
func Markdown(text string) { send.Display(bundle("text/markdown", text, text)) }

// HTML shows HTML as it is. Its text alternative is the text between the tags.
func HTML(html string) { send.Display(bundle("text/html", html, plainOfHTML(html))) }

// SVG shows an SVG picture. alt is its text alternative.
func SVG(svg, alt string) { send.Display(bundle("image/svg+xml", svg, alt)) }

// PNG shows an encoded PNG picture. alt is its text alternative.
func PNG(png []byte, alt string) { send.Display(bundle("image/png", string(png), alt)) }

// Picture shows an image as PNG.
func Picture(m image.Image) { send.Display(imageBundle(m)) }

// VegaLite shows a Vega-Lite specification, given as JSON. Front ends that do not know Vega-Lite show the text.
func VegaLite(json string) {
	send.Display(bundle("application/vnd.vegalite.v5+json", json, json))
}

// Clear removes what the cell has shown so far; with wait, only when the next thing is shown.
func Clear(wait bool) { send.Clear(wait) }

// Commit commits the notebook's values as they are now, in the middle of a cell, so that a later failure of the cell
// does not lose them. Outside the Mercer kernel it returns [frame.ErrNoCommit].
func Commit() error { return frame.CommitNow() }

func bundle(mime, data, text string) *frame.Bundle {
	b := &frame.Bundle{Parts: []frame.Part{{MIME: mime, Data: []byte(data)}}}
	if mime != "text/plain" {
		b.Parts = append(b.Parts, frame.Part{MIME: "text/plain", Data: []byte(text)})
	}
	return b
}

func mathBundle(latex string) *frame.Bundle {
	return bundle("text/latex", "$$"+latex+"$$", latex)
}

// plainOfHTML leaves out the tags of a piece of HTML and joins white space.
func plainOfHTML(html string) string {
	var out []byte
	depth, space := 0, false
	for i := 0; i < len(html); i++ {
		c := html[i]
		switch {
		case c == '<':
			depth, space = depth+1, true
		case c == '>' && depth > 0:
			depth--
		case depth > 0:
		case c == ' ' || c == '\n' || c == '\t':
			space = true
		default:
			if space && len(out) > 0 {
				out = append(out, ' ')
			}
			out, space = append(out, c), false
		}
	}
	return string(out)
}
