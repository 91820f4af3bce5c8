package session

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/files"
)

// This file finds a name in cells that have not run: those that the front end has sent and that wait, or were given up when
// another cell failed, and those of the notebook's file.

// sentCell is a cell that the session has heard of.
type sentCell struct{ id, code string }

// same says whether both are one cell: by their ids or, without one, by their texts.
func (c sentCell) same(d sentCell) bool {
	return c.id == d.id && (c.id != "" || c.code == d.code)
}

// noteSent remembers the cells that wait behind the one that runs. The lock is held.
func (m *memory) noteSent(reqs []Request) {
	for _, r := range reqs {
		m.noteRun(r)
		m.waiting = append(m.waiting, sentCell{r.CellID, r.Code})
	}
}

// noteRun forgets a cell that runs from among those that wait. The lock is held.
func (m *memory) noteRun(r Request) {
	c := sentCell{r.CellID, r.Code}
	m.waiting = slices.DeleteFunc(m.waiting, c.same)
}

// notRun says in which cell that has not run a name is declared, or "".
func (x *execution) notRun(name string) string {
	x.s.mu.Lock()
	cells := slices.Clone(x.s.memory.waiting)
	x.s.mu.Unlock()
	if x.s.opts.Notebook != "" {
		cells = append(cells, fileCells(x.s.opts.Notebook)...)
	}
	for _, c := range cells {
		if c.same(sentCell{x.req.CellID, x.req.Code}) || x.hasRun(c) {
			continue
		}
		if split, err := cell.Split(c.code); err == nil && slices.Contains(declaredNames(split), name) {
			return fmt.Sprintf("%s is declared in a cell that has not run: %s", name, firstLine(split.Go))
		}
	}
	return ""
}

// hasRun says whether a cell has run in this session and ended well.
func (x *execution) hasRun(c sentCell) bool {
	for _, r := range x.before.Cells {
		if c.same(sentCell{r.ID, r.Code}) {
			return true
		}
	}
	return false
}

// firstLine returns the first line of a text that is not empty, cut to a length that a message can hold.
func firstLine(text string) string {
	const most = 60
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if runes := []rune(strings.TrimSpace(line)); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return strings.TrimSpace(line)
}

// fileCells returns the code cells of a notebook's file as it was last saved; none if it cannot be read.
func fileCells(path string) (cells []sentCell) {
	data, err := files.Read(path)
	if err != nil {
		return nil
	}
	var nb struct {
		Cells []struct {
			ID     string          `json:"id"`
			Type   string          `json:"cell_type"`
			Source json.RawMessage `json:"source"`
		} `json:"cells"`
	}
	if json.Unmarshal(data, &nb) != nil {
		return nil
	}
	for _, c := range nb.Cells {
		if c.Type == "code" {
			cells = append(cells, sentCell{c.ID, sourceText(c.Source)})
		}
	}
	return cells
}

// sourceText is the text of a cell in a notebook's file, where it is one string or one for each line.
func sourceText(raw json.RawMessage) (text string) {
	var lines []string
	if json.Unmarshal(raw, &lines) == nil {
		return strings.Join(lines, "")
	}
	_ = json.Unmarshal(raw, &text)
	return text
}
