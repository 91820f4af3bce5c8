package network

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// This file differentiates a network a second time, without chain rules for layers: each number carries its derivative by one weight (a dual number), and each unit is
// written out as the definition says it.

// dual is v + d·ε with ε² = 0.
type dual struct{ v, d float64 }

func (a dual) plus(b dual) dual  { return dual{a.v + b.v, a.d + b.d} }
func (a dual) times(b dual) dual { return dual{a.v * b.v, a.v*b.d + a.d*b.v} }
func (a dual) over(b dual) dual  { return dual{a.v / b.v, (a.d*b.v - a.v*b.d) / (b.v * b.v)} }
func (a dual) minus(b dual) dual { return dual{a.v - b.v, a.d - b.d} }
func (a dual) exp() dual         { e := math.Exp(a.v); return dual{e, e * a.d} }
func (a dual) log() dual         { return dual{math.Log(a.v), a.d / a.v} }

func (a dual) activate(f Activation) dual {
	one := dual{v: 1}
	switch f {
	case ReLU:
		if a.v <= 0 {
			return dual{}
		}
	case Logistic:
		return one.over(one.plus(a.times(dual{v: -1}).exp()))
	case Tanh:
		e := a.times(dual{v: -2}).exp()
		return one.minus(e).over(one.plus(e))
	case Sigmoid:
		e := a.times(dual{v: -1}).exp()
		return one.minus(e).over(one.plus(e))
	case Arctan:
		return dual{2 / math.Pi * math.Atan(a.v), 2 / math.Pi / (1 + a.v*a.v) * a.d}
	case Gauss:
		return dual{math.Erf(a.v / math.Sqrt2), math.Sqrt(2/math.Pi) * math.Exp(-a.v*a.v/2) * a.d}
	}
	return a
}

// number counts units (row, column, map).
func (s Shape) number(row, col, m int) int { return (row*s.Cols+col)*s.Maps + m }

// naive computes a layer unit by unit from the definition, and returns what is left of θ.
func naive(l Layer, theta, in []dual, from, to Shape) (out, rest []dual) {
	out = make([]dual, to.Units())
	if l.Kind == Dense {
		bias := theta[len(out)*len(in):]
		for u := range out {
			out[u] = bias[u]
			for j, x := range in {
				out[u] = out[u].plus(theta[u*len(in)+j].times(x))
			}
			out[u] = out[u].activate(l.Activation)
		}
		return out, bias[len(out):]
	}
	stride, seen := max(1, l.Stride), l.Side*l.Side*from.Maps
	rows := len(out)
	if l.Kind == Shared {
		rows = to.Maps
	}
	bias := theta[rows*seen:]
	biases := len(out)
	if l.Kind == Shared && !l.Biases {
		biases = to.Maps
	}
	pad := func(side, patches int) int {
		if l.Pad == Inside {
			return 0
		}
		return max(0, (patches-1)*stride+l.Side-side) / 2
	}
	for row := range to.Rows {
		for col := range to.Cols {
			for m := range to.Maps {
				u := to.number(row, col, m)
				k, b := u, u
				if l.Kind == Shared {
					k = m
					if !l.Biases {
						b = m
					}
				}
				sum := bias[b]
				for i := range l.Side {
					for j := range l.Side {
						y, x := row*stride+i-pad(from.Rows, to.Rows), col*stride+j-pad(from.Cols, to.Cols)
						if y < 0 || x < 0 || y >= from.Rows || x >= from.Cols {
							continue
						}
						for below := range from.Maps {
							sum = sum.plus(theta[k*seen+(i*l.Side+j)*from.Maps+below].times(in[from.number(y, x, below)]))
						}
					}
				}
				out[u] = sum.activate(l.Activation)
			}
		}
	}
	return out, bias[biases:]
}

// naiveLoss is the mean loss and the penalty, each from its definition.
func naiveLoss(t *testing.T, n Net, loss Loss, theta []dual, x, y *mat.Dense, decay float64) dual {
	t.Helper()
	p, err := n.plan()
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := x.Dims()
	total := dual{}
	for i := range rows {
		var z []dual
		for _, v := range x.RawRowView(i) {
			z = append(z, dual{v: v})
		}
		rest := theta
		for _, s := range p.stages {
			z, rest = naive(s.Layer, rest, z, s.in, s.out)
		}
		if len(rest) != 0 {
			t.Fatalf("%d weights are left", len(rest))
		}
		total = total.plus(naiveRow(n, loss, z, y.RawRowView(i)))
	}
	total = total.times(dual{v: 1 / float64(rows)})
	for _, s := range p.stages {
		for _, w := range theta[s.at : s.at+s.weights] {
			total = total.plus(w.times(w).times(dual{v: decay / 2}))
		}
	}
	return total
}

func naiveRow(n Net, loss Loss, t []dual, y []float64) (total dual) {
	one, sum := dual{v: 1}, dual{}
	for _, v := range t {
		sum = sum.plus(v.exp())
	}
	for k, v := range t {
		psi, target := v, dual{v: y[k]}
		switch n.Output {
		case Softmax:
			psi = v.exp().over(sum)
		case Bernoulli:
			psi = v.activate(Logistic)
		}
		switch {
		case loss == SquaredError:
			total = total.plus(target.minus(psi).times(target.minus(psi)))
		case n.Output == Softmax:
			total = total.minus(target.times(psi.log()))
		default:
			total = total.minus(target.times(psi.log())).minus(one.minus(target).times(one.minus(psi).log()))
		}
	}
	return total
}

