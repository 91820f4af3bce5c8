// Package number has the numbers over which a formula is evaluated: floating point, exact rationals, and towers of dual
// numbers over either, which carry derivatives of any order.
//
// A formula is one program for all of them, because it only asks a Field:
//
//	var f number.Float
//	y, err := f.Call(number.Log, x)       // a float64
//
//	t := number.Tower[float64]{Base: number.Float{}}
//	y, err := t.Call(number.Log, t.Seed(t.Constant(2), 0))
//	t.Part(y, 0)                          // 1/2, the derivative
//
// What has no value is an *Error around one of the sentinels ErrZero, ErrDomain, ErrInexact, ErrOverflow, ErrKink; no
// operation panics. Numbers are values: no operation changes its arguments.
//
// Files: field.go the interface and the names of the functions, float.go with normal.go and gamma.go floating point,
// rational.go and eliminate.go the exact rationals, ball.go, ballcall.go and series.go
// numbers with a radius, by which rounding is told from what is true, tower.go and chainrule.go derivatives.
package number
