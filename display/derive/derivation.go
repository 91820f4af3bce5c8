package derive

import (
	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/display/internal/send"
)

// DefaultTol is the tolerance of a derivation that does not state one, relative and absolute (see the package comment).
const DefaultTol = 1e-9

// Derivation is a list of chains of lines and of statements, about the points of type P. New makes one.
type Derivation[P any] struct {
	title  string
	points Points[P]
	tol    float64
	parts  []part[P]
}

// part is a chain, a statement or a piece of prose.
type part[P any] interface {
	// evaluate computes the lines of the part at all points.
	evaluate(points []P, tol float64) []line
}

// New begins a derivation. Without a single point it does not hold.
func New[P any](title string, points Points[P]) *Derivation[P] {
	return &Derivation[P]{title: title, points: points, tol: DefaultTol}
}

// Tol sets the tolerance of the whole derivation, relative and absolute. It must be in [0, 1).
func (d *Derivation[P]) Tol(tol float64) *Derivation[P] {
	d.tol = tol
	return d
}

// Say puts prose between the lines, in Markdown with mathematics between dollar signs.
func (d *Derivation[P]) Say(text string) *Derivation[P] {
	d.parts = append(d.parts, prose[P](text))
	return d
}

// Line begins a chain of numbers with its first expression.
func (d *Derivation[P]) Line(latex string, f func(p P) float64) *Chain[P, float64] {
	return begin(d, latex, f)
}

// Vector begins a chain of vectors.
func (d *Derivation[P]) Vector(latex string, f func(p P) []float64) *Chain[P, []float64] {
	return begin(d, latex, f)
}

// Matrix begins a chain of matrices. A nil matrix holds nothing.
func (d *Derivation[P]) Matrix(latex string, f func(p P) Matrix) *Chain[P, Matrix] {
	return begin(d, latex, f)
}

// Given states a hypothesis: it must be true at every point, so that the points are ones about which the derivation
// speaks.
func (d *Derivation[P]) Given(latex string, holds func(p P) bool, reason string) *Derivation[P] {
	return d.state("", latex, holds, reason)
}

// So states a conclusion, rendered behind ⇒: it must be true at every point.
func (d *Derivation[P]) So(latex string, holds func(p P) bool, reason string) *Derivation[P] {
	return d.state(`\Rightarrow`, latex, holds, reason)
}

// Iff states that the statement is equivalent to the one before it (Given, So or Iff), rendered behind ⇔: at every
// point both are true or both are false. The first statement of such a row is begun with Either.
func (d *Derivation[P]) Iff(latex string, holds func(p P) bool, reason string) *Derivation[P] {
	s := &statement[P]{relation: `\Leftrightarrow`, latex: latex, holds: holds, reason: reason}
	if n := len(d.parts); n > 0 {
		if before, ok := d.parts[n-1].(*statement[P]); ok {
			s.before = before
		}
	}
	s.needBefore = true
	d.parts = append(d.parts, s)
	return d
}

// Either begins a row of equivalent statements, which need not be true at every point; Iff continues it.
func (d *Derivation[P]) Either(latex string, holds func(p P) bool) *Derivation[P] {
	d.parts = append(d.parts, &statement[P]{latex: latex, holds: holds, open: true})
	return d
}

func (d *Derivation[P]) state(relation, latex string, holds func(p P) bool, reason string) *Derivation[P] {
	d.parts = append(d.parts, &statement[P]{relation: relation, latex: latex, holds: holds, reason: reason})
	return d
}

// Check evaluates the derivation at all points, shows it, and fails the cell where a line does not hold.
func (d *Derivation[P]) Check() {
	r := d.evaluate()
	send.Display(&frame.Bundle{Parts: []frame.Part{
		{MIME: "text/markdown", Data: []byte(r.markdown())},
		{MIME: "text/plain", Data: []byte(r.text())},
	}})
	if f := r.failure(); f != "" {
		send.Fail(frame.Failed{Name: "DerivationFailed", Value: f, Trace: r.text()})
	}
}

// Err evaluates the derivation and returns an error that tells the first line that does not hold, or nil. It shows
// nothing.
func (d *Derivation[P]) Err() error { return d.evaluate().err() }

// evaluate computes all lines.
func (d *Derivation[P]) evaluate() *report {
	r := &report{title: d.title, origin: d.points.Origin, tol: d.tol, points: len(d.points.Values)}
	switch {
	case len(d.points.Values) == 0:
		r.problem = "there is no point to evaluate it at"
	case !(d.tol >= 0 && d.tol < 1):
		r.problem = "the tolerance is not in [0, 1)"
	}
	for _, p := range d.parts {
		lines := p.evaluate(d.points.Values, d.tol)
		r.blocks = append(r.blocks, lines)
	}
	if r.problem == "" && r.statements() == 0 {
		r.problem = "it states nothing"
	}
	return r
}

// Identity states left = right at all points, and fails the cell where it does not hold.
func Identity[P any](title, leftLatex, rightLatex string, left, right func(p P) float64, points Points[P]) {
	d := New(title, points)
	d.Line(leftLatex, left).Eq(rightLatex, right, "")
	d.Check()
}

// Inequality states left ≤ right at all points, and fails the cell where it does not hold.
func Inequality[P any](title, leftLatex, rightLatex string, left, right func(p P) float64, points Points[P]) {
	d := New(title, points)
	d.Line(leftLatex, left).Le(rightLatex, right, "")
	d.Check()
}
