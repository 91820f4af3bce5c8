package syntax_test

import (
	"fmt"

	"github.com/mercer-go/mercer/display/formula/syntax"
)

func ExampleParseExpr() {
	e, _ := syntax.ParseExpr(`\tfrac12 r_i^2 \le |x|`)
	fmt.Println(syntax.SExpr(e))
	fmt.Println(syntax.Print(e))

	_, err := syntax.ParseExpr(`\frac{1}{n} a/bc`)
	fmt.Println(err.(*syntax.Error).Caret())
	fmt.Println(err)
	// Output:
	// (compare (* (frac 1 2) (^ (_ r i) 2)) \le (abs x))
	// \frac{1}{2} r_{i}^{2} \le \lvert x\rvert
	// \frac{1}{n} a/bc
	//                ^
	// line 1, column 16: a/bc can be read in two ways; write \frac{a}{b} c or \frac{a}{bc}
}

func ExampleParseDocument() {
	doc, err := syntax.ParseDocument(`
		\given x, y \in \mathbb{R}
		(x+y)^2 = x^2 + 2xy + y^2   \because{the binomial formula}
			\ge 2xy                 \because{squares are not negative}  \refute{\ge 3xy}`)
	fmt.Println(err)
	for _, step := range doc.Items[1].(*syntax.Chain).Steps {
		fmt.Println(step.Rel, syntax.Print(step.Right), "|", step.Reason)
	}
	// Output:
	// <nil>
	// = x^{2} + 2 x y + y^{2} | the binomial formula
	// \ge 2 x y | squares are not negative
}
