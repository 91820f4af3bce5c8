package la_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/la"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// TestValues holds results against numbers found by hand.
func TestValues(t *testing.T) {
	A, S := la.M{{1, 2}, {3, 4}}, la.M{{2, 1}, {1, 2}}
	x, y := la.V{1, -2}, la.V{3, 5}
	r3 := 1 / math.Sqrt2
	λ, Q := la.Eigen(S)
	U, σ, V := la.SVD(la.M{{3, 0}, {0, -4}, {0, 0}})
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"Add", la.Add(x, y, y), la.V{7, 8}}, {"Add of one", la.Add(x), x}, {"Sub", la.Sub(x, y), la.V{-2, -7}},
		{"Scale", la.Scale(-2, x), la.V{-2, 4}}, {"Comb", la.Comb(la.V{2, -1}, x, y), la.V{-1, -9}},
		{"Map", la.Map(math.Abs, x), la.V{1, 2}}, {"Dot", la.Dot(x, y), -7.}, {"Norm", la.Norm(la.V{3, 4}), 5.},
		{"Sq", la.Sq(la.V{3, 4}), 25.}, {"NormP 1", la.NormP(x, 1), 3.}, {"NormP ∞", la.NormP(x, math.Inf(1)), 2.}, {"Dist", la.Dist(x, la.V{4, 2}), 5.},
		{"Unit", la.Unit(la.V{3, 4}), la.V{.6, .8}}, {"Cos", la.Cos(la.V{1, 0}, la.V{1, 1}), r3}, {"Cos of itself", la.Cos(y, y), 1.},
		{"Outer", la.Outer(x, y), la.M{{3, 5}, {-6, -10}}},
		{"Row", la.Row(A, 1), la.V{3, 4}}, {"Col", la.Col(A, 1), la.V{2, 4}}, {"Rows", la.M(la.Rows(A.T())), la.M{{1, 3}, {2, 4}}},
		{"DiagOf", la.DiagOf(la.M{{1, 2, 3}, {4, 5, 6}}), la.V{1, 5}},
		{"Mul", la.Mul(A, S), la.M{{4, 5}, {10, 11}}}, {"Mul of three", la.Mul(A, S, la.M{{1}, {-1}}), la.M{{-1}, {-1}}}, {"Mul of one", la.Mul(A), A},
		{"Mul with a transpose", la.Mul(A.T(), A), la.M{{10, 14}, {14, 20}}}, {"MulVec", la.MulVec(A, x), la.V{-3, -5}},
		{"AddM", la.AddM(A, S, S), la.M{{5, 4}, {5, 8}}}, {"SubM", la.SubM(A, S), la.M{{-1, 1}, {2, 2}}}, {"ScaleM", la.ScaleM(3, A), la.M{{3, 6}, {9, 12}}},
		{"MulElem", la.MulElem(A, S), la.M{{2, 2}, {3, 8}}}, {"Quad", la.Quad(x, A, y), -45.}, {"Quad of a 1×2", la.Quad(la.V{2}, la.M{{1, 3}}, x), -10.},
		{"Tr", la.Tr(A), 5.}, {"NormM", la.NormM(la.M{{1, 2}, {2, 4}}), 5.},
		{"Sym", la.Sym(1, 2, 3, 4, 5, 6), la.M{{1, 2, 3}, {2, 4, 5}, {3, 5, 6}}}, {"Sym of one", la.Sym(7), la.M{{7}}}, {"Symmetric", la.Symmetric(S), S},
		{"I", la.I(2), la.M{{1, 0}, {0, 1}}}, {"Diag", la.Diag(2, 3), la.M{{2, 0}, {0, 3}}}, {"Zeros", la.Zeros(1, 2), la.M{{0, 0}}},
		{"Ones", la.Ones(2), la.V{1, 1}}, {"E", la.E(3, 1), la.V{0, 1, 0}}, {"Grid", la.Grid(-1, 1, 5), la.V{-1, -.5, 0, .5, 1}},
		{"Cols", la.Cols(x, y), la.M{{1, 3}, {-2, 5}}}, {"Dense", la.Dense(A.T()), la.M{{1, 3}, {2, 4}}},
		{"Block", la.Block(la.R{A, la.M{{5}, {6}}}, la.R{la.M{{7, 8}}, nil}), la.M{{1, 2, 5}, {3, 4, 6}, {7, 8, 0}}},
		{"Solve", la.Solve(A, la.V{5, 11}), la.V{1, 2}}, {"SolveM", la.SolveM(A, la.M{{5, 1}, {11, 3}}), la.M{{1, 1}, {2, 0}}},
		{"Inv", la.Inv(A), la.M{{-2, 1}, {1.5, -.5}}}, {"QuadInv", la.QuadInv(x, S, y), -13. / 3}, {"QuadInv, not symmetric", la.QuadInv(x, A, y), -5.},
		{"QuadInv, not definite", la.QuadInv(x, la.M{{0, 1}, {1, 0}}, y), -1.},
		{"Det", la.Det(A), -2.}, {"LogDet", la.LogDet(S), math.Log(3)}, {"Chol", la.Chol(la.M{{4, 2}, {2, 5}}), la.M{{2, 0}, {1, 2}}},
		{"eigenvalues", λ, la.V{1, 3}}, {"eigenvectors", Q, la.M{{r3, r3}, {-r3, r3}}},
		{"Pow", la.Pow(S, 2), la.M{{5, 4}, {4, 5}}}, {"Pow, not definite", la.Pow(la.Diag(-2, 1), 3), la.M{{-8, 0}, {0, 1}}},
		{"Sqrt", la.Sqrt(la.Diag(4, 9)), la.M{{2, 0}, {0, 3}}}, {"Sqrt, semidefinite", la.Sqrt(la.M{{1, 1}, {1, 1}}), la.M{{r3, r3}, {r3, r3}}},
		{"InvSqrt", la.InvSqrt(la.Diag(4, 9)), la.M{{.5, 0}, {0, 1. / 3}}},
		{"U", U, la.M{{0, 1}, {-1, 0}, {0, 0}}}, {"σ", σ, la.V{4, 3}}, {"V", V, la.M{{0, 1}, {1, 0}}},
	} {
		got, want := numbers(t, c.got), numbers(t, c.want)
		if len(got) != len(want) || !floats.EqualApprox(got, want, 1e-14) {
			t.Errorf("%s: got %v, want %v", c.what, got, want)
		}
	}
}

