package render

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"

	"github.com/mercer-go/mercer/display/figure"
)

// ticker places ticks on an axis of so many pixels.
type ticker struct {
	axis figure.Axis
	room float64 // pixels for each label
	size float64 // pixels of the axis
}

// Ticks implements plot.Ticker.
func (t ticker) Ticks(lo, hi float64) []plot.Tick {
	switch {
	case len(t.axis.TicksAt) > 0:
		return t.fixed(lo, hi)
	case t.axis.Log:
		return logTicks(lo, hi, t.size/t.room)
	}
	return linearTicks(lo, hi, t.size/t.room)
}

func (t ticker) fixed(lo, hi float64) []plot.Tick {
	var ticks []plot.Tick
	for i, x := range t.axis.TicksAt {
		if x < lo || x > hi || math.IsNaN(x) {
			continue
		}
		label := figure.Number(x)
		if len(t.axis.Names) > 0 {
			label = t.axis.Names[i]
		}
		ticks = append(ticks, plot.Tick{Value: x, Label: orSpace(label)})
	}
	return ticks
}

// orSpace keeps a major tick major: gonum/plot takes ticks without a label for minor ones.
func orSpace(s string) string {
	if s == "" {
		return " "
	}
	return s
}

// linearTicks are about n multiples of 1, 2 or 5 times a power of ten.
func linearTicks(lo, hi, n float64) []plot.Tick {
	step := niceStep((hi - lo) / max(n, 2))
	if step == 0 || math.IsInf(step, 0) {
		return []plot.Tick{{Value: lo, Label: figure.Number(lo)}}
	}
	var values []float64
	first := math.Ceil(lo/step - 1e-9)
	for k := first; k*step <= hi+1e-9*step && len(values) < 100; k++ {
		values = append(values, k*step)
	}
	var ticks []plot.Tick
	for i, label := range labels(values, step) {
		ticks = append(ticks, plot.Tick{Value: values[i], Label: label})
	}
	return ticks
}

func niceStep(raw float64) float64 {
	if !(raw > 0) || math.IsInf(raw, 0) {
		return 0
	}
	p := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5, 10} {
		if m*p >= raw*(1-1e-9) {
			return m * p
		}
	}
	return 10 * p
}

// labels are the texts of ticks a step apart, all with the same digits.
func labels(values []float64, step float64) []string {
	largest := 0.0
	for _, v := range values {
		largest = max(largest, math.Abs(v))
	}
	exponent := 0
	if largest >= 1e5 || largest < 1e-3 && largest > 0 {
		exponent = int(math.Floor(math.Log10(largest) + 1e-9))
	}
	unit := math.Pow(10, float64(exponent))
	digits := max(0, -int(math.Floor(math.Log10(step/unit)+1e-9)))
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = figure.Fixed(v/unit+0, min(digits, 12))
		if exponent != 0 && v != 0 {
			all[i] += "·10" + superscript(exponent)
		}
		if v == 0 {
			all[i] = "0"
		}
	}
	return all
}

// logScale is a logarithmic axis. Unlike that of gonum/plot it has NaN, not a panic, for what is not positive.
type logScale struct{}

// Normalize implements plot.Normalizer.
func (logScale) Normalize(lo, hi, x float64) float64 {
	a := math.Log(lo)
	return (math.Log(x) - a) / (math.Log(hi) - a)
}

var superscripts = strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵",
	"6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")

func superscript(n int) string { return superscripts.Replace(strconv.Itoa(n)) }

// logTicks are powers of ten with minor ticks between; on less than two decades also 2 and 5 times powers of ten.
func logTicks(lo, hi, n float64) []plot.Tick {
	a, b := int(math.Floor(math.Log10(lo)+1e-9)), int(math.Ceil(math.Log10(hi)-1e-9))
	if decades := math.Log10(hi) - math.Log10(lo); decades < 0.7 {
		return linearTicks(lo, hi, n)
	}
	first, last := int(math.Ceil(math.Log10(lo)-1e-9)), int(math.Floor(math.Log10(hi)+1e-9))
	every := max(1, int(math.Ceil(float64(last-first+1)/max(1.3*n, 2)))) // labels of powers are short
	var ticks []plot.Tick
	for k := a; k <= b && len(ticks) < 2000; k++ {
		for m := 1; m < 10; m++ {
			v := float64(m) * math.Pow(10, float64(k))
			if v < lo*(1-1e-9) || v > hi*(1+1e-9) {
				continue
			}
			ticks = append(ticks, plot.Tick{Value: v, Label: logLabel(k, m, b-a, (k-first)%every == 0)})
		}
	}
	return ticks
}

// logLabel is the label of m·10^k on an axis of so many decades; power says that the power itself has one.
func logLabel(k, m, decades int, power bool) string {
	switch {
	case m == 1 && power:
	case decades <= 2 && (m == 2 || m == 5):
	default:
		return ""
	}
	if k >= -3 && k <= 4 {
		return figure.Number(float64(m) * math.Pow(10, float64(k)))
	}
	if m == 1 {
		return "10" + superscript(k)
	}
	return strconv.Itoa(m) + "·10" + superscript(k)
}
