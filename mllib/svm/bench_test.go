package svm_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/svm"
)

func BenchmarkClassifier(b *testing.B) {
	for _, n := range []int{200, 1000, 4000} {
		x, y := clouds(rand.New(rand.NewPCG(1, 1)), n, 20, .5)
		p := svm.Classifier{Kernel: kernels.GaussianGamma(.05), Options: svm.Options{Tolerance: 1e-3}}
		b.Run(fmt.Sprintf("n=%d/d=20", n), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				if _, err := p.Fit(x, y); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkLinear(b *testing.B) {
	x, y := clouds(rand.New(rand.NewPCG(1, 1)), 20_000, 50, .5)
	for _, p := range []svm.Classifier{{C: 1}, {Form: svm.Squares, C: 2}} {
		b.Run(fmt.Sprintf("%v/n=20000/d=50", p.Form), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				if _, err := p.Fit(x, y); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
