package jupyter_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/jupytertest"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

func startBenchmark(b *testing.B) *jupytertest.Client {
	b.Helper()
	s, err := jupyter.Listen(jupyter.Config{Connection: jupyter.Connection{Key: "k"}, Backend: newScripted()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	c, err := jupytertest.Dial(context.Background(), s.Connection())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { c.Close() })
	return c
}

// BenchmarkRequest is what the protocol adds to a request: a round trip with the status messages.
func BenchmarkRequest(b *testing.B) {
	c := startBenchmark(b)
	for b.Loop() {
		if _, err := c.Request(context.Background(), jupytertest.Shell, wire.TypeKernelInfoRequest, wire.Empty{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDisplay is the throughput of large outputs.
func BenchmarkDisplay(b *testing.B) {
	for _, mib := range []int{1, 16} {
		b.Run(fmt.Sprintf("MiB=%d", mib), func(b *testing.B) {
			c := startBenchmark(b)
			b.SetBytes(int64(mib) << 20)
			for b.Loop() {
				if _, err := c.Execute(context.Background(), jupytertest.Execution{Code: fmt.Sprint("big ", mib)}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
