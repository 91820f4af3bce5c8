package dense

import (
	"errors"
	"testing"
)

// TestPanicReachesTheCaller: a panic in a goroutine of a product would end the program.
func TestPanicReachesTheCaller(t *testing.T) {
	cause := errors.New("cause")
	for _, e := range engines() {
		func() {
			defer func() {
				if v := recover(); v != cause {
					t.Errorf("%v: recovered %v, want the value of the panic", e, v)
				}
			}()
			e.pieces(1000, 8, func(_ engine, lo, hi int) { panic(cause) })
		}()
	}
}
