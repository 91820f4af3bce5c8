package match

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestScore(t *testing.T) {
	for _, test := range []struct {
		text, typed string
		want        int
	}{
		{"Println", "Pri", Exact}, {"Println", "pri", Folded}, {"NewReader", "rea", Inner}, {"max_rows", "ro", Inner}, {"image/png", "png", Inner},
		{"Fprintln", "fpl", Spread}, {"Println", "ln", Mismatch}, {"x", "y", Mismatch}, {"anything", "", Exact}, {"HTTPServer", "s", Mismatch}, {"äÖ", "ö", Inner},
	} {
		if got := Score(test.text, test.typed); got != test.want {
			t.Errorf("%q for %q: %d, want %d", test.text, test.typed, got, test.want)
		}
	}
}

// What begins as typed comes first, then what fits, then what is near; keywords come before rare names, own fields before
// plumbing, and a text once.
func TestRank(t *testing.T) {
	for _, test := range []struct {
		what, typed, want string
		from              []Match
	}{
		{"as typed", "fo", "forest For xForm", []Match{{Text: "xForm"}, {Text: "For"}, {Text: "forest", Group: Package}}},
		{"what fits", "a", "ab aa", []Match{{Text: "aa"}, {Text: "ab", Fits: true, Group: Package}}},
		{"what is near", "f", "fx fmt for fallthrough flate", []Match{{Text: "flate", Group: Package}, {Text: "fallthrough", Group: Rare}, {Text: "for", Group: Keyword},
			{Text: "fmt", Group: Imported}, {Text: "fx", Group: Notebook}}},
		{"members", "", "Zeta Alpha Deep Scale AppendText", []Match{{Text: "AppendText", Rare: true}, {Text: "Scale", Depth: 1}, {Text: "Alpha", Field: 2}, {Text: "Zeta", Field: 1}, {Text: "Deep"}}},
		{"each once", "x", "x", []Match{{Text: "x"}, {Text: "x", Group: Package}}},
	} {
		var got []string
		for _, m := range Rank(test.from, test.typed) {
			got = append(got, m.Text)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %s, want %s", test.what, strings.Join(got, " "), test.want)
		}
	}
	var many []Match
	for i := range 2 * maxMatches {
		many = append(many, Match{Text: fmt.Sprint("n", i)})
	}
	if got := Rank(slices.Clone(many), "n"); len(got) != maxMatches {
		t.Errorf("%d matches", len(got))
	}
}

func TestPlumbing(t *testing.T) {
	for name, want := range map[string]bool{"MarshalJSON": true, "AppendBinary": true, "GobDecode": true, "UnmarshalText": true, "Append": true, "Marshaler": false, "AppendRow": false, "Text": false} {
		if got := Plumbing.MatchString(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
