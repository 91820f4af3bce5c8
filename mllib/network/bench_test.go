package network_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/network"
)

// BenchmarkFit: the 8×8 digits, 20 epochs of Adam in batches of 200, a hidden layer of 100.
func BenchmarkFit(b *testing.B) {
	s := data.HandwrittenDigits()
	c := network.Classifier{Hidden: []network.Layer{{Units: 100}}, Training: network.Training{Epochs: 20, Patience: 20}}
	b.Run(fmt.Sprintf("n=%d/d=64", s.Len()), func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			c.Src = rand.NewPCG(1, 1)
			if _, err := c.Fit(s.X, s.Y); err != nil {
				b.Fatal(err)
			}
		}
	})
	shared := network.Classifier{Rows: 8, Hidden: []network.Layer{{Kind: network.Shared, Patches: network.Patches{Maps: 8, Side: 3, Pad: network.Same}}, {Units: 50}},
		Training: network.Training{Epochs: 5, Patience: 20}}
	b.Run(fmt.Sprintf("shared/n=%d/d=64", s.Len()), func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			shared.Src = rand.NewPCG(1, 1)
			if _, err := shared.Fit(s.X, s.Y); err != nil {
				b.Fatal(err)
			}
		}
	})
}