// numbers are the shape and the entries of a number, a vector or a matrix.
func numbers(t *testing.T, v any) []float64 {
	t.Helper()
	switch v := v.(type) {
	case float64:
		return []float64{v}
	case []float64:
		return v
	case mat.Matrix:
		r, c := v.Dims()
		list := []float64{float64(r), float64(c)}
		for i := range r {
			list = append(list, la.Row(v, i)...)
		}
		return list
	}
	t.Fatalf("%T", v)
	return nil
}

// TestPanics holds the messages: they name the function, the argument and the shapes.
func TestPanics(t *testing.T) {
	A, B, row := la.M{{1, 2, 3}, {4, 5, 6}}, la.M{{1, 2}, {3, 4}}, la.M{{1, 2}}
	singular, bad := la.M{{1, 2}, {2, 4}}, la.M{{1, math.NaN()}, {math.NaN(), 1}}
	x, y := la.V{1, 2}, la.V{1, 2, 3}
	for _, c := range []struct {
		want string
		call func()
	}{
		{"Mul: argument 1 is 2×3 and argument 2 is 2×2, want as many rows in the second as columns in the first", func() { la.Mul(A, B) }},
		{"Mul: the product of arguments 1 to 2 is 2×3 and argument 3 is 2×2, want", func() { la.Mul(B, A, B) }},
		{"Mul: argument 2 is nil, want a matrix", func() { la.Mul(A, nil) }},
		{"Mul: argument 1 is nil", func() { la.Mul((*mat.Dense)(nil)) }},
		{"Mul: argument 1 is nil", func() { la.Mul(mat.Transpose{}) }},
		{"Mul: argument 1 is 0×0, want at least one row", func() { la.Mul(la.M{}) }},
		{"MulVec: A is 2×3 and x has length 2, want length 3", func() { la.MulVec(A, x) }},
		{"Dot: x has length 2 and y has length 3, want equal lengths", func() { la.Dot(x, y) }},
		{"Add: x has length 2 and y has length 3", func() { la.Add(x, x, y) }},
		{"Sub: x has length 2 and y has length 3", func() { la.Sub(x, y) }},
		{"Dist: x has length", func() { la.Dist(x, y) }},
		{"Cos: x has length", func() { la.Cos(x, y) }},
		{"Cos: a vector of length 2 is zero", func() { la.Cos(x, la.V{0, 0}) }},
		{"Unit: the vector of length 2 is zero", func() { la.Unit(la.V{0, 0}) }},
		{"Comb: got 1 coefficients for 2 vectors", func() { la.Comb(la.V{1}, x, x) }},
		{"Comb: x has length 2 and y has length 3", func() { la.Comb(la.V{1, 1}, x, y) }},
		{"Outer: x has length 0 and y has length 2", func() { la.Outer(nil, x) }},
		{"NormP: got p = 0.5, want p ≥ 1", func() { la.NormP(x, .5) }},
		{"Row: got row 2 of a 2×3 matrix", func() { la.Row(A, 2) }},
		{"Col: got column -1 of a 2×3 matrix", func() { la.Col(A, -1) }},
		{"Rows: the matrix is nil", func() { la.Rows(nil) }},
		{"DiagOf: the matrix is nil", func() { la.DiagOf(nil) }},
		{"AddM: argument 1 is 2×3 and argument 2 is 2×2, want equal shapes", func() { la.AddM(A, B) }},
		{"AddM: argument 1 is 2×2 and argument 3 is 1×2, want equal shapes", func() { la.AddM(B, B, row) }},
		{"SubM: argument 1 is 2×3 and argument 2 is 2×2", func() { la.SubM(A, B) }},
		{"MulElem: argument 1 is 2×3 and argument 2 is 2×2", func() { la.MulElem(A, B) }},
		{"ScaleM: the matrix is nil", func() { la.ScaleM(1, nil) }},
		{"Quad: x has length 3, A is 2×3 and y has length 3, want x of length 2 and y of length 3", func() { la.Quad(y, A, y) }},
		{"QuadInv: x has length 3, A is 2×2 and y has length 2", func() { la.QuadInv(y, B, x) }},
		{"QuadInv: the matrix is 2×3, want a square one", func() { la.QuadInv(x, A, y) }},
		{"QuadInv: the 2×2 matrix is singular", func() { la.QuadInv(x, singular, x) }},
		{"Tr: the matrix is 2×3, want a square one", func() { la.Tr(A) }},
		{"NormM: the matrix is nil", func() { la.NormM(nil) }},
		{"Solve: the matrix is 2×3, want a square one", func() { la.Solve(A, x) }},
		{"Solve: A is 2×2 and b has length 3, want length 2", func() { la.Solve(B, y) }},
		{"Solve: the 2×2 matrix is singular: its condition number is +Inf", func() { la.Solve(singular, x) }},
		{"SolveM: A is 2×2 and B is 1×2, want 2 rows in B", func() { la.SolveM(B, row) }},
		{"SolveM: the 2×2 matrix is singular", func() { la.SolveM(singular, B) }},
		{"Inv: the 2×2 matrix is singular: its condition number is", func() { la.Inv(la.M{{1, 1}, {1, 1 + 1e-16}}) }},
		{"Det: the matrix is 2×3", func() { la.Det(A) }},
		{"LogDet: the 2×2 matrix is not positive definite", func() { la.LogDet(la.M{{1, 2}, {2, 1}}) }},
		{"LogDet: the matrix is not symmetric: entries (0, 1) and (1, 0) are 2 and 3", func() { la.LogDet(B) }},
		{"Chol: the 2×2 matrix is not positive definite", func() { la.Chol(singular) }},
		{"Eigen: the matrix is not symmetric", func() { la.Eigen(B) }},
		{"Eigen: the matrix is 2×3, want a square one", func() { la.Eigen(A) }},
		{"Pow: the 2×2 matrix has the eigenvalue -1: it has no power 0.5", func() { la.Pow(la.M{{1, 2}, {2, 1}}, .5) }},
		{"Eigen: entry (0, 1) of the matrix is NaN", func() { la.Eigen(la.M{{1, math.NaN()}, {math.NaN(), 1}}) }},
		{"LogDet: entry (0, 0) of the matrix is +Inf", func() { la.LogDet(la.M{{math.Inf(1)}}) }},
		{"Sqrt: the 2×2 matrix has the eigenvalue -1", func() { la.Sqrt(la.M{{1, 2}, {2, 1}}) }},
		{"InvSqrt: the 2×2 matrix has the eigenvalue", func() { la.InvSqrt(singular) }},
		{"SVD: the matrix is nil", func() { la.SVD(nil) }},
		{"M: row 1 has 1 entries and row 0 has 2, want equal lengths", func() { la.Tr(la.M{{1, 2}, {3}}) }},
		{"Dense: the matrix is 0×0", func() { la.Dense(la.M(nil)) }},
		{"Sym: got 2 entries, want 1, 3, 6, 10, …", func() { la.Sym(1, 2) }},
		{"Sym: got 0 entries", func() { la.Sym() }},
		{"Symmetric: the matrix is not symmetric", func() { la.Symmetric(B) }},
		{"Diag: got no entries", func() { la.Diag() }},
		{"Ones: got n = 0", func() { la.Ones(0) }},
		{"I: got order 0", func() { la.I(0) }},
		{"Zeros: got 1099511627776×1099511627776, want at most 2^31 numbers", func() { la.Zeros(1<<40, 1<<40) }},
		{"E: got dimension -2, want at least 1", func() { la.E(-2, 0) }},
		{"Grid: got the ends 0 and +Inf, want finite ones", func() { la.Grid(0, math.Inf(1), 3) }},
		{"M: got entry (0, 1) of a 1×1 matrix", func() { la.M{{1}}.At(0, 1) }},
		{"M: got entry (-1, 0) of a 1×1 matrix", func() { la.M{{1}}.At(-1, 0) }},
		{"Map: f is nil", func() { la.Map(nil, x) }},
		{"At: the method is nil", func() { la.At[int](nil, 1) }},
		{"At: the method returned no value for the point [1 2]", func() { la.At(func(mat.Matrix) ([]int, error) { return nil, nil }, x...) }},
		{"RowAt: the method is nil", func() { la.RowAt(nil, 1) }},
		{"RowAt: the method returned no row for the point [1 2]", func() { la.RowAt(func(mat.Matrix) (*mat.Dense, error) { return nil, nil }, x...) }},
		{"SVD: entry (0, 1) of the matrix is NaN", func() { la.SVD(bad) }},
		{"Solve: entry (0, 1) of the matrix is NaN", func() { la.Solve(bad, x) }},
		{"SolveM: entry (0, 1) of the matrix is NaN", func() { la.SolveM(bad, B) }},
		{"Inv: entry (0, 1) of the matrix is NaN", func() { la.Inv(bad) }},
		{"Det: entry (0, 1) of the matrix is NaN", func() { la.Det(bad) }},
		{"QuadInv: entry (0, 1) of the matrix is NaN", func() { la.QuadInv(x, bad, x) }},
		{"Solve: the 3×3 matrix is singular", func() { la.Solve(la.M{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, y) }},
		{"Inv: the 2×2 matrix is singular", func() { la.Inv(la.M{{1e-200, 2}, {2e-200, 4}}) }},
		{"Solve: the 2×2 matrix is singular", func() { la.Solve(la.Zeros(2, 2), x) }},
		{"Zeros: got 0×2", func() { la.Zeros(0, 2) }},
		{"E: got direction 2 in dimension 2", func() { la.E(2, 2) }},
		{"Grid: got 1 points", func() { la.Grid(0, 1, 1) }},
		{"Cols: got no columns", func() { la.Cols() }},
		{"Cols: column 1 has length 3 and column 0 has length 2", func() { la.Cols(x, y) }},
		{"Block: got no blocks", func() { la.Block() }},
		{"Block: row 1 has 1 blocks and row 0 has 2", func() { la.Block(la.R{B, B}, la.R{B}) }},
		{"Block: block (0, 1) has 1 rows, a block beside it has 2", func() { la.Block(la.R{B, row}) }},
		{"Block: block (1, 0) has 3 columns, a block beside it has 2", func() { la.Block(la.R{B}, la.R{A}) }},
		{"Block: all blocks of row 1 are nil", func() { la.Block(la.R{B}, la.R{nil}) }},
		{"Block: all blocks of column 1 are nil", func() { la.Block(la.R{B, nil}) }},
	} {
		if got := caught(c.call); !strings.HasPrefix(got, "la: "+c.want) {
			t.Errorf("got panic %q, want %q", got, c.want)
		}
	}
}

// caught returns the text of the error with which call panics.
func caught(call func()) (text string) {
	defer func() {
		if err, ok := recover().(error); ok {
			text = err.Error()
		}
	}()
	call()
	return "no panic"
}

// definite draws a positive definite matrix of order n.
func definite(r *rand.Rand, n int) *mat.Dense {
	a := mat.NewDense(n, n, normals(r, n*n))
	return la.AddM(la.Mul(a, a.T()), la.ScaleM(.3, la.I(n)))
}

func normals(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}

// TestIdentities: what must hold between the functions, for random matrices of orders 1 to 6.
func TestIdentities(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for range 200 {
		n := 1 + r.IntN(6)
		S, A, x, y := definite(r, n), mat.NewDense(n, n, normals(r, n*n)), normals(r, n), normals(r, n)
		λ, Q := la.Eigen(S)
		U, σ, V := la.SVD(A)
		for _, c := range []struct {
			what      string
			got, want any
		}{
			{"S⁻¹S = I", la.Mul(la.Inv(S), S), la.I(n)},
			{"S(S⁻¹x) = x", la.MulVec(S, la.Solve(S, x)), x},
			{"S⁻¹A", la.SolveM(S, A), la.Mul(la.Inv(S), A)},
			{"xᵀS⁻¹y", la.QuadInv(x, S, y), la.Dot(x, la.Solve(S, y))},
			{"xᵀAy = yᵀAᵀx", la.Quad(x, A, y), la.Quad(y, A.T(), x)},
			{"tr(xyᵀ) = xᵀy", la.Tr(la.Outer(x, y)), la.Dot(x, y)},
			{"QΛQᵀ = S", la.Mul(Q, la.Diag(λ...), Q.T()), S},
			{"QᵀQ = I", la.Mul(Q.T(), Q), la.I(n)},
			{"det = Πλ", math.Exp(la.LogDet(S)), floats.Prod(λ)},
			{"log det", la.LogDet(S), math.Log(la.Det(S))},
			{"LLᵀ = S", la.Mul(la.Chol(S), la.Chol(S).T()), S},
			{"√S√S = S", la.Mul(la.Sqrt(S), la.Sqrt(S)), S},
			{"S^(-1/2) S S^(-1/2) = I", la.Mul(la.InvSqrt(S), S, la.InvSqrt(S)), la.I(n)},
			{"S^-1", la.Pow(S, -1), la.Inv(S)},
			{"UΣVᵀ = A", la.Mul(U, la.Diag(σ...), V.T()), A},
			{"‖A‖² = Σσ²", la.NormM(A), la.Norm(σ)},
			{"‖x‖² = xᵀIx", la.Norm(x) * la.Norm(x), la.Quad(x, la.I(n), x)},
			{"cosine", la.Cos(x, y) * la.Norm(x) * la.Norm(y), la.Dot(x, y)},
			{"combination", la.Comb(x, la.Rows(A)...), la.MulVec(A.T(), x)},
			{"rows and columns", la.Cols(la.Rows(A)...), A.T()},
		} {
			got, want := numbers(t, c.got), numbers(t, c.want)
			if !floats.EqualApprox(got, want, 1e-9*(1+floats.Norm(want, math.Inf(1)))) {
				t.Errorf("%s: %v is not %v", c.what, got, want)
			}
		}
		if a, b := la.QuadInv(x, S, y), la.QuadInv(y, S, x); a != b {
			t.Errorf("xᵀS⁻¹y = %v, yᵀS⁻¹x = %v", a, b)
		}
	}
}

// TestUnits: very large and very small numbers have cosines, directions, norms and solutions, too.
func TestUnits(t *testing.T) {
	r2, largest := math.Sqrt2, math.MaxFloat64
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"Cos, large", la.Cos(la.V{1e200, 1e200}, la.V{1e200, 0}), 1 / r2}, {"Cos, small", la.Cos(la.V{1e-200, 1e-200}, la.V{1e-200, 0}), 1 / r2},
		{"Cos, both", la.Cos(la.V{1e-310, 1e-310}, la.V{1e300, 0}), 1 / r2}, {"Unit, large", la.Unit(la.V{largest, largest}), la.V{1 / r2, 1 / r2}},
		{"Unit, small", la.Unit(la.V{5e-324, 5e-324}), la.V{1 / r2, 1 / r2}}, {"NormM, large", la.NormM(la.M{{1e200, 1e200}}) / 1e200, r2},
		{"NormM, small", la.NormM(la.M{{1e-200}, {1e-200}}) * 1e200, r2}, {"NormM, 0", la.NormM(la.M{{0, 0}}), 0.},
		{"NormP, large", la.NormP(la.V{1e200, -1e200}, 3) / 1e200, math.Cbrt(2)}, {"NormP, small", la.NormP(la.V{1e-200, 1e-200}, 3) * 1e200, math.Cbrt(2)},
		{"NormP, p", la.NormP(la.V{1, 2}, 1e300), 2.}, {"NormP, 0", la.NormP(la.V{0, 0}, 3), 0.},
		{"Solve, columns", la.Solve(la.Diag(1, 1e-20), la.V{1, 1e-20}), la.V{1, 1}},
		{"Solve, large", la.Solve(la.M{{1e308, 1e308}, {1e308, -1e308}}, la.V{1e308, 0}), la.V{.5, .5}},
		{"Solve, small", la.Solve(la.ScaleM(1e-310, la.I(2)), la.V{1e-310, 2e-310}), la.V{1, 2}},
		{"Solve, mixed", la.Solve(la.M{{1, 2e-30}, {3e-30, 4e-60}}, la.V{1, 3e-30 + 2e-30}), la.V{3, -1e30}},
		{"SolveM", la.SolveM(la.Diag(1, 1e-20), la.Diag(2, 1e-20)), la.Diag(2, 1)}, {"Inv", la.MulElem(la.Inv(la.Diag(1, 1e-20)), la.Diag(1, 1e-20)), la.I(2)},
		{"QuadInv", la.QuadInv(la.V{1, 1e-20}, la.M{{-1, 0}, {0, 1e-20}}, la.V{1, 1}), 0.},
	} {
		got, want := numbers(t, c.got), numbers(t, c.want)
		if len(got) != len(want) || !floats.EqualApprox(got, want, 1e-14) {
			t.Errorf("%s: got %v, want %v", c.what, got, want)
		}
	}
}

