package density

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// BinRule chooses the number of bins of a column. Those of one column agree with numpy.histogram_bin_edges; in d columns n^(-1/3) becomes n^(-1/(d+2)).
type BinRule = enum.Of[binRules]

const (
	FreedmanDiaconis BinRule = iota // width 2·IQR·n^(-1/3); ScottBins where the interquartile range is 0
	ScottBins                       // width (24√π/n)^(1/3) σ with the divisor n, the best one for a normal law
	Sturges                         // ⌈log₂ n⌉ + 1 bins: too few for large n
	CrossValidated                  // the least Score of 1, 2, …, MaxBins bins for every column
)

type binRules struct{}

func (binRules) Names() (string, []string) {
	return "density.BinRule", []string{FreedmanDiaconis: "freedman-diaconis", ScottBins: "scott", Sturges: "sturges", CrossValidated: "cross-validated"}
}

// Histogram is a density estimate that is constant on bins. The bins of a column are [e₀, e₁), [e₁, e₂), …, the last one closed. In several columns the cells are products of bins; only those that hold
// observations are kept.
//
// Reference: Yan, "Histogram"; B. W. Silverman, Density Estimation (1986). Curriculum: Y34b, Y36a, Y37a.
type Histogram struct {
	Bins    int       // equal bins for each column; 0 means by Width, Edges or Rule
	Width   float64   // bins of this width, with edges at Origin + k·Width; 0 means none
	Origin  float64   // of bins with a Width
	Edges   []float64 // increasing edges, the same for each column; nil means none
	Rule    BinRule   // chooses the number where none of these is given
	MaxBins int       // of CrossValidated, 1 to 10,000; 0 means ⌈2√n⌉, at most 100
	Lo, Hi  float64   // ends of the support of each column for Bins and Rule, Lo < Hi; both 0 means from the least to the largest observation
}

// maxBins bounds the bins of a column.
const maxBins = 1 << 24

func (p Histogram) check() error {
	given := 0
	for _, is := range []bool{p.Bins != 0, p.Width != 0, p.Edges != nil} {
		if is {
			given++
		}
	}
	err := errors.Join(p.Rule.Check("Rule"), input.Param(p.Bins >= 0 && p.Bins <= maxBins, "Bins", p.Bins, "1 to 2^24 bins, or 0"),
		input.Param(p.Width >= 0 && !math.IsInf(p.Width, 1), "Width", p.Width, "a positive width, or 0"),
		input.Param(p.Origin-p.Origin == 0, "Origin", p.Origin, "a finite number"),
		input.Param(given < 2, "Bins, Width, Edges", fmt.Sprint(given, " of them"), "at most one of them"),
		input.Param(p.MaxBins >= 0 && p.MaxBins <= 10_000, "MaxBins", p.MaxBins, "1 to 10,000, or 0"))
	if p.Lo != 0 || p.Hi != 0 {
		err = errors.Join(err, input.Param(p.Lo < p.Hi && !math.IsInf(p.Hi-p.Lo, 0), "Lo, Hi", fmt.Sprint(p.Lo, ", ", p.Hi), "finite ends, Lo < Hi"),
			input.Param(p.Width == 0 && p.Edges == nil, "Lo, Hi", fmt.Sprint(p.Lo, ", ", p.Hi), "none where Width or Edges is given"))
	}
	if p.Edges != nil {
		err = errors.Join(err, checkEdges("Edges", p.Edges))
	}
	return err
}

// checkEdges checks that there are two edges or more, increasing and finite.
func checkEdges(argument string, e []float64) error {
	if len(e) < 2 {
		return input.Errorf(input.ErrShape, argument, "got %d edges, want at least two", len(e))
	}
	for k, v := range e {
		if v-v != 0 || k > 0 && !(e[k-1] < v) {
			return input.Errorf(input.ErrParam, argument, "number %d is %v, want finite edges that increase", k, v)
		}
	}
	return nil
}

// edges are those of column j.
func (p Histogram) edges(x mat.Matrix, j int) ([]float64, error) {
	if p.Edges != nil {
		return slices.Clone(p.Edges), nil
	}
	column := mat.Col(nil, j, x)
	slices.Sort(column)
	lo, hi := column[0], column[len(column)-1]
	if p.Width > 0 {
		return p.fixed(lo, hi)
	}
	if p.Lo != 0 || p.Hi != 0 {
		lo, hi = p.Lo, p.Hi
	} else if lo == hi {
		return nil, input.Errorf(input.ErrSingular, "X", "column %d is constant; give Lo and Hi, Width or Edges", j)
	}
	bins := p.Bins
	if bins == 0 {
		_, d := x.Dims()
		bins = p.number(column, hi-lo, d)
	}
	return equalBins(lo, hi, bins)
}

// fixed are the edges Origin + k·Width around all numbers from lo to hi.
func (p Histogram) fixed(lo, hi float64) ([]float64, error) {
	first, last := math.Floor((lo-p.Origin)/p.Width), math.Floor((hi-p.Origin)/p.Width)+1
	if !(last-first <= maxBins) || math.Abs(first) > 1<<50 || math.Abs(last) > 1<<50 {
		return nil, input.Param(false, "Width", p.Width, "so large that there are at most 2^24 bins")
	}
	var e []float64
	for k := first; k <= last; k++ {
		e = append(e, p.Origin+float64(k*p.Width))
	}
	if e[0] > lo { // rounding
		e = append([]float64{p.Origin + float64((first-1)*p.Width)}, e...)
	}
	if e[len(e)-1] <= hi {
		e = append(e, p.Origin+float64((last+1)*p.Width))
	}
	return e, checkEdges("Width", e)
}

// equalBins are the edges of bins of equal width.
func equalBins(lo, hi float64, bins int) ([]float64, error) {
	if math.IsInf(hi-lo, 0) {
		return nil, input.Errorf(input.ErrNotFinite, "X", "the range from %v to %v overflows", lo, hi)
	}
	e := make([]float64, bins+1)
	for k := range e {
		e[k] = lo + float64((hi-lo)*(float64(k)/float64(bins)))
	}
	e[bins] = hi
	return e, checkEdges("Bins", e)
}

// number is the number of bins by the rule, for the increasing numbers of one of d columns.
func (p Histogram) number(sorted []float64, length float64, d int) int {
	n := float64(len(sorted))
	if p.Rule == Sturges {
		return int(math.Ceil(math.Log2(n) + 1))
	}
	shrink := math.Pow(n, -1/float64(d+2))
	width := 2 * (quantile(sorted, .75) - quantile(sorted, .25)) * shrink
	if p.Rule == ScottBins || !(width > 0) {
		sd := stat.StdDev(sorted, nil) * math.Sqrt((n-1)/n)
		width = math.Pow(24*math.Sqrt(math.Pi), 1/float64(d+2)) * sd * shrink
	}
	if !(width > 0) {
		return 1
	}
	return int(max(1, min(maxBins, math.Ceil(length/width))))
}
