package manifold

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Shape is a curve or a surface.
type Shape = enum.Of[shapes]

const (
	SwissRoll Shape = iota // the strip (t cos t, h, t sin t), t from 3π/2 to 9π/2, h from 0 to Size. Flat coordinates are the length of the spiral and h
	Circle                 // that of radius 1. Its flat coordinate is the angle from −π to π, but for the place where it is cut
	Sphere                 // that of radius 1, in space
	Torus                  // a tube of the radius Size around a circle of radius 1
)

type shapes struct{}

func (shapes) Names() (string, []string) {
	return "manifold.Shape", []string{SwissRoll: "swiss roll", Circle: "circle", Sphere: "sphere", Torus: "torus"}
}

// Surface draws points from a curve or surface, uniform by its own length or area.
//
// Curriculum: B4.2a, B4.2.1e.
type Surface struct {
	Shape Shape
	Size  float64 // height of the swiss roll, 0 for 21; radius of the tube of a torus, at most 1, 0 for 0.4
}

// parameters are what a point is made of: the rectangle that they are from, the point, its flat coordinates (nil where there are none), and the share of the largest length or area for each du (dv).
type parameters struct {
	u0, u1, v1 float64
	at, flat   func(u, v float64) []float64
	area       func(u, v float64) float64
}

func always(_, _ float64) float64 { return 1 }

func (s Surface) parameters() parameters {
	switch s.Shape {
	case Circle:
		return parameters{-math.Pi, math.Pi, 1, func(t, _ float64) []float64 { return polar(1, t) }, func(t, _ float64) []float64 { return []float64{t} }, always}
	case Sphere: // the area of a zone is proportional to its height
		return parameters{0, 2 * math.Pi, 2, func(t, h float64) []float64 {
			return append(polar(math.Sqrt(max(0, h*(2-h))), t), h-1)
		}, nil, always}
	case Torus:
		return parameters{0, 2 * math.Pi, 2 * math.Pi, func(t, p float64) []float64 {
			tube := polar(s.Size, p)
			return append(polar(1+tube[0], t), tube[1])
		}, nil, func(_, p float64) float64 { return (1 + float64(s.Size*math.Cos(p))) / (1 + s.Size) }}
	}
	return parameters{3 * math.Pi / 2, 9 * math.Pi / 2, s.Size, func(t, h float64) []float64 {
		p := polar(t, t)
		return []float64{p[0], h, p[1]}
	}, func(t, h float64) []float64 { return []float64{SpiralLength(t) - SpiralLength(3*math.Pi/2), h} },
		func(t, _ float64) float64 { return math.Hypot(1, t) / math.Hypot(1, 9*math.Pi/2) }}
}

func polar(r, angle float64) []float64 {
	s, c := math.Sincos(angle)
	return []float64{r * c, r * s}
}

// SpiralLength is the length of the spiral (t cos t, t sin t) from 0 to t.
func SpiralLength(t float64) float64 { return (float64(t*math.Hypot(1, t)) + math.Asinh(t)) / 2 }

// Draw returns n points of the surface, one in each row, and their flat coordinates, whose distances are those along the surface; nil where it has none. A place is drawn from the rectangle of the parameters and kept with a probability in proportion to
// the area there. The errors wrap input.ErrParam.
func (s Surface) Draw(n int, src rand.Source) (x, flat *mat.Dense, err error) {
	if s.Size == 0 {
		s.Size = map[Shape]float64{SwissRoll: 21, Torus: .4}[s.Shape]
	}
	err = errors.Join(
		s.Shape.Check("Surface.Shape"),
		input.Param(s.Size >= 0 && s.Size <= 1e100 && (s.Shape != Torus || s.Size <= 1), "Surface.Size", s.Size, "a positive number, of a torus at most 1"),
		input.Size("n", n, 3),
		input.Param(src != nil, "src", nil, "a source of randomness"),
	)
	if err != nil {
		return nil, nil, fmt.Errorf("manifold: draw: %w", err)
	}
	p, rnd := s.parameters(), rand.New(src)
	for i := 0; i < n; {
		u, v := p.u0+float64((p.u1-p.u0)*rnd.Float64()), p.v1*rnd.Float64()
		if rnd.Float64() > p.area(u, v) {
			continue
		}
		x = grow(x, n, i, p.at(u, v))
		if p.flat != nil {
			flat = grow(flat, n, i, p.flat(u, v))
		}
		i++
	}
	return x, flat, nil
}

// grow sets row i of a matrix that is made with its first row.
func grow(m *mat.Dense, n, i int, row []float64) *mat.Dense {
	if m == nil {
		m = mat.NewDense(n, len(row), nil)
	}
	m.SetRow(i, row)
	return m
}
