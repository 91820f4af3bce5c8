package main

import "sync"

// A program that ends by an error that cannot be recovered, with all its goroutines in the trace.
func main() {
	var mu sync.Mutex
	mu.Lock()
	go func() {
		mu.Lock()
	}()
	mu.Lock()
}
