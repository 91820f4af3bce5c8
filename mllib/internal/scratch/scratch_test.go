package scratch

import "testing"

func TestBorrow(t *testing.T) {
	var memory Of[float32]
	for n := range 9 {
		for range 2 {
			a, b := memory.Borrow(n), memory.Borrow(9-n)
			if len(a) != n || len(b) != 9-n {
				t.Fatalf("got %d and %d numbers, want %d and %d", len(a), len(b), n, 9-n)
			}
			for i := range a {
				a[i] = 1
			}
			for i := range b {
				b[i] = 2
			}
			for _, v := range a {
				if v != 1 {
					t.Fatal("two borrowers have the same memory")
				}
			}
			memory.Return(a)
			memory.Return(b)
		}
	}
}
