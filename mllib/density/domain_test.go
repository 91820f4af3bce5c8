package density

import (
	"errors"
	"math"
	"testing"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
)

// TestDomains: outside of their domain the formulas give NaN, and at its ends their limits.
func TestDomains(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	none := Kernel(99)
	for name, v := range map[string]float64{
		"A < 0": HistogramWidth(-1, 5), "n = 0": HistogramWidth(1, 0), "A NaN": HistogramWidth(nan, 5), "B < 0": KernelWidth(Gaussian, -1, 5), "n < 0": KernelWidth(Gaussian, 1, -5), "no kernel": KernelWidth(none, 1, 5),
		"AMISE, A < 0": HistogramAMISE(-1, 5, 1).Total(), "AMISE, n = 0": HistogramAMISE(1, 0, 1).Total(), "AMISE, h = 0": HistogramAMISE(1, 5, 0).Total(), "AMISE, h < 0": KernelAMISE(Gaussian, 1, 5, -1).Total(),
		"AMISE, no kernel": KernelAMISE(none, 1, 5, 1).Total(), "variance": Variance(none), "sd": SD(none), "roughness": Roughness(none), "value": Value(none, 0), "convolution": Convolution(none, 3), "convolution near": Convolution(none, 0),
	} {
		if !math.IsNaN(v) {
			t.Errorf("%s: %v, want NaN", name, v)
		}
	}
	if HistogramWidth(0, 5) != inf || KernelWidth(Gaussian, 0, 5) != inf {
		t.Error("a density without slope or curvature wants no finite width")
	}
	for _, k := range Kernel(0).All() {
		if !math.IsNaN(Value(k, nan)) || !math.IsNaN(Convolution(k, nan)) {
			t.Errorf("%v of NaN: %v, %v", k, Value(k, nan), Convolution(k, nan))
		}
		if Value(k, inf) != 0 || Value(k, -inf) != 0 || Convolution(k, inf) != 0 || Convolution(k, -inf) != 0 {
			t.Errorf("%v at infinity: %v, %v", k, Value(k, inf), Convolution(k, inf))
		}
	}
}

// TestMISEOfNarrowBumps: bumps so narrow that no number lies in them beside their middle have no bias.
func TestMISEOfNarrowBumps(t *testing.T) {
	for _, c := range []struct {
		law    dist.Normal
		kernel Kernel
		h      float64
	}{{dist.Normal{Mu: 0, Sigma: 1}, Gaussian, 1e-300}, {dist.Normal{Mu: 1e6, Sigma: 2}, Gaussian, 1e-12}, {dist.Normal{Mu: 1e6, Sigma: 2}, Tophat, 1e-17}} {
		e, err := KernelMISE(c.law, c.kernel, c.h, 5)
		if err != nil || math.Abs(e.Bias2) > 1e-9 || math.Abs(e.Variance*5*c.h/Roughness(c.kernel)-1) > 1e-10 {
			t.Errorf("%+v: %+v, %v", c, e, err)
		}
	}
	narrow := dist.Normal{Mu: 0, Sigma: 1e-300}
	if e, err := KernelMISE(narrow, Gaussian, 1, 5); !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("a density whose squares overflow: %+v, %v", e, err)
	}
	if e, err := HistogramMISE(narrow, []float64{-1, 0, 1}, 5); !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("a density whose squares overflow, histogram: %+v, %v", e, err)
	}
}
