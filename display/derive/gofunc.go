package derive

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"

	"github.com/mercer-go/mercer/display/formula/eval"
	"github.com/mercer-go/mercer/display/formula/value"
)

// Func gives a name of the text, in LaTeX, a function in Go: of numbers (float64, int), vectors ([]float64), matrices ([][]float64 or
// derive.Matrix) and truth values, with one such result and perhaps an error. A line below the derivation tells the reader; about says
// what the function is, without it the line has its name in Go. Func is evaluated in floating point, and has no derivative.
func Func(name string, f any, about ...string) Option {
	return func(s *settings) {
		canonical, err := canonicalName(name)
		if err != nil {
			s.fail("Func: %w", err)
			return
		}
		v := reflect.ValueOf(f)
		if err := checkFunc(v); err != nil {
			s.fail("Func: %s: %w", name, err)
			return
		}
		doc := strings.Join(about, " ")
		if doc == "" {
			doc = goName(v)
		}
		s.funcs = append(s.funcs, &eval.Func{Name: canonical, Args: v.Type().NumIn(), Call: caller(f, v), Doc: doc})
	}
}

var errorType = reflect.TypeFor[error]()

// checkFunc says what is wrong about a function.
func checkFunc(v reflect.Value) error {
	if v.Kind() != reflect.Func || v.IsNil() {
		return fmt.Errorf("a function is wanted")
	}
	t := v.Type()
	switch {
	case t.IsVariadic() || t.NumIn() == 0:
		return fmt.Errorf("the function %s must have a fixed number of arguments, at least one", t)
	case t.NumOut() == 1, t.NumOut() == 2 && t.Out(1) == errorType:
		return nil
	}
	return fmt.Errorf("the function %s must have one result, and perhaps an error", t)
}

// goName is the name of a function as its program has it, or "a function in Go" for one without a name.
func goName(v reflect.Value) string {
	name := runtime.FuncForPC(v.Pointer()).Name()
	name = name[strings.LastIndexByte(name, '/')+1:]
	name = strings.TrimPrefix(strings.TrimSuffix(name, "-fm"), "main.")
	if strings.Contains(name, ".func") || strings.HasPrefix(name, "func") || name == "" {
		return "a function in Go"
	}
	return "the Go function " + name
}

// caller calls a Go function with values; the usual kinds without reflection.
func caller(f any, v reflect.Value) func(args []value.Value[float64]) (value.Value[float64], error) {
	switch f := f.(type) {
	case func(float64) float64:
		return func(args []value.Value[float64]) (value.Value[float64], error) {
			if args[0].Kind != value.Number {
				return value.Value[float64]{}, fmt.Errorf("the function wants a number, and the value is a %s", args[0].Shape())
			}
			return floats.Number(f(args[0].N)), nil
		}
	case func([]float64) float64:
		return func(args []value.Value[float64]) (value.Value[float64], error) {
			if args[0].Kind != value.Vector && args[0].Kind != value.Row {
				return value.Value[float64]{}, fmt.Errorf("the function wants a vector, and the value is a %s", args[0].Shape())
			}
			return floats.Number(f(append([]float64(nil), args[0].A...))), nil
		}
	}
	return func(args []value.Value[float64]) (value.Value[float64], error) { return reflectCall(v, args) }
}

func reflectCall(v reflect.Value, args []value.Value[float64]) (value.Value[float64], error) {
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		x, err := toGo(a, v.Type().In(i))
		if err != nil {
			return value.Value[float64]{}, fmt.Errorf("argument %d: %w", i+1, err)
		}
		in[i] = x
	}
	out := v.Call(in)
	if len(out) == 2 && !out[1].IsNil() {
		return value.Value[float64]{}, out[1].Interface().(error)
	}
	return fromGo(out[0])
}
