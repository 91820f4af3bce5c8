package render

import (
	"context"
	"errors"
	"testing"

	"github.com/mercer-go/mercer/display/figure"
)

// endsAfter is a context that ends when it has been looked at a number of times: wherever in its work the drawing is.
type endsAfter struct {
	context.Context
	left int
}

func (c *endsAfter) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestStopped stops the drawing of every page at many places. The error is the context's; one step less and it is drawn.
func TestStopped(t *testing.T) {
	for _, p := range gallery {
		spec, err := p.grid().AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		whole := &endsAfter{t.Context(), 1 << 30}
		if _, err := Bundle(whole, spec); err != nil {
			t.Fatal(err)
		}
		looks := 1<<30 - whole.left
		if looks < 3 {
			t.Errorf("%s: looked at the context %d times only", p.name, looks)
		}
		for k := range 5 {
			if _, err := Bundle(&endsAfter{t.Context(), k * (looks - 1) / 4}, spec); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: stopped at look %d of %d: %v", p.name, k*(looks-1)/4, looks, err)
			}
		}
	}
}

// TestStoppedEarly draws the largest pages with a context that has ended: that takes no time.
func TestStoppedEarly(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	many := make([]float64, 1_000_000)
	frames := figure.NewFrames("f").Add("1", figure.New("").Scatter("", many, many))
	for _, v := range []interface{ AppendBinary([]byte) ([]byte, error) }{figure.New("").Scatter("", many, many), frames, figure.New("").Line("", nil, many).PNG()} {
		spec, err := v.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Bundle(ctx, spec); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
}
