// Package scratch lends memory. Copies of data are large, and the system takes as long to hand out their memory as a pass over the numbers. So what one fit or search
// has done with is kept for the next, until the collector takes it.
package scratch

import "sync"

// Of lends numbers of a type.
type Of[T any] struct{ pool sync.Pool }

// Borrow returns n numbers, whatever they are.
func (o *Of[T]) Borrow(n int) []T {
	if p, ok := o.pool.Get().(*[]T); ok && cap(*p) >= n {
		return (*p)[:n]
	}
	return make([]T, n)
}

// Return takes back what Borrow returned; who calls it must not use the numbers any more.
func (o *Of[T]) Return(numbers []T) { o.pool.Put(&numbers) }
