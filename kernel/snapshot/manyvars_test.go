package snapshot

import (
	"fmt"
	"testing"
)

// BenchmarkOneOfMany loads and commits one variable of a store that has many.
func BenchmarkOneOfMany(b *testing.B) {
	for _, n := range []int{100, 5000} {
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			ss := newSession(b)
			all := make([][]int, n)
			var vars []any
			for i := range all {
				all[i] = []int{i}
				vars = append(vars, fmt.Sprint("v", i), &all[i])
			}
			ss.keep(vars...)
			for b.Loop() {
				var v []int
				im, _ := ss.open("v7", &v)
				v[0]++
				ss.commit(im)
			}
		})
	}
}
