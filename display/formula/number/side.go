package number

import (
	"math/bits"
)

// Side is from where a tower comes to the real part of its numbers: numbers that are the same but for their ε are ordered by these, which
// count as positive and tiny if Dir is 1, negative if it is -1, nothing if it is 0. What is differentiable has the same parts from both sides,
// and the same value at the place itself.
type Side struct {
	Dir   int
	Met   bool // numbers were ordered so, since it was cleared
	Muted bool // orders by real parts only: within an integral, for which single points do not matter
}

// Order is Cmp for decisions that a derivative follows: of towers on a Side, by it.
func (t Tower[T]) Order(a, b *Dual[T]) int { return t.order(a.c, b.c) }

func (t Tower[T]) order(a, b []T) int {
	if c := t.Base.Cmp(a[0], b[0]); c != 0 || t.Side == nil || t.Side.Muted || len(a) == 1 && len(b) == 1 {
		return c
	}
	sign := t.leading(t.sub(a, b))
	if sign == 0 {
		return 0
	}
	t.Side.Met = true
	return sign * t.Side.Dir
}

// leading is the sign of the part that is the largest of a number of real part 0: with ε_0 much larger than ε_1, and so on, all much larger
// than their products. Products of an even number of ε are positive on both sides, and the sign is then given so that Dir cancels.
func (t Tower[T]) leading(d []T) int {
	zero := t.Base.Int(0)
	for factors := 1; 1<<factors <= len(d); factors++ {
		for i := 1; i < len(d); i++ {
			if bits.OnesCount(uint(i)) != factors {
				continue
			}
			if c := t.Base.Cmp(d[i], zero); c != 0 {
				if factors%2 == 0 {
					c *= t.Side.Dir
				}
				return c
			}
		}
	}
	return 0
}

// sided has |x|, sgn, ⌊x⌋ and ⌈x⌉ on a Side, where the choice at a kink or a jump is that of the side.
func (t Tower[T]) sided(f Func, x []T) ([]T, error) {
	switch f {
	case Abs:
		if t.order(x, t.int(0)) < 0 {
			return t.neg(x), nil
		}
		return x, nil
	case Sign:
		return t.int(int64(t.order(x, t.int(0)))), nil
	}
	step, err := t.Base.Call(f, x[0])
	if err != nil {
		return nil, err
	}
	switch c := t.order(x, []T{step}); {
	case f == Floor && c < 0:
		return t.sub([]T{step}, t.one()), nil
	case f == Ceil && c > 0:
		return t.add([]T{step}, t.one()), nil
	}
	return []T{step}, nil
}

// Parts are the float64 nearest to all coefficients, by the bits of S, as many as are in use.
func (t Tower[T]) Parts(a *Dual[T]) []float64 {
	parts := make([]float64, len(a.c))
	for i, x := range a.c {
		parts[i] = t.Base.Value(x)
	}
	return parts
}
