package assignment

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
)

// Mark is what one graded cell has earned.
type Mark struct {
	Part
	Earned float64 // of the machine; 0 where a person is to say
	Open   bool    // a person is to say: an answer that is not that of the released notebook
	Digest string  // of all that a person is shown of the answer; of a test, of all that the student has written
	Why    string  // a sentence where the machine has given no point: the test's error, or that it has not run
}

// Grade reads the points from a notebook that Prepare has made and that has run. Points that a test puts out count up to those of its cell, and
// not below zero.
func Grade(source, executed *notebook.Notebook) ([]Mark, error) {
	parts, err := Parts(source)
	if err != nil {
		return nil, err
	}
	released, err := Release(source)
	if err != nil {
		return nil, err
	}
	given, cells, all := partsOf(released), partsOf(executed), digestOf(ownCells(executed))
	var marks []Mark
	for _, p := range parts {
		if !p.Graded {
			continue
		}
		c := cells[p.ID]
		if c == nil {
			return nil, fmt.Errorf("the notebook lacks the cell %q: it is not one that was prepared for grading", p.ID)
		}
		m, answer := Mark{Part: p}, ""
		if p.ByHand() {
			answered := answerTo(executed, c, p.Task)
			answer, m.Digest = textOf(answered), digestOf(answered)
		}
		switch {
		case p.ByHand() && answer == strings.TrimSpace(given[p.ID].Source):
			m.Why = "not answered"
		case p.ByHand():
			m.Open = true
		default:
			m.Earned, m.Why = earned(c, p.Points)
			m.Digest = all
		}
		marks = append(marks, m)
	}
	return marks, nil
}

// answerTo are the cells of an answer that a person grades: the cell, and the student's own behind one that sets a task.
func answerTo(nb *notebook.Notebook, c *notebook.Cell, task bool) []*notebook.Cell {
	cells := []*notebook.Cell{c}
	if task {
		for _, next := range nb.Cells[slices.Index(nb.Cells, c)+1:] {
			if _, known := partOf(next); known {
				break
			}
			cells = append(cells, next)
		}
	}
	return cells
}

// ownCells are the cells that a student has written: answers, and cells of the student's own.
func ownCells(nb *notebook.Notebook) (cells []*notebook.Cell) {
	for _, c := range nb.Cells {
		if p, known := partOf(c); !known || p.Answer {
			cells = append(cells, c)
		}
	}
	return cells
}

// textOf is the text of an answer.
func textOf(answer []*notebook.Cell) string {
	var texts []string
	for _, c := range answer {
		texts = append(texts, c.Source)
	}
	return strings.TrimSpace(strings.Join(texts, "\n"))
}

// digestOf names an answer by its texts, what kinds of cells they stand in, and the pictures attached to these.
func digestOf(answer []*notebook.Cell) string {
	var parts [][]byte
	for _, c := range answer {
		text, files := strings.TrimSpace(c.Source), []byte(nil)
		if list, _ := c.Rest["attachments"].(map[string]any); len(list) > 0 {
			files, _ = json.Marshal(list) // it was read from JSON
		}
		if text != "" || files != nil {
			parts = append(parts, []byte(c.Type), []byte(text), files)
		}
	}
	return execute.Digest(parts...)[:12]
}

// earned is what a test gives, as nbgrader reads it.
func earned(c *notebook.Cell, most float64) (points float64, why string) {
	if c.Count == 0 {
		return 0, "the test has not run"
	}
	points = most
	for _, o := range c.Outputs {
		switch {
		case o.Type == notebook.Failure:
			return 0, firstLine(o.EName + ": " + o.EValue)
		case o.Type == notebook.Stream && o.Name == "stderr":
			return 0, "the test writes to stderr: " + firstLine(o.Text)
		case o.Type == notebook.Result:
			said, _ := o.Data["text/plain"].(string)
			if f, err := strconv.ParseFloat(strings.TrimSpace(said), 64); err == nil && !math.IsNaN(f) {
				points = min(max(f, 0), most)
			}
		}
	}
	return points, ""
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}
