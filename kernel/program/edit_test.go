package program

import (
	"go/scanner"
	"go/token"
	"strconv"
	"testing"
)

// Words that an edit leaves alone keep the line and column that they had.
func TestEditsKeepPositions(t *testing.T) {
	text := "aa := 1; bb := 2\nvar cc struct {\n\tX int\n}\ndd\n\tee(ff)\n"
	at := origin{"cell.go", 7, 3}
	edits := []edit{{3, 5, " ="}, {9, 11, "renamed"}, {20, 41, ""}, {46, 46, "wrap("}, {48, 48, ")"}}
	got := apply(text, at, edits)
	want := map[string]origin{}
	words(text, at, func(word string, o origin) { want[word] = o })
	seen := 0
	words(got, at, func(word string, o origin) {
		switch word {
		case "aa", "dd", "ee", "ff":
			seen++
			if o != want[word] {
				t.Errorf("%s is at %v, want %v, in\n%s", word, o, want[word], got)
			}
		}
	})
	if seen != 4 {
		t.Errorf("%d words of 4 found in\n%s", seen, got)
	}
}

// words calls f for each identifier of a text that begins at the origin, with its place as the Go scanner reads it.
func words(text string, at origin, f func(string, origin)) {
	src := "//line " + at.file + ":" + strconv.Itoa(at.line) + ":" + strconv.Itoa(at.col) + "\n" + text
	fset := token.NewFileSet()
	file := fset.AddFile("x.go", -1, len(src))
	var s scanner.Scanner
	s.Init(file, []byte(src), func(token.Position, string) {}, 0)
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return
		}
		if tok == token.IDENT {
			p := fset.Position(pos)
			f(lit, origin{p.Filename, p.Line, p.Column})
		}
	}
}

func TestNearest(t *testing.T) {
	for in, want := range map[string]string{"Printn": "Print", "strigns": "strings", "x": "", "nope": "", "lenght": "length"} {
		if got := nearest(in, []string{"Print", "strings", "length", "copy", "y"}); got != want {
			t.Errorf("nearest(%s) = %q, want %q", in, got, want)
		}
	}
}
