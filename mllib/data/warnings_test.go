package data

import (
	"fmt"
	"strings"
	"testing"
)

// TestWarnings: a set of which more than half the labels are different numbers warns and names the way to read a response; classes do not.
func TestWarnings(t *testing.T) {
	text := func(n int, label func(i int) string) string {
		var b strings.Builder
		b.WriteString("x,y\n")
		for i := range n {
			fmt.Fprintf(&b, "%d,%s\n", i, label(i))
		}
		return b.String()
	}
	for _, test := range []struct {
		name  string
		n     int
		label func(i int) string
		warns bool
	}{
		{"counts", 20, func(i int) string { return fmt.Sprint(i * i % 17) }, false}, // 9 of 20
		{"all different", 20, func(i int) string { return fmt.Sprint(100 + i) }, true},
		{"more than half", 20, func(i int) string { return fmt.Sprint(max(i, 9)) }, true}, // 11 of 20
		{"half", 20, func(i int) string { return fmt.Sprint(i / 2) }, false},
		{"measurements", 20, func(i int) string { return fmt.Sprintf("%d.5", i) }, true},
		{"classes", 20, func(i int) string { return fmt.Sprint(i % 3) }, false},
		{"more than 20 of few", 100, func(i int) string { return fmt.Sprint(i % 21) }, true},
		{"20 of few", 100, func(i int) string { return fmt.Sprint(i % 20) }, false},
		{"more than 20 of ten each", 250, func(i int) string { return fmt.Sprint(i % 25) }, false},
		{"more than 20 fractions", 250, func(i int) string { return fmt.Sprint(float64(i%25) / 2) }, true},
		{"with thousands", 20, func(i int) string { return fmt.Sprintf(`"1,%03d"`, i) }, true},
		{"decimal commas", 20, func(i int) string { return fmt.Sprintf(`"%d,5"`, i) }, true},
		{"names", 20, func(i int) string { return fmt.Sprintf("id%d", i) }, false},
	} {
		s, err := CSV{}.Read(strings.NewReader(text(test.n, test.label)))
		if err != nil {
			t.Fatal(test.name, err)
		}
		w := s.Warnings()
		if (len(w) > 0) != test.warns || test.warns && !strings.Contains(w[0], "ReadRegressionFile") {
			t.Errorf("%s: warnings %q, want some: %t", test.name, w, test.warns)
		}
		if printed := fmt.Sprint(s); strings.Contains(printed, "ReadRegressionFile") != test.warns {
			t.Errorf("%s: printed as %s", test.name, printed)
		}
	}
	for _, s := range []*Set{nil, {}, Iris(), Wine(), AND()} {
		if w := s.Warnings(); w != nil {
			t.Errorf("warnings %q", w)
		}
	}
}
