package proof

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// maker makes values of the types of this package at random.
type maker struct{ *rand.Rand }

func (m maker) text() string { return strings.Repeat("Σ", m.IntN(4)) }
func (m maker) flag() bool   { return m.IntN(2) == 0 }

func times[T any](m maker, make func() T) []T {
	var all []T
	for range m.IntN(4) {
		all = append(all, make())
	}
	return all
}

func (m maker) value(depth int) Value {
	switch k := Kind(m.IntN(6)); k {
	case Number, Truth:
		return Value{Kind: k, N: m.NormFloat64()}
	case Vector:
		return Value{Kind: k, Entries: []float64{m.Float64(), math.Inf(1), 0}}
	case Matrix:
		return Value{Kind: k, Entries: []float64{1, m.Float64(), 3, 4, 5, 6}, Cols: 1 + m.IntN(3)}
	case Family:
		if depth > 3 {
			break
		}
		return Value{Kind: k, First: m.IntN(5) - 2, Items: []Value{m.value(depth + 1), m.value(depth + 1)}}
	}
	return Value{Kind: Other}
}

func (m maker) binding() Binding { return Binding{m.text(), m.text(), m.value(0)} }

func (m maker) question() *Question {
	return &Question{Title: m.text(), Text: m.text(), Seed: m.Uint64(), Draws: m.IntN(9) - 4, Tol: m.Float64(), Effort: m.IntN(1e6) - 9, Spells: m.flag(), Own: m.IntN(99), Work: m.IntN(999),
		Values: times(m, m.binding), Points: times(m, func() []Binding { return times(m, m.binding) }),
		Funcs: times(m, func() Func { return Func{m.text(), m.IntN(4), m.text()} }), Faults: times(m, m.text)}
}

func (m maker) counter() *Counter {
	if m.flag() {
		return nil
	}
	return &Counter{m.text(), times(m, m.text), m.text(), m.text()}
}

func (m maker) spelling() *Spelling {
	if m.flag() {
		return nil
	}
	side := func() Side {
		return Side{m.text(), m.text(), m.text(), m.text(), m.text(), m.text(), m.text(), m.text(), times(m, m.text)}
	}
	return &Spelling{side(), side(), side(), m.flag(), m.flag(), m.flag()}
}

func (m maker) step() Step {
	return Step{Number: m.IntN(9), Line: m.IntN(9), Left: m.text(), Relation: m.text(), Right: m.text(), Conclusion: m.flag(), Spelling: m.spelling(), Label: m.text(), Reason: m.text(),
		Mark: Mark(m.text()), Flaws: times(m, m.text), Flags: times(m, m.text), Equality: m.flag(), Deviation: m.Float64(), Order: m.flag(), Ratio: math.Inf(-1),
		Tightest: m.text(), Tested: m.IntN(900), NoValue: m.IntN(900), True: m.IntN(9), ExactPoints: m.IntN(9), Degree: m.IntN(9), Chance: m.IntN(99), Counter: m.counter(),
		Variants: times(m, func() Variant { return Variant{m.text(), m.text(), m.flag(), m.counter(), m.text()} })}
}

func (m maker) verdict() *Verdict {
	return &Verdict{Title: m.text(), Problems: times(m, func() Problem { return Problem{m.text(), m.text()} }), Steps: times(m, m.step), Points: m.IntN(300),
		Corners: m.IntN(30), Rejected: m.IntN(300), Seed: m.Uint64(), Drawn: m.flag(), Tol: m.Float64(), Work: m.IntN(99), Rendering: Rendering{m.text(), m.text(), m.text()}}
}

// coded is what both ways of an encoding are.
type coded interface {
	AppendBinary(dst []byte) ([]byte, error)
	UnmarshalBinary(data []byte) error
}

