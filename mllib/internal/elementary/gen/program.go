package main

import (
	"fmt"
	"slices"
)

// value is what an operation works on.
type value struct {
	kind kind
	id   int // of a register or a mask: which operation made it; of a constant: which
}

type kind int

const (
	nothing kind = iota
	register
	mask
	constant
)

var none value

// constants are the numbers that the loops read, in the order of the variable constants of the package; the first two are what masks are
// made of.
var constants = func() []string {
	names := []string{
		"ones", "zero", "half", "one", "two", "minusTwo", "inf", "minusInf", "nan", "sign", "magnitude",
		"largest", "smallest", "tanhOne", "invLn2", "shift", "shiftLeast", "ln2", "ln2Rest", "ln2Short", "ln2ShortRest",
		"smallNormal", "whole", "biased52", "biasSmall", "twice52", "fromSqrtHalf", "sqrtHalf", "mantissa", "exponents", "reciprocal",
	}
	for i := range expTerms {
		names = append(names, fmt.Sprint("exp", i))
	}
	for i := range logTerms {
		names = append(names, fmt.Sprint("log", i))
	}
	return names
}()

// operation is one instruction, or a choice among some that do the same.
type operation struct {
	name   string
	number int // its immediate operand, or -1
	result value
	from   []value // in the order of the formula
}

// program is a sequence of operations, each of which makes a value.
type program struct {
	set        registers
	operations []operation
}

func (p *program) do(result kind, name string, number int, from ...value) value {
	v := value{result, len(p.operations)}
	p.operations = append(p.operations, operation{name, number, v, from})
	return v
}

// c is a constant as an operand in memory.
func (p *program) c(name string) value {
	i := slices.Index(constants, name)
	if i < 0 {
		panic("no constant " + name)
	}
	return value{constant, i}
}

// load is a constant in a register.
func (p *program) load(name string) value { return p.do(register, "load", -1, p.c(name)) }

func (p *program) x() value      { return p.do(register, "x", -1) }
func (p *program) store(v value) { p.do(nothing, "store", -1, v) }

func (p *program) plain(name string, a, b value) value {
	if a.kind == constant {
		a = p.do(register, "load", -1, a)
	}
	return p.do(register, name, -1, a, b)
}

func (p *program) add(a, b value) value     { return p.plain("VADDPD", a, b) }
func (p *program) sub(a, b value) value     { return p.plain("VSUBPD", a, b) }
func (p *program) mul(a, b value) value     { return p.plain("VMULPD", a, b) }
func (p *program) div(a, b value) value     { return p.plain("VDIVPD", a, b) }
func (p *program) min(a, b value) value     { return p.plain("VMINPD", a, b) } // b if one of them is NaN
func (p *program) max(a, b value) value     { return p.plain("VMAXPD", a, b) } // b if one of them is NaN
func (p *program) addBits(a, b value) value { return p.plain("VPADDQ", a, b) }
func (p *program) subBits(a, b value) value { return p.plain("VPSUBQ", a, b) }
func (p *program) and(a, b value) value     { return p.plain(p.wide("VPAND"), a, b) }
func (p *program) or(a, b value) value      { return p.plain(p.wide("VPOR"), a, b) }

// wide is the name of an operation on bits.
func (p *program) wide(name string) string {
	if p.set.masks {
		return name + "Q"
	}
	return name
}

func (p *program) shiftLeft(a value, by int) value  { return p.do(register, "VPSLLQ", by, a) }
func (p *program) shiftRight(a value, by int) value { return p.do(register, "VPSRLQ", by, a) }

func (p *program) fma(a, b, c value) value  { return p.do(register, "VFMADD", -1, a, b, c) }  // a·b + c
func (p *program) fms(a, b, c value) value  { return p.do(register, "VFMSUB", -1, a, b, c) }  // a·b - c
func (p *program) fnma(a, b, c value) value { return p.do(register, "VFNMADD", -1, a, b, c) } // c - a·b

func (p *program) equal(a, b value) value   { return p.compare(0, a, b) }
func (p *program) less(a, b value) value    { return p.compare(17, a, b) }
func (p *program) notLess(a, b value) value { return p.compare(21, a, b) } // or one of them is NaN

func (p *program) compare(predicate int, a, b value) value {
	if p.set.masks {
		return p.do(mask, "VCMPPD", predicate, a, b)
	}
	return p.do(register, "VCMPPD", predicate, a, b)
}

// choose is a where m holds, and b elsewhere.
func (p *program) choose(m, a, b value) value {
	if b.kind == constant {
		b = p.do(register, "load", -1, b)
	}
	if p.set.masks {
		return p.do(register, "VBLENDMPD", -1, b, a, m)
	}
	return p.do(register, "VBLENDVPD", -1, b, a, m)
}

// keep is v where m holds, and 0 elsewhere.
func (p *program) keep(m, v value) value {
	if p.set.masks {
		return p.do(register, "VMOVAPD.Z", -1, v, m)
	}
	return p.do(register, "VANDPD", -1, v, m)
}

// spare is x, or 0 for those whose result will not be kept: AVX-512 does not compute these, and AVX2 would be slow with them.
func (p *program) spare(m, x value) value {
	if p.set.masks {
		return x
	}
	return p.keep(m, x)
}

// compile writes copies of a kernel for as many registers of numbers, whose operations take turns; part says that a mask chooses the numbers. It
// reports false if the registers do not suffice.
func (s registers) compile(k kernel, copies int, part bool) ([]byte, bool) {
	p := &program{set: s}
	k.write(p)
	turns := p.takeTurns(copies)
	w := writer{set: s, part: part, place: map[value]string{}, last: map[value]int{}, size: len(p.operations)}
	for i := range s.count {
		w.free = append(w.free, fmt.Sprint(s.letter, i))
	}
	if part && !s.masks {
		w.free = w.free[:s.count-1]
	}
	w.masks = []string{"K1", "K2", "K3", "K4", "K5", "K6"}
	for i, o := range turns {
		for _, v := range o.from {
			w.last[v] = i
		}
	}
	for i, o := range turns {
		if !w.write(i, o) {
			return nil, false
		}
	}
	return w.out.Bytes(), true
}

// takeTurns is the program for several registers of numbers.
func (p *program) takeTurns(copies int) []operation {
	var turns []operation
	size := len(p.operations)
	for _, o := range p.operations {
		for c := range copies {
			moved := operation{name: o.name, number: o.number, result: o.result}
			moved.result.id += c * size
			for _, v := range o.from {
				if v.kind != constant {
					v.id += c * size
				}
				moved.from = append(moved.from, v)
			}
			turns = append(turns, moved)
		}
	}
	return turns
}
