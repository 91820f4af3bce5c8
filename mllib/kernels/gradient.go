package kernels

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Parameter is a positive number that a kernel depends on smoothly.
type Parameter struct {
	Name  string // where it is: "Width", "Parts[1].Scale"
	Value float64
}

// Parameters returns the parameters that Gradient differentiates by: widths, the shape of RationalQuadratic, and positive scales and offsets, of the kernel
// and then of its parts in order. Degrees, ν of Matern and changes of coordinates are not among them, and neither is a number that is not
// positive, because it has no logarithm. Of a kernel that Check refuses they are none.
func (k Kernel) Parameters() []Parameter {
	if k.Check() != nil {
		return nil
	}
	var all []Parameter
	k.visit("", func(name string, v *float64) { all = append(all, Parameter{name, *v}) })
	return all
}

// With returns the kernel with other values of its Parameters, in their order. The error wraps input.ErrShape for another number of values and
// input.ErrParam for one that is not positive.
func (k Kernel) With(values []float64) (Kernel, error) {
	if err := k.Check(); err != nil {
		return k, fmt.Errorf("kernels: %w", err)
	}
	if n := len(k.Parameters()); n != len(values) {
		return k, fmt.Errorf("kernels: %w", input.Errorf(input.ErrShape, "values", "got %d numbers for the %d parameters", len(values), n))
	}
	for i, v := range values {
		if !positive(v) {
			return k, fmt.Errorf("kernels: %w", input.Errorf(input.ErrParam, "values", "entry %d is %v, want a positive number", i, v))
		}
	}
	k, next := k.clone(), 0
	k.visit("", func(_ string, v *float64) { *v = values[next]; next++ })
	return k, nil
}

// clone copies the parts, of all levels.
func (k Kernel) clone() Kernel {
	parts := k.Parts
	k.Parts = nil
	for _, p := range parts {
		k.Parts = append(k.Parts, p.clone())
	}
	return k
}

// own returns the parameters of k itself, in the order of ownGradient.
func (k *Kernel) own() (names []string, values []*float64) {
	for _, field := range record(k.Kind).uses {
		switch {
		case field == "Scale" && k.Scale > 0:
			names, values = append(names, field), append(values, &k.Scale)
		case field == "Offset" && k.Offset > 0:
			names, values = append(names, field), append(values, &k.Offset)
		case field == "Width":
			names, values = append(names, field), append(values, &k.Width)
		case field == "Shape" && k.Kind != KindMatern:
			names, values = append(names, field), append(values, &k.Shape)
		}
	}
	return names, values
}

func (k *Kernel) visit(path string, f func(name string, v *float64)) {
	names, values := k.own()
	for i, v := range values {
		f(path+names[i], v)
	}
	for i := range k.Parts {
		k.Parts[i].visit(fmt.Sprintf("%sParts[%d].", path, i), f)
	}
}

// Gradient returns the Gram matrix of the rows of X and, for each of the Parameters θ, the n×n matrix of ∂K(x_i, x_j)/∂log θ, which is θ times the derivative
// by θ. The errors are those of Gram.
//
// Reference: Rasmussen and Williams, Gaussian Processes for Machine Learning (2006), section 5.4.1.
func (k Kernel) Gradient(x mat.Matrix) (gram *mat.SymDense, by []*mat.SymDense, err error) {
	nd, err := k.nodeOf(x)
	if err != nil {
		return nil, nil, fmt.Errorf("kernels: gradient: %w", err)
	}
	value, slopes := newTable(nd), make([]table, len(k.Parameters()))
	for i := range slopes {
		slopes[i] = newTable(nd)
	}
	if err := nd.gradientTo(value, slopes); err != nil {
		return nil, nil, fmt.Errorf("kernels: gradient: %w", err)
	}
	for _, t := range slopes {
		by = append(by, t.symmetric())
	}
	return value.symmetric(), by, nil
}

