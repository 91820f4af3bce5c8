package single

import "sync"

// A copy in single precision is large, and the system takes as long to hand out its memory as a pass over the numbers. So what one search or fit has done with is
// kept for the next, until the collector takes it.
var memory sync.Pool // of *[]float32

// Borrow returns n numbers, whatever they are.
func Borrow(n int) []float32 {
	if p, ok := memory.Get().(*[]float32); ok && cap(*p) >= n {
		return (*p)[:n]
	}
	return make([]float32, n)
}

// Return gives back what Borrow returned.
func Return(numbers []float32) { memory.Put(&numbers) }
