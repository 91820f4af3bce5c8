package syntax

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// product is a sign, and factors with their powers; what is divided by stands behind a stroke, so that it cancels nothing.
type product struct {
	negative bool
	powers   map[string]int
	sums     map[string][]product // what the factors are that are sums in brackets
	norms    map[string][]product // and the terms in those that are norms
	ordered  bool                 // whether the order of factors matters
	order    []factorPower        // then all as they are written
	numbers  map[string]bool      // then the factors that may stand anywhere
}

type factorPower struct {
	factor string
	power  int
}

func (s Speller) product(negative bool) product {
	return product{negative: negative, powers: map[string]int{}, ordered: s.Ordered, numbers: s.Scalars}
}

// times takes a power of a factor in.
func (p *product) times(factor string, power int) {
	p.powers[factor] += power
	if p.ordered {
		p.order = append(p.order, factorPower{factor, power})
	}
}

// mostInOrder bounds how many factors a power in a bracket is written out as.
const mostInOrder = 64

// timesAll takes powers of all factors of another product in.
func (p *product) timesAll(q product, powers map[string]int, power int) {
	if !p.ordered {
		for factor, k := range powers {
			p.powers[factor] += k * power
		}
		return
	}
	if power < 0 || power*len(q.order) > mostInOrder {
		p.times("("+q.String()+")", power)
		return
	}
	for range power { // a square of AB is ABAB
		for _, f := range q.order {
			p.times(f.factor, f.power)
		}
	}
}

// multiply takes a power of a factor in.
func (s Speller) multiply(p *product, x Expr, power int) {
	switch e := x.(type) {
	case *Binary:
		switch e.Op {
		case "", `\cdot`:
			s.multiply(p, e.X, power)
			s.multiply(p, e.Y, power)
			return
		case "/":
			s.divide(p, e.X, e.Y, power)
			return
		case "+", "-":
			s.bracket(p, s.addends(e, false), power)
			return
		}
	case *Frac:
		s.divide(p, e.X, e.Y, power)
		return
	case *Unary:
		if e.Op != `\neg` {
			p.negative = p.negative != (e.Op == "-" && power%2 != 0)
			s.multiply(p, e.X, power)
			return
		}
	case *Paren:
		if len(e.Items) == 1 {
			s.bracket(p, s.addends(e.Items[0], false), power)
			return
		}
	}
	s.atom(p, x, power)
}

// atom takes a power of a factor in that is no product itself.
func (s Speller) atom(p *product, x Expr, power int) {
	switch e := x.(type) {
	case *Power:
		if f, ok := e.X.(*Apply); ok && s.isProduct(f) { // A(B+C)^{-1} is A times the inverse
			s.multiply(p, f.Fun, power)
			s.multiply(p, &Power{e.Span, &Paren{f.Span, f.Args}, e.Exp}, power)
			return
		}
		if n, ok := e.Exp.(*Number); ok && len(n.Text) == 1 && !s.isEuler(e.X) {
			s.multiply(p, e.X, power*int(n.Text[0]-'0'))
			return
		}
	case *Apply:
		if f := Canon(e.Fun); f == `\max` || f == `\min` {
			s.extreme(p, f, e.Args, power)
			return
		} else if s.isProduct(e) {
			s.multiply(p, e.Fun, power)
			s.bracket(p, s.addends(e.Args[0], false), power)
			return
		}
	}
	key := s.key(x)
	if e, ok := x.(*Norm); ok {
		p.norms = with(p.norms, key, s.addends(e.X, false))
	}
	p.times(key, power)
}

// with is a map, perhaps a new one, with one more entry.
func with(m map[string][]product, key string, all []product) map[string][]product {
	if m == nil {
		m = map[string][]product{}
	}
	m[key] = all
	return m
}

// isProduct tells whether what is written as an application, a name in front of a bracket, is a product.
func (s Speller) isProduct(e *Apply) bool {
	_, bracket := e.Fun.(*Paren) // where notation was written out
	return (bracket || s.Numbers[Canon(e.Fun)]) && len(e.Args) == 1 && e.Bracket != ""
}

// key is the spelling of one factor.
func (s Speller) key(x Expr) string {
	switch e := x.(type) {
	case *Power:
		if t, ok := e.Exp.(*Name); ok && t.Text == `\top` {
			return transposed + s.factor(e.X)
		} else if isHalf(e.Exp) {
			return `\sqrt{` + s.Side(e.X) + "}"
		} else if s.isEuler(e.X) {
			return `\exp{` + s.Side(e.Exp) + "}"
		}
	case *Sqrt:
		if e.N == nil {
			return `\sqrt{` + s.Side(e.X) + "}"
		}
	case *Abs:
		return "|{" + eitherSign(s.terms(e.X, false)) + "}|"
	case *Norm:
		return `\|{` + eitherSign(s.terms(e.X, false)) + `}\|`
	case *Big:
		return s.big(e)
	case *Integral:
		return s.inside(lettersReplaced(e))
	case *Apply:
		if len(e.Args) == 1 { // \log x and \log(x)
			if Canon(e.Fun) == `\exp` {
				return `\exp{` + s.Side(e.Args[0]) + "}"
			}
			bare := *e
			bare.Bracket = ""
			return s.inside(&bare)
		}
	}
	return s.inside(x)
}

// isEuler tells whether a base is Euler's number.
func (s Speller) isEuler(x Expr) bool { return Canon(x) == "e" && !s.Numbers["e"] }

