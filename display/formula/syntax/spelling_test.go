package syntax

import (
	"fmt"
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
		return Speller{}.Difference(x, y)
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

// TestNestedStaysFast: what is nested deep is spelled in time, too.
func TestNestedStaysFast(t *testing.T) {
	for _, c := range [][2]string{{`\max(`, `)`}, {`(`, `)^\top`}, {`\sqrt{`, `}`}, {`(1+`, `)^{1/2}`}, {`|`, `|`}, {`2(1+`, `)`}, {`\frac{1}{1+`, `}`}, {`f(`, `)`}} {
		x, err := ParseExpr(strings.Repeat(c[0], 20) + "x" + strings.Repeat(c[1], 20))
		if err != nil {
			t.Fatalf("%s: %v", c[0], err)
		}
		(Speller{}).Side(x)
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
	if got := (Speller{}).Difference(x, y); got != "" {
		t.Errorf("got %q", got)
	}
}

// TestSide: what is alike at sight has one spelling; what takes a rule to see has two.
func TestSide(t *testing.T) {
	s := Speller{Numbers: map[string]bool{"t": true}}
	side := func(text string) string {
		t.Helper()
		if !strings.ContainsAny(text, "<>=") && !strings.Contains(text, `\le`) {
			x, err := ParseExpr(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			return s.Side(x)
		}
		doc, err := ParseDocument(`\therefore `+text, "f")
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return s.Side(doc.Items[0].(*Conclusion).Claim)
	}
	for _, c := range [][2]string{
		{`2(a^2+b^2)`, `2a^2+2b^2`}, {`2a^2+2b^2`, `2(b \cdot b+aa)`}, {`\frac{a+b}2`, `\frac12 a+\frac12(b)`}, {`-(a-b)`, `b - a`}, {`a-(b+c)`, `(a-b)-c`},
		{`\sqrt{ab}`, `(ba)^{1/2}`}, {`\sqrt{ab}`, `(ab)^{\tfrac12}`}, {`x^\top y`, `y^\top x`}, {`(x^\top y)^2`, `(y^\top x)(x^\top y)`}, {`3(x+z)^\top y`, `y^\top(z+x) \cdot 3`},
		{`|a-b|`, `|b-a|`}, {`\|x-y\|^2`, `\|-x+y\|\cdot\|y-x\|`}, {`\max(u,u)`, `u`}, {`t(1-t)`, `(1-t)t`}, {`f(a+b)`, `f(b+a)`}, {`E[X+Y]`, `E[Y+X]`},
		{`x^2 > x`, `x < x^2`}, {`a < b \lor c > d`, `d < c \lor (a < b)`}, {`a < b \land a < b`, `b > a`}, {`a = b`, `b = a`}, {`a < b \iff c < d`, `c < d \iff b > a`},
		{`\sum_{i=1}^n a_i b_i`, `\sum_{i=1}^n b_i a_i`}, {`\frac{a}{b/c}`, `\frac{ac}{b}`},
	} {
		if side(c[0]) != side(c[1]) {
			t.Errorf("%s is %s, and %s is %s", c[0], side(c[0]), c[1], side(c[1]))
		}
	}
	for _, c := range [][2]string{
		{`(a+b)^2`, `a^2+2ab+b^2`}, {`(a-b)(a+b)`, `a(a+b)-b(a+b)`}, {`2 \cdot \tfrac12 t`, `t`}, {`a+z-z`, `a`}, {`\frac{az}{z}`, `a`}, {`\frac{(a+b)(a-b)}{a-b}`, `a+b`},
		{`a^2+a^2`, `2a^2`}, {`x^\top A y`, `y^\top A x`}, {`x^\top A y`, `(x^\top A y)^\top`}, {`x < y`, `0 < y - x`}, {`a < b`, `a \le b`}, {`f(x)`, `xf`}, {`t - t^2`, `t(1-t)`},
		{`\sqrt{a}`, `a`}, {`|a+b|`, `|a-b|`}, {`a < b \implies c < d`, `c < d \implies a < b`}, {`\frac{(m^\top B^{-1}m)^2}{m^\top B^{-1}BB^{-1}m}`, `m^\top B^{-1}m`},
	} {
		if side(c[0]) == side(c[1]) {
			t.Errorf("%s and %s are alike: %s", c[0], c[1], side(c[0]))
		}
	}
}

// TestExpand writes notation out.
func TestExpand(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"\\let T = a+b\n" + `T^2`, `(a+b)^2`},
		{"\\let s = a+b\n\\let d = s-2b\n" + `sd`, `(a+b)((a+b)-2b)`},
		{"\\let f(x) = x^2+c\n" + `f(a+b)`, `(a+b)^2+c`},
		{"\\let f(x) = x^2\n" + `f(f(a))`, `(a^2)^2`},
		{"\\let q_i = p_i(1-p_i)\n" + `q_3`, `p_3(1-p_3)`},
		{"\\let r_i^2 = \\|x-m_i\\|^2\n" + `r_1^2`, `\|x-m_1\|^2`},
		{"\\let t_{opt} = 2a\n" + `t_{opt}+b`, `2a+b`},
		{"\\let \\mu = E[X]\n" + `E[(X-\mu)^2]`, `E[(X-E[X])^2]`},
	} {
		doc, err := ParseDocument(strings.Replace(c.text, "\n", "\n", 1) + " = 0")
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		var lets []*Let
		var x Expr
		for _, item := range doc.Items {
			switch item := item.(type) {
			case *Let:
				lets = append(lets, item)
			case *Chain:
				x = item.First
			}
		}
		want, err := ParseExpr(c.want)
		if err != nil {
			t.Fatal(err)
		}
		if got := (Speller{}).Side(Expand(x, lets)); got != (Speller{}).Side(want) {
			t.Errorf("%s: got %s, want %s", c.text, got, (Speller{}).Side(want))
		}
	}
}

// TestExpandStaysSmall: definitions that double each time are not written out.
func TestExpandStaysSmall(t *testing.T) {
	text := "\\let a_0 = x\n"
	for i := 1; i < 40; i++ {
		text += fmt.Sprintf("\\let a_{%d} = a_{%d} + a_{%d}\n", i, i-1, i-1)
	}
	doc, err := ParseDocument(text + "a_{39} = 0")
	if err != nil {
		t.Fatal(err)
	}
	var lets []*Let
	for _, item := range doc.Items[:40] {
		lets = append(lets, item.(*Let))
	}
	x := doc.Items[40].(*Chain).First
	if got := Expand(x, lets); got != x {
		t.Errorf("got %.100s…", Canon(got))
	}
}

// TestApplications: a bracket behind a function word or a number is no other spelling.
func TestApplications(t *testing.T) {
	s := Speller{Numbers: map[string]bool{"A": true}}
	side := func(text string) string {
		t.Helper()
		x, err := ParseExpr(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return s.Side(x)
	}
	for _, same := range [][2]string{{`p\log\frac qp`, `\log\left(\frac qp\right) p`}, {`\exp(x+y)`, `\exp{(y+x)}`}, {`A(B+C)^{-1}`, `A \cdot (C+B)^{-1}`}, {`A(B+C)^2`, `(B+C)A(B+C)`}} {
		if side(same[0]) != side(same[1]) {
			t.Errorf("%s: %s; %s: %s", same[0], side(same[0]), same[1], side(same[1]))
		}
	}
	for _, other := range [][2]string{{`f(B+C)^2`, `f \cdot (B+C)^2`}, {`f(x)`, `g(x)`}, {`f(x)`, `f(x, x)`}} {
		if side(other[0]) == side(other[1]) {
			t.Errorf("%s and %s are alike: %s", other[0], other[1], side(other[0]))
		}
	}
}

// TestOrdered: where factors keep their order, numbers may still stand anywhere.
func TestOrdered(t *testing.T) {
	s := Speller{Ordered: true, Scalars: map[string]bool{"t": true}}
	side := func(text string) string {
		t.Helper()
		x, err := ParseExpr(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return s.Side(x)
	}
	for _, same := range [][2]string{{`AB`, `(A)B`}, {`AB`, `1 A B`}, {`tAB`, `A t B`}, {`2AB`, `A 2 B`}, {`AB + BA`, `BA + AB`}, {`AA`, `A^2`}, {`(AB)^2`, `ABAB`},
		{`A^\top (B + C)`, `(A^\top)(C + B)`}, {`\frac{AB}{t}`, `A \cdot \frac{B}{t}`}, {`0 AB`, `0`}} {
		if side(same[0]) != side(same[1]) {
			t.Errorf("%s: %s; %s: %s", same[0], side(same[0]), same[1], side(same[1]))
		}
	}
	for _, other := range [][2]string{{`AB`, `BA`}, {`(A+B)C`, `C(A+B)`}, {`ABA`, `AAB`}, {`A^\top B`, `B^\top A`}, {`(AB)^2`, `A^2B^2`}} {
		if side(other[0]) == side(other[1]) {
			t.Errorf("%s and %s are alike: %s", other[0], other[1], side(other[0]))
		}
	}
	side(strings.Repeat("(", 30) + "AB" + strings.Repeat(")^9", 30)) // does not grow
}
