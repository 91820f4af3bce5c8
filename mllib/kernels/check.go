package kernels

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/mllib/input"
)

const (
	deepest   = 100     // how many levels of parts a kernel may have
	mostTerms = 1 << 16 // of how many kernels one value may be made, those of Normalised counted each time that they are computed
)

// Check returns an error that wraps input.ErrParam and names all parameters out of range, or nil.
func (k Kernel) Check() error {
	left := mostTerms
	return k.check("kernel", 0, 1, &left)
}

// check counts down what is left of the terms, of which k makes so many for each time that it is computed.
func (k Kernel) check(whole string, level, times int, left *int) error {
	path := brief(whole)
	if *left < 0 {
		return nil // this was said
	}
	if *left -= times; *left < 0 {
		return input.Errorf(input.ErrParam, path, "a value of the whole kernel is made of more than %d others", mostTerms)
	}
	if k.Kind < 0 || k.Kind > KindOn {
		return k.Kind.Check(path + ".Kind")
	}
	if level > deepest {
		return input.Errorf(input.ErrParam, path, "it has more than %d levels of parts", deepest)
	}
	f := record(k.Kind)
	errs := []error{k.checkUnused(path, f), k.checkOwn(path)}
	switch n := len(k.Parts); {
	case f.many:
		errs = append(errs, input.Param(n >= 1, path+".Parts", n, "at least one kernel"))
	case f.base == ofParts || f.base == ofMoved:
		errs = append(errs, input.Param(n == 1, path+".Parts", n, "one kernel"))
	}
	if k.Kind == KindNormalised {
		times *= 3 // K(x, y), K(x, x), K(y, y)
	}
	for i, p := range k.Parts {
		errs = append(errs, p.check(fmt.Sprintf("%s.Parts[%d]", whole, i), level+1, times, left))
	}
	return errors.Join(errs...)
}

// brief leaves out the middle of the path to a part that lies deep.
func brief(path string) string {
	levels := strings.Split(path, ".")
	if n := len(levels); n > 10 {
		return strings.Join(levels[:4], ".") + ".(…)." + strings.Join(levels[n-3:], ".")
	}
	return path
}

// checkUnused refuses values in fields that are no parameters of the kind: who set one meant another kernel.
func (k Kernel) checkUnused(path string, f facts) error {
	var errs []error
	for _, field := range []struct {
		name string
		set  bool
	}{
		{"Degree", k.Degree != 0}, {"Scale", k.Scale != 0}, {"Offset", k.Offset != 0}, {"Width", k.Width != 0}, {"Shape", k.Shape != 0},
		{"Matrix", k.Matrix != nil}, {"Factors", k.Factors != nil}, {"Columns", k.Columns != nil},
	} {
		if field.set && !slices.Contains(f.uses, field.name) {
			errs = append(errs, input.Errorf(input.ErrParam, path+"."+field.name, "it is no parameter of a kernel of kind %s, want none", f.name))
		}
	}
	if len(k.Parts) > 0 && f.base != ofParts && f.base != ofMoved {
		errs = append(errs, input.Errorf(input.ErrParam, path+".Parts", "a kernel of kind %s has no parts", f.name))
	}
	return errors.Join(errs...)
}

// checkOwn checks the parameters of k itself.
func (k Kernel) checkOwn(path string) error {
	var errs []error
	want := func(ok bool, field string, got any, want string) {
		errs = append(errs, input.Param(ok, path+"."+field, got, want))
	}
	for _, field := range record(k.Kind).uses {
		switch field {
		case "Degree":
			want(1 <= k.Degree && k.Degree <= degreeMost, field, k.Degree, "1 to 1000")
		case "Scale":
			k.checkScale(want)
		case "Offset":
			want(finite(k.Offset) && (k.Offset >= 0 || k.Kind == KindSigmoid), field, k.Offset, "a finite number, >= 0 in a polynomial kernel")
		case "Width":
			want(positive(k.Width), field, k.Width, "a positive number")
		case "Shape":
			k.checkShape(want)
		case "Matrix":
			want(rectangular(k.Matrix), field, k.Matrix, "at least one row, rows of one length >= 1, finite numbers")
		case "Factors":
			want(rectangular([][]float64{k.Factors}), field, k.Factors, "one finite number for each coordinate")
		case "Columns":
			want(len(k.Columns) > 0 && slices.Min(k.Columns) >= 0, field, k.Columns, "at least one number of a coordinate, from 0")
		}
	}
	return errors.Join(errs...)
}

func (k Kernel) checkScale(want func(ok bool, field string, got any, want string)) {
	switch k.Kind {
	case KindPolynomial:
		want(positive(k.Scale), "Scale", k.Scale, "a positive number")
	case KindConstant:
		want(finite(k.Scale) && k.Scale >= 0, "Scale", k.Scale, "a number >= 0")
	default:
		want(finite(k.Scale) && k.Scale != 0, "Scale", k.Scale, "a finite number other than 0")
	}
}

// degreeMost is the largest degree of a polynomial.
const degreeMost = 1000

// maternMost is the largest ν that Matern takes.
const maternMost = 30.5

func (k Kernel) checkShape(want func(ok bool, field string, got any, want string)) {
	if k.Kind == KindMatern {
		want(k.Shape > 0 && k.Shape <= maternMost && math.Mod(k.Shape, 1) == .5, "Shape", k.Shape, "1/2, 3/2, 5/2, ..., 61/2")
		return
	}
	want(positive(k.Shape), "Shape", k.Shape, "a positive number")
}

func rectangular(rows [][]float64) bool {
	if len(rows) == 0 {
		return false
	}
	for _, r := range rows {
		if len(r) == 0 || len(r) != len(rows[0]) || slices.ContainsFunc(r, func(v float64) bool { return !finite(v) }) {
			return false
		}
	}
	return true
}

func finite(v float64) bool   { return !math.IsNaN(v) && !math.IsInf(v, 0) }
func positive(v float64) bool { return v > 0 && finite(v) }