// extreme takes the largest or smallest of some numbers in, which is the number itself where all are alike.
func (s Speller) extreme(p *product, f string, args []Expr, power int) {
	if len(args) == 0 {
		p.times(f, power)
		return
	}
	first := s.inner(s.addends(args[0], false))
	all := []string{join(spell(first))}
	for _, a := range args[1:] {
		all = append(all, s.Side(a))
	}
	slices.Sort(all)
	if all = slices.Compact(all); len(all) == 1 {
		s.bracket(p, first, power)
		return
	}
	p.times(f+"{"+strings.Join(all, ",")+"}", power)
}

// factor is the spelling of what is one factor, else that of its bracket.
func (s Speller) factor(x Expr) string {
	p := s.product(false)
	s.multiply(&p, x, 1)
	return p.asFactor()
}

// asFactor is the key of a product that is one factor of another.
func (p product) asFactor() string {
	for key, power := range p.powers {
		if len(p.powers) == 1 && power == 1 && !p.negative {
			return key
		}
	}
	return "(" + join(spell([]product{p})) + ")"
}

func (s Speller) divide(p *product, x, y Expr, power int) {
	s.multiply(p, x, power)
	s.below(p, y, power)
}

// over stands in front of a factor that is divided by.
const over = "/"

// below takes a divisor in.
func (s Speller) below(p *product, y Expr, power int) {
	q := s.product(false)
	q.ordered = false // what is divided by is a number
	s.multiply(&q, y, power)
	p.negative = p.negative != q.negative
	for factor, k := range q.powers {
		if base, twice := strings.CutPrefix(factor, over); twice {
			p.times(base, k)
		} else {
			p.times(over+factor, k)
		}
	}
}

// bracket takes the terms of a bracket in, as one factor where they are a sum. They are looked at once, however deep brackets are nested.
func (s Speller) bracket(p *product, all []product, power int) {
	if all = s.inner(all); len(all) != 1 {
		if s.nested && len(all) > 1 {
			var c *big.Rat
			all, c = s.normalized(all)
			p.timesNumber(c, power)
			p.negative = p.negative != (c.Sign() < 0 && power%2 != 0)
		}
		key := "(" + join(spell(all)) + ")"
		p.sums = with(p.sums, key, all)
		p.times(key, power)
		return
	}
	for key, inner := range all[0].sums {
		p.sums = with(p.sums, key, inner)
	}
	for key, inner := range all[0].norms {
		p.norms = with(p.norms, key, inner)
	}
	powers := all[0].powers
	if inner := all[0].inner(); inner != nil {
		powers = inner
	}
	p.timesAll(all[0], powers, power)
	p.negative = p.negative != (all[0].negative && power%2 != 0)
}

// distributed are the terms of a product of numbers and one sum, else the product alone.
func (p product) distributed() []product {
	sum := ""
	for factor, power := range p.powers {
		switch {
		case power == 0 || isNumeral(factor):
		case sum == "" && power == 1 && p.sums[factor] != nil:
			sum = factor
		default:
			return []product{p}
		}
	}
	if sum == "" {
		return []product{p}
	}
	var all []product
	for _, t := range p.sums[sum] {
		q := product{negative: t.negative != p.negative, powers: map[string]int{}, ordered: p.ordered, numbers: p.numbers}
		q.order = append(append(q.order, p.without(sum)...), t.order...)
		for _, from := range []map[string]int{p.powers, t.powers} {
			for factor, power := range from {
				if factor != sum {
					q.powers[factor] += power
				}
			}
		}
		all = append(all, q)
	}
	return all
}

// without are the factors in order, but for one.
func (p product) without(factor string) []factorPower {
	return slices.DeleteFunc(slices.Clone(p.order), func(f factorPower) bool { return f.factor == factor })
}

func isNumeral(factor string) bool {
	_, err := strconv.ParseFloat(strings.TrimPrefix(factor, over), 64)
	return err == nil
}

// transposed stands in front of a factor that is transposed.
const transposed = `\top:`

// String is the product without its sign, its factors in order.
func (p *product) String() string {
	if p.ordered {
		return p.inOrder()
	}
	powers := p.powers
	if inner := p.inner(); inner != nil {
		powers = inner
	}
	var all []string
	for factor, power := range powers {
		switch {
		case (factor == "0" || factor == "()") && power > 0:
			return "0"
		case factor != "1" && factor != over+"1" && power != 0:
			all = append(all, factor+"^"+strconv.Itoa(power))
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// inOrder is the product without its sign, numbers in front, the other factors as they are written.
func (p *product) inOrder() string {
	numbers := product{powers: map[string]int{}}
	var rest []factorPower
	for _, f := range p.order {
		switch n := len(rest); {
		case isNumeral(f.factor) || f.factor == "()" || strings.HasPrefix(f.factor, over) || p.numbers[f.factor]:
			numbers.powers[f.factor] += f.power
		case n > 0 && rest[n-1].factor == f.factor:
			rest[n-1].power += f.power
		default:
			rest = append(rest, f)
		}
	}
	all := []string{numbers.String()}
	if all[0] == "0" {
		return "0"
	}
	for _, f := range rest {
		all = append(all, f.factor+"^"+strconv.Itoa(f.power))
	}
	return strings.Join(all, " ")
}

// inner are the factors of numbers times x^⊤y, x and y in order, or nil: an inner product is that of y and x.
func (p *product) inner() map[string]int {
	var row, column string
	out := map[string]int{}
	for factor, power := range p.powers {
		base, isRow := strings.CutPrefix(factor, transposed)
		switch {
		case power == 0 || factor == "1":
		case isNumeral(factor):
			out[factor] = power
		case isRow && row == "":
			row = base
		case !isRow && column == "":
			column = factor
		default:
			return nil
		}
	}
	k := p.powers[transposed+row]
	if row == "" || column == "" || k != p.powers[column] {
		return nil
	}
	if column < row {
		row, column = column, row
	}
	out["<"+row+","+column+">"] = k
	return out
}
