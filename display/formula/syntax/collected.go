package syntax

import (
	"maps"
	"math/big"
	"slices"
	"strings"
)

// This file recognises a relation that was scaled, or had terms inserted that cancel.

// Collected is a spelling of x − y up to a factor other than 0: like terms are collected, numbers
// are computed, and a factor cancels with the same below a stroke unless it is one of kept. ""
// says that nothing is left of x − y.
func (s Speller) Collected(x, y Expr, kept map[string]bool) string {
	s.kept = kept
	all := s.collect(slices.Concat(s.addends(x, false), s.addends(y, true)))
	if len(all) == 0 {
		return ""
	}
	first, _ := s.separated(all[0])
	return join(spell(s.scaled(all, first.Inv(first))))
}

// Simplified is the same with like terms collected in brackets, too, and in whatever else is
// nested.
func (s Speller) Simplified(x, y Expr, kept map[string]bool) string {
	s.nested = true
	return s.Collected(x, y, kept)
}

// Factors are the factors of the terms of a formula, those that are divided by among them, as
// Collected keeps them.
func (s Speller) Factors(x Expr) map[string]bool {
	all := map[string]bool{}
	for _, s.nested = range []bool{false, true} {
		for _, p := range s.addends(x, false) {
			for factor := range p.powers {
				all[strings.TrimPrefix(factor, over)] = true
			}
		}
	}
	return all
}

// inner is what is nested, with like terms collected where that is wanted.
func (s Speller) inner(all []product) []product {
	if !s.nested {
		return all
	}
	return s.collect(all)
}

// collect adds like terms, in order.
func (s Speller) collect(all []product) []product {
	coefficients, rests := map[string]*big.Rat{}, map[string]product{}
	for _, p := range all {
		c, rest := s.separated(p)
		key := rest.String()
		if sum := coefficients[key]; sum != nil {
			sum.Add(sum, c)
		} else {
			coefficients[key], rests[key] = c, rest
		}
	}
	var out []product
	for _, key := range slices.Sorted(maps.Keys(coefficients)) {
		if c := coefficients[key]; c.Sign() != 0 {
			out = append(out, rests[key].multiplied(c))
		}
	}
	return out
}

// separated is a product as a number times the rest, whose equal factors above and below the
// stroke have cancelled.
func (s Speller) separated(p product) (*big.Rat, product) {
	c := big.NewRat(1, 1)
	if p.negative {
		c.Neg(c)
	}
	rest := product{powers: map[string]int{}, sums: p.sums, ordered: p.ordered, numbers: p.numbers}
	take := func(factor string, power int) {
		base, below := strings.CutPrefix(factor, over)
		n, isNumber := new(big.Rat), base == "()"
		if !isNumber {
			_, isNumber = n.SetString(base)
		}
		switch {
		case power == 0:
		case isNumber && !(below && n.Sign() == 0) && power > 0:
			if below {
				n.Inv(n)
			}
			for range power {
				c.Mul(c, n)
			}
		default:
			rest.times(factor, power)
		}
	}
	if p.ordered {
		for _, f := range p.order {
			take(f.factor, f.power)
		}
	} else {
		for factor, power := range p.powers {
			take(factor, power)
		}
	}
	for factor, power := range rest.powers {
		base, below := strings.CutPrefix(factor, over)
		if both := min(power, rest.powers[base]); below && both > 0 && s.kept != nil && !s.kept[base] {
			rest.cancel(factor, both)
			rest.cancel(base, both)
		}
	}
	return c, rest
}

// cancel takes a power of a factor out.
func (p *product) cancel(factor string, power int) {
	p.powers[factor] -= power
	for i := range p.order {
		if f := &p.order[i]; f.factor == factor {
			n := min(power, f.power)
			f.power -= n
			power -= n
		}
	}
	p.order = slices.DeleteFunc(p.order, func(f factorPower) bool { return f.power == 0 })
}

// multiplied is a product without numbers, times a number.
func (p product) multiplied(c *big.Rat) product {
	out := product{negative: c.Sign() < 0, powers: map[string]int{}, sums: p.sums, ordered: p.ordered, numbers: p.numbers}
	out.timesNumber(c, 1)
	for factor, power := range p.powers {
		out.powers[factor] += power
	}
	out.order = append(out.order, p.order...)
	return out
}

// timesNumber takes a power of the size of a number in.
func (p *product) timesNumber(c *big.Rat, power int) {
	if n := new(big.Int).Abs(c.Num()); n.Cmp(big.NewInt(1)) != 0 {
		p.times(n.String(), power)
	}
	if !c.IsInt() {
		p.times(over+c.Denom().String(), power)
	}
}

// scaled are products times a number.
func (s Speller) scaled(all []product, by *big.Rat) []product {
	out := make([]product, len(all))
	for i, p := range all {
		c, rest := s.separated(p)
		out[i] = rest.multiplied(c.Mul(c, by))
	}
	return out
}

