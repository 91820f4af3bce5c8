package snapshot

import (
	"fmt"
	"strconv"
	"testing"
)

// The benchmarks ask how far loading and committing are from the speed of memory. "first" is the commit of a new value,
// "load" another program's load, "same" that program's commit when nothing has changed.

func benchmark[T any](b *testing.B, name string, v T) {
	b.Run(name+"/first", func(b *testing.B) {
		for range b.N {
			b.StopTimer()
			ss := newSession(b)
			b.StartTimer()
			ss.keep("x", &v)
		}
	})
	ss := newSession(b)
	m := ss.keep("x", &v)
	size := int64(m.Vars[0].Size)
	b.Run(name+"/load", func(b *testing.B) {
		b.SetBytes(size)
		b.ReportAllocs()
		for range b.N {
			var x T
			ss.open("x", &x)
		}
	})
	b.Run(name+"/same", func(b *testing.B) {
		b.SetBytes(size)
		var x T
		im, _ := ss.open("x", &x)
		b.ResetTimer()
		for range b.N {
			if _, err := im.Commit(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkValues(b *testing.B) {
	benchmark(b, "int", 1)
	benchmark(b, "floats/n=1e7", make([]float64, 1e7))
	rows := make([][]float64, 1e5)
	for i := range rows {
		rows[i] = make([]float64, 10)
	}
	benchmark(b, "rows/n=1e5x10", rows)
	m := map[string]int{}
	for i := range int(1e6) {
		m["key"+strconv.Itoa(i)] = i
	}
	benchmark(b, "map/n=1e6", m)
	ints := map[int]float64{}
	for i := range int(1e6) {
		ints[i] = float64(i)
	}
	benchmark(b, "intmap/n=1e6", ints)
	benchmark(b, "tree/n=1e6", bigTree(1e6))
	anys := make([]any, 1e5)
	for i := range anys {
		anys[i] = fmt.Sprint(i)
	}
	benchmark(b, "anys/n=1e5", anys)
}

func bigTree(n int) *node {
	all := make([]*node, 0, n)
	for i := range n {
		x := &node{key: i}
		if i > 0 {
			if p := all[(i-1)/2]; p.left == nil {
				p.left = x
			} else {
				p.right = x
			}
		}
		all = append(all, x)
	}
	return all[0]
}
