package derive

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"

	"github.com/mercer-go/mercer/display/derive/proof"
)

// Func gives a name of the text, in LaTeX, a function in Go: of numbers (float64, int), vectors ([]float64), matrices ([][]float64 or
// derive.Matrix) and truth values, with one such result and perhaps an error. A line below the derivation tells the reader; about says
// what the function is, without it the line has its name in Go. Func is evaluated in floating point, and has no derivative.
func Func(name string, f any, about ...string) Option {
	return func(s *settings) {
		v := reflect.ValueOf(f)
		if err := checkFunc(v); err != nil {
			s.fail("Func: %s: %v", name, err)
			return
		}
		doc := strings.Join(about, " ")
		if doc == "" {
			doc = goName(v)
		}
		s.question.Funcs = append(s.question.Funcs, proof.Func{Name: name, Args: v.Type().NumIn(), Doc: doc})
		s.funcs = append(s.funcs, v)
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

// answer answers what a judge asks back.
func (s *settings) answer(calls []proof.Call) ([]proof.Answer, error) {
	answers := make([]proof.Answer, len(calls))
	for i, c := range calls {
		answers[i] = call(s.funcs[c.Func], c.Args)
	}
	return answers, nil
}

// call calls a Go function with values; the usual kinds without reflection.
func call(f reflect.Value, args []proof.Value) proof.Answer {
	switch f := f.Interface().(type) {
	case func(float64) float64:
		if args[0].Kind == proof.Number {
			return proof.Answer{Value: proof.Value{N: f(args[0].N)}}
		}
	case func([]float64) float64:
		if args[0].Kind == proof.Vector {
			return proof.Answer{Value: proof.Value{N: f(args[0].Entries)}}
		}
	}
	return reflectCall(f, args)
}

func reflectCall(f reflect.Value, args []proof.Value) proof.Answer {
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		x, ok := toGo(a, f.Type().In(i))
		if !ok {
			return proof.Answer{Fault: f.Type().In(i).String(), Arg: i + 1}
		}
		in[i] = x
	}
	out := f.Call(in)
	if len(out) == 2 && !out[1].IsNil() {
		return proof.Answer{Fault: out[1].Interface().(error).Error()}
	}
	x, err := fromGo(out[0])
	if err != nil {
		return proof.Answer{Fault: err.Error()}
	}
	return proof.Answer{Value: x}
}
