package render

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"github.com/mercer-go/mercer/display/figure"
	"github.com/mercer-go/mercer/display/render/axes"
)

// ticker places ticks on an axis of so many pixels.
type ticker struct {
	axis figure.Axis
	room float64 // pixels for each label
	size float64 // pixels of the axis
	// below is the style of names that stand side by side, nil on a vertical axis, and width about
	// the pixels that they share.
	below *text.Style
	width float64
}

// ticks are the ticks of a range.
func (t ticker) ticks(lo, hi float64) []axes.Tick {
	switch {
	case len(t.axis.TicksAt) > 0:
		return t.fixed(lo, hi)
	case t.axis.Log:
		return logTicks(lo, hi, t.size/t.room)
	}
	return linearTicks(lo, hi, t.size/t.room)
}

func (t ticker) fixed(lo, hi float64) []axes.Tick {
	var ticks []axes.Tick
	names := t.axis.Names
	if len(names) == 0 {
		names = numbers(t.axis.TicksAt, t.axis.Log)
	}
	for i, x := range t.axis.TicksAt {
		if x >= lo && x <= hi {
			ticks = append(ticks, axes.Tick{Value: x, Text: orSpace(names[i])})
		}
	}
	if t.below != nil && !t.axis.Log && len(t.axis.Names) > 0 {
		t.part(ticks, lo, hi)
	}
	return ticks
}

const (
	betweenNames = 3  // pixels between two names below an axis
	leastName    = 24 // pixels that a name needs
	nameLines    = 3  // of a name
)

// part breaks names that would run into their neighbours into lines, shortens words that are too
// long for that, and leaves out names where there is room for no word.
func (t ticker) part(ticks []axes.Tick, lo, hi float64) {
	slot, meet := t.width, false
	for i := 1; i < len(ticks); i++ {
		apart := math.Abs(ticks[i].Value-ticks[i-1].Value) / (hi - lo) * t.width
		slot = min(slot, apart)
		meet = meet || float64(t.below.Width(ticks[i].Text)+t.below.Width(ticks[i-1].Text))/2+betweenNames > apart
	}
	if slot -= betweenNames; !meet {
		return
	}
	every := 1
	if slot < leastName {
		every = int(math.Ceil((leastName + betweenNames) / (slot + betweenNames)))
		slot = float64(every)*(slot+betweenNames) - betweenNames
	}
	for i := range ticks {
		if i%every != 0 {
			ticks[i].Text = " "
			continue
		}
		ticks[i].Text = t.within(ticks[i].Text, vg.Length(slot))
	}
}

// within is a name on a few lines of at most a width.
func (t ticker) within(name string, width vg.Length) string {
	if t.below.Width(name) <= width {
		return name
	}
	if hasFormula(name) {
		return name // its parts are no words
	}
	lines := wrap(name, *t.below, width)
	if len(lines) > nameLines {
		lines = lines[:nameLines]
		lines[nameLines-1] += "…"
	}
	for i, line := range lines {
		lines[i] = shortened(line, *t.below, width)
	}
	return strings.Join(lines, "\n")
}

// shortened is a text of at most a width, with dots in the place of what is left out.
func shortened(s string, style text.Style, width vg.Length) string {
	for runes := []rune(strings.TrimSuffix(s, "…")); len(runes) > 1 && style.Width(s) > width; {
		runes = runes[:len(runes)-1]
		s = string(runes) + "…"
	}
	return s
}

// numbers are the labels of numbers; powers of ten of a logarithmic axis are written as its own ticks are.
func numbers(values []float64, log bool) []string {
	if log && !slices.ContainsFunc(values, func(x float64) bool { return !isPower(x) }) {
		return logLabels(values)
	}
	var all []string
	for _, x := range values {
		all = append(all, figure.Number(x))
	}
	return all
}

// orSpace keeps a major tick major: ticks without a text are minor ones.
func orSpace(s string) string {
	if s == "" {
		return " "
	}
	return s
}

// linearTicks are about n multiples of 1, 2 or 5 times a power of ten, and two at least: one alone tells no scale.
func linearTicks(lo, hi, n float64) []axes.Tick {
	step := niceStep((hi - lo) / max(n, 2))
	if step == 0 || math.IsInf(step, 0) {
		return []axes.Tick{{Value: lo, Text: figure.Number(lo)}}
	}
	values := multiples(lo, hi, step)
	for tries := 0; len(values) < 2 && tries < 3; tries++ {
		step = niceStep(step / 2.5)
		values = multiples(lo, hi, step)
	}
	var ticks []axes.Tick
	for i, label := range labels(values, step) {
		ticks = append(ticks, axes.Tick{Value: values[i], Text: label})
	}
	return ticks
}

// multiples are those of step from lo to hi, but for rounding.
func multiples(lo, hi, step float64) (values []float64) {
	for k := math.Ceil(lo/step - 1e-9); k*step <= hi+1e-9*step && len(values) < 100; k++ {
		values = append(values, k*step)
	}
	return values
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

var superscripts = strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵",
	"6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")

func superscript(n int) string { return superscripts.Replace(strconv.Itoa(n)) }

// logTicks are powers of ten with minor ticks between; on less than two decades also 2 and 5 times powers of ten. All labels of an axis are
// written in one way.
func logTicks(lo, hi, n float64) []axes.Tick {
	a, b := int(math.Floor(math.Log10(lo)+1e-9)), int(math.Ceil(math.Log10(hi)-1e-9))
	if decades := math.Log10(hi) - math.Log10(lo); decades < 0.7 {
		return linearTicks(lo, hi, n)
	}
	first, last := int(math.Ceil(math.Log10(lo)-1e-9)), int(math.Floor(math.Log10(hi)+1e-9))
	every := max(1, int(math.Ceil(float64(last-first+1)/max(1.3*n, 2)))) // labels of powers are short
	var ticks []axes.Tick
	var labelled []int // numbers of the ticks with labels
	var values []float64
	for k := a; k <= b && len(ticks) < 2000; k++ {
		for m := 1; m < 10; m++ {
			v := float64(m) * math.Pow(10, float64(k))
			if v < lo*(1-1e-9) || v > hi*(1+1e-9) {
				continue
			}
			if m == 1 && (k-first)%every == 0 || b-a <= 2 && (m == 2 || m == 5) {
				labelled, values = append(labelled, len(ticks)), append(values, v)
			}
			ticks = append(ticks, axes.Tick{Value: v})
		}
	}
	for i, label := range logLabels(values) {
		ticks[labelled[i]].Text = label
	}
	return ticks
}

// logLabels are the labels of 1, 2 or 5 times powers of ten: as decimal numbers where all of them are short, else with powers of ten.
func logLabels(values []float64) []string {
	decimal := plain(values)
	all := make([]string, len(values))
	for i, v := range values {
		k := int(math.Floor(math.Log10(v) + 1e-9))
		m := strconv.Itoa(int(math.Round(v / math.Pow(10, float64(k)))))
		switch {
		case decimal:
			all[i] = figure.Number(v)
		case m == "1":
			all[i] = "10" + superscript(k)
		default:
			all[i] = m + "·10" + superscript(k)
		}
	}
	return all
}

// plain tells whether numbers of a logarithmic axis are short as decimals.
func plain(values []float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return v < .99e-3 || v >= .99e5 })
}

// isPower tells whether a number is a power of ten.
func isPower(x float64) bool {
	k := math.Round(math.Log10(x))
	return x > 0 && math.Abs(x/math.Pow(10, k)-1) < 1e-9
}