// TestGrid: the ends are there, and nothing lies outside.
func TestGrid(t *testing.T) {
	for n := 2; n < 200; n++ {
		for _, ends := range [][2]float64{{.1, .7}, {.7, .1}, {.1, .3}, {-1.7e308, 1.7e308}, {2, 2}} {
			x := la.Grid(ends[0], ends[1], n)
			lo, hi := min(ends[0], ends[1]), max(ends[0], ends[1])
			if x[0] != ends[0] || x[n-1] != ends[1] {
				t.Errorf("%d from %v to %v: the ends are %v and %v", n, ends[0], ends[1], x[0], x[n-1])
			}
			for i, v := range x {
				if want := ends[0] + float64(i)/float64(n-1)*(ends[1]/2-ends[0]/2)*2; !(v >= lo && v <= hi) || hi < 1e300 && !(math.Abs(v-want) <= 1e-15*hi) {
					t.Errorf("%d from %v to %v: point %d is %v", n, ends[0], ends[1], i, v)
				}
			}
		}
	}
}

// TestNothingChanges: arguments keep their numbers, results have memory of their own.
func TestNothingChanges(t *testing.T) {
	A, S, x, y := la.M{{1, 2}, {3, 4}}, la.Sym(2, 1, 2), la.V{1, 2}, la.V{3, 4}
	before := fmt.Sprint(A, mat.Formatted(S), x, y)
	for what, v := range map[string]any{
		"Add": la.Add(x), "Sub": la.Sub(x, y), "Scale": la.Scale(1, x), "Comb": la.Comb(la.V{1}, x), "Unit": la.Unit(la.E(2, 0)), "Row": la.Row(A, 0), "Rows": la.Rows(A)[0],
		"Col": la.Col(A, 0), "Mul": la.Mul(A), "MulVec": la.MulVec(A, x), "AddM": la.AddM(A), "ScaleM": la.ScaleM(1, S), "Dense": la.Dense(la.Dense(A)), "Symmetric": la.Symmetric(S),
		"Solve": la.Solve(S, x), "SolveM": la.SolveM(S, A), "Inv": la.Inv(S), "Pow": la.Pow(S, 1), "Block": la.Block(la.R{A}), "Cols": la.Cols(x, y), "Diag": la.Diag(x...), "Sym": la.Sym(x[0]),
	} {
		switch v := v.(type) {
		case []float64:
			v[0] = 99
		case *mat.Dense:
			v.Set(0, 0, 99)
		case *mat.SymDense:
			v.SetSym(0, 0, 99)
		}
		if after := fmt.Sprint(A, mat.Formatted(S), x, y); after != before {
			t.Fatalf("%s: the arguments became %s", what, after)
		}
	}
}

