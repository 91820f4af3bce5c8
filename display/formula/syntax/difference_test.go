package syntax

import (
	"strings"
	"testing"
)

// TestDifference: a relation in another dress has the same difference, another relation has another.
func TestDifference(t *testing.T) {
	const claim, bound = `4xy`, `(x+y)^2`
	difference := func(a, b string) string {
		t.Helper()
		x, err := ParseExpr(a)
		if err != nil {
			t.Fatal(err)
		}
		y, err := ParseExpr(b)
		if err != nil {
			t.Fatal(err)
		}
		return Difference(x, y)
	}
	want := difference(claim, bound)
	for _, same := range [][2]string{
		{`4xy`, `(y+x)^2`}, {`(x+y)^2`, `4xy`}, {`4 y \cdot x`, `(x+y)(x+y)`}, {`4xy+0`, `(x+y)^2`}, {`4xy \cdot 1`, `\frac{(x+y)^2}{1}`},
		{`4xy-(x+y)^2`, `0`}, {`0`, `(x+y)^2-4xy`}, {`4xy + z`, `z + (x+y)^2`}, {`(4xy)`, `((x+y)^2)`}, {`-(x+y)^2`, `-4xy`}, {`4(x)y`, `(x + 0 + y)^2`},
	} {
		if got := difference(same[0], same[1]); got != want {
			t.Errorf("%s and %s: %q, want %q", same[0], same[1], got, want)
		}
	}
	for _, other := range [][2]string{
		{`4xy`, `(x-y)^2`}, {`(x+y)^2-(x-y)^2`, `(x+y)^2`}, {`4xy - z + z`, `(x+y)^2`}, {`4x`, `(x+y)^2`}, {`4 / (xy)`, `(x+y)^2`}, {`4xy`, `-(x+y)^2`},
		{`4xy`, `x^2+2xy+y^2`},
	} {
		if got := difference(other[0], other[1]); got == want {
			t.Errorf("%s and %s are taken for the claim", other[0], other[1])
		}
	}
	if got := difference(`\sum_{k=1}^3 p_k p_k`, `m`); got != difference(`\sum_{k=1}^3 p_k^2`, `m`) {
		t.Errorf("below a sum: %q", got)
	}
	if got := difference(`a+b`, `(b)+a`); got != "" {
		t.Errorf("alike: %q", got)
	}
}

// TestDifferenceOfNestedBrackets: brackets in brackets cost as much as they are long.
func TestDifferenceOfNestedBrackets(t *testing.T) {
	x, err := ParseExpr(strings.Repeat("(", 30) + "x" + strings.Repeat(")", 30) + " y")
	if err != nil {
		t.Fatal(err)
	}
	y, err := ParseExpr("yx")
	if err != nil {
		t.Fatal(err)
	}
	if got := Difference(x, y); got != "" {
		t.Errorf("got %q", got)
	}
}
