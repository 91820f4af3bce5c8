package display

import (
	"testing"
	"time"
)

// A clock that only the measured function moves.
func TestTimeIt(t *testing.T) {
	for _, tt := range []struct {
		each time.Duration // what a run takes
		want string
	}{
		{100 * time.Nanosecond, "100 ns a run: the median of 7 rounds of 262144 runs, which took from 100 ns to 100 ns"},
		{1500 * time.Nanosecond, "1.5 µs a run: the median of 7 rounds of 16384 runs, which took from 1.5 µs to 1.5 µs"},
		{30 * time.Millisecond, "30 ms a run: the median of 7 rounds of 1 runs, which took from 30 ms to 30 ms"},
		{900 * time.Millisecond, "900 ms a run: the median of 3 rounds of 1 runs, which took from 900 ms to 900 ms"},
		{3 * time.Second, "3 s (one run)"},
	} {
		clock := time.Unix(0, 0)
		got := timeIt(func() { clock = clock.Add(tt.each) }, func() time.Time { return clock })
		if got.String() != tt.want {
			t.Errorf("%v: %s, want %s", tt.each, got, tt.want)
		}
	}
}