// TestFlow: values go in and out without conversions.
func TestFlow(t *testing.T) {
	means := [][]float64{{0, 0}, {2, 1}}
	var asMatrix la.M = means
	var asList [][]float64 = la.M{{0, 0}, {2, 1}}
	if !reflect.DeepEqual(means, asList) || la.Mul(asMatrix, la.I(2)).At(1, 0) != 2 {
		t.Error("a list of means is not a matrix")
	}
	d := mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6})
	for _, a := range []mat.Matrix{d, d.T(), d.Slice(0, 1, 0, 2), la.Sym(1, 2, 3), mat.NewDiagDense(2, []float64{1, 2}), mat.NewVecDense(2, []float64{1, 2}), la.M(la.Rows(d)).T()} {
		r, c := a.Dims()
		if got := la.Mul(a.T(), a); !mat.Equal(got, got.T()) || got.RawMatrix().Rows != c || len(la.MulVec(a, la.Ones(c))) != r {
			t.Errorf("%T", a)
		}
	}
}

func Example() {
	m0, m1, S := la.V{0, 0}, la.V{2, 1}, la.M{{2, .5}, {.5, 1}}
	a := la.Solve(S, la.Sub(m1, m0)) // Σ⁻¹(m₁ - m₀)
	fmt.Printf("%.4f %.4f\n", a, la.QuadInv(m1, S, m1)/2)
	fmt.Printf("%.2f\n", mat.Formatted(la.Mul(S, S)))
	// Output:
	// [0.8571 0.5714] 1.1429
	// ⎡4.25  1.50⎤
	// ⎣1.50  1.25⎦
}

