package notebook

import (
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Marshal returns the bytes of the notebook's file as Jupyter writes them: sorted keys, an indent of one space, texts as
// lists of lines, a line end after the last brace.
func (nb *Notebook) Marshal() []byte {
	root := cloneMap(nb.Rest)
	cells := make([]any, len(nb.Cells))
	for i, c := range nb.Cells {
		cells[i] = c.stored()
	}
	root["cells"] = cells
	root["metadata"] = nb.Metadata
	root["nbformat"] = 4
	root["nbformat_minor"] = nb.Minor
	return append(appendJSON(nil, root, 0), '\n')
}

// Write writes the notebook to path, whole or not at all. See [WriteFile].
func (nb *Notebook) Write(path string) error { return WriteFile(path, nb.Marshal()) }

// stored returns the cell as the JSON object of the file.
func (c *Cell) stored() map[string]any {
	m := cloneMap(c.Rest)
	m["cell_type"] = string(c.Type)
	m["source"] = splitLines(c.Source)
	m["metadata"] = c.Metadata
	if c.ID != "" {
		m["id"] = c.ID
	}
	if c.Type == Code {
		m["execution_count"] = storedCount(c.Count)
		outs := make([]any, len(c.Outputs))
		for i, o := range c.Outputs {
			outs[i] = o.stored()
		}
		m["outputs"] = outs
	}
	if files, ok := m["attachments"].(map[string]any); ok {
		m["attachments"] = splitAttachments(files)
	}
	return m
}

func splitAttachments(files map[string]any) map[string]any {
	stored := make(map[string]any, len(files))
	for name, f := range files {
		if bundle, ok := f.(map[string]any); ok {
			stored[name] = splitBundle(bundle)
		} else {
			stored[name] = f
		}
	}
	return stored
}

// stored returns the output as the JSON object of the file.
func (o *Output) stored() map[string]any {
	m := cloneMap(o.Rest)
	m["output_type"] = string(o.Type)
	switch o.Type {
	case Stream:
		m["name"], m["text"] = o.Name, splitLines(o.Text)
	case Display, Result:
		m["data"], m["metadata"] = splitBundle(o.Data), o.Metadata
		if o.Type == Result {
			m["execution_count"] = storedCount(o.Count)
		}
	case Failure:
		lines := make([]any, len(o.Traceback))
		for i, l := range o.Traceback {
			lines[i] = l
		}
		m["ename"], m["evalue"], m["traceback"] = o.EName, o.EValue, lines
	}
	return m
}

func storedCount(n int) any {
	if n == 0 {
		return nil
	}
	return n
}

// appendJSON appends v as Python's json.dumps(v, indent=1, sort_keys=True, ensure_ascii=False) writes it.
func appendJSON(b []byte, v any, depth int) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case json.Number:
		return append(b, v...)
	case string:
		return appendString(b, v)
	case []any:
		return appendList(b, v, depth)
	case map[string]any:
		return appendObject(b, v, depth)
	}
	return append(b, "null"...) // values come from parseJSON and stored alone: nothing else occurs
}

func appendList(b []byte, list []any, depth int) []byte {
	if len(list) == 0 {
		return append(b, "[]"...)
	}
	b = append(b, '[')
	for i, v := range list {
		b = appendBreak(b, i, depth+1)
		b = appendJSON(b, v, depth+1)
	}
	return append(appendBreak(b, 0, depth), ']')
}

func appendObject(b []byte, m map[string]any, depth int) []byte {
	if len(m) == 0 {
		return append(b, "{}"...)
	}
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	b = append(b, '{')
	for i, k := range keys {
		b = appendBreak(b, i, depth+1)
		b = append(appendString(b, k), ": "...)
		b = appendJSON(b, m[k], depth+1)
	}
	return append(appendBreak(b, 0, depth), '}')
}

// appendBreak starts a line, with a comma before it for all but the first item.
func appendBreak(b []byte, item, depth int) []byte {
	if item > 0 {
		b = append(b, ',')
	}
	b = append(b, '\n')
	for range depth {
		b = append(b, ' ')
	}
	return b
}

// appendString quotes s, escaping what JSON requires and nothing more.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == '\f':
			b = append(b, `\f`...)
		case r == '\b':
			b = append(b, `\b`...)
		case r < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