// GradientTo writes what Gradient returns into n×n matrices that exist, whatever they hold: for a search, which asks many times. No two share memory; after an
// error they may hold anything. The errors are those of Gradient, and input.ErrShape for matrices of another number or size, or parts of larger ones.
func (k Kernel) GradientTo(gram *mat.SymDense, by []*mat.SymDense, x mat.Matrix) error {
	nd, err := k.nodeOf(x)
	if err != nil {
		return fmt.Errorf("kernels: gradient: %w", err)
	}
	if want := len(k.Parameters()); len(by) != want {
		return fmt.Errorf("kernels: gradient: %w", input.Errorf(input.ErrShape, "by", "got %d matrices for the %d parameters", len(by), want))
	}
	tables := make([]table, 0, 1+len(by))
	for _, s := range append([]*mat.SymDense{gram}, by...) {
		if s == nil || s.SymmetricDim() != nd.x.n || s.RawSymmetric().Stride != nd.x.n {
			return fmt.Errorf("kernels: gradient: %w", input.Errorf(input.ErrShape, "gram, by", "want matrices of order %d, not parts of larger ones", nd.x.n))
		}
		tables = append(tables, table{s.RawSymmetric().Data, nd.x.n, nd.x.n, true})
	}
	if err := nd.gradientTo(tables[0], tables[1:]); err != nil {
		return fmt.Errorf("kernels: gradient: %w", err)
	}
	return nil
}

// gradientTo fills a table for the kernel and one for each of its parameters, and refuses values that are not finite.
func (nd node) gradientTo(value table, by []table) error {
	if err := nd.gradient(value, by); err != nil {
		return err
	}
	for _, t := range by {
		if err := t.finite(); err != nil {
			return err
		}
	}
	return value.finite()
}

// gradient fills a table for the kernel and one for each of its parameters.
func (nd node) gradient(value table, by []table) error {
	switch {
	case nd.base == ofMoved:
		return nd.parts[0].gradient(value, by)
	case nd.base == ofParts:
		return nd.gradientOfParts(value, by)
	case nd.base == ofDistance:
		nd.gradientOfDistance(value, by)
		return nil
	}
	if err := nd.fill(value); err != nil {
		return err
	}
	names, _ := nd.Kernel.own()
	for k, name := range names {
		nd.ownGradient(name, by[k], value)
	}
	return nil
}

// gradientOfDistance computes the distances once, for the kernel and its derivatives.
func (nd node) gradientOfDistance(value table, by []table) {
	names, _ := nd.Kernel.own()
	distances := by[0] // there is a width
	nd.plainDistances(distances)
	value.each(func(i, from int, row []float64) {
		copy(row, distances.row(i, from))
		nd.profile(row)
	})
	for k := len(names) - 1; k >= 0; k-- {
		if k > 0 {
			distances.copyTo(by[k])
		}
		nd.slopes(names[k], by[k], value)
	}
}

// gradientOfParts puts the kernel together from the values of its parts, and takes their derivatives to its own.
func (nd node) gradientOfParts(value table, by []table) error {
	names, _ := nd.Kernel.own()
	values, inner := make([]table, len(nd.parts)), make([][]table, len(nd.parts))
	rest := by[len(names):] // after that by a factor
	for i, p := range nd.parts {
		n := len(p.Kernel.Parameters())
		inner[i], rest = rest[:n], rest[n:]
		if values[i] = value; i > 0 || nd.Kind == KindProduct && len(nd.parts) > 1 { // a product needs all its factors
			values[i] = newTable(nd)
		}
		if err := p.gradient(values[i], inner[i]); err != nil {
			return err
		}
	}
	values[0].copyTo(value)
	if err := nd.changePart(value); err != nil {
		return err
	}
	for _, other := range values[1:] {
		nd.join(value, other)
	}
	for k := range names {
		value.copyTo(by[k])
	}
	for i := range nd.parts {
		for _, t := range inner[i] {
			if err := nd.chain(i, t, values, value); err != nil {
				return err
			}
		}
	}
	return nil
}

// ownGradient fills t with the derivative by the logarithm of a parameter of the kernel itself.
func (nd node) ownGradient(name string, t, value table) {
	switch nd.base {
	case ofProduct:
		nd.products(t)
	case ofManhattan:
		nd.plainDistances(t)
	case ofNothing: // a factor
		value.copyTo(t)
		return
	}
	nd.slopes(name, t, value)
}

