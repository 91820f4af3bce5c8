package proof

import "encoding/binary"

// This file encodes verdicts.

// AppendBinary appends the encoding of v to dst. The error is always nil.
func (v *Verdict) AppendBinary(dst []byte) ([]byte, error) {
	dst = appendString(append(dst, version), v.Rendering.Markdown)
	dst = appendString(appendString(dst, v.Rendering.Text), v.Rendering.Failure)
	dst = appendString(dst, v.Title)
	dst = appendList(dst, v.Problems, func(dst []byte, p *Problem) []byte { return appendString(appendString(dst, p.Message), p.Caret) })
	dst = appendList(dst, v.Steps, appendStep)
	dst = appendInt(appendInt(appendInt(dst, v.Points), v.Corners), v.Rejected)
	return appendInt(appendFloat(appendBool(binary.AppendUvarint(dst, v.Seed), v.Drawn), v.Tol), v.Work), nil
}

// ReadRendering decodes of what AppendBinary made how the verdict is shown.
func ReadRendering(data []byte) (Rendering, error) {
	if len(data) > 0 && data[0] != version {
		return Rendering{}, errVersion(data[0])
	}
	r := &reader{data: data}
	s := readRendering(r)
	return s, r.err
}

func readRendering(r *reader) Rendering {
	r.byte()
	return Rendering{Markdown: r.string(), Text: r.string(), Failure: r.string()}
}

// UnmarshalBinary decodes what AppendBinary made.
func (v *Verdict) UnmarshalBinary(data []byte) error {
	if len(data) > 0 && data[0] != version {
		return errVersion(data[0])
	}
	r := &reader{data: data}
	v.Rendering = readRendering(r)
	v.Title = r.string()
	v.Problems = list(r, func(r *reader, p *Problem) { p.Message, p.Caret = r.string(), r.string() })
	v.Steps = list(r, readStep)
	v.Points, v.Corners, v.Rejected = r.int(), r.int(), r.int()
	v.Seed, v.Drawn, v.Tol, v.Work = r.uint(), r.bool(), r.float(), r.int()
	return r.end()
}

func appendStep(dst []byte, s *Step) []byte {
	for _, n := range [...]int{s.Number, s.Line, s.Tested, s.NoValue, s.True, s.ExactPoints, s.Degree, s.Chance} {
		dst = appendInt(dst, n)
	}
	for _, t := range [...]string{s.Left, s.Relation, s.Right, s.Label, s.Reason, string(s.Mark), s.Tightest} {
		dst = appendString(dst, t)
	}
	for _, b := range [...]bool{s.Conclusion, s.Equality, s.Order} {
		dst = appendBool(dst, b)
	}
	dst = appendFloat(appendFloat(dst, s.Deviation), s.Ratio)
	dst = appendList(appendList(dst, s.Flaws, appendText), s.Flags, appendText)
	dst = appendCounter(appendSpelling(dst, s.Spelling), s.Counter)
	return appendList(dst, s.Variants, func(dst []byte, v *Variant) []byte {
		return appendString(appendCounter(appendBool(appendString(appendString(dst, v.Relation), v.Right), v.Refuted), v.Counter), v.Why)
	})
}

func readStep(r *reader, s *Step) {
	for _, n := range [...]*int{&s.Number, &s.Line, &s.Tested, &s.NoValue, &s.True, &s.ExactPoints, &s.Degree, &s.Chance} {
		*n = r.int()
	}
	for _, t := range [...]*string{&s.Left, &s.Relation, &s.Right, &s.Label, &s.Reason, (*string)(&s.Mark), &s.Tightest} {
		*t = r.string()
	}
	for _, b := range [...]*bool{&s.Conclusion, &s.Equality, &s.Order} {
		*b = r.bool()
	}
	s.Deviation, s.Ratio = r.float(), r.float()
	s.Flaws, s.Flags = list(r, text), list(r, text)
	s.Spelling = readSpelling(r)
	s.Counter = readCounter(r)
	s.Variants = list(r, func(r *reader, v *Variant) {
		v.Relation, v.Right, v.Refuted, v.Counter, v.Why = r.string(), r.string(), r.bool(), readCounter(r), r.string()
	})
}

func appendSpelling(dst []byte, s *Spelling) []byte {
	if dst = appendBool(dst, s != nil); s == nil {
		return dst
	}
	for _, side := range [...]Side{s.From, s.To, s.Whole} {
		for _, t := range [...]string{side.Spelled, side.Ordered, side.Difference, side.Collected, side.Simplified, side.Left, side.Relation, side.Right} {
			dst = appendString(dst, t)
		}
		dst = appendList(dst, side.Terms, appendText)
	}
	return appendBool(appendBool(appendBool(dst, s.OneRule), s.Dressed), s.Detour)
}

func readSpelling(r *reader) *Spelling {
	if !r.bool() {
		return nil
	}
	s := &Spelling{}
	for _, side := range [...]*Side{&s.From, &s.To, &s.Whole} {
		*side = Side{r.string(), r.string(), r.string(), r.string(), r.string(), r.string(), r.string(), r.string(), list(r, text)}
	}
	s.OneRule, s.Dressed, s.Detour = r.bool(), r.bool(), r.bool()
	return s
}

func appendCounter(dst []byte, c *Counter) []byte {
	if dst = appendBool(dst, c != nil); c == nil {
		return dst
	}
	dst = appendString(appendString(appendString(dst, c.Point), c.Why), c.Origin)
	return appendList(dst, c.Values, appendText)
}

func readCounter(r *reader) *Counter {
	if !r.bool() {
		return nil
	}
	return &Counter{Point: r.string(), Why: r.string(), Origin: r.string(), Values: list(r, text)}
}
