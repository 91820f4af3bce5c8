package program

import "testing"

func TestNearest(t *testing.T) {
	for in, want := range map[string]string{"Printn": "Print", "strigns": "strings", "x": "", "nope": "", "lenght": "length"} {
		if got := nearest(in, []string{"Print", "strings", "length", "copy", "y"}); got != want {
			t.Errorf("nearest(%s) = %q, want %q", in, got, want)
		}
	}
}
