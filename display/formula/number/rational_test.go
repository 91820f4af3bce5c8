package number

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"
)

func rat(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic(s)
	}
	return r
}

func TestRationalCall(t *testing.T) {
	tests := []struct {
		f    Func
		x, y string // y is "" where there is no rational value, "-" outside the domain
	}{
		{Exp, "0", "1"}, {Exp, "1", ""}, {Log, "1", "0"}, {Log, "0", "-"}, {Sqrt, "9/4", "3/2"}, {Sqrt, "2", ""}, {Sqrt, "-4", "-"},
		{Abs, "-2/3", "2/3"}, {Sign, "-2/3", "-1"}, {Floor, "-2/3", "-1"}, {Ceil, "-2/3", "0"}, {Floor, "7/2", "3"}, {Ceil, "7/2", "4"},
		{Floor, "5", "5"}, {Ceil, "5", "5"}, {Gamma, "5", "24"}, {Gamma, "1/2", ""}, {Gamma, "0", "-"}, {LogGamma, "2", "0"}, {LogGamma, "3", ""},
		{NormalCDF, "0", "1/2"}, {NormalQuantile, "1/2", "0"}, {NormalQuantile, "3/2", "-"}, {Cos, "0", "1"}, {Asin, "3/2", "-"},
		{Acos, "1", "0"}, {Sqrt, "0", "0"},
	}
	for _, c := range tests {
		y, err := Rational{}.Call(c.f, rat(c.x))
		switch c.y {
		case "":
			if !errors.Is(err, ErrInexact) {
				t.Errorf("%s(%s) = %v, %v; want ErrInexact", c.f, c.x, y, err)
			}
		case "-":
			if !errors.Is(err, ErrDomain) {
				t.Errorf("%s(%s) = %v, %v; want ErrDomain", c.f, c.x, y, err)
			}
		default:
			if err != nil || y.Cmp(rat(c.y)) != 0 {
				t.Errorf("%s(%s) = %v, %v; want %s", c.f, c.x, y, err, c.y)
			}
		}
	}
}

func TestRationalPow(t *testing.T) {
	tests := []struct {
		a, b, want string
		err        error
	}{
		{"2/3", "3", "8/27", nil}, {"2/3", "-3", "27/8", nil}, {"-2", "5", "-32", nil}, {"0", "0", "1", nil}, {"0", "1/2", "0", nil},
		{"4/9", "1/2", "2/3", nil}, {"8/27", "-2/3", "9/4", nil}, {"1024", "1/10", "2", nil}, {"1", "999999999999", "1", nil},
		{"2", "1/2", "", ErrInexact}, {"7", "1/3", "", ErrInexact}, {"-8", "1/3", "", ErrDomain}, {"0", "-1", "", ErrZero},
		{"2", "100000000", "", ErrInexact}, {"3", "1/1000000", "", ErrInexact},
	}
	for _, c := range tests {
		y, err := Rational{}.Pow(rat(c.a), rat(c.b))
		if !errors.Is(err, c.err) || c.err == nil && (err != nil || y.Cmp(rat(c.want)) != 0) {
			t.Errorf("(%s)^(%s) = %v, %v; want %s, %v", c.a, c.b, y, err, c.want, c.err)
		}
	}
}

func TestRationalIsPure(t *testing.T) {
	f := Rational{}
	a, b := rat("3/7"), rat("-5/11")
	f.Add(a, b)
	f.Sub(a, b)
	f.Mul(a, b)
	f.Neg(a)
	f.Div(a, b)
	f.Pow(a, f.Int(3))
	for fn := Exp; fn <= Ceil; fn++ {
		f.Call(fn, a)
		f.Call(fn, b)
	}
	if a.Cmp(rat("3/7")) != 0 || b.Cmp(rat("-5/11")) != 0 {
		t.Errorf("the arguments became %v, %v", a, b)
	}
	if f.Value(f.Float(0.1)) != 0.1 {
		t.Error("0.1 is not carried exactly")
	}
}

// The elimination against products with the matrix and against the expansion of the determinant.
func TestEliminate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	f := Rational{}
	small := func() *big.Rat { return big.NewRat(int64(r.IntN(7)-3), int64(1+r.IntN(4))) }
	singular := 0
	for range 2000 {
		n, m := 1+r.IntN(4), r.IntN(3)
		a, b := make([]*big.Rat, n*n), make([]*big.Rat, n*m)
		for i := range a {
			a[i] = small()
		}
		for i := range b {
			b[i] = small()
		}
		x, det := f.Eliminate(n, m, a, b)
		if want := expand(a, n); det.Cmp(want) != 0 {
			t.Fatalf("the determinant of %v is %v, want %v", a, det, want)
		}
		if det.Sign() == 0 {
			singular++
			continue
		}
		for i := range n {
			for j := range m {
				column := make([]*big.Rat, n)
				for k := range column {
					column[k] = x[k*m+j]
				}
				if got := f.Dot(a[i*n:(i+1)*n], column); got.Cmp(b[i*m+j]) != 0 {
					t.Fatalf("the solution of %v x = %v is %v", a, b, x)
				}
			}
		}
	}
	if singular < 20 {
		t.Errorf("only %d matrices were singular", singular)
	}
	if f.Dot(nil, nil).Sign() != 0 {
		t.Error("an empty sum is not 0")
	}
}

// expand is the determinant by the first row.
func expand(a []*big.Rat, n int) *big.Rat {
	if n == 0 {
		return big.NewRat(1, 1)
	}
	sum := new(big.Rat)
	for j := range n {
		var minor []*big.Rat
		for i := n; i < n*n; i++ {
			if i%n != j {
				minor = append(minor, a[i])
			}
		}
		term := new(big.Rat).Mul(a[j], expand(minor, n-1))
		if j%2 == 1 {
			term.Neg(term)
		}
		sum.Add(sum, term)
	}
	return sum
}
