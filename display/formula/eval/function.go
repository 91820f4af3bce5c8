package eval

import (
	"fmt"
	"math/big"

	"github.com/mercer-go/mercer/display/formula/number"
)

// function is a function that the language knows by name.
type function struct {
	name  string
	arity int
	list  bool        // takes a list or a set, as max does
	call  number.Func // elementary, of one number
	op    operation   // else
}

// operation is a function of the language that is not elementary.
type operation uint8

const (
	elementary operation = iota
	maximum
	minimum
	determinant
	trace
	diagonal
	rank
	largestEigenvalue
	smallestEigenvalue
	eigenvalue // of an index
	logarithmTo
	positivePart
	kernelDimension
)

// functions has the functions of the language by their canonical spelling; those that take an index end in an underscore.
var functions = map[string]*function{}

func init() {
	for name, f := range map[string]number.Func{
		`\exp`: number.Exp, `\log`: number.Log, `\ln`: number.Log, `\sin`: number.Sin, `\cos`: number.Cos, `\tan`: number.Tan,
		`\arcsin`: number.Asin, `\arccos`: number.Acos, `\arctan`: number.Atan, `\sinh`: number.Sinh, `\cosh`: number.Cosh,
		`\tanh`: number.Tanh, `\Phi`: number.NormalCDF, `\phi`: number.NormalDensity, `\Phi^{-1}`: number.NormalQuantile,
		`\Gamma`: number.Gamma, `\erf`: number.Erf, `\sgn`: number.Sign,
	} {
		functions[name] = &function{name: name, arity: 1, call: f}
	}
	for _, f := range []function{
		{name: `\max`, list: true, op: maximum}, {name: `\min`, list: true, op: minimum},
		{name: `\det`, arity: 1, op: determinant}, {name: `\tr`, arity: 1, op: trace},
		{name: `\diag`, list: true, op: diagonal}, {name: `\rank`, arity: 1, op: rank},
		{name: `\lambda_{\max}`, arity: 1, op: largestEigenvalue}, {name: `\lambda_{\min}`, arity: 1, op: smallestEigenvalue},
		{name: `\lambda_`, arity: 2, op: eigenvalue}, {name: `\log_`, arity: 2, op: logarithmTo}, {name: "+", arity: 1, op: positivePart},
	} {
		functions[f.name] = &f
	}
}

// Functions lists the names of the functions of the language, for completion.
func Functions() []string {
	var names []string
	for name := range functions {
		if last := name[len(name)-1]; last != '_' && name != "+" {
			names = append(names, name)
		}
	}
	return names
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// integer is a literal that the text does not have.
func integer(a at, n int64) node { return &literal{a, big.NewRat(n, 1), fmt.Sprint(n), 0} }