// nets are architectures of all kinds on pictures of 6×5 with two maps, or of 60 numbers.
func nets() map[string]Net {
	all := map[string]Net{}
	in := Shape{Rows: 6, Cols: 5, Maps: 2}
	for _, a := range Activation(0).All() {
		if a != Threshold {
			all["dense "+a.String()] = Net{In: in, Hidden: []Layer{{Units: 4, Activation: a}, {Units: 3, Activation: a}}, Outputs: 3, Output: Softmax}
		}
	}
	for _, pad := range Pad(0).All() {
		patch := Patches{Maps: 2, Side: 3, Stride: 2, Pad: pad}
		own := patch
		own.Biases = true
		second := Patches{Maps: 3, Side: 2, Pad: pad}
		all["local "+pad.String()] = Net{In: in, Hidden: []Layer{{Kind: Local, Activation: Tanh, Patches: patch}, {Kind: Local, Activation: Sigmoid, Patches: second}}, Outputs: 3, Output: Softmax}
		all["shared "+pad.String()] = Net{In: in, Hidden: []Layer{{Kind: Shared, Activation: Logistic, Patches: patch}, {Kind: Local, Activation: Gauss, Patches: second}}, Outputs: 2, Output: Bernoulli}
		all["biases "+pad.String()] = Net{In: in, Hidden: []Layer{{Kind: Shared, Activation: Arctan, Patches: own}, {Kind: Shared, Activation: Tanh, Patches: second}, {Units: 3, Activation: Tanh}}, Outputs: 3, Output: Softmax}
	}
	all["none"] = Net{In: in, Outputs: 3, Output: Softmax}
	all["regression"] = Net{In: in, Hidden: []Layer{{Units: 5, Activation: Gauss}}, Outputs: 1}
	return all
}

// targets draws targets that go with the outputs.
func targets(n Net, rows int, r *rand.Rand) *mat.Dense {
	y := mat.NewDense(rows, n.Outputs, nil)
	for i := range rows {
		y.Set(i, r.IntN(n.Outputs), 1)
	}
	if n.Output == Identity {
		y.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, y)
	}
	return y
}

func normal(rows, cols int, r *rand.Rand) *mat.Dense {
	m := mat.NewDense(rows, cols, nil)
	m.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, m)
	return m
}

// TestBackPropagation holds the gradient against dual numbers, to rounding, and against finite differences, to their error: the central difference of step h = 1e-5 has an error of h²/6
// times a third derivative, and of 1e-16/h by rounding.
func TestBackPropagation(t *testing.T) {
	for name, n := range nets() {
		for _, loss := range Loss(0).All() {
			if n.Output == Identity && loss == CrossEntropy {
				continue
			}
			r := rand.New(rand.NewPCG(7, uint64(len(name))))
			x, y := normal(5, 60, r), targets(n, 5, r)
			theta := make([]float64, n.Params())
			for i := range theta {
				theta[i] = r.NormFloat64() / 3
			}
			const decay = .3
			o, err := n.Objective(loss, x, y, decay)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			grad := make([]float64, len(theta))
			value := o.ValueGradient(grad, theta)
			duals := make([]dual, len(theta))
			for i, v := range theta {
				duals[i].v = v
			}
			if want := naiveLoss(t, n, loss, duals, x, y, decay).v; math.Abs(value-want) > 1e-12*(1+math.Abs(want)) || math.Abs(o.Value(theta)-want) > 1e-12*(1+want) {
				t.Errorf("%s, %v: value %v and %v, want %v", name, loss, value, o.Value(theta), want)
			}
			for range 40 {
				i := r.IntN(len(theta))
				duals[i].d = 1
				want := naiveLoss(t, n, loss, duals, x, y, decay).d
				duals[i].d = 0
				if math.Abs(grad[i]-want) > 1e-12*(1+math.Abs(want)) {
					t.Fatalf("%s, %v: derivative %d is %v, want %v", name, loss, i, grad[i], want)
				}
				if name == "dense ReLU" { // which has a kink
					continue
				}
				const h = 1e-5
				at := theta[i]
				theta[i] = at + h
				up := o.Value(theta)
				theta[i] = at - h
				down := o.Value(theta)
				theta[i] = at
				if fd := (up - down) / (2 * h); math.Abs(fd-grad[i]) > 1e-8 {
					t.Errorf("%s, %v: derivative %d is %v, by differences %v", name, loss, i, grad[i], fd)
				}
			}
			checkTerms(t, name, o, theta, grad)
		}
	}
}

// checkTerms: the mean of the gradients of the terms is the gradient.
func checkTerms(t *testing.T, name string, o *Objective, theta, grad []float64) {
	t.Helper()
	sum, term := make([]float64, len(theta)), make([]float64, len(theta))
	for i := range o.Len() {
		o.Term(term, theta, i)
		for j, v := range term {
			sum[j] += v / float64(o.Len())
		}
	}
	for j, v := range sum {
		if math.Abs(v-grad[j]) > 1e-12 {
			t.Fatalf("%s: derivative %d of the terms is %v, want %v", name, j, v, grad[j])
		}
	}
}