// TestEncoding checks that what is decoded is what was encoded, and that no part of an encoding decodes.
func TestEncoding(t *testing.T) {
	m := maker{rand.New(rand.NewPCG(1, 2))}
	for range 300 {
		for _, c := range []struct{ in, out coded }{{m.question(), new(Question)}, {m.verdict(), new(Verdict)}} {
			data, err := c.in.AppendBinary(nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.out.UnmarshalBinary(data); err != nil || !reflect.DeepEqual(c.in, c.out) {
				t.Fatalf("got  %+v, %v\nwant %+v", c.out, err, c.in)
			}
			if n := m.IntN(len(data)); c.out.UnmarshalBinary(data[:n]) == nil {
				t.Fatalf("the first %d of %d bytes of %+v decode", n, len(data), c.in)
			}
		}
		calls := times(m, func() Call { return Call{m.IntN(9), times(m, func() Value { return m.value(0) })} })
		if got, err := ReadCalls(AppendCalls(nil, calls)); err != nil || !reflect.DeepEqual(got, calls) {
			t.Fatalf("got  %+v, %v\nwant %+v", got, err, calls)
		}
		answers := times(m, func() Answer { return Answer{m.value(0), m.text(), m.IntN(3)} })
		if got, err := ReadAnswers(AppendAnswers(nil, answers)); err != nil || !reflect.DeepEqual(got, answers) {
			t.Fatalf("got  %+v, %v\nwant %+v", got, err, answers)
		}
	}
}

// TestEveryFieldIsEncoded fails when a field is added that the makers above leave out: then the encoding does, too.
func TestEveryFieldIsEncoded(t *testing.T) {
	for typ, fields := range map[reflect.Type]int{
		reflect.TypeFor[Question](): 13, reflect.TypeFor[Binding](): 3, reflect.TypeFor[Func](): 3, reflect.TypeFor[Value](): 6, reflect.TypeFor[Call](): 2,
		reflect.TypeFor[Answer](): 3, reflect.TypeFor[Verdict](): 11, reflect.TypeFor[Problem](): 2, reflect.TypeFor[Step](): 25,
		reflect.TypeFor[Variant](): 5, reflect.TypeFor[Counter](): 4, reflect.TypeFor[Rendering](): 3, reflect.TypeFor[Spelling](): 6, reflect.TypeFor[Side](): 9,
	} {
		if n := typ.NumField(); n != fields {
			t.Errorf("%s has %d fields, %d are encoded", typ, n, fields)
		}
	}
}

// TestRefusedEncodings has encodings that no program of this version makes.
func TestRefusedEncodings(t *testing.T) {
	good, _ := new(Question).AppendBinary(nil)
	deep := Value{Kind: Number}
	for range maxDepth + 1 {
		deep = Value{Kind: Family, Items: []Value{deep}}
	}
	value := func(v Value) []byte { return AppendAnswers(nil, []Answer{{Value: v}}) }
	decode := func(data []byte) error { return new(Question).UnmarshalBinary(data) }
	answers := func(data []byte) error { _, err := ReadAnswers(data); return err }
	for name, c := range map[string]struct {
		data []byte
		read func(data []byte) error
		want string
	}{
		"nothing":             {nil, decode, "ends early"},
		"another version":     {append([]byte{version + 1}, good[1:]...), decode, "version 6 of the encoding"},
		"more than all":       {append(bytes.Clone(good), 0), decode, "damaged"},
		"a long list":         {[]byte{version, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}, answers, "ends early"},
		"an empty vector":     {value(Value{Kind: Vector}), answers, "damaged"},
		"a matrix of columns": {value(Value{Kind: Matrix, Entries: []float64{1, 2, 3}, Cols: 2}), answers, "damaged"},
		"no columns":          {value(Value{Kind: Matrix, Entries: []float64{1}}), answers, "damaged"},
		"an empty family":     {value(Value{Kind: Family}), answers, "damaged"},
		"deep families":       {value(deep), answers, "damaged"},
		"an unknown kind":     {value(Value{Kind: Other + 1}), answers, "damaged"},
		"too many values":     {AppendCalls(nil, []Call{{Args: make([]Value, maxItems)}}), func(data []byte) error { _, err := ReadCalls(data); return err }, "too many"},
	} {
		if err := c.read(c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	large := &Question{Values: []Binding{{Value: Value{Kind: Vector, Entries: make([]float64, MaxQuestion/8)}}}}
	if _, err := large.AppendBinary(nil); err == nil || !strings.Contains(err.Error(), "64 MB is the most") {
		t.Errorf("a question of 64 MB: %v", err)
	}
}

// FuzzQuestion checks that no bytes make a panic, and that what decodes is encoded as it was.
func FuzzQuestion(f *testing.F) {
	m := maker{rand.New(rand.NewPCG(3, 4))}
	for range 20 {
		data, _ := m.question().AppendBinary(nil)
		f.Add(data)
		data, _ = m.verdict().AppendBinary(nil)
		f.Add(data)
		f.Add(AppendAnswers(nil, []Answer{{Value: m.value(0)}}))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var q Question
		if q.UnmarshalBinary(data) == nil {
			again, err := q.AppendBinary(nil)
			if second := new(Question); err != nil || second.UnmarshalBinary(again) != nil {
				t.Errorf("%q decodes, and what it is encoded as does not: %v", data, err)
			} else if third, _ := second.AppendBinary(nil); !bytes.Equal(again, third) {
				t.Errorf("%q is encoded as %q, and then as %q", data, again, third)
			}
		}
		new(Verdict).UnmarshalBinary(data)
		ReadRendering(data)
		ReadCalls(data)
		ReadAnswers(data)
	})
}