func ExampleBlock() {
	A, B := la.Sym(2, 0, 2), la.M{{1, 1}}
	kkt := la.Block(la.R{A, B.T()}, la.R{B, nil}) // minimise ‖x‖² where x₁ + x₂ = 1
	fmt.Printf("%.2f\n", la.Solve(kkt, la.V{0, 0, 1}))
	// Output: [0.50 0.50 -1.00]
}

func ExampleEigen() {
	λ, Q := la.Eigen(la.M{{2, 1}, {1, 2}})
	fmt.Printf("%.3f %.3f\n", λ, la.Col(Q, 1))
	// Output: [1.000 3.000] [0.707 0.707]
}

func ExampleMul() {
	defer func() { fmt.Println(recover()) }()
	la.Mul(la.M{{1, 2, 3}, {4, 5, 6}}, la.M{{1, 2}, {3, 4}})
	// Output: la: Mul: argument 1 is 2×3 and argument 2 is 2×2, want as many rows in the second as columns in the first
}

func BenchmarkQuadInv(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	S, x := definite(r, 3), normals(r, 3)
	for b.Loop() {
		la.QuadInv(x, S, x)
	}
}

// counted counts how often its entries are asked for.
type counted struct {
	mat.Matrix
	asked *int
}

func (c counted) At(i, j int) float64 { *c.asked++; return c.Matrix.At(i, j) }
func (c counted) T() mat.Matrix       { return mat.Transpose{Matrix: c} }

