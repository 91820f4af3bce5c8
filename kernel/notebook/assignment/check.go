package assignment

import (
	"context"
	"fmt"
	"go/scanner"
	"go/token"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/assignment/slips"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
)

// This file checks an assignment: that its tests tell right answers from wrong ones.

// At least so many answers by hand are wanted of each function that students write.
const (
	WantedWrong = 4
	WantedRight = 3
)

// Check checks an assignment with the answers of its author, which run in an ordinary session.
type Check struct {
	Source  *notebook.Notebook
	Hand    []HandAnswer
	Session execute.Session
	Timeout time.Duration // for a cell with a slip or a wrong answer: by then it has lost its points
	Sample  int           // slips of a cell that are tried, drawn by Seed; 0 is all
	Seed    uint64
	Cells   []string // grade_ids of the cells whose answers are tried; none is all
	Tell    func(cell string, done, of int)
}

// CheckedCell is what was found about a cell to be answered.
type CheckedCell struct {
	ID              string
	Points          float64 // of its tests
	Slips, Lost     int     // that compile, and those of them that have lost points
	Same            int     // that change nothing, as the author says
	Wrong, Refused  int     // answers by hand that are wrong, and those of them that have lost points
	Right, Accepted int     // answers by hand that are right, and those of them that have earned all
	Survivors       []string
}

// Checked is what was found about an assignment. Faults are sentences.
type Checked struct {
	Cells  []CheckedCell
	Faults []string
}

// Run checks the assignment. An error is of the machine, or of an assignment that cannot be run.
func (c *Check) Run(ctx context.Context) (*Checked, error) {
	released, err := Release(c.Source)
	if err != nil {
		return nil, err
	}
	r := &checking{Check: c, released: released, found: &Checked{}, ctx: ctx}
	r.found.Faults = leaks(c.Source, released)
	r.plan()
	if err := r.runRelease(); err != nil {
		return nil, err
	}
	return r.found, r.runSource()
}

// checking is a check under way.
type checking struct {
	*Check
	ctx      context.Context
	released *notebook.Notebook
	answers  []*exercise
	found    *Checked
}

// exercise is a cell to be answered, with what depends on it.
type exercise struct {
	id       string
	at       int // of the cell
	names    []string
	tests    []int // of the cells that give its points
	between  []int // cells up to the last test that run again with another answer
	hand     []HandAnswer
	examples []string
	points   float64
}

func (r *checking) fault(format string, args ...any) {
	r.found.Faults = append(r.found.Faults, fmt.Sprintf(format, args...))
}

// plan finds the exercises.
func (r *checking) plan() {
	known := map[string]bool{}
	for i, cell := range r.Source.Cells {
		p, ok := partOf(cell)
		if !ok || !p.Answer || cell.Type != notebook.Code {
			continue
		}
		known[p.ID] = true
		if len(r.Cells) > 0 && !slices.Contains(r.Cells, p.ID) {
			continue
		}
		e := &exercise{id: p.ID, at: i, names: declaredBy(cell.Source, r.released.Cells[i].Source)}
		for _, h := range r.Hand {
			if h.Cell == p.ID {
				e.hand = append(e.hand, h)
			}
		}
		r.follow(e)
		r.answers = append(r.answers, e)
	}
	for _, h := range r.Hand {
		if !known[h.Cell] {
			r.fault("%s, line %d: no cell to be answered has the grade_id %q", AnswersFile, h.Line, h.Cell)
		}
	}
}

// declaredBy are the names that a cell declares for others.
func declaredBy(text, released string) []string {
	s, err := newStub(text, released)
	if err != nil {
		return nil
	}
	return s.names
}