// normalized is a sum whose first term has the number 1 in front, and what it was divided by.
func (s Speller) normalized(all []product) ([]product, *big.Rat) {
	c, _ := s.separated(all[0])
	return s.scaled(all, new(big.Rat).Inv(c)), c
}

// mostTerms bounds how many products a formula is multiplied out to.
const mostTerms = 2000

// MultipliedOut tells whether two formulas become the same when their products of sums are
// multiplied out, without a positive term that cancels a negative one: one rule leads from each
// of them to the other.
func (s Speller) MultipliedOut(x, y Expr) bool {
	a, ok := s.multipliedOut(x)
	b, okB := s.multipliedOut(y)
	return ok && okB && maps.EqualFunc(a, b, func(p, q *big.Rat) bool { return p.Cmp(q) == 0 })
}

// DifferInOneFactor tells whether two products have all factors in common but one of each.
func (s Speller) DifferInOneFactor(x, y Expr) bool {
	a, b := s.addends(x, false), s.addends(y, false)
	if len(a) != 1 || len(b) != 1 || a[0].negative || b[0].negative {
		return false
	}
	more := func(p, q product) (n int) {
		for factor, power := range p.powers {
			if factor != "1" && factor != over+"1" {
				n += max(0, power-q.powers[factor])
			}
		}
		return n
	}
	return len(a[0].powers) > 1 && len(b[0].powers) > 1 && more(a[0], b[0]) == 1 && more(b[0], a[0]) == 1
}

// multipliedOut are the sums of the like terms, positive and negative ones apart.
func (s Speller) multipliedOut(x Expr) (map[string]*big.Rat, bool) {
	sums, count := map[string]*big.Rat{}, 0
	for _, p := range s.addends(x, false) {
		all, ok := s.expanded(p, &count)
		if !ok {
			return nil, false
		}
		for _, t := range all {
			c, rest := s.separated(t)
			if c.Sign() == 0 {
				continue
			}
			key := map[int]string{1: "+", -1: "-"}[c.Sign()] + rest.String()
			if sums[key] == nil {
				sums[key] = new(big.Rat)
			}
			sums[key].Add(sums[key], c)
		}
	}
	return sums, true
}

// expanded are the products of a product of sums; count is how many were made already.
func (s Speller) expanded(p product, count *int) ([]product, bool) {
	factors := p.order
	if !p.ordered {
		factors = nil
		for _, f := range slices.Sorted(maps.Keys(p.powers)) {
			factors = append(factors, factorPower{f, p.powers[f]})
		}
	}
	all := []product{{negative: p.negative, powers: map[string]int{}, ordered: p.ordered, numbers: p.numbers}}
	for _, f := range factors {
		in, power := p.sums[f.factor], f.power
		isNorm := in == nil && !p.ordered && f.power%2 == 0
		if isNorm {
			in, power = p.norms[f.factor], f.power/2
		}
		if len(in) == 0 || power < 0 {
			for i := range all {
				all[i].times(f.factor, f.power)
			}
			continue
		}
		var addends []product
		for _, t := range in {
			inner, ok := s.expanded(t, count)
			if !ok {
				return nil, false
			}
			addends = append(addends, inner...)
		}
		if isNorm {
			if *count += len(addends) * len(addends); *count > mostTerms {
				return nil, false
			}
			addends = s.square(addends)
		}
		for range power {
			var next []product
			for _, a := range all {
				for _, t := range addends {
					if *count++; *count > mostTerms {
						return nil, false
					}
					next = append(next, a.timesProduct(t))
				}
			}
			all = next
		}
	}
	return all, true
}

// square is the square of the norm of a sum: the squares of the norms of its terms, and their
// inner products twice.
func (s Speller) square(terms []product) []product {
	var all []product
	for i, t := range terms {
		c, rest := s.separated(t)
		p := s.product(false)
		p.times(`\|{`+eitherSign(spell([]product{rest}))+`}\|`, 2)
		all = append(all, p.multiplied(new(big.Rat).Mul(c, c)))
		for _, u := range terms[:i] {
			d, other := s.separated(u)
			p := s.product(false)
			p.times(transposed+rest.asFactor(), 1)
			p.times(other.asFactor(), 1)
			all = append(all, p.multiplied(d.Mul(d, c).Mul(d, big.NewRat(2, 1))))
		}
	}
	return all
}

// timesProduct is the product of two products without sums.
func (p product) timesProduct(q product) product {
	out := product{negative: p.negative != q.negative, powers: maps.Clone(p.powers), ordered: p.ordered, numbers: p.numbers}
	out.order = slices.Concat(p.order, q.order)
	for factor, power := range q.powers {
		out.powers[factor] += power
	}
	return out
}
