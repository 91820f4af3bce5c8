package syntax

import "strings"

// Print is LaTeX that is read as the same tree.
func Print(x Expr) string {
	pr := &printer{}
	pr.expr(x)
	return pr.b.String()
}

// printer writes trees as LaTeX.
type printer struct {
	b         strings.Builder
	canonical bool
	braced    Expr // is written in braces, when it is met
}

// write writes strings as they are and formulas as LaTeX.
func (pr *printer) write(parts ...any) {
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			pr.b.WriteString(part)
		case Expr:
			pr.expr(part)
		case []Expr:
			pr.list(part)
		}
	}
}

func (pr *printer) list(items []Expr) {
	for i, x := range items {
		if i > 0 {
			pr.write(", ")
		}
		pr.expr(x)
	}
}

func (pr *printer) expr(x Expr) {
	if x == pr.braced {
		pr.braced = nil
		pr.write("{", x, "}")
		return
	}
	switch x := x.(type) {
	case *Number:
		pr.write(x.Text)
	case *Name:
		pr.write(x.Text)
	case *Dots:
		pr.write(`\dots`)
	case *Index, *Power, *Prime, *Factorial, *Apply:
		pr.scripted(x)
	case *Unary:
		pr.write(x.Op, space(x.Op == `\neg`), x.X)
	case *Binary:
		pr.binary(x)
	case *Compare:
		pr.write(x.X)
		for _, l := range x.Rest {
			pr.write(" ", l.Op, " ", l.Y)
		}
	case *Logic:
		pr.write(x.X, " ", x.Op, " ", x.Y)
	case *Indicator:
		pr.write(`\mathbf{1}\{`, x.Cond, `\}`)
	case *Prob:
		pr.prob(x)
	case *Big:
		pr.big(x)
	case *Integral, *Diff, *Nabla:
		pr.calculus(x)
	default:
		pr.bracket(x)
	}
}

func space(yes bool) string {
	if yes {
		return " "
	}
	return ""
}

func (pr *printer) binary(x *Binary) {
	switch x.Op {
	case "":
		if needsBraces(x.X, x.Y) {
			pr.write(x.X, " ")
			pr.braced = beginning(x.Y)
			pr.write(x.Y)
			return
		}
		pr.write(x.X, " ", x.Y)
	case "/":
		pr.write(x.X, "/", x.Y)
	default:
		pr.write(x.X, " ", x.Op, " ", x.Y)
	}
}

// needsBraces tells whether two factors side by side would be read as something else without braces around the beginning of the second: 2{3},
// a{(b)}^2.
func needsBraces(x, y Expr) bool {
	for {
		b, ok := x.(*Binary)
		if !ok {
			break
		}
		x = b.Y
	}
	_, number := x.(*Number)
	switch beginning(y).(type) {
	case *Number:
		return number
	case *Paren, *Interval, *Set:
		return callable(x)
	}
	return false
}

// beginning is what a factor is printed with in front.
func beginning(x Expr) Expr {
	for {
		switch n := x.(type) {
		case *Power:
			x = n.X
		case *Factorial:
			x = n.X
		case *Prime:
			x = n.X
		case *Index:
			x = n.X
		default:
			return x
		}
	}
}

// scripted prints what stands with scripts or arguments.
func (pr *printer) scripted(x Expr) {
	if pr.canonical && IsName(x) {
		pr.name(x)
		return
	}
	switch x := x.(type) {
	case *Index:
		pr.write(x.X, "_{", x.Sub, "}")
	case *Power:
		pr.power(x)
	case *Prime:
		pr.write(x.X, strings.Repeat("'", x.N))
	case *Factorial:
		pr.write(x.X, "!")
	case *Apply:
		pr.apply(x)
	}
}