// TestMulAsksOnce: large matrices of any kind are asked for each entry once, and the product is that of dense ones.
func TestMulAsksOnce(t *testing.T) {
	const n = 60
	r := rand.New(rand.NewPCG(1, 2))
	full := mat.NewDense(n, n, nil)
	tri, diag, band := mat.NewTriDense(n, mat.Lower, nil), mat.NewDiagDense(n, nil), mat.NewBandDense(n, n, 1, 2, nil)
	for i := range n {
		diag.SetDiag(i, r.NormFloat64())
		for j := range n {
			full.Set(i, j, r.NormFloat64())
			if j <= i {
				tri.SetTri(i, j, r.NormFloat64())
			}
			if j >= i-1 && j <= i+2 {
				band.SetBand(i, j, r.NormFloat64())
			}
		}
	}
	for name, b := range map[string]mat.Matrix{"dense": full, "its transpose": full.T(), "triangular": tri, "its transposed": tri.T(), "diagonal": diag, "banded": band, "rows": la.M(la.Rows(full))} {
		for firstName, a := range map[string]mat.Matrix{"dense": full, "triangular": tri, "diagonal": diag} {
			var want mat.Dense
			want.Mul(mat.DenseCopyOf(a), mat.DenseCopyOf(b))
			if got := la.Mul(a, b); !mat.EqualApprox(got, &want, 1e-12) {
				t.Errorf("%s times %s is not the product of dense ones", firstName, name)
			}
		}
		asked := 0
		la.Mul(full, counted{b, &asked})
		la.Mul(full, counted{b, &asked}.T())
		if asked > 2*n*n {
			t.Errorf("%s: asked for %d entries in two products, want %d at most", name, asked, 2*n*n)
		}
	}
}
