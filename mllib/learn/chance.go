package learn

import "math/rand/v2"

// Chance is a Learner that draws from a source. The source would be shared by fits that run side by side, and what they draw would depend
// on which is first; so whoever fits several times gives each fit a source of its own.
type Chance[T Target, M Model[T]] interface {
	Learner[T, M]
	Source() rand.Source                      // nil if this value does not draw
	WithSource(src rand.Source) Learner[T, M] // a copy that draws from src
}

// Apart returns n learners like l that can be used side by side: l itself, or, where it draws, copies whose sources are seeded from its
// source in turn.
func Apart[T Target, M Model[T]](l Learner[T, M], n int) []Learner[T, M] {
	all := make([]Learner[T, M], n)
	c, chance := l.(Chance[T, M])
	chance = chance && c.Source() != nil
	for i := range all {
		all[i] = l
		if chance {
			all[i] = c.WithSource(rand.NewPCG(c.Source().Uint64(), c.Source().Uint64()))
		}
	}
	return all
}
