package notebook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"unicode/utf8"
)

// Read reads the notebook file. An error names the file and, where it has one, the place in it.
func Read(path string) (*Notebook, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	nb, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return nb, nil
}

// fileError says in one line what the file system refused.
func fileError(path string, err error) error {
	var pe *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: no such notebook: %w", path, fs.ErrNotExist)
	case errors.As(err, &pe):
		return fmt.Errorf("%s: cannot %s: %w", path, pe.Op, pe.Err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// Parse reads a notebook from the bytes of a file. Its cells have different ids, see [Notebook.Repeated]. An error names line and column, or the cell.
func Parse(data []byte) (*Notebook, error) {
	top, err := parseJSON(bytes.TrimPrefix(data, []byte("\ufeff")))
	if err != nil {
		return nil, err
	}
	root, ok := top.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("not a notebook: the file holds %s, not an object", kindOf(top))
	}
	return parseNotebook(root)
}

// parseJSON decodes one JSON value, keeping numbers as they are spelled.
func parseJSON(data []byte) (any, error) {
	if i := invalidUTF8(data); i >= 0 {
		return nil, fmt.Errorf("not a notebook: %s: text is not UTF-8", position(data, i))
	}
	if err := json.Unmarshal(data, new(json.RawMessage)); err != nil {
		var se *json.SyntaxError
		if errors.As(err, &se) {
			return nil, fmt.Errorf("not a notebook: %s: broken JSON: %s", position(data, int(se.Offset)-1), se.Error())
		}
		return nil, fmt.Errorf("not a notebook: broken JSON: %w", err)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("not a notebook: broken JSON: %w", err)
	}
	return v, nil
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// position names the line and column (in characters) of an offset.
func position(data []byte, offset int) string {
	before := data[:min(max(offset, 0), len(data))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return fmt.Sprintf("line %d, column %d", line, column)
}

// kindOf names the kind of a JSON value for an error message.
func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "nothing"
	case bool:
		return "a truth value"
	case json.Number:
		return "a number"
	case string:
		return "text"
	case []any:
		return "a list"
	}
	return "an object"
}

func parseNotebook(root map[string]any) (*Notebook, error) {
	major, okMajor := integer(root["nbformat"])
	minor, okMinor := integer(root["nbformat_minor"])
	switch {
	case !okMajor:
		return nil, errors.New("not a notebook: it has no nbformat version")
	case major != 4:
		return nil, fmt.Errorf("notebook format %d is not supported, only 4: open and save it in a current JupyterLab", major)
	case !okMinor && root["nbformat_minor"] != nil:
		return nil, errors.New("not a notebook: nbformat_minor is not a number")
	}
	nb := &Notebook{Minor: minor}
	o := object{at: "notebook", fields: root}
	nb.Metadata = o.object("metadata")
	cells := o.list("cells")
	nb.Rest = o.rest("metadata", "cells", "nbformat", "nbformat_minor")
	if o.err != nil {
		return nil, o.err
	}
	for i, v := range cells {
		cell, err := parseCell(fmt.Sprintf("cell %d", i+1), v)
		if err != nil {
			return nil, err
		}
		nb.Cells = append(nb.Cells, cell)
	}
	nb.Repeated = nb.UniqueIDs()
	return nb, nil
}

func parseCell(at string, v any) (*Cell, error) {
	fields, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("not a notebook: %s is %s, not an object", at, kindOf(v))
	}
	o := object{at: at, fields: fields}
	c := &Cell{Type: CellType(o.text("cell_type")), ID: o.text("id"), Source: o.text("source"), Metadata: o.object("metadata")}
	known := []string{"cell_type", "id", "source", "metadata"}
	switch c.Type {
	case Code:
		c.Count = o.count("execution_count")
		c.Outputs = o.outputs("outputs")
		known = append(known, "execution_count", "outputs")
	case Markdown, Raw:
	default:
		return nil, fmt.Errorf("not a notebook: %s has the unknown cell_type %q", at, c.Type)
	}
	c.Rest = o.rest(known...)
	joinAttachments(c.Rest)
	return c, o.err
}

