package socket

import "sync"

// Budget bounds the memory of the messages that are being read, over all connections of the sockets that share it. Until a
// message is whole nobody knows who sent it: without a common bound a few connections could fill the memory.
type Budget struct {
	mu   sync.Mutex
	left int
}

// NewBudget returns a budget of so many bytes. It has to be over MaxMessage for messages of that size to be taken.
func NewBudget(bytes int) *Budget { return &Budget{left: bytes} }

// take takes n bytes, or none when they are not left.
func (b *Budget) take(n int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n > b.left {
		return false
	}
	b.left -= n
	return true
}

// give gives n bytes back.
func (b *Budget) give(n int) {
	b.mu.Lock()
	b.left += n
	b.mu.Unlock()
}
