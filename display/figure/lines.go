package figure

import (
	"math"
	"strconv"

	"github.com/mercer-go/mercer/display/internal/numeral"
)

// HLine draws a horizontal rule at y.
func (f *Figure) HLine(name string, y float64, opts ...Option) *Figure {
	return f.straight("horizontal rule", name, 0, 1, -y, opts)
}

// VLine draws a vertical rule at x.
func (f *Figure) VLine(name string, x float64, opts ...Option) *Figure {
	return f.straight("vertical rule", name, 1, 0, -x, opts)
}

// DecisionLine draws the line ⟨w, x⟩ + b = 0 in the plane, as far as the axes reach. w has two entries, not both 0.
func (f *Figure) DecisionLine(name string, w []float64, b float64, opts ...Option) *Figure {
	if len(w) != 2 {
		return f.problem("decision line %q: w has %d entries, want 2", name, len(w))
	}
	return f.straight("decision line", name, w[0], w[1], b, opts)
}

// Margins draws the decision line ⟨w, x⟩ + b = 0 and, dashed, the lines where ⟨w, x⟩ + b is −1 and +1.
func (f *Figure) Margins(name string, w []float64, b float64, opts ...Option) *Figure {
	if len(w) != 2 {
		return f.problem("margins %q: w has %d entries, want 2", name, len(w))
	}
	n := len(f.Layers)
	if f.straight("margins", name, w[0], w[1], b, opts); len(f.Layers) == n {
		return f
	}
	side := append([]Option{{Style{Series: f.Layers[n].Style.Series}}, Thin}, opts...)
	side = append(side, Dashed, Unlisted)
	f.straight("margins", "", w[0], w[1], b-1, side)
	return f.straight("margins", "", w[0], w[1], b+1, side)
}

func (f *Figure) straight(what, name string, a, b, c float64, opts []Option) *Figure {
	if !finite(a) || !finite(b) || !finite(c) || a == 0 && b == 0 {
		return f.problem("%s %q: %g·x + %g·y + %g = 0 is not a line", what, name, a, b, c)
	}
	if a != 0 && b != 0 && (f.XAxis.Log || f.YAxis.Log) {
		return f.problem("%s %q: slanted lines need linear axes", what, name)
	}
	return f.add(Layer{Kind: Straight, Name: name, X: []float64{a}, Y: []float64{b}, Z: []float64{c}}, true, opts)
}

// Arrow draws an arrow from (x0, y0) to (x1, y1).
func (f *Figure) Arrow(name string, x0, y0, x1, y1 float64, opts ...Option) *Figure {
	return f.arrows(name, []float64{x0}, []float64{y0}, []float64{x1}, []float64{y1}, opts)
}

// Arrows draws arrows from (x[i], y[i]) to (x[i]+dx[i], y[i]+dy[i]), as for a vector field.
func (f *Figure) Arrows(name string, x, y, dx, dy []float64, opts ...Option) *Figure {
	if len(x) != len(y) || len(x) != len(dx) || len(x) != len(dy) {
		return f.problem("arrows %q: %d x, %d y, %d dx and %d dy", name, len(x), len(y), len(dx), len(dy))
	}
	x1, y1 := clone(x), clone(y)
	for i := range x {
		x1[i], y1[i] = x[i]+dx[i], y[i]+dy[i]
	}
	return f.arrows(name, clone(x), clone(y), x1, y1, opts)
}

func (f *Figure) arrows(name string, x0, y0, x1, y1 []float64, opts []Option) *Figure {
	if !anyFinite(x0, y0) || !anyFinite(x1, y1) {
		return f.problem("arrows %q: no finite arrow", name)
	}
	return f.add(Layer{Kind: Arrows, Name: name, X: x0, Y: y0, Lo: x1, Hi: y1}, true, opts)
}

// Text writes a word at (x, y), a little above and to the right of it.
func (f *Figure) Text(x, y float64, text string, opts ...Option) *Figure {
	return f.Labels([]float64{x}, []float64{y}, []string{text}, opts...)
}

// Labels writes a word at each point.
func (f *Figure) Labels(x, y []float64, text []string, opts ...Option) *Figure {
	if len(x) != len(y) || len(x) != len(text) {
		return f.problem("labels: %d x, %d y and %d texts", len(x), len(y), len(text))
	}
	if !anyFinite(x, y) {
		return f.problem("labels: no finite point")
	}
	l := Layer{Kind: Labels, X: clone(x), Y: clone(y), Text: append([]string(nil), text...)}
	return f.add(l, false, opts)
}

// Ellipse draws the set of z with (z − m)ᵀ S⁻¹ (z − m) = r², as for the levels of a normal density. S is a symmetric
// positive definite 2×2 matrix, given by its entries a = S₁₁, b = S₁₂, c = S₂₂.
func (f *Figure) Ellipse(name string, m []float64, a, b, c, r float64, opts ...Option) *Figure {
	det := a*c - b*b
	if len(m) != 2 || !(a > 0) || !(det > 0) || !(r > 0) {
		return f.problem("ellipse %q: need a centre in the plane, S positive definite and r > 0", name)
	}
	l11 := math.Sqrt(a)
	l21, l22 := b/l11, math.Sqrt(det)/l11
	const n = 121
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		s, t := math.Sincos(2 * math.Pi * float64(i) / (n - 1))
		x[i], y[i] = m[0]+r*l11*t, m[1]+r*(l21*t+l22*s)
	}
	return f.Line(name, x, y, opts...)
}

// NormalClasses is what ClassEllipses needs of a model with normal classes: label, mean and covariance matrix of each. Models of mllib have it.
type NormalClasses interface {
	NormalClasses() (labels []int, means [][]float64, covs [][][]float64)
}

// ClassEllipses draws, for each class of a model in the plane, the level sets {(z − μ)ᵀ Σ⁻¹ (z − μ) = r²} of its normal density for
// every r, one standard deviation without any, in the colours that Classes gives the classes. The legend lists each class once, as name and label; an empty
// name lists none.
func (f *Figure) ClassEllipses(name string, model NormalClasses, r []float64, opts ...Option) *Figure {
	if model == nil {
		return f.problem("class ellipses %q: no model", name)
	}
	labels, means, covs := model.NormalClasses()
	if len(labels) == 0 || len(means) != len(labels) || len(covs) != len(labels) {
		return f.problem("class ellipses %q: the model has no classes", name)
	}
	if len(r) == 0 {
		r = []float64{1}
	}
	for k, c := range inOrder(labels) {
		s := covs[k]
		if len(means[k]) != 2 || len(s) != 2 || len(s[0]) != 2 || len(s[1]) != 2 {
			return f.problem("class ellipses %q: need classes in the plane", name)
		}
		style := append([]Option{{Style{Series: classSeries(c)}}}, opts...)
		for i, radius := range r {
			entry := ""
			if i == 0 && name != "" {
				entry = name + " " + numeral.Minus(strconv.Itoa(labels[k]))
			}
			f.Ellipse(entry, means[k], s[0][0], s[0][1], s[1][1], radius, style...)
		}
	}
	return f
}

// inOrder returns for each label its place among all of them in increasing order, which is the place of its colour.
func inOrder(labels []int) []int {
	place := make([]int, len(labels))
	for i, a := range labels {
		for _, b := range labels {
			if b < a {
				place[i]++
			}
		}
	}
	return place
}
