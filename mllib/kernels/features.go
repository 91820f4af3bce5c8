package kernels

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Features returns the n×s matrix of features φ(x_i) with ⟨φ(x), φ(y)⟩ = K(x, y), and the names of the s columns. Linear, Constant and Polynomial kernels have
// finitely many, and so have their sums, products, positive multiples, their normalised forms, and those in other coordinates. Features of a polynomial kernel
// are the monomials, in the order of Monomials, times the root of their coefficient in (scale·⟨x, y⟩ + offset)^degree. Where a feature occurs again, as in a sum of
// kernels or with a column that On takes twice, its name gets its number: "x1 (2)".
//
// The errors are those of Gram, and one that wraps input.ErrParam for a kernel with infinitely many features, or too many to be held.
//
// Curriculum: N5.3c, N5.3d, V7b, B3.1g.
func (k Kernel) Features(x mat.Matrix) (*mat.Dense, []string, error) {
	if err := k.Check(); err != nil {
		return nil, nil, fmt.Errorf("kernels: features: %w", err)
	}
	p, err := read("X", x)
	if err != nil {
		return nil, nil, fmt.Errorf("kernels: features: %w", err)
	}
	names := make([]string, p.d)
	for j := range names {
		names[j] = "x" + strconv.Itoa(j+1)
	}
	f, err := k.features(p, names)
	if err == nil {
		err = f.finite()
	}
	if err != nil {
		return nil, nil, fmt.Errorf("kernels: features: %w", err)
	}
	return mat.NewDense(f.n, f.d, f.data), numbered(f.names), nil
}

// numbered makes names that occur again distinct.
func numbered(names []string) []string {
	seen := make(map[string]int, len(names))
	out := make([]string, len(names))
	for j, name := range names {
		seen[name]++
		if out[j] = name; seen[name] > 1 {
			out[j] = fmt.Sprintf("%s (%d)", name, seen[name])
		}
	}
	return out
}

// mapped are points in feature space.
type mapped struct {
	points
	names []string
}

func (m mapped) finite() error {
	for i, v := range m.data {
		if !finite(v) {
			return input.Errorf(input.ErrNotFinite, "X", "feature %q of row %d is %v", m.names[i%m.d], i/m.d, v)
		}
	}
	return nil
}

// room makes n rows of s features, if these are not too many.
func room(n, s int) (mapped, error) {
	if s < 1 || input.Size("features", n, s) != nil {
		return mapped{}, input.Errorf(input.ErrParam, "kernel", "it has too many features to be held")
	}
	return mapped{points: newPoints(n, s), names: make([]string, s)}, nil
}

func (k Kernel) features(x points, names []string) (mapped, error) {
	if err := k.fitsColumns(x.d); err != nil {
		return mapped{}, err
	}
	switch k.Kind {
	case KindLinear:
		f, err := room(x.n, x.d)
		for i := range f.n {
			copy(f.row(i), x.row(i))
		}
		copy(f.names, names)
		return f, err
	case KindConstant:
		f, err := room(x.n, 1)
		for i := range f.n {
			f.row(i)[0] = math.Sqrt(k.Scale)
		}
		f.names = []string{coefficient(math.Sqrt(k.Scale), "")}
		return f, err
	case KindPolynomial:
		return k.monomials(x, names)
	case KindSum, KindProduct:
		return k.joined(x, names)
	case KindScaled, KindNormalised:
		return k.rescaled(x, names)
	case KindMapped, KindStretched, KindOn:
		q, err := k.move("X", x)
		if err != nil {
			return mapped{}, err
		}
		return k.Parts[0].features(q, k.movedNames(names))
	}
	return mapped{}, input.Errorf(input.ErrParam, "kernel", "%v has no finite features in this form", k)
}

// movedNames are the names of the new coordinates.
func (k Kernel) movedNames(names []string) []string {
	var moved []string
	switch k.Kind {
	case KindOn:
		for _, c := range k.Columns {
			moved = append(moved, names[c])
		}
	case KindStretched:
		for j, f := range k.Factors {
			moved = append(moved, "("+coefficient(f, names[j])+")")
		}
	default:
		for i := range k.Matrix {
			moved = append(moved, fmt.Sprintf("(Ax)%d", i+1))
		}
	}
	return moved
}

// joined puts the features of the parts side by side for a sum, and multiplies all with all for a product.
func (k Kernel) joined(x points, names []string) (mapped, error) {
	all, err := k.Parts[0].features(x, names)
	for _, p := range k.Parts[1:] {
		if err != nil {
			return mapped{}, err
		}
		var next mapped
		if next, err = p.features(x, names); err != nil {
			return mapped{}, err
		}
		if k.Kind == KindSum {
			all, err = beside(all, next)
		} else {
			all, err = crossed(all, next)
		}
	}
	return all, err
}

func beside(a, b mapped) (mapped, error) {
	f, err := room(a.n, a.d+b.d)
	for i := range f.n {
		copy(f.row(i)[copy(f.row(i), a.row(i)):], b.row(i))
	}
	copy(f.names[min(len(f.names), copy(f.names, a.names)):], b.names)
	return f, err
}

func crossed(a, b mapped) (mapped, error) {
	if a.d > input.MaxNumbers/b.d {
		return room(a.n, 0)
	}
	f, err := room(a.n, a.d*b.d)
	for i := range f.n {
		for j, v := range a.row(i) {
			for l, w := range b.row(i) {
				f.row(i)[j*b.d+l] = v * w
			}
		}
	}
	for j := range f.names {
		f.names[j] = product(a.names[j/b.d], b.names[j%b.d])
	}
	return f, err
}

