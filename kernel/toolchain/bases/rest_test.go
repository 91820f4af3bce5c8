package bases

import "testing"

// What fails each time is tried ever more rarely, but for ever; after a success it is as at first.
func TestRest(t *testing.T) {
	var r Rest
	for range 2 {
		if !r.Over() {
			t.Error("a rest without a failure")
		}
	}
	for _, want := range []int{4, 8, 16, 32, 64, 128, 256, 512, 512, 512} {
		r.Begin("why", 4)
		passed := 0
		for ; !r.Over(); passed++ {
		}
		if passed != want || !r.Over() {
			t.Errorf("%d chances were passed over, want %d", passed, want)
		}
	}
}