// follow finds the tests of an exercise and the cells on which they depend.
func (r *checking) follow(e *exercise) {
	type use struct {
		at    int
		names []string
	}
	var uses []use
	reached := slices.Clone(e.names)
	for i := e.at + 1; i < len(r.Source.Cells); i++ {
		cell := r.Source.Cells[i]
		if cell.Type != notebook.Code {
			continue
		}
		used := identifiers(cell.Source)
		direct := slices.ContainsFunc(e.names, func(n string) bool { return used[n] })
		p, _ := partOf(cell)
		switch {
		case p.Graded && !p.Answer && direct:
			e.tests = append(e.tests, i)
			e.points += p.Points
		case p.Graded && !p.Answer:
		case strings.Contains(cell.Source, "check.Exercise("):
			if direct {
				e.examples = append(e.examples, cell.Source)
			}
		case slices.ContainsFunc(reached, func(n string) bool { return used[n] }):
			names := declaredBy(cell.Source, cell.Source)
			uses, reached = append(uses, use{i, names}), append(reached, names...)
		}
	}
	for _, u := range uses {
		if len(e.tests) > 0 && u.at < e.tests[len(e.tests)-1] && len(u.names) > 0 {
			e.between = append(e.between, u.at)
		}
	}
}

// identifiers are the names in a cell's text.
func identifiers(text string) map[string]bool {
	names := map[string]bool{}
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", -1, len(text)), []byte(text), func(token.Position, string) {}, 0)
	for {
		_, tok, lit := s.Scan()
		switch tok {
		case token.EOF:
			return names
		case token.IDENT:
			names[lit] = true
		}
	}
}

// run executes copies of cells, of which some may fail.
func (r *checking) run(limit time.Duration, cells ...*notebook.Cell) ([]*notebook.Cell, error) {
	nb := (&notebook.Notebook{Cells: cells, Metadata: r.Source.Metadata, Minor: r.Source.Minor}).Clone()
	opts := execute.Options{Timeout: limit, AllowErrors: true}
	err := execute.Run(r.ctx, nb, r.Session, opts, func(execute.Step) {})
	return nb.Cells, err
}

func code(text string) *notebook.Cell {
	return &notebook.Cell{Type: notebook.Code, Source: text, Metadata: map[string]any{}}
}

// patience is the limit for a cell that should end.
const patience = 2 * time.Minute

// runRelease runs what students get, with the tests as they are: it must not earn a point.
func (r *checking) runRelease() error {
	var cells []*notebook.Cell
	for i, cell := range r.Source.Cells {
		if p, ok := partOf(cell); ok && p.Answer {
			cell = r.released.Cells[i]
		}
		cells = append(cells, cell)
	}
	ran, err := r.run(patience, cells...)
	if err != nil {
		return err
	}
	for _, cell := range ran {
		if p, ok := partOf(cell); ok && p.Graded && !p.Answer {
			if got, _ := earned(cell, p.Points); got > 0 {
				r.fault("%s: the release earns %g of %g points", p.ID, got, p.Points)
			}
		}
	}
	return nil
}

// runSource runs the source, which must earn all, and tries the other answers of a cell when its last test has run.
func (r *checking) runSource() error {
	for i, cell := range r.Source.Cells {
		if cell.Type != notebook.Code {
			continue
		}
		ran, err := r.run(patience, cell)
		if err != nil {
			return err
		}
		p, _ := partOf(cell)
		got, why := earned(ran[0], p.Points)
		switch {
		case p.Graded && !p.Answer && got < p.Points:
			r.fault("%s: the answer of the source earns %g of %g points: %s", p.ID, got, p.Points, why)
		case failed(ran[0]) != "":
			r.fault("cell %d of the source fails: %s", i+1, failed(ran[0]))
		}
		for _, e := range r.answers {
			if len(e.tests) > 0 && e.tests[len(e.tests)-1] == i {
				err := r.try(e)
				if err == nil {
					err = r.tryNames(e)
				}
				if err != nil {
					return fmt.Errorf("%s: %w", e.id, err)
				}
			}
		}
	}
	return nil
}

func failed(cell *notebook.Cell) string {
	for _, o := range cell.Outputs {
		if o.Type == notebook.Failure {
			return o.EName + ": " + firstLine(o.EValue)
		}
	}
	return ""
}

