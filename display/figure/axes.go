package figure

import "math"

// Axis is one axis of a figure.
type Axis struct {
	Label   string
	Min     float64   // fixed lower end, if Fixed
	Max     float64   // fixed upper end, if Fixed
	Fixed   bool      // Min and Max hold; else the data decide
	Log     bool      // logarithmic; data must be positive
	TicksAt []float64 // fixed ticks; empty for automatic ones
	Names   []string  // names of the fixed ticks; empty for numbers
}

// Axes labels the axes.
func (f *Figure) Axes(x, y string) *Figure {
	f.XAxis.Label, f.YAxis.Label = x, y
	return f
}

// XRange fixes the ends of the x axis.
func (f *Figure) XRange(lo, hi float64) *Figure { return f.setRange("x", &f.XAxis, lo, hi) }

// YRange fixes the ends of the y axis.
func (f *Figure) YRange(lo, hi float64) *Figure { return f.setRange("y", &f.YAxis, lo, hi) }

func (f *Figure) setRange(name string, a *Axis, lo, hi float64) *Figure {
	if !finite(lo) || !finite(hi) || lo >= hi {
		return f.problem("%s range: [%g, %g] is not an interval", name, lo, hi)
	}
	a.Min, a.Max, a.Fixed = lo, hi, true
	return f
}

// LogX makes the x axis logarithmic. Points that are not positive are left out.
func (f *Figure) LogX() *Figure {
	f.XAxis.Log = true
	return f
}

// LogY makes the y axis logarithmic. Points that are not positive are left out.
func (f *Figure) LogY() *Figure {
	f.YAxis.Log = true
	return f
}

// Equal makes one unit of x as long as one unit of y.
func (f *Figure) Equal() *Figure {
	f.EqualAspect = true
	return f
}

// XTicks fixes the ticks of the x axis; without names the numbers are shown. On a matrix they are columns, from 0.
func (f *Figure) XTicks(at []float64, names ...string) *Figure {
	return f.setTicks("x", &f.XAxis, at, names)
}

// YTicks fixes the ticks of the y axis; without names the numbers are shown. On a matrix they are rows, from 0 at the top.
func (f *Figure) YTicks(at []float64, names ...string) *Figure {
	problems := len(f.Problems)
	if f.setTicks("y", &f.YAxis, at, names); f.rows > 0 && len(f.Problems) == problems {
		f.YAxis.fromTop(f.rows)
	}
	return f
}

// fromTop turns ticks that count rows from the top into places of the axis, on which the last row is at 0.
func (a *Axis) fromTop(rows int) {
	if len(a.Names) == 0 {
		for _, x := range a.TicksAt {
			a.Names = append(a.Names, Number(x))
		}
	}
	for i, x := range a.TicksAt {
		a.TicksAt[i] = float64(rows-1) - x
	}
}

func (f *Figure) setTicks(axis string, a *Axis, at []float64, names []string) *Figure {
	if len(names) != 0 && len(names) != len(at) {
		return f.problem("%s ticks: %d positions and %d names", axis, len(at), len(names))
	}
	a.TicksAt, a.Names = append([]float64(nil), at...), append([]string(nil), names...)
	return f
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
