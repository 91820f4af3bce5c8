package value

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/display/formula/number"
)

var (
	fl     = &Ops[float64]{F: number.Float{}}
	ra     = &Ops[*big.Rat]{F: number.Rational{}}
	duals  = number.Tower[float64]{Base: number.Float{}}
	du     = &Ops[*number.Dual[float64]]{F: duals}
	random = func(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }
)

func mat(rows, cols int, a ...float64) Value[float64] { return fl.Matrix(rows, cols, a) }

func vec(a ...float64) Value[float64] { return fl.Vector(a...) }

func num(x float64) Value[float64] { return fl.Number(x) }

// exactly is a value over the rationals.
func exactly(v Value[float64]) Value[*big.Rat] { return Convert(v, number.Rational{}.Float) }

// must is for operations that a test knows to be defined.
func must[T any](t *testing.T) func(v Value[T], err error) Value[T] {
	return func(v Value[T], err error) Value[T] {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// close checks that two values agree to tol·(1 + scale).
func close[T any](t *testing.T, o *Ops[T], what string, got, want Value[T], tol float64) {
	t.Helper()
	d, err := o.Equal(got, want)
	if err != nil || !(d.Deviation <= tol*(1+d.Scale)) {
		t.Errorf("%s: got %v, want %v (deviation %g, %v)", what, got.Shape(), want.Shape(), d.Deviation, err)
		t.Logf("got %v %v, want %v %v", got.N, got.A, want.N, want.A)
	}
}

// randomMatrix has normal entries.
func randomMatrix(r *rand.Rand, rows, cols int) Value[float64] {
	a := make([]float64, rows*cols)
	for i := range a {
		a[i] = r.NormFloat64()
	}
	return fl.Matrix(rows, cols, a)
}

// randomPositive is B Bᵀ + I/10.
func randomPositive(r *rand.Rand, n int) Value[float64] {
	b := randomMatrix(r, n, n)
	t, _ := fl.Transpose(b)
	p, _ := fl.Mul(b, t)
	s, _ := fl.Add(p, fl.Identity(0.1))
	return s
}

func TestShapesOfProducts(t *testing.T) {
	operands := map[string]Value[float64]{
		"number": num(2), "vector": vec(1, 2), "row": fl.Row(3, 4), "square": mat(2, 2, 1, 2, 3, 4), "wide": mat(2, 3, 1, 2, 3, 4, 5, 6),
		"identity": fl.Identity(2), "ones": fl.Ones(3), "onesrow": {Kind: OnesRow, N: 3}, "truth": fl.Bool(true),
	}
	tests := []struct{ a, b, want string }{ // want "" is a shape error, "?" an unknown size
		{"number", "number", "number"}, {"number", "vector", "vector with 2 components"}, {"row", "number", "row with 2 entries"},
		{"number", "identity", "multiple of I"}, {"ones", "number", "multiple of 𝟏"},
		{"row", "vector", "number"}, {"vector", "row", "2×2 matrix"}, {"square", "vector", "vector with 2 components"},
		{"row", "square", "row with 2 entries"}, {"row", "wide", "row with 3 entries"}, {"square", "wide", "2×3 matrix"},
		{"wide", "square", ""}, {"wide", "vector", ""}, {"vector", "vector", ""}, {"row", "row", ""}, {"vector", "square", ""},
		{"identity", "vector", "vector with 2 components"}, {"identity", "wide", "2×3 matrix"}, {"wide", "identity", "2×3 matrix"},
		{"row", "identity", "row with 2 entries"}, {"identity", "row", ""}, {"vector", "identity", ""}, {"identity", "identity", "multiple of I"},
		{"identity", "ones", "multiple of 𝟏"}, {"onesrow", "identity", "multiple of 𝟏ᵀ"}, {"ones", "identity", ""},
		{"wide", "ones", "vector with 2 components"}, {"row", "ones", "number"}, {"onesrow", "vector", "number"},
		{"onesrow", "wide", "row with 3 entries"}, {"onesrow", "ones", "?"}, {"ones", "onesrow", "?"}, {"vector", "onesrow", "?"},
		{"ones", "vector", ""}, {"truth", "number", ""}, {"truth", "square", ""},
	}
	for _, c := range tests {
		got, err := fl.Mul(operands[c.a], operands[c.b])
		var shape *ShapeError
		switch {
		case c.want == "" && !errors.As(err, &shape), c.want == "?" && err != ErrNoSize,
			len(c.want) > 1 && (err != nil || got.Shape() != c.want):
			t.Errorf("%s·%s = %s, %v; want %q", c.a, c.b, got.Shape(), err, c.want)
		}
	}
	if v := must[float64](t)(fl.Mul(operands["onesrow"], operands["vector"])); v.N != 9 {
		t.Errorf("3·𝟏ᵀ(1, 2) = %g", v.N)
	}
}

func TestMessages(t *testing.T) {
	_, errMul := fl.Mul(mat(3, 3, make([]float64, 9)...), vec(1, 2))
	_, errDet := fl.Det(vec(1))
	_, errAt := fl.At(vec(1, 2, 3), 4)
	_, errEntry := fl.At(mat(1, 2, 1, 2), 1, 3)
	tests := []struct {
		err  error
		want string
	}{
		{errMul, "the product of a 3×3 matrix and a vector with 2 components is not defined"},
		{errDet, "the determinant of a vector with 1 component is not defined"},
		{errAt, "there is no index 4 in a vector with 3 components: the indices are 1 to 3"},
		{errEntry, "there is no index 3 in a 1×2 matrix: the indices are 1 to 2"},
	}
	for _, c := range tests {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("got %v, want %s", c.err, c.want)
		}
	}
}

func TestSums(t *testing.T) {
	get := must[float64](t)
	a := mat(2, 2, 1, 2, 3, 4)
	close(t, fl, "A + 2I", get(fl.Add(a, fl.Identity(2))), mat(2, 2, 3, 2, 3, 6), 0)
	close(t, fl, "I - A", get(fl.Sub(fl.Identity(1), a)), mat(2, 2, 0, -2, -3, -3), 0)
	close(t, fl, "x - 𝟏", get(fl.Sub(vec(1, 5), fl.Ones(1))), vec(0, 4), 0)
	close(t, fl, "2I + 3I", get(fl.Add(fl.Identity(2), fl.Identity(3))), fl.Identity(5), 0)
	close(t, fl, "A/2", get(fl.Div(a, num(2))), mat(2, 2, 0.5, 1, 1.5, 2), 0)
	close(t, fl, "x ⊙ y", get(fl.Hadamard(vec(1, 2), vec(3, 4))), vec(3, 8), 0)
	close(t, fl, "A ⊙ I", get(fl.Hadamard(a, fl.Identity(1))), mat(2, 2, 1, 0, 0, 4), 0)
	close(t, fl, "x ⊗ y", get(fl.Kron(vec(1, 2), vec(3, 4))), vec(3, 4, 6, 8), 0)
	close(t, fl, "A ⊗ I₂", get(fl.Kron(mat(1, 2, 1, 2), fl.IdentityOf(2))), mat(2, 4, 1, 0, 2, 0, 0, 1, 0, 2), 0)
	for _, pair := range [][2]Value[float64]{{a, num(1)}, {a, vec(1, 2)}, {vec(1), vec(1, 2)}, {vec(1), fl.Row(1)}, {mat(1, 2, 1, 2), fl.Identity(1)}} {
		if v, err := fl.Add(pair[0], pair[1]); err == nil {
			t.Errorf("%s + %s = %s", pair[0].Shape(), pair[1].Shape(), v.Shape())
		}
	}
	if _, err := fl.Div(a, num(0)); !errors.Is(err, number.ErrZero) {
		t.Errorf("A/0: %v", err)
	}
}

func TestInverseAndDeterminant(t *testing.T) {
	r := random(3)
	get := must[float64](t)
	for n := 1; n <= 7; n++ {
		for range 10 {
			a, b := randomMatrix(r, n, n), randomMatrix(r, n, n)
			inverse := get(fl.Inverse(a))
			close(t, fl, "A⁻¹A", get(fl.Mul(inverse, a)), fl.IdentityOf(n), 1e-9)
			product := get(fl.Det(get(fl.Mul(a, b))))
			close(t, fl, "|AB|", product, get(fl.Mul(get(fl.Det(a)), get(fl.Det(b)))), 1e-12)
			x := randomMatrix(r, n, 1)
			x.Kind = Vector
			close(t, fl, "A⁻¹(Ax)", get(fl.Solve(a, get(fl.Mul(a, x)))), x, 1e-9)
		}
	}
	if _, err := fl.Inverse(mat(3, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9)); err != ErrSingular {
		t.Errorf("inverse of a singular matrix: %v", err)
	}
	small := get(fl.Inverse(mat(2, 2, 1, 0, 0, 1e-20)))
	if small.A[3] != 1e20 {
		t.Errorf("badly scaled: %v", small.A)
	}
}

// The Hilbert matrix of order 6, exactly: its determinant is 1/186313420339200000.
func TestExactLinearAlgebra(t *testing.T) {
	get := must[*big.Rat](t)
	n := 6
	h := make([]*big.Rat, n*n)
	for i := range h {
		h[i] = big.NewRat(1, int64(i/n+i%n+1))
	}
	hilbert := ra.Matrix(n, n, h)
	if d := get(ra.Det(hilbert)); d.N.RatString() != "1/186313420339200000" {
		t.Errorf("determinant %s", d.N.RatString())
	}
	if d, _ := ra.Equal(get(ra.Mul(get(ra.Inverse(hilbert)), hilbert)), ra.IdentityOf(n)); !d.Equal {
		t.Error("H⁻¹H is not I exactly")
	}
	if _, err := ra.Inverse(exactly(mat(2, 2, 1, 2, 2, 4))); err != ErrSingular {
		t.Errorf("singular: %v", err)
	}
	if k := get(ra.Rank(exactly(mat(3, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9)))); k.N.RatString() != "2" {
		t.Errorf("rank %s", k.N.RatString())
	}
}

func TestRank(t *testing.T) {
	r := random(5)
	for n := 1; n <= 5; n++ {
		for k := 0; k <= n; k++ {
			a := must[float64](t)(fl.Mul(randomMatrix(r, n, k), randomMatrix(r, k, n)))
			if rank := must[float64](t)(fl.Rank(a)); rank.N != float64(k) {
				t.Errorf("rank of a product %d×%d·%d×%d = %g", n, k, k, n, rank.N)
			}
		}
	}
}

// direction is A + ε B in a level, and A + h B.
func direction(a, b Value[float64], levels int) Value[*number.Dual[float64]] {
	e := duals.Constant(0)
	for level := range levels {
		e = duals.Seed(e, level)
	}
	x := Convert(a, duals.Float)
	y := Convert(b, duals.Float)
	y, _ = du.Mul(du.Number(e), y)
	x, _ = du.Add(x, y)
	return x
}

func TestDerivativesOfMatrixFunctions(t *testing.T) {
	half := num(0.5)
	tests := []struct {
		name string
		f    func(o *Ops[float64], a Value[float64]) (Value[float64], error)
		g    func(o *Ops[*number.Dual[float64]], a Value[*number.Dual[float64]]) (Value[*number.Dual[float64]], error)
	}{
		{"inverse", (*Ops[float64]).Inverse, (*Ops[*number.Dual[float64]]).Inverse},
		{"determinant", (*Ops[float64]).Det, (*Ops[*number.Dual[float64]]).Det},
		{"eigenvalues", (*Ops[float64]).Eigenvalues, (*Ops[*number.Dual[float64]]).Eigenvalues},
		{"spectral norm", (*Ops[float64]).Spectral, (*Ops[*number.Dual[float64]]).Spectral},
		{"Frobenius norm", (*Ops[float64]).Frobenius, (*Ops[*number.Dual[float64]]).Frobenius},
		{"root", func(o *Ops[float64], a Value[float64]) (Value[float64], error) { return o.Pow(a, half) },
			func(o *Ops[*number.Dual[float64]], a Value[*number.Dual[float64]]) (Value[*number.Dual[float64]], error) {
				return o.Pow(a, o.Number(duals.Float(0.5)))
			}},
		{"inverse root", func(o *Ops[float64], a Value[float64]) (Value[float64], error) { return o.Pow(a, num(-0.5)) },
			func(o *Ops[*number.Dual[float64]], a Value[*number.Dual[float64]]) (Value[*number.Dual[float64]], error) {
				return o.Pow(a, o.Number(duals.Float(-0.5)))
			}},
	}
	r := random(11)
	for _, c := range tests {
		for _, n := range []int{1, 2, 3, 5} {
			a, b := randomPositive(r, n), randomMatrix(r, n, n)
			bt, _ := fl.Transpose(b)
			b, _ = fl.Add(b, bt)
			a, _ = fl.Add(a, fl.Identity(0.5))
			at := func(h float64) Value[float64] {
				step, _ := fl.Mul(num(h), b)
				x, _ := fl.Add(a, step)
				return must[float64](t)(c.f(fl, x))
			}
			const h = 1e-3
			y := must[*number.Dual[float64]](t)(c.g(du, direction(a, b, 2)))
			part := func(set uint) Value[float64] {
				return Convert(y, func(x *number.Dual[float64]) float64 { return duals.Coefficient(x, set) })
			}
			up, mid, down := at(h), at(0), at(-h)
			first, _ := fl.Sub(up, down)
			first, _ = fl.Div(first, num(2*h))
			second, _ := fl.Add(up, down)
			twice, _ := fl.Mul(num(2), mid)
			second, _ = fl.Sub(second, twice)
			second, _ = fl.Div(second, num(h*h))
			close(t, fl, c.name, part(0), mid, 1e-10)
			close(t, fl, "first derivative of the "+c.name, part(1), first, 3e-3)
			close(t, fl, "second derivative of the "+c.name, part(3), second, 3e-2)
		}
	}
}

// λ₁ of diag(2, 1) + εB: λ' = b₁₁, λ” = 2 b₁₂²/(2 - 1), λ”' = 6 b₁₂²(b₂₂ - b₁₁).
func TestEigenvaluePerturbation(t *testing.T) {
	a := direction(mat(2, 2, 2, 0, 0, 1), mat(2, 2, 3, 5, 5, 7), 3)
	l := must[*number.Dual[float64]](t)(du.Eigenvalue(a, 1))
	for set, want := range map[uint]float64{0: 2, 1: 3, 3: 50, 7: 600} {
		if got := duals.Coefficient(l.N, set); math.Abs(got-want) > 1e-10*want {
			t.Errorf("coefficient %b = %.15g, want %g", set, got, want)
		}
	}
	if _, err := du.Eigenvalues(direction(fl.IdentityOf(2), mat(2, 2, 1, 0, 0, 2), 1)); err != ErrMultiple {
		t.Errorf("a multiple eigenvalue: %v", err)
	}
	if _, err := du.Eigenvalues(Convert(fl.IdentityOf(2), duals.Float)); err != nil {
		t.Errorf("a constant multiple eigenvalue: %v", err)
	}
}

func TestEigenvalues(t *testing.T) {
	get := must[float64](t)
	close(t, fl, "of [2 1; 1 2]", get(fl.Eigenvalues(mat(2, 2, 2, 1, 1, 2))), vec(3, 1), 1e-15)
	r := random(7)
	for n := 1; n <= 8; n++ {
		s := randomPositive(r, n)
		lambda := get(fl.Eigenvalues(s))
		sum, product := 0.0, 1.0
		for i, x := range lambda.A {
			sum += x
			product *= x
			if i > 0 && x > lambda.A[i-1] {
				t.Errorf("%v is not descending", lambda.A)
			}
		}
		close(t, fl, "trace", num(sum), get(fl.Trace(s)), 1e-13)
		close(t, fl, "determinant", num(product), get(fl.Det(s)), 1e-11)
		root := get(fl.Pow(s, num(0.5)))
		close(t, fl, "root", get(fl.Mul(root, root)), s, 1e-13)
		inverse := get(fl.Pow(s, num(-0.5)))
		close(t, fl, "inverse root", get(fl.Mul(root, inverse)), fl.IdentityOf(n), 1e-11)
	}
	if _, err := fl.Eigenvalues(mat(2, 2, 1, 2, 3, 4)); err != ErrNotSymmetric {
		t.Errorf("not symmetric: %v", err)
	}
	if _, err := fl.Pow(mat(2, 2, 1, 2, 2, 1), num(0.5)); err != ErrNotPositive {
		t.Errorf("root of an indefinite matrix: %v", err)
	}
	if _, err := fl.Pow(mat(2, 2, 1, 1, 1, 1), num(-0.5)); err != ErrSingular {
		t.Errorf("inverse root of a singular matrix: %v", err)
	}
	close(t, fl, "root of a singular matrix", get(fl.Pow(mat(2, 2, 2, 2, 2, 2), num(0.5))), mat(2, 2, 1, 1, 1, 1), 1e-14)
	exact := must[*big.Rat](t)(ra.Eigenvalues(exactly(mat(2, 2, 2, 1, 1, 2))))
	if exact.A[0].RatString() != "3" || exact.A[1].RatString() != "1" {
		t.Errorf("exact eigenvalues %v", exact.A)
	}
	if _, err := ra.Eigenvalues(exactly(mat(2, 2, 2, 1, 1, 1))); !errors.Is(err, number.ErrInexact) {
		t.Errorf("golden eigenvalues: %v", err)
	}
}

func TestPowers(t *testing.T) {
	get := must[float64](t)
	a := mat(2, 2, 1, 1, 1, 0)
	close(t, fl, "A⁹", get(fl.Pow(a, num(9))), mat(2, 2, 55, 34, 34, 21), 0)
	close(t, fl, "A⁻²", get(fl.Pow(a, num(-2))), mat(2, 2, 1, -1, -1, 2), 1e-15)
	close(t, fl, "A⁰", get(fl.Pow(a, num(0))), fl.IdentityOf(2), 0)
	exact := exactly(a)
	for range 3 { // the fourth would have a million digits
		p, err := ra.Pow(exact, ra.Int(60))
		if err != nil {
			if !errors.Is(err, number.ErrInexact) {
				t.Errorf("a power of a power: %v", err)
			}
			break
		}
		exact = p
	}
	if _, err := ra.Pow(exact, ra.Int(9999)); !errors.Is(err, number.ErrInexact) {
		t.Errorf("a very large power: %v", err)
	}
	if _, err := fl.Pow(a, num(0.3)); err == nil {
		t.Error("A^0.3 has a value")
	}
	if _, err := fl.Pow(mat(1, 2, 1, 2), num(2)); err == nil {
		t.Error("the square of a 1×2 matrix has a value")
	}
}

func TestNorms(t *testing.T) {
	get := must[float64](t)
	x, a := vec(3, -4), mat(2, 2, 1, -2, 3, 4)
	tests := []struct {
		what string
		got  Value[float64]
		want float64
	}{
		{"‖x‖", get(fl.Norm(x, 2)), 5}, {"‖x‖₁", get(fl.Norm(x, 1)), 7}, {"‖x‖∞", get(fl.Norm(x, math.Inf(1))), 4},
		{"‖x‖₃", get(fl.Norm(x, 3)), math.Cbrt(91)}, {"‖A‖₁", get(fl.Norm(a, 1)), 6}, {"‖A‖∞", get(fl.Norm(a, math.Inf(1))), 7},
		{"‖A‖F", get(fl.Frobenius(a)), math.Sqrt(30)}, {"‖A‖", get(fl.Norm(a, 2)), math.Sqrt(15 + math.Sqrt(125))},
		{"‖-2‖", get(fl.Norm(num(-2), 2)), 2}, {"‖3I‖", get(fl.Norm(fl.Identity(-3), 2)), 3},
		{"wide", get(fl.Spectral(mat(1, 3, 1, 2, 2))), 3},
	}
	for _, c := range tests {
		close(t, fl, c.what, c.got, num(c.want), 1e-14)
	}
	if n := must[*big.Rat](t)(ra.Norm(exactly(x), 2)); n.N.RatString() != "5" {
		t.Errorf("exact norm %v", n.N)
	}
}

func TestBlocks(t *testing.T) {
	get := must[float64](t)
	a, x := mat(2, 2, 1, 2, 3, 4), vec(5, 6)
	xt, _ := fl.Transpose(x)
	close(t, fl, "[A x; xᵀ 7]", get(fl.Block([][]Value[float64]{{a, x}, {xt, num(7)}})), mat(3, 3, 1, 2, 5, 3, 4, 6, 5, 6, 7), 0)
	close(t, fl, "[A 0; 0 I]", get(fl.Block([][]Value[float64]{{a, num(0)}, {num(0), mat(1, 1, 9)}})), mat(3, 3, 1, 2, 0, 3, 4, 0, 0, 0, 9), 0)
	close(t, fl, "[A I]", get(fl.Block([][]Value[float64]{{a, fl.Identity(1)}})), mat(2, 4, 1, 2, 1, 0, 3, 4, 0, 1), 0)
	close(t, fl, "[𝟏 A]", get(fl.Block([][]Value[float64]{{fl.Ones(1), a}})), mat(2, 3, 1, 1, 2, 1, 3, 4), 0)
	close(t, fl, "(1, 2)", get(fl.Block([][]Value[float64]{{num(1)}, {num(2)}})), vec(1, 2), 0)
	close(t, fl, "(x, 1)", get(fl.Block([][]Value[float64]{{x}, {num(1)}})), vec(5, 6, 1), 0)
	for _, bad := range [][][]Value[float64]{{{a, vec(1)}}, {{a, num(3)}}, {{num(1), num(2)}, {num(3)}}, {{fl.Identity(1)}}, {}} {
		if v, err := fl.Block(bad); err == nil {
			t.Errorf("a block matrix %s of %v", v.Shape(), bad)
		}
	}
	close(t, fl, "diag", get(fl.Diag(get(fl.Diag(x)))), x, 0)
	close(t, fl, "row", get(fl.RowOf(a, 2)), fl.Row(3, 4), 0)
	close(t, fl, "column", get(fl.ColumnOf(a, 2)), vec(2, 4), 0)
	family := fl.Family(0, x, vec(7, 8))
	close(t, fl, "m₁", get(fl.At(family, 1)), vec(7, 8), 0)
	close(t, fl, "m₁₂", get(fl.At(family, 1, 2)), num(8), 0)
	if _, err := fl.At(family, 2); err == nil {
		t.Error("m₂ has a value")
	}
}

func TestComparisons(t *testing.T) {
	order := func(o Order, err error) Order {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	d, _ := fl.Equal(vec(1, 2), vec(1, 2.5))
	if d.Equal || d.Deviation != 0.5 || d.Scale != 2.5 {
		t.Errorf("difference %+v", d)
	}
	if d, _ := fl.Equal(num(math.NaN()), num(1)); d.Equal || !math.IsInf(d.Deviation, 1) {
		t.Errorf("NaN: %+v", d)
	}
	if o := order(fl.Compare(num(0), vec(1, -2))); o.Sign != -1 || o.Slack != -2 {
		t.Errorf("0 ≤ (1, -2): %+v", o)
	}
	if o := order(fl.Compare(vec(0.5, 1), fl.Ones(1))); o.Sign != 0 || o.Slack != 0 {
		t.Errorf("x ≤ 𝟏: %+v", o)
	}
	tests := []struct {
		what string
		a, b Value[float64]
		sign int
	}{
		{"0 ⪯ [2 1; 1 2]", num(0), mat(2, 2, 2, 1, 1, 2), 1}, {"0 ⪯ [1 2; 2 1]", num(0), mat(2, 2, 1, 2, 2, 1), -1},
		{"0 ⪯ 𝟏𝟏ᵀ", num(0), mat(3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1), 0}, {"diag(0, 1) with a corner", num(0), mat(2, 2, 0, 1, 1, 1), -1},
		{"[2 1; 1 2] ⪯ 3I", mat(2, 2, 2, 1, 1, 2), fl.Identity(3), 0}, {"I ⪯ 2I", fl.Identity(1), fl.Identity(2), 1},
		{"0 ⪯ 0", num(0), mat(1, 1, 0), 0},
	}
	for _, c := range tests {
		o := order(ra.Loewner(exactly(c.a), exactly(c.b)))
		f := order(fl.Loewner(c.a, c.b))
		if o.Sign != c.sign || math.Abs(f.Slack-o.Slack) > 1e-12 || float64(c.sign)*f.Slack < -1e-12 {
			t.Errorf("%s: sign %d, want %d; slack %g, %g", c.what, o.Sign, c.sign, o.Slack, f.Slack)
		}
	}
	if _, err := fl.Loewner(num(1), mat(1, 1, 2)); err == nil {
		t.Error("1 ⪯ [2] is defined")
	}
	p, _ := ra.Proportional(exactly(vec(1, 2)), exactly(vec(-3, -6)))
	q, _ := ra.Proportional(exactly(vec(1, 2)), exactly(vec(1, 3)))
	zero, _ := ra.Proportional(exactly(vec(1, 2)), exactly(vec(0, 0)))
	zeroes, _ := ra.Proportional(exactly(vec(0, 0)), exactly(vec(1, 2)))
	if !p.Equal || q.Equal || zero.Equal || !zeroes.Equal {
		t.Errorf("proportional: %+v %+v %+v %+v", p, q, zero, zeroes)
	}
}

func TestSets(t *testing.T) {
	get := must[float64](t)
	s := fl.SetOf(num(3), num(0.1+0.2), num(0.3), num(1), num(3))
	if len(s.Items) != 3 || s.Items[0].N != 3 || s.Items[2].N != 1 {
		t.Errorf("elements %v", s.Items)
	}
	a, b := get(fl.Range(1, 4)), get(fl.Range(3, 6))
	sizes := []struct {
		what string
		set  Value[float64]
		want int
	}{
		{"union", get(fl.Union(a, b)), 6}, {"intersection", get(fl.Intersection(a, b)), 2}, {"difference", get(fl.Difference(a, b)), 2},
		{"product", get(fl.Product(a, b, a)), 64}, {"power", get(fl.Power(a)), 16}, {"empty", get(fl.Range(2, 1)), 0},
		{"product with ∅", get(fl.Product(a, get(fl.Range(2, 1)))), 0}, {"power of ∅", get(fl.Power(get(fl.Range(2, 1)))), 1},
	}
	for _, c := range sizes {
		if len(c.set.Items) != c.want {
			t.Errorf("%s has %d elements, want %d", c.what, len(c.set.Items), c.want)
		}
	}
	if in, _ := fl.In(fl.Tuple(num(2), num(3), num(4)), sizes[3].set); !in {
		t.Error("(2, 3, 4) is not in the product")
	}
	if in, _ := fl.In(sizes[1].set, sizes[4].set); !in {
		t.Error("{3, 4} is not in the power set of {1, 2, 3, 4}")
	}
	if sub, _ := fl.Subset(sizes[1].set, a); !sub {
		t.Error("the intersection is no subset")
	}
	if d, _ := fl.Equal(fl.SetOf(num(2), num(1)), fl.SetOf(num(1), num(2))); !d.Equal {
		t.Error("{2, 1} ≠ {1, 2}")
	}
	if _, err := fl.Range(0, 1<<30); err != ErrTooMany {
		t.Errorf("a large range: %v", err)
	}
	if _, err := fl.Power(get(fl.Range(1, 64))); err != ErrTooMany {
		t.Errorf("a large power set: %v", err)
	}
}

func TestScalars(t *testing.T) {
	get := must[*big.Rat](t)
	tests := []struct {
		what string
		got  Value[*big.Rat]
		want string
	}{
		{"20!", get(ra.Factorial(ra.Int(20))), "2432902008176640000"}, {"0!", get(ra.Factorial(ra.Int(0))), "1"},
		{"C(10, 3)", get(ra.Binom(ra.Int(10), ra.Int(3))), "120"}, {"C(3, 5)", get(ra.Binom(ra.Int(3), ra.Int(5))), "0"},
		{"C(-1/2, 2)", get(ra.Binom(ra.Number(big.NewRat(-1, 2)), ra.Int(2))), "3/8"}, {"C(60, 58)", get(ra.Binom(ra.Int(60), ra.Int(58))), "1770"},
		{"max", get(ra.Max(ra.Int(2), ra.Int(3))), "3"}, {"min", get(ra.Min(ra.Int(2), ra.Int(3))), "2"},
		{"(-2)₊", get(ra.PositivePart(ra.Int(-2))), "0"},
	}
	for _, c := range tests {
		if c.got.N.RatString() != c.want {
			t.Errorf("%s = %s, want %s", c.what, c.got.N.RatString(), c.want)
		}
	}
	for _, bad := range []Value[float64]{num(-1), num(2.5), num(171), vec(1)} {
		if v, err := fl.Factorial(bad); err == nil {
			t.Errorf("%v! = %g", bad.N, v.N)
		}
	}
}

// No operation changes its arguments.
func TestPure(t *testing.T) {
	a, b := randomPositive(random(1), 3), randomPositive(random(2), 3)
	before := append(append([]float64(nil), a.A...), b.A...)
	binary := []func(x, y Value[float64]) (Value[float64], error){fl.Add, fl.Sub, fl.Mul, fl.Hadamard, fl.Kron, fl.Solve, fl.Dot}
	for _, f := range binary {
		if _, err := f(a, b); err != nil {
			t.Fatal(err)
		}
	}
	unary := []func(x Value[float64]) (Value[float64], error){fl.Neg, fl.Inverse, fl.Det, fl.Trace, fl.Rank, fl.Eigenvalues, fl.Spectral,
		fl.Transpose, fl.Diag, fl.Frobenius}
	for _, f := range unary {
		if _, err := f(a); err != nil {
			t.Fatal(err)
		}
	}
	fl.Loewner(a, b)
	fl.Pow(a, num(0.5))
	fl.Pow(a, num(3))
	s := fl.SetOf(num(1), num(2))
	fl.Union(s, fl.SetOf(num(3)))
	fl.Union(s, fl.SetOf(num(4)))
	for i, x := range append(append([]float64(nil), a.A...), b.A...) {
		if x != before[i] {
			t.Fatalf("entry %d has changed", i)
		}
	}
}

// 300 points of ten lines with an inverse and a quadratic form in 3×3.
func BenchmarkDerivation(b *testing.B) {
	r := random(1)
	sigma, x := randomPositive(r, 3), vec(1, 2, 3)
	b.ReportAllocs()
	for b.Loop() {
		for range 300 * 10 {
			inverse, _ := fl.Inverse(sigma)
			xt, _ := fl.Transpose(x)
			row, _ := fl.Mul(xt, inverse)
			fl.Mul(row, x)
		}
	}
}

// Functions that are data, over both fields, with derivatives.
func TestApply(t *testing.T) {
	get := must[float64](t)
	p := fl.PolynomialOf(1, 2, 3)
	close(t, fl, "1 + 2x + 3x²", get(fl.Apply(p, num(2))), num(17), 0)
	dp := Convert(p, duals.Float)
	x := du.Number(duals.Seed(duals.Constant(2), 0))
	if y := must[*number.Dual[float64]](t)(du.Apply(dp, x)); duals.Coefficient(y.N, 1) != 14 {
		t.Errorf("the derivative of 1 + 2x + 3x² at 2 is %g", duals.Coefficient(y.N, 1))
	}
	ridge := Value[float64]{Kind: Func, Ref: Ridge, Items: []Value[float64]{mat(2, 2, 2, 1, 1, 0), vec(1, -1), num(5), num(3), vec(2, 1)}}
	close(t, fl, "a ridge", get(fl.Apply(ridge, vec(1, 2))), num(3+(1-2)+5+3*math.Cos(4)), 1e-15)
	ridge.Ref = CubicRidge
	close(t, fl, "a cubic ridge", get(fl.Apply(ridge, vec(1, 2))), num(3+(1-2)+5+3*64), 0)
	table := fl.TableOf([]Value[float64]{fl.Tuple(num(1), num(2)), fl.Tuple(num(2), num(1))}, []Value[float64]{num(7), num(8)})
	close(t, fl, "f(2, 1)", get(fl.Apply(table, num(2), num(1))), num(8), 0)
	law := fl.LawOf([]Value[float64]{num(0), num(1)}, []float64{0.25, 0.75})
	close(t, fl, "p(1)", get(fl.Apply(law, num(1))), num(0.75), 0)
	close(t, fl, "p(2)", get(fl.Apply(law, num(2))), num(0), 0)
	for _, bad := range []func() (Value[float64], error){
		func() (Value[float64], error) { return fl.Apply(p, vec(1)) }, func() (Value[float64], error) { return fl.Apply(p) },
		func() (Value[float64], error) { return fl.Apply(ridge, vec(1)) }, func() (Value[float64], error) { return fl.Apply(num(1), num(1)) },
		func() (Value[float64], error) { return fl.Apply(table, num(1)) },
	} {
		if v, err := bad(); err == nil {
			t.Errorf("a value %+v", v)
		}
	}
}