// joinAttachments joins the split texts of a cell's attachments.
func joinAttachments(rest map[string]any) {
	files, _ := rest["attachments"].(map[string]any)
	for _, f := range files {
		if bundle, ok := f.(map[string]any); ok {
			joinBundle(bundle)
		}
	}
}

func parseOutput(at string, v any) (*Output, error) {
	fields, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("not a notebook: %s is %s, not an object", at, kindOf(v))
	}
	o := object{at: at, fields: fields}
	out := &Output{Type: OutputType(o.text("output_type"))}
	known := []string{"output_type"}
	switch out.Type {
	case Stream:
		out.Name, out.Text = o.text("name"), o.text("text")
		known = append(known, "name", "text")
	case Result, Display:
		out.Data, out.Metadata = o.object("data"), o.object("metadata")
		joinBundle(out.Data)
		known = append(known, "data", "metadata")
		if out.Type == Result {
			out.Count = o.count("execution_count")
			known = append(known, "execution_count")
		}
	case Failure:
		out.EName, out.EValue, out.Traceback = o.text("ename"), o.text("evalue"), o.texts("traceback")
		known = append(known, "ename", "evalue", "traceback")
	case "":
		return nil, fmt.Errorf("not a notebook: %s has no output_type", at)
	}
	out.Rest = o.rest(known...)
	return out, o.err
}

// object takes typed fields out of a JSON object and keeps the first error.
type object struct {
	at     string
	fields map[string]any
	err    error
}

func (o *object) fail(name, want string) {
	if o.err == nil {
		o.err = fmt.Errorf("not a notebook: %s: %s is %s, not %s", o.at, name, kindOf(o.fields[name]), want)
	}
}

// text returns a text or list of lines; a missing one is empty.
func (o *object) text(name string) string {
	v, ok := o.fields[name]
	if !ok {
		return ""
	}
	s, ok := joinLines(v)
	if !ok {
		o.fail(name, "text")
	}
	return s
}

// object returns an object; a missing one is empty.
func (o *object) object(name string) map[string]any {
	v, ok := o.fields[name]
	if !ok {
		return map[string]any{}
	}
	m, ok := v.(map[string]any)
	if !ok {
		o.fail(name, "an object")
	}
	return m
}

// list returns a list; a missing one is empty.
func (o *object) list(name string) []any {
	v, ok := o.fields[name]
	if !ok && o.at != "notebook" {
		return nil
	}
	l, ok := v.([]any)
	if !ok {
		o.fail(name, "a list")
	}
	return l
}

func (o *object) texts(name string) []string {
	texts := []string{}
	for _, v := range o.list(name) {
		s, ok := v.(string)
		if !ok {
			o.fail(name, "a list of texts")
		}
		texts = append(texts, s)
	}
	return texts
}

// count returns an execution count; null and a missing one are 0.
func (o *object) count(name string) int {
	v := o.fields[name]
	if v == nil {
		return 0
	}
	n, ok := integer(v)
	if !ok {
		o.fail(name, "a whole number")
	}
	return n
}

func (o *object) outputs(name string) []*Output {
	var outs []*Output
	for i, v := range o.list(name) {
		out, err := parseOutput(fmt.Sprintf("%s, output %d", o.at, i+1), v)
		if err != nil && o.err == nil {
			o.err = err
		}
		outs = append(outs, out)
	}
	return outs
}

// rest returns the fields that are not in known.
func (o *object) rest(known ...string) map[string]any {
	rest := cloneMap(o.fields)
	for _, name := range known {
		delete(rest, name)
	}
	return rest
}

func integer(v any) (int, bool) {
	num, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(num.String())
	return n, err == nil
}