// try tries the slips and the answers by hand of an exercise, and puts its own answer back.
func (r *checking) try(e *exercise) error {
	text := r.Source.Cells[e.at].Source
	all, err := slips.Of(text, e.examples...)
	if err != nil && !strings.HasPrefix(text, "%%") {
		return err
	}
	hands := slices.ContainsFunc(e.hand, func(h HandAnswer) bool { return h.Kind != Same })
	if len(all) == 0 && !hands {
		return nil
	}
	c := &CheckedCell{ID: e.id, Points: e.points}
	if err := r.tryHand(e, c); err != nil {
		return err
	}
	if len(all) > 0 {
		if c.Wrong < WantedWrong || c.Right < WantedRight {
			r.fault("%s: %d wrong and %d right answers by hand; %d and %d are wanted", e.id, c.Wrong, c.Right, WantedWrong, WantedRight)
		}
		if err := r.trySlips(e, c, all); err != nil {
			return err
		}
	}
	r.found.Cells = append(r.found.Cells, *c)
	_, err = r.run(patience, r.with(e, r.Source.Cells[e.at])...)
	return err
}

// with are cells that run first, and those that depend on an answer, without its tests.
func (r *checking) with(e *exercise, first ...*notebook.Cell) []*notebook.Cell {
	for _, i := range e.between {
		first = append(first, r.Source.Cells[i])
	}
	return first
}

// points runs cells, what depends on an answer, and its tests, and returns the points.
func (r *checking) points(limit time.Duration, e *exercise, tests []*notebook.Cell, first ...*notebook.Cell) (points float64, ran []*notebook.Cell, err error) {
	ran, err = r.run(limit, append(r.with(e, first...), tests...)...)
	if err != nil {
		return 0, nil, err
	}
	for _, cell := range ran[len(ran)-len(tests):] {
		p, _ := partOf(cell)
		got, _ := earned(cell, p.Points)
		points += got
	}
	return points, ran, nil
}

// tests are the cells that give the points of an exercise, with at least so many trials.
func (r *checking) tests(e *exercise, trials int) (cells []*notebook.Cell) {
	for _, i := range e.tests {
		cell := *r.Source.Cells[i]
		cell.Source = trialsOf.ReplaceAllStringFunc(cell.Source, func(s string) string {
			n, _ := strconv.Atoi(trialsOf.FindStringSubmatch(s)[1])
			return fmt.Sprintf("check.Trials(%d,", max(n, trials))
		})
		cells = append(cells, &cell)
	}
	return cells
}

var trialsOf = regexp.MustCompile(`check\.Trials\((\d+),`)

const compileError = "compile error"

// tryHand tries the answers by hand.
func (r *checking) tryHand(e *exercise, c *CheckedCell) error {
	for _, h := range e.hand {
		if h.Kind == Same {
			continue
		}
		limit := r.Timeout
		if h.Kind == Right {
			limit = patience
		}
		cell := code(h.Text)
		got, ran, err := r.points(limit, e, r.tests(e, 0), cell)
		if err != nil {
			return err
		}
		says := fmt.Sprintf("%s %s answer, line %d of %s (%s)", e.id, h.Kind, h.Line, AnswersFile, h.Title)
		if f := failed(ran[0]); strings.HasPrefix(f, compileError) || f != "" && h.Kind == Right {
			r.fault("%s: %s", says, f)
			continue
		} else if f != "" {
			got = 0 // the values of the answer before it are still there
		}
		switch h.Kind {
		case Right:
			c.Right++
			if got == e.points {
				c.Accepted++
			} else {
				r.fault("%s earns %g of %g points: %s", says, got, e.points, verdictOf(ran))
			}
		case Wrong:
			c.Wrong++
			if got < e.points {
				c.Refused++
			} else {
				c.Survivors = append(c.Survivors, "by hand: "+h.Title)
				r.fault("%s earns all points", says)
			}
		}
	}
	return nil
}