func (pr *printer) power(x *Power) {
	if a, ok := x.X.(*Apply); ok && a.Bracket == "" { // \sin^2 x
		pr.write(a.Fun, "^{", x.Exp, "} ", a.Args)
		return
	}
	if inner, ok := x.X.(*Power); ok && isName(x.Exp, `\top`) && isMinusOne(inner.Exp) {
		pr.write(inner.X, `^{-\top}`)
		return
	}
	if powerIn(x.X) {
		pr.write("{", x.X, "}^{", x.Exp, "}")
		return
	}
	pr.write(x.X, "^{", x.Exp, "}")
}

func isMinusOne(e Expr) bool {
	u, ok := e.(*Unary)
	return ok && u.Op == "-" && isNumber(u.X, "1")
}

// powerIn tells whether a name has an exponent already.
func powerIn(x Expr) bool {
	for {
		switch n := x.(type) {
		case *Power:
			return true
		case *Index:
			x = n.X
		case *Prime:
			x = n.X
		default:
			return false
		}
	}
}

func (pr *printer) apply(x *Apply) {
	if len(x.Args) == 1 && x.Bracket == `\{` {
		if _, ok := x.Args[0].(*Builder); ok {
			pr.write(x.Fun, x.Args[0])
			return
		}
	}
	switch x.Bracket {
	case "":
		pr.write(x.Fun, " ", x.Args)
	case `\{`:
		pr.write(x.Fun, `\{`, x.Args, `\}`)
	default:
		pr.write(x.Fun, x.Bracket, x.Args, partners[x.Bracket])
	}
}

func (pr *printer) bracket(x Expr) {
	switch x := x.(type) {
	case *Paren:
		pr.write("(", x.Items, ")")
	case *Abs:
		pr.write(`\lvert `, x.X, `\rvert`)
	case *Norm:
		pr.write(`\lVert `, x.X, `\rVert`)
	case *Inner:
		pr.write(`\langle `, x.X, ", ", x.Y, `\rangle`)
	case *Floor:
		pr.write(`\lfloor `, x.X, `\rfloor`)
	case *Ceil:
		pr.write(`\lceil `, x.X, `\rceil`)
	case *Frac:
		pr.write(`\frac{`, x.X, "}{", x.Y, "}")
	case *Binom:
		pr.write(`\binom{`, x.X, "}{", x.Y, "}")
	case *Sqrt:
		if x.N != nil {
			pr.write(`\sqrt[`, x.N, "]{", x.X, "}")
			return
		}
		pr.write(`\sqrt{`, x.X, "}")
	case *Interval:
		pr.interval(x)
	case *Set:
		if len(x.Items) == 0 {
			pr.write(`\emptyset`)
			return
		}
		pr.write(`\{`, x.Items, `\}`)
	case *Builder:
		if b := x.Bind; b.In != nil && b.Cond != nil && len(b.Names) == 1 && Canon(b.Names[0]) == Canon(x.Item) { // the condition may be any
			pr.write(`\{`, x.Item, ` \in `, b.In, " : ", b.Cond, `\}`)
			return
		}
		pr.write(`\{`, x.Item, " : ")
		pr.binder(x.Bind)
		pr.write(`\}`)
	case *Matrix, *Cases:
		pr.environment(x)
	}
}

func (pr *printer) interval(x *Interval) {
	open, shut := "[", "]"
	switch {
	case x.OpenLo && x.OpenHigh:
		open, shut = "]", "["
	case x.OpenLo:
		open = "("
	case x.OpenHigh:
		shut = ")"
	}
	pr.write(open, x.Lo, ", ", x.Hi, shut)
}

func (pr *printer) environment(x Expr) {
	switch x := x.(type) {
	case *Matrix:
		name := "pmatrix"
		if x.Det {
			name = "vmatrix"
		}
		pr.write(`\begin{`, name, "}")
		for i, row := range x.Rows {
			pr.write(between(i, ` \\ `))
			for j, entry := range row {
				pr.write(between(j, " & "), entry)
			}
		}
		pr.write(`\end{`, name, "}")
	case *Cases:
		pr.write(`\begin{cases}`)
		for i, c := range x.Cases {
			pr.write(between(i, ` \\ `), c.Value, " & ")
			if c.Cond == nil {
				pr.write(`\text{otherwise}`)
			} else {
				pr.write(c.Cond)
			}
		}
		pr.write(`\end{cases}`)
	}
}

