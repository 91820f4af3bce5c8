package assignment

import (
	"fmt"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// What a student finds in place of an answer.
const (
	CodeStub = "// your answer here"
	TextStub = "*Your answer here.*"
)

// region is part of a cell that is not released, from the line with its name behind BEGIN to that behind END.
type region struct {
	name    string
	answers bool // stands in answers only, and leaves a stub
}

var regions = []region{{"SOLUTION", true}, {"HIDDEN TESTS", false}, {"MARK SCHEME", false}}

// Release returns the notebook of students: without answers, hidden tests and outputs. The source is not changed.
func Release(source *notebook.Notebook) (*notebook.Notebook, error) {
	if _, err := Parts(source); err != nil {
		return nil, err
	}
	nb := source.Clone()
	for i, c := range nb.Cells {
		c.Outputs, c.Count = nil, 0
		if err := release(c); err != nil {
			return nil, fmt.Errorf("cell %d: %w", i+1, err)
		}
	}
	return nb, nil
}

func release(c *notebook.Cell) error {
	p, known := partOf(c)
	stub := CodeStub
	if c.Type != notebook.Code {
		stub = TextStub
	}
	before := c.Source
	for _, r := range regions {
		text, found, err := r.cut(c.Source, stub)
		if err != nil {
			return err
		}
		if found && r.answers && (!known || !p.Answer) {
			return fmt.Errorf("BEGIN %s stands in a cell that is not to be answered", r.name)
		}
		c.Source = text
	}
	if known && p.Answer && !p.Task && c.Source == before {
		c.Source = stub
	}
	if known && p.restored() {
		c.Metadata = with(c.Metadata, "deletable", false)
		c.Metadata = with(c.Metadata, "editable", false)
	}
	return nil
}

// with is a map with one entry more; metadata are shared by copies of a notebook.
func with(m map[string]any, name string, value any) map[string]any {
	changed := map[string]any{name: value}
	for k, v := range m {
		if k != name {
			changed[k] = v
		}
	}
	return changed
}

// cut takes the regions out of a text.
func (r region) cut(text, stub string) (left string, found bool, err error) {
	var kept []string
	inside := false
	for _, line := range strings.Split(text, "\n") {
		begins, ends := strings.Contains(line, "BEGIN "+r.name), strings.Contains(line, "END "+r.name)
		switch {
		case begins && inside, ends && !inside:
			return "", false, fmt.Errorf("BEGIN %s and END %s do not alternate", r.name, r.name)
		case begins:
			inside, found = true, true
			if r.answers {
				kept = append(kept, indent(line)+stub)
			}
		case ends:
			inside = false
		case !inside:
			kept = append(kept, line)
		}
	}
	if inside {
		return "", false, fmt.Errorf("BEGIN %s has no END %s", r.name, r.name)
	}
	return strings.TrimRight(strings.Join(kept, "\n"), "\n"), found, nil
}

func indent(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }
