package verify

import (
	"fmt"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// Difference is one output that is not what it was.
type Difference struct {
	Cell   int    // of the code cells, from 1
	Output int    // of the cell, from 1; 0 is about the cell
	Kind   string // such as "stdout" or "image/png"
	added  bool   // it is not stored at all
	Text   string // where in the output, what was and what is, in one line
}

// String says all of it in one line.
func (d Difference) String() string {
	if d.Output == 0 {
		return fmt.Sprintf("cell %d: %s", d.Cell, d.Text)
	}
	return fmt.Sprintf("cell %d, output %d (%s): %s", d.Cell, d.Output, d.Kind, d.Text)
}

// Cells compares the outputs of two notebooks with the same code cells. It returns the number of cells whose outputs are
// equal and the differences of the others.
func Cells(was, is *notebook.Notebook, t Tolerance) (equal int, differences []Difference) {
	a, b := was.CodeCells(), is.CodeCells()
	for i := range min(len(a), len(b)) {
		found := t.outputs(a[i].Outputs, b[i].Outputs)
		if len(found) == 0 {
			equal++
		}
		for _, d := range found {
			d.Cell = i + 1
			differences = append(differences, d)
		}
	}
	return equal, differences
}

// outputs compares the outputs of a cell one by one.
func (t Tolerance) outputs(was, is []*notebook.Output) []Difference {
	var list []Difference
	was, is = merged(was), merged(is)
	for i := range max(len(was), len(is)) {
		d := Difference{Output: i + 1}
		switch {
		case i >= len(was):
			d.added = true
			d.Kind, d.Text = kind(is[i]), "is new: "+whatIs(is[i])
		case i >= len(is):
			d.Kind, d.Text = kind(was[i]), "is gone: "+whatIs(was[i])
		default:
			d.Kind, d.Text = t.output(was[i], is[i])
		}
		if d.Text != "" {
			list = append(list, d)
		}
	}
	return list
}

// merged joins the pieces of a stream between two other outputs, and puts stdout before stderr: the order of the two is
// chance where a cell starts other programs.
func merged(outs []*notebook.Output) []*notebook.Output {
	var list []*notebook.Output
	var stdout, stderr *notebook.Output
	for _, o := range outs {
		into := &stdout
		switch {
		case o.Type != notebook.Stream:
			list, stdout, stderr = append(list, o), nil, nil
			continue
		case o.Name == "stderr":
			into = &stderr
		}
		if *into != nil {
			(*into).Text += o.Text
			continue
		}
		joined := *o
		*into = &joined
		if list = append(list, &joined); into == &stdout && stderr != nil {
			n := len(list)
			list[n-2], list[n-1] = list[n-1], list[n-2]
		}
	}
	return list
}

// output compares two outputs and returns the kind that differs and how.
func (t Tolerance) output(was, is *notebook.Output) (what, difference string) {
	switch {
	case kind(was) != kind(is) && (was.Type != is.Type || was.Type == notebook.Stream):
		return kind(was), differ(kind(was)+": "+gist(was), kind(is)+": "+gist(is))
	case was.Type == notebook.Stream:
		return was.Name, t.text(was.Text, is.Text)
	case was.Type == notebook.Failure:
		return "error", t.text(was.EName+": "+was.EValue, is.EName+": "+is.EValue)
	case was.Type == notebook.Display, was.Type == notebook.Result:
		return t.bundle(was.Data, is.Data)
	}
	return string(was.Type), t.json("", was.Rest, is.Rest)
}

// view is the type of what shows a widget: what stands beside it depends on the front end that ran the cell, but for its text.
const view = "application/vnd.jupyter.widget-view+json"

// bundle compares the representations of an output, type by type.
func (t Tolerance) bundle(was, is map[string]any) (mime, difference string) {
	if text := "text/plain"; (was[view] != nil || is[view] != nil) && was[text] != nil && is[text] != nil {
		return text, t.value(text, was[text], is[text])
	}
	for _, mime := range keys(was, is) {
		a, inA := was[mime]
		b, inB := is[mime]
		switch {
		case !inA:
			return mime, "is new: " + sketch(mime, b)
		case !inB:
			return mime, "is gone: " + sketch(mime, a)
		}
		if d := t.value(mime, a, b); d != "" {
			return mime, d
		}
	}
	return "", ""
}

// value compares two representations of one type.
func (t Tolerance) value(mime string, was, is any) string {
	a, okA := was.(string)
	b, okB := is.(string)
	switch {
	case !okA || !okB:
		return t.json("", was, is)
	case mime == "text/html":
		return t.markup(a, b)
	case mime == "image/svg+xml":
		return t.drawing(a, b)
	case strings.HasPrefix(mime, "image/"):
		return picture(a, b)
	}
	return t.text(a, b)
}

// kind names an output: its stream, its error or its types.
func kind(o *notebook.Output) string {
	switch o.Type {
	case notebook.Stream:
		return o.Name
	case notebook.Display, notebook.Result:
		return strings.Join(keys(o.Data, nil), ", ")
	}
	return string(o.Type)
}

// whatIs says what an output that is new or gone is.
func whatIs(o *notebook.Output) string {
	if _, plain := o.Data["text/plain"].(string); !plain && len(o.Data) > 0 {
		mime := keys(o.Data, nil)[0]
		return sketch(mime, o.Data[mime])
	}
	return short(gist(o))
}

// gist returns what a reader recognizes an output by.
func gist(o *notebook.Output) string {
	switch o.Type {
	case notebook.Stream:
		return o.Text
	case notebook.Failure:
		return o.EName + ": " + o.EValue
	}
	if s, ok := o.Data["text/plain"].(string); ok {
		return s
	}
	return compact(o.Data)
}
