package discriminant

import (
	"github.com/mercer-go/mercer/mllib/dist"
	"gonum.org/v1/gonum/floats"
)

// scaled returns c·s.
func scaled(c float64, s dist.Sym) dist.Sym {
	out := dist.ZeroSym(s.N)
	floats.ScaleTo(out.Data, c, s.Data)
	return out
}

// add returns s + t.
func add(s, t dist.Sym) dist.Sym {
	out := dist.ZeroSym(s.N)
	floats.AddTo(out.Data, s.Data, t.Data)
	return out
}

// shrink returns (1-γ)Σ + γT.
func shrink(cov dist.Sym, gamma float64, to Target) dist.Sym {
	if gamma == 0 {
		return cov
	}
	trace := 0.0
	for i := range cov.N {
		trace += cov.Data[i*cov.N+i]
	}
	out := scaled(1-gamma, cov)
	for i := range cov.N {
		at := i*cov.N + i
		switch to {
		case ScaledIdentity:
			out.Data[at] += gamma * trace / float64(cov.N)
		case Identity:
			out.Data[at] += gamma
		case Diagonal:
			out.Data[at] = cov.Data[at]
		}
	}
	return out
}
