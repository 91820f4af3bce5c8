// Package eval gives a document its meaning: names get slots and definitions, big operators their ranges, probabilities their sample
// spaces, and the formulas can be evaluated at points in floating point, in exact rational arithmetic, and with derivatives.
//
//	doc, err := syntax.ParseDocument(text)
//	p, err := eval.Compile(doc, eval.Names{Values: []string{`\Sigma`}})
//	m := eval.NewFloat(p)
//	for _, v := range p.Vars {
//		m.Set(v, …)
//	}
//	r, err := m.Eval(formula)
//
// # The way of a formula
//
// A syntax.Expr says what is written. The resolver (resolve.go, apply.go, operation.go, bind.go, prob.go) turns it into a node
// (node.go), in which every name is a slot of the frame or a definition: there it is decided whether a(b) is an application or a
// product, what r_i^2 stands for, over what \sum_i runs. given.go and setting.go declare the variables with their domains, define.go
// takes up \let, function.go has the table of the functions of the language.
//
// A Machine evaluates nodes over one field (machine.go, arithmetic.go, lists.go, truth.go, chance.go, integrate.go); derivatives run in
// the tower of dual numbers over it (differentiate.go). relation.go tells how two values stand to a relation, degree.go bounds the
// degree of a rational function, which tells what an exact evaluation proves.
//
// Values have dynamic kinds: what does not fit (a 3×3 matrix and a vector with 2 components) is found at the first point, and is an
// error with its place in the text.
package eval
