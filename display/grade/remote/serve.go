package remote

import (
	"fmt"
	"io"
	"reflect"
)

// Answer is a function or a variable that a notebook has declared.
type Answer struct {
	name  string
	value reflect.Value // of a variable, the pointer to it
	isVar bool
}

// Func is a declared function.
func Func(name string, f any) Answer { return Answer{name: name, value: reflect.ValueOf(f)} }

// Var is a declared variable, by its address.
func Var(name string, address any) Answer {
	return Answer{name: name, value: reflect.ValueOf(address), isVar: true}
}

// Serve answers the calls that come from in, until there are no more.
func Serve(in io.Reader, out io.Writer, answers ...Answer) error {
	p := newPeer("the grader", in, out)
	p.declared = func(name string) (reflect.Value, error) {
		for _, a := range answers {
			if a.name != name {
				continue
			}
			if a.isVar {
				return getter(a.value), nil
			}
			return a.value, nil
		}
		return reflect.Value{}, fmt.Errorf("%s is not declared", name)
	}
	return p.listen()
}

// getter is a function that returns a variable.
func getter(address reflect.Value) reflect.Value {
	t := reflect.FuncOf(nil, []reflect.Type{address.Type().Elem()}, false)
	return reflect.MakeFunc(t, func([]reflect.Value) []reflect.Value { return []reflect.Value{address.Elem()} })
}