// verdictOf is what the tests among cells say of an answer that has lost points.
func verdictOf(ran []*notebook.Cell) string {
	var says []string
	for _, cell := range ran {
		if f := failed(cell); f != "" {
			says = append(says, f)
		}
		for _, o := range cell.Outputs {
			if text, ok := o.Data["text/plain"].(string); ok && strings.HasPrefix(text, "✗") {
				says = append(says, firstLine(text))
			}
		}
	}
	return strings.Join(says, "; ")
}

// trySlips tries the slips of an exercise.
func (r *checking) trySlips(e *exercise, c *CheckedCell, all []slips.Slip) error {
	same := map[string]HandAnswer{}
	for _, h := range e.hand {
		if h.Kind == Same {
			same[h.Slip] = h
		}
	}
	for _, h := range same {
		if !slices.ContainsFunc(all, func(s slips.Slip) bool { return s.Name == h.Slip }) {
			r.fault("%s, line %d: %s has no slip %s", AnswersFile, h.Line, e.id, h.Slip)
		}
	}
	list, err := r.compile(e, r.draw(all))
	if err != nil {
		return err
	}
	for i, s := range list {
		trials, limit := 0, r.Timeout
		if _, ok := same[s.Name]; ok {
			trials, limit = 300, patience
		}
		chosen := code(fmt.Sprintf("%s = %d", slips.Variable, i+1))
		got, _, err := r.points(limit, e, r.tests(e, trials), chosen)
		if err != nil {
			return err
		}
		r.slip(e, c, s, same[s.Name], got)
		r.Tell(e.id, i+1, len(list))
	}
	return nil
}

// slip notes the points of a slip.
func (r *checking) slip(e *exercise, c *CheckedCell, s slips.Slip, same HandAnswer, got float64) {
	c.Slips++
	switch {
	case got < e.points && same.Slip != "":
		c.Lost++
		r.fault("%s, line %d: the slip %s changes the result (in 300 trials)", AnswersFile, same.Line, s.Name)
	case got < e.points:
		c.Lost++
	case same.Slip != "":
		c.Same++
	default:
		c.Survivors = append(c.Survivors, s.String())
		r.fault("%s: a slip earns all points: %s", e.id, s)
	}
}

// draw returns the slips that are tried.
func (r *checking) draw(all []slips.Slip) []slips.Slip {
	if r.Sample <= 0 || r.Sample >= len(all) {
		return all
	}
	random := rand.New(rand.NewPCG(r.Seed, r.Seed))
	chosen := random.Perm(len(all))[:r.Sample]
	slices.Sort(chosen)
	list := make([]slips.Slip, len(chosen))
	for i, k := range chosen {
		list[i] = all[k]
	}
	return list
}

// compile returns the slips that compile; the session has the cell with all of them.
func (r *checking) compile(e *exercise, list []slips.Slip) ([]slips.Slip, error) {
	for {
		together, err := slips.Together(r.Source.Cells[e.at].Source, list)
		if err != nil {
			return nil, err
		}
		ran, err := r.run(patience, code(together.Text))
		if err != nil {
			return nil, err
		}
		fault := failed(ran[0])
		if !strings.HasPrefix(fault, compileError) {
			if fault != "" {
				return nil, fmt.Errorf("the answer with its slips fails: %s", fault)
			}
			return list, nil
		}
		bad := map[int]bool{}
		for _, line := range linesOf(ran[0]) {
			if i, ok := together.At(line); ok {
				bad[i] = true
			}
		}
		if len(bad) == 0 {
			return nil, fmt.Errorf("the answer with its slips does not compile: %s", fault)
		}
		var left []slips.Slip
		for i, s := range list {
			if !bad[i] {
				left = append(left, s)
			}
		}
		list = left
	}
}

var errorLine = regexp.MustCompile(`Cell \[\d+\], line (\d+)`)

// linesOf are the lines with errors of a cell that does not compile.
func linesOf(cell *notebook.Cell) (lines []int) {
	for _, o := range cell.Outputs {
		for _, m := range errorLine.FindAllStringSubmatch(strings.Join(o.Traceback, "\n")+o.EValue, -1) {
			if n, err := strconv.Atoi(m[1]); err == nil {
				lines = append(lines, n)
			}
		}
	}
	return lines
}