// between is the separator before all but the first.
func between(i int, separator string) string {
	if i == 0 {
		return ""
	}
	return separator
}

func (pr *printer) prob(x *Prob) {
	pr.write(map[string]string{"P": `\Pr`, "E": `\mathbb{E}`, "Var": `\Var`, "Cov": `\Cov`}[x.Op])
	if x.Law != nil {
		pr.write("_{", untuple(x.Law), "}")
	}
	pr.write("(", x.Args)
	if x.Given != nil {
		pr.write(` \mid `, x.Given)
	}
	pr.write(")")
}

// untuple are the entries of a tuple, else x alone.
func untuple(x Expr) []Expr {
	if t, ok := x.(*Paren); ok && len(t.Items) > 1 {
		return t.Items
	}
	return []Expr{x}
}

func (pr *printer) big(x *Big) {
	if x.Op == `\forall` || x.Op == `\exists` {
		pr.write(x.Op, " ")
		b := x.Bind
		if b.Lo != nil {
			pr.write(b.Names, " = ", b.Lo, `, \dots, `, b.Hi)
		} else {
			pr.binder(b)
		}
		pr.write(" : ", x.Body)
		return
	}
	pr.write(x.Op)
	if x.Bind.Names != nil || x.Bind.Cond != nil {
		pr.write("_{")
		pr.binder(x.Bind)
		pr.write("}")
	}
	if x.Bind.Hi != nil {
		pr.write("^{", x.Bind.Hi, "}")
	}
	pr.write(" ", x.Body)
}

// binder prints what stands below an operator or behind the colon of a set.
func (pr *printer) binder(b Binder) {
	if !namesItself(b) {
		pr.write(b.Names)
		switch {
		case b.In != nil:
			pr.write(` \in `, b.In)
		case b.Lo != nil:
			pr.write(" = ", b.Lo)
		}
		if b.Cond != nil && len(b.Names) > 0 {
			if b.In == nil && b.Lo == nil {
				pr.write(" : ")
			} else {
				pr.write(", ")
			}
		}
	}
	if b.Cond != nil {
		pr.write(b.Cond)
	}
}

// namesItself tells whether the condition S \subseteq A names what is bound.
func namesItself(b Binder) bool {
	c, ok := b.Cond.(*Compare)
	return ok && len(b.Names) == 1 && b.In == nil && b.Lo == nil && len(c.Rest) == 1 && c.Rest[0].Op == `\subseteq` && Canon(c.X) == Canon(b.Names[0])
}

func (pr *printer) calculus(x Expr) {
	switch x := x.(type) {
	case *Integral:
		pr.integral(x)
	case *Diff:
		pr.write(`\frac{\partial`)
		if n := len(x.By); n > 1 {
			pr.write("^{", string(rune('0'+n)), "}")
		}
		pr.write(" ", x.Of, "}{")
		for i, v := range x.By {
			pr.write(between(i, " "), `\partial `, v)
		}
		pr.write("}")
	case *Nabla:
		pr.write(`\nabla`)
		if x.By != nil {
			pr.write("_{", untuple(x.By), "}")
		}
		if x.Order == 2 {
			pr.write("^{2}")
		}
		pr.write(" ", x.Of)
	}
}

func (pr *printer) integral(x *Integral) {
	op := `\int`
	if len(x.Vars) == 2 {
		op = `\iint`
	}
	pr.write(op)
	if x.Over != nil {
		pr.write("_{", x.Over, "}")
	}
	if x.Lo != nil {
		pr.write("_{", x.Lo, "}^{", x.Hi, "}")
	}
	pr.write(" ", x.Body)
	for _, v := range x.Vars {
		pr.write(` \, d `, v)
	}
}
