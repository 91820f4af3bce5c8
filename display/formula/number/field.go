package number

import (
	"errors"
	"fmt"
	"math"
	"math/big"
)

// Field is the arithmetic of one kind of number. Add, Sub, Mul and Neg always have a value (which in floating point may be
// infinite); the others return an *Error where there is none.
type Field[T any] interface {
	Int(n int64) T
	Rat(r *big.Rat) T      // a literal
	Float(x float64) T     // a value from Go, exactly; x is finite
	Value(a T) float64     // the nearest float64; of a tower: of its real part
	Add(a, b T) T          // a + b
	Sub(a, b T) T          // a - b
	Mul(a, b T) T          // a·b
	Neg(a T) T             // -a
	Dot(a, b []T) T        // Σ a_i b_i, 0 of empty slices; b is as long as a
	Div(a, b T) (T, error) // a/b; ErrZero
	Cmp(a, b T) int        // -1, 0, 1 as a < b, a = b, a > b; of towers: by real parts
	Order(a, b T) int      // Cmp, of towers on a Side by it
	Call(f Func, a T) (T, error)
	Named(c Constant) (T, error) // ErrInexact in the rationals
	Pow(a, b T) (T, error)       // a^b, with 0^0 = 1; ErrZero for 0 to a negative power, ErrDomain for a negative base and a fraction
	IsConstant(a T) bool         // whether a has no nilpotent parts; true for floats and rationals
	Exact() bool                 // whether results are free of rounding
}

// Constant is a number with a name.
type Constant uint8

// The constants.
const (
	Pi Constant = iota
	E
	logTwo
)

// Float is the nearest float64.
func (c Constant) Float() float64 { return [...]float64{math.Pi, math.E, math.Ln2}[c] }

// String is the name in a message.
func (c Constant) String() string { return [...]string{"π", "e", "log 2"}[c] }

// The reasons why an operation has no value.
var (
	ErrZero     = errors.New("division by zero")
	ErrDomain   = errors.New("no real value")
	ErrInexact  = errors.New("no rational value")
	ErrOverflow = errors.New("too large for a floating-point number")
	ErrKink     = errors.New("no derivative")
)

// Error says which operation has no value, at which argument, and why. Err is one of the sentinels.
type Error struct {
	Op  string // log, \Phi^{-1}, division, power
	At  float64
	Err error
}

// Error is like "log at -2: no real value".
func (e *Error) Error() string {
	if e.Err == ErrZero && e.Op == opDivision {
		return ErrZero.Error()
	}
	return fmt.Sprintf("%s at %.6g: %s", e.Op, e.At, e.Err)
}

// Unwrap is the sentinel.
func (e *Error) Unwrap() error { return e.Err }

const (
	opDivision = "division"
	opPower    = "power"
)

// Func is a function of one number.
type Func uint8

// The functions. NormalCDF and NormalDensity are Φ and φ of the standard normal law, NormalQuantile is the inverse of Φ on (0, 1).
// LogGamma is log Γ(x) for x > 0. Sign 0 is 0.
const (
	Exp Func = iota
	Log
	Sqrt
	Sin
	Cos
	Tan
	Asin
	Acos
	Atan
	Sinh
	Cosh
	Tanh
	NormalCDF
	NormalDensity
	NormalQuantile
	LogGamma
	Gamma
	Erf
	Abs
	Sign
	Floor
	Ceil
	polygamma0 // ψ, the derivative of log Γ; polygamma0 + n is its n-th derivative
)

// maxPolygamma bounds the order of the derivatives of log Γ.
const maxPolygamma = 100

// Polygamma is the n-th derivative of ψ = (log Γ)', 0 ≤ n ≤ 100.
func Polygamma(n int) Func { return polygamma0 + Func(min(max(n, 0), maxPolygamma)) }

var funcNames = [...]string{"exp", "log", "sqrt", "sin", "cos", "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh",
	"Φ", "φ", "Φ⁻¹", "log Γ", "Γ", "erf", "|·|", "sgn", "floor", "ceil"}

// String is the name of the function in a message.
func (f Func) String() string {
	if int(f) < len(funcNames) {
		return funcNames[f]
	}
	return fmt.Sprintf("ψ with %d derivatives", f-polygamma0)
}

// fail is the error of f at x.
func fail(f Func, x float64, err error) error { return &Error{Op: f.String(), At: x, Err: err} }
