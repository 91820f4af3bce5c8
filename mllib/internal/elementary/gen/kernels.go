package main

import "fmt"

// kernel is a function of numbers, as a program over registers.
type kernel struct {
	name  string
	write func(p *program)
}

var kernels = []kernel{
	{"exp", func(p *program) { p.store(p.exp(p.x())) }},
	{"log", logLoop},
	{"log1p", log1p},
	{"tanh", tanh},
	{"sigmoid", sigmoid},
	{"softplus", softplus},
}

const (
	expTerms = 10
	logTerms = 7
)

// exp is exp of the package, and so on: the same steps in the same order.
func (p *program) exp(x value) value {
	enough := p.notLess(x, p.c("smallest"))
	x = p.min(p.c("largest"), p.spare(enough, x))
	k, r, tail := p.reduce(x)
	s := p.add(r, p.c("one"))
	return p.scale(enough, p.add(s, p.add(p.sub(r, p.sub(s, p.c("one"))), tail)), k)
}

func (p *program) reduce(x value) (k, r, tail value) {
	k = p.fma(x, p.c("invLn2"), p.c("shift"))
	n := p.sub(k, p.c("shift"))
	h := p.fnma(n, p.c("ln2"), x)
	r = p.fnma(n, p.c("ln2Rest"), h)
	lost := p.fnma(n, p.c("ln2Rest"), p.sub(h, r))
	return k, r, p.fma(p.mul(r, r), p.polynomial(r, "exp", expTerms), lost)
}

func (p *program) polynomial(x value, name string, terms int) value {
	sum := p.c(fmt.Sprint(name, terms-1))
	for i := terms - 2; i >= 0; i-- {
		sum = p.fma(sum, x, p.c(fmt.Sprint(name, i)))
	}
	return sum
}

// scale is one instruction in AVX-512, which rounds once too. The result is 0 where the mask does not hold.
func (p *program) scale(enough, v, k value) value {
	if p.set.masks {
		return p.do(register, "VSCALEFPD.Z", -1, v, p.sub(k, p.c("shift")), enough)
	}
	half := p.shiftRight(k, 1)
	return p.keep(enough, p.mul(p.mul(v, p.power(half)), p.power(p.subBits(k, half))))
}

func (p *program) power(bits value) value { return p.addBits(p.shiftLeft(bits, 52), p.c("one")) }

func logLoop(p *program) {
	x := p.x()
	small := p.less(x, p.c("smallNormal"))
	v := p.choose(small, p.mul(x, p.c("whole")), x)
	bias := p.choose(small, p.c("biasSmall"), p.load("biased52"))
	bits := p.addBits(v, p.c("fromSqrtHalf"))
	k, m := p.split(bits, bias)
	p.store(p.logEnds(p.logOf(k, p.sub(m, p.c("one")), none), x))
}

func (p *program) split(bits, bias value) (k, m value) {
	k = p.sub(p.or(p.shiftRight(bits, 52), p.c("twice52")), bias)
	return k, p.addBits(p.and(bits, p.c("mantissa")), p.c("sqrtHalf"))
}

func (p *program) logOf(k, f, rest value) value {
	s := p.div(f, p.add(f, p.c("two")))
	z := p.mul(s, s)
	tail := p.mul(z, p.polynomial(z, "log", logTerms))
	half := p.mul(f, p.c("half"))
	top := p.fma(k, p.c("ln2Short"), f)
	low := p.fma(k, p.c("ln2ShortRest"), p.add(p.fms(k, p.c("ln2Short"), top), f))
	if rest != none {
		low = p.add(low, rest)
	}
	low = p.fma(s, p.add(p.mul(half, f), tail), low)
	return p.add(top, p.fnma(half, f, low))
}

func (p *program) logEnds(y, x value) value {
	y = p.choose(p.less(x, p.c("zero")), p.c("nan"), y)
	y = p.choose(p.equal(x, p.c("zero")), p.c("minusInf"), y)
	return p.choose(p.notLess(x, p.c("inf")), x, y)
}

func log1p(p *program) {
	x := p.x()
	u := p.add(x, p.c("one"))
	v := p.sub(u, p.c("one"))
	c := p.add(p.sub(p.load("one"), p.sub(u, v)), p.sub(x, v))
	bits := p.addBits(u, p.c("fromSqrtHalf"))
	k, m := p.split(bits, p.c("biased52"))
	w := p.reciprocal(bits)
	w = p.choose(p.notLess(x, p.c("whole")), p.c("zero"), w)
	g := p.sub(m, p.c("one"))
	f := p.fma(c, w, g)
	y := p.logEnds(p.logOf(k, f, p.fma(c, w, p.sub(g, f))), u)
	p.store(p.withSign(y, x))
}

func (p *program) reciprocal(bits value) value {
	return p.subBits(p.load("reciprocal"), p.and(bits, p.c("exponents")))
}

func (p *program) withSign(y, x value) value { return p.or(y, p.and(x, p.c("sign"))) }

func tanh(p *program) {
	x := p.x()
	y := p.max(p.c("tanhOne"), p.mul(p.and(x, p.c("magnitude")), p.c("minusTwo")))
	k, r, tail := p.reduce(y)
	w := p.power(k)
	whole, first := p.sub(p.load("one"), w), p.mul(w, r)
	s := p.sub(whole, first)
	e := p.add(p.sub(p.sub(p.load("one"), whole), w), p.sub(p.sub(whole, s), first))
	e = p.sub(e, p.mul(w, tail))
	high := p.add(s, e)
	low := p.add(p.sub(s, high), e)
	d := p.sub(p.load("two"), high)
	rest := p.sub(p.sub(p.sub(p.load("two"), d), high), low)
	p.store(p.withSign(p.divide(high, low, d, rest), x))
}

func sigmoid(p *program) {
	t := p.x()
	enough := p.notLess(t, p.c("smallest"))
	t = p.spare(enough, t)
	y := p.max(p.c("smallest"), p.or(t, p.c("sign")))
	k, r, tail := p.reduce(y)
	s := p.add(r, p.c("one"))
	e := p.add(p.sub(r, p.sub(s, p.c("one"))), tail)
	high := p.add(s, e)
	low := p.add(p.sub(s, high), e)
	w := p.power(p.max(p.c("shiftLeast"), k))
	a := p.mul(high, w)
	d := p.add(a, p.c("one"))
	rest := p.add(p.add(p.sub(p.load("one"), d), a), p.mul(low, w))
	right := p.notLess(t, p.c("zero"))
	k = p.choose(right, p.c("shift"), k)
	high = p.choose(right, p.c("one"), high)
	low = p.choose(right, p.c("zero"), low)
	p.store(p.scale(enough, p.divide(high, low, d, rest), k))
}

func (p *program) divide(a, b, c, d value) value {
	inverse := p.div(p.load("one"), c)
	q := p.mul(a, inverse)
	return p.fma(p.add(p.fnma(q, c, a), p.fnma(q, d, b)), inverse, q)
}

func softplus(p *program) {
	t := p.x()
	e := p.exp(p.or(t, p.c("sign")))
	u := p.add(e, p.c("one"))
	c := p.sub(e, p.sub(u, p.c("one")))
	bits := p.addBits(u, p.c("fromSqrtHalf"))
	k, m := p.split(bits, p.c("biased52"))
	w := p.reciprocal(bits)
	g := p.sub(m, p.c("one"))
	f := p.fma(c, w, g)
	y := p.logOf(k, f, p.fma(c, w, p.sub(g, f)))
	p.store(p.add(p.max(p.c("zero"), t), y))
}