// product is the name of the product of two features.
func product(a, b string) string {
	switch {
	case a == "1":
		return b
	case b == "1":
		return a
	}
	return a + "·" + b
}

// rescaled multiplies the features of the part by a root, or divides each row by its norm.
func (k Kernel) rescaled(x points, names []string) (mapped, error) {
	f, err := k.Parts[0].features(x, names)
	if err != nil {
		return f, err
	}
	if k.Kind == KindScaled {
		if k.Scale < 0 {
			return f, input.Errorf(input.ErrParam, "kernel", "%v is not positive definite, and has no features", k)
		}
		for i := range f.data {
			f.data[i] *= math.Sqrt(k.Scale)
		}
		for j, name := range f.names {
			f.names[j] = coefficient(math.Sqrt(k.Scale), name)
		}
		return f, nil
	}
	norms := f.norms()
	for i, s := range norms {
		if !(s > 0) {
			return f, input.Errorf(input.ErrValue, "X", "row %d has K(x, x) = %v, want a positive number to divide by", i, s)
		}
		for j := range f.row(i) {
			f.row(i)[j] /= math.Sqrt(s)
		}
	}
	for j, name := range f.names {
		f.names[j] = name + "/‖φ‖"
	}
	return f, nil
}

// monomials are the features of a polynomial kernel.
func (k Kernel) monomials(x points, names []string) (mapped, error) {
	lowest := 0
	if k.Offset == 0 {
		lowest = k.Degree
	}
	powers, err := Monomials(x.d, lowest, k.Degree)
	if err != nil {
		return mapped{}, err
	}
	f, err := room(x.n, len(powers))
	if err != nil {
		return f, err
	}
	for j, s := range powers {
		root := math.Sqrt(k.multinomial(s))
		f.names[j] = coefficient(root, monomialName(s, names))
		for i := range f.n {
			v := root
			for l, e := range s {
				v *= math.Pow(x.row(i)[l], float64(e))
			}
			f.row(i)[j] = v
		}
	}
	return f, nil
}

// multinomial is the coefficient of x^s y^s in (scale·⟨x, y⟩ + offset)^degree: r!/(s₁!···s_d!·(r−|s|)!)·scale^|s|·offset^(r−|s|).
func (k Kernel) multinomial(s []int) float64 {
	c, left := 1.0, k.Degree
	for _, e := range s {
		for i := 1; i <= e; i++ {
			c *= k.Scale * float64(left) / float64(i)
			left--
		}
	}
	return c * math.Pow(k.Offset, float64(left))
}

// Monomials returns the exponents of all monomials in d variables of total degree lowest to highest: by degree, and of one degree with the
// powers of the first variable falling. There are C(d+r, r) of degrees 0 to r. The error wraps input.ErrParam for d < 1, lowest < 0, highest < lowest or > 1000, and for more
// than 2²⁷ exponents.
//
// Curriculum: N5.3d.
func Monomials(d, lowest, highest int) ([][]int, error) {
	err := errors.Join(input.Param(d >= 1, "d", d, "a number >= 1"), input.Param(0 <= lowest && lowest <= highest, "lowest", lowest, "0 to highest"),
		input.Param(highest <= degreeMost, "highest", highest, "at most 1000"))
	if err != nil {
		return nil, fmt.Errorf("kernels: monomials: %w", err)
	}
	if c := binomial(float64(d)+float64(highest), min(d, highest)); c*float64(d) > input.MaxNumbers/16 {
		return nil, fmt.Errorf("kernels: monomials: %w", input.Errorf(input.ErrParam, "highest", "there are about %.2g monomials in %d variables", c, d))
	}
	var all [][]int
	s := make([]int, d)
	for r := lowest; r <= highest; r++ {
		distribute(s, 0, r, func() { all = append(all, append([]int(nil), s...)) })
	}
	return all, nil
}

// distribute calls f for all ways to write r as a sum of s[j] from variable j on.
func distribute(s []int, j, r int, f func()) {
	if j == len(s)-1 {
		s[j] = r
		f()
		return
	}
	for e := r; e >= 0; e-- {
		s[j] = e
		distribute(s, j+1, r-e, f)
	}
}

func binomial(n float64, k int) float64 {
	c := 1.0
	for i := 1; i <= k && c < 1e300; i++ {
		c *= (n - float64(k-i)) / float64(i)
	}
	return c
}

func monomialName(s []int, names []string) string {
	var factors []string
	for j, e := range s {
		switch {
		case e == 1:
			factors = append(factors, names[j])
		case e > 1:
			factors = append(factors, names[j]+plainText.degree(e))
		}
	}
	return strings.Join(factors, "·")
}

// coefficient writes a number before a name: a whole number or the root of one where it is.
func coefficient(c float64, name string) string {
	square := math.Round(c * c)
	text := fmt.Sprintf("%.4g", c)
	if root := math.Sqrt(square); square < 1e6 && math.Abs(root-c) <= 1e-14*c {
		if text = "√" + number(square); root == math.Round(root) {
			text = number(root)
		}
	}
	switch {
	case name == "":
		return text
	case text == "1":
		return name
	}
	return text + "·" + name
}
