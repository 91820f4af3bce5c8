package figure

import (
	"fmt"
	"math"
)

// This file draws shares (p₁, p₂, p₃), none negative and with the sum 1, as points of a triangle: the probabilities of
// three classes, mixtures, compositions.

var simplexHeight = math.Sqrt(3) / 2

// NewTernary returns a figure of the triangle of shares, with a grid in steps of 1/5. a, b and c name the shares, at the
// corners where each is 1: bottom left, bottom right, top. Shares and SharePath draw rows of shares there; so does every
// other method, of the points that Simplex makes and of the functions that OnSimplex makes.
func NewTernary(title, a, b, c string) *Figure {
	f := New(title).NoAxes().Equal().XRange(-0.12, 1.12).YRange(-0.12, simplexHeight+0.1)
	f.Width, f.Height = 480, 450
	x, y := []float64{0, 1, 0.5, 0}, []float64{0, 0, simplexHeight, 0}
	return f.add(Layer{Kind: Ternary, X: x, Y: y, Text: []string{a, b, c}}, false, nil)
}

// Shares draws each row of P, a matrix of three columns or a [][]float64, as a point of a ternary figure. A row is divided
// by its sum; one with a negative or no positive share is left out.
func (f *Figure) Shares(name string, P any, opts ...Option) *Figure {
	return f.shares("shares", Scatter, name, P, opts)
}

// SharePath draws the rows of P in a ternary figure as the path of an iteration.
func (f *Figure) SharePath(name string, P any, opts ...Option) *Figure {
	return f.shares("share path", Trace, name, P, opts)
}

func (f *Figure) shares(what string, k Kind, name string, P any, opts []Option) *Figure {
	if f.corners() == nil {
		return f.problem("%s %q: the figure is not ternary", what, name)
	}
	if err := threeColumns(P); err != nil {
		return f.problem("%s %q: %v", what, name, err)
	}
	points := Simplex(P)
	x, y := make([]float64, len(points)), make([]float64, len(points))
	for i, p := range points {
		x[i], y[i] = p[0], p[1]
	}
	return f.series2(what, k, name, x, y, opts)
}

func threeColumns(P any) error {
	rows, err := rowsOf(P)
	if err != nil {
		return err
	}
	for i, row := range rows {
		if len(row) != 3 {
			return fmt.Errorf("row %d has %d shares, want 3", i, len(row))
		}
	}
	return nil
}

// Simplex returns the places (x, y) of rows of three shares in a ternary figure, as for Classes. They are NaN for rows that
// are not shares.
func Simplex(P any) [][]float64 {
	rows, _ := rowsOf(P)
	points := make([][]float64, len(rows))
	for i, row := range rows {
		points[i] = []float64{math.NaN(), math.NaN()}
		if len(row) != 3 || !(row[0] >= 0 && row[1] >= 0 && row[2] >= 0) {
			continue
		}
		if sum := row[0] + row[1] + row[2]; sum > 0 && finite(sum) {
			points[i] = []float64{(row[1] + row[2]/2) / sum, simplexHeight * row[2] / sum}
		}
	}
	return points
}

// OnSimplex returns the function of the plane that fn is in a ternary figure, as for Contour, HeatMap and Regions. Beside
// the triangle it has the value of the nearest shares.
func OnSimplex(fn func(a, b, c float64) float64) func(x, y float64) float64 {
	if fn == nil {
		return nil
	}
	return func(x, y float64) float64 {
		a, b, c := sharesAt(x, y)
		a, b, c = max(a, 0), max(b, 0), max(c, 0)
		sum := a + b + c
		return fn(a/sum, b/sum, c/sum)
	}
}

// sharesAt are the shares at a place; beside the triangle some are negative.
func sharesAt(x, y float64) (a, b, c float64) {
	c = y / simplexHeight
	b = x - c/2
	return 1 - b - c, b, c
}

// corners are the names of the corners of a ternary figure, nil for others.
func (f *Figure) corners() []string {
	for _, l := range f.Layers {
		if l.Kind == Ternary {
			return l.Text
		}
	}
	return nil
}

// shareWords tells the ranges of the shares of a layer of points.
func (l Layer) shareWords(corners []string) string {
	var p [3][]float64
	for i := range l.X {
		a, b, c := sharesAt(l.X[i], l.Y[i])
		p[0], p[1], p[2] = append(p[0], a), append(p[1], b), append(p[2], c)
	}
	s := fmt.Sprintf("%s: %d", named(kinds[l.Kind].words, l.Name), len(l.X))
	for k, name := range corners {
		lo, hi := Span(p[k])
		s += fmt.Sprintf(", %s in [%s, %s]", name, share(lo), share(hi))
	}
	return s
}

// share is the text of a share, rounded so that the way through the plane does not show.
func share(p float64) string { return Number(math.Round(p*1e6)/1e6 + 0) }
