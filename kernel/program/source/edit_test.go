package source

import (
	"go/scanner"
	"go/token"
	"strconv"
	"testing"

	"github.com/mercer-go/mercer/kernel/defs"
)

// Words that an edit leaves alone keep the line and column that they had.
func TestEditsKeepPositions(t *testing.T) {
	text := "aa := 1; bb := 2\nvar cc struct {\n\tX int\n}\ndd\n\tee(ff)\n"
	at := defs.Origin{File: "cell.go", Line: 7, Col: 3}
	edits := []Edit{{3, 5, " ="}, {9, 11, "renamed"}, {20, 41, ""}, {46, 46, "wrap("}, {48, 48, ")"}}
	got := Apply(text, at, edits)
	want := map[string]defs.Origin{}
	words(text, at, func(word string, o defs.Origin) { want[word] = o })
	seen := 0
	words(got, at, func(word string, o defs.Origin) {
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

// words calls f for each identifier of a text that begins at the defs.Origin, with its place as the Go scanner reads it.
func words(text string, at defs.Origin, f func(string, defs.Origin)) {
	src := "//line " + at.File + ":" + strconv.Itoa(at.Line) + ":" + strconv.Itoa(at.Col) + "\n" + text
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
			f(lit, defs.Origin{File: p.Filename, Line: p.Line, Col: p.Column})
		}
	}
}