// slopes takes products or distances to derivatives.
func (nd node) slopes(name string, t, value table) {
	t.each(func(i, from int, row []float64) {
		values := value.row(i, from)
		if nd.Kind == KindGaussian || nd.Kind == KindManhattan { // the kinds that are searched most, in a loop of their own
			for j, v := range row {
				row[j] = times(values[j], v)
			}
			return
		}
		for j, v := range row {
			row[j] = nd.slope(name, v, values[j])
		}
	})
}

// plainDistances fills t with distances in units of the width: squared ones, or sums of absolute differences.
func (nd node) plainDistances(t table) {
	if nd.base == ofManhattan {
		t.each(func(i, from int, row []float64) {
			for j := range row {
				row[j] = manhattan(nd.x.row(i), nd.z.row(from+j)) / nd.Width
			}
		})
		return
	}
	nd.Kind = kindDistance
	nd.distances(t)
}

// kindDistance is no kernel: its profile leaves squared distances as they are.
const kindDistance Kind = -1

// slope is the derivative by the logarithm of a parameter, of the profile at v, whose value is given.
func (nd node) slope(name string, v, value float64) float64 {
	switch nd.Kind {
	case KindPolynomial:
		inner := nd.Offset
		if name == "Scale" {
			inner = nd.Scale * v
		}
		lower := nd.Kernel
		if lower.Degree--; lower.Degree == 0 {
			return inner
		}
		return float64(nd.Degree) * lower.profileOf(v) * inner
	case KindSigmoid:
		inner := nd.Offset
		if name == "Scale" {
			inner = nd.Scale * v
		}
		e := exp(-math.Abs(float64(nd.Scale*v) + nd.Offset))
		c := 2 * e / (1 + float64(e*e)) // 1/cosh
		return c * c * inner
	case KindGaussian, KindManhattan:
		return times(value, v)
	case KindLaplacian:
		return times(value, math.Sqrt(v))
	case KindMatern:
		return nd.maternSlope(v, value)
	}
	u := min(v/(2*nd.Shape), math.MaxFloat64) // the rational quadratic
	if name == "Width" {
		return times(value, 2*nd.Shape*(u/(1+u)))
	}
	return times(value, nd.Shape*(u/(1+u)-math.Log1p(u)))
}

// maternSlope uses dM_ν/dt = −t/(2ν−2)·M_{ν−1}(t), where M_{ν−1} is a function of t = √(2ν)·r, not of √(2ν−2)·r.
func (nd node) maternSlope(v, value float64) float64 {
	t := math.Sqrt(2*nd.Shape) * math.Sqrt(v)
	if nd.Shape == .5 {
		return times(value, t)
	}
	if t >= 900 {
		return 0
	}
	return t * t / (2*nd.Shape - 2) * horner(maternPolynomial(int(nd.Shape)-1), t) * exp(-t)
}

// times is value·v, 0 where value is: a kernel goes to 0 faster than any distance grows.
func times(value, v float64) float64 {
	if value == 0 {
		return 0
	}
	return value * v
}

// chain turns the derivative of part i into that of the whole.
func (nd node) chain(i int, t table, parts []table, value table) error {
	switch nd.Kind {
	case KindScaled:
		t.each(func(_, _ int, row []float64) { floats.Scale(nd.Scale, row) })
	case KindExp:
		t.multiply(value)
	case KindNormalised:
		return nd.chainNormalised(t, value)
	case KindProduct:
		for j, other := range parts {
			if j != i {
				t.multiply(other)
			}
		}
	}
	return nil
}

// chainNormalised: with a and b the diagonal, d(K/√(ab)) = dK/√(ab) − K/√(ab)·(da/a + db/b)/2.
func (nd node) chainNormalised(t, value table) error {
	a, err := nd.Parts[0].positiveDiagonal("X", nd.x)
	if err != nil {
		return err
	}
	relative := make([]float64, t.n)
	for i := range relative {
		relative[i] = t.data[i*t.m+i] / a[i]
	}
	t.each(func(i, from int, row []float64) {
		values := value.row(i, from)
		for j, d := range row {
			row[j] = d/(math.Sqrt(a[i])*math.Sqrt(a[from+j])) - values[j]*(relative[i]+relative[from+j])/2
		}
		row[0] = 0
	})
	return nil
}

func (t table) multiply(by table) {
	t.each(func(i, from int, row []float64) { floats.Mul(row, by.row(i, from)) })
}
