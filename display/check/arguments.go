package check

import (
	"fmt"
	"reflect"
)

// KeepsArguments adds to a rule for functions, as Trials makes, that the function leaves its arguments as they were: the
// entries of slices, maps and matrices, and what pointers point at.
//
//	check.Trials(100, tryMedian).KeepsArguments()
func (r Rule) KeepsArguments() Rule {
	judge := r.judge
	r.judge = func(answer any) (string, Detail, error) {
		f := reflect.ValueOf(answer)
		if f.Kind() != reflect.Func || f.IsNil() {
			return judge(answer)
		}
		changed := 0
		evidence, detail, err := judge(watched(f, &changed).Interface())
		if err == nil && changed > 0 {
			return "", detail, fmt.Errorf("the function changes its argument %d: work on a copy", changed)
		}
		return evidence, detail, err
	}
	return r
}

// watched is a function that calls f and notes the first argument, from 1, that a call changes.
func watched(f reflect.Value, changed *int) reflect.Value {
	return reflect.MakeFunc(f.Type(), func(args []reflect.Value) []reflect.Value {
		before := make([]string, len(args))
		for i, a := range args {
			before[i] = contents(a)
		}
		call := f.Call
		if f.Type().IsVariadic() {
			call = f.CallSlice
		}
		out := call(args)
		for i, a := range args {
			if *changed == 0 && contents(a) != before[i] {
				*changed = i + 1
			}
		}
		return out
	})
}

// contents are the values that a function can change through an argument, as text.
func contents(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.Pointer:
		return fmt.Sprintf("%v", v.Interface())
	}
	return ""
}
