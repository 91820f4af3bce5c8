package cell

import (
	"fmt"
	"go/token"
	"strings"
	"testing"
)

func TestItems(t *testing.T) {
	src := "package main\nimport (\n\t\"fmt\"\n)\nfunc f() int {\n\treturn 1\n}\nfunc (t T) m() {}\nfunc() { x() }()\nfunc(a int) int { return a }(3)\n" +
		"var x = 1; y := 2\ntype T struct {\n\ta int\n}\nconst c = `a\nb`\nif x {\n} else {\n}\n"
	names := map[Kind]string{KindStmt: "stmt", KindPackage: "package", KindImport: "import", KindConst: "const", KindType: "type", KindVar: "var", KindFunc: "func"}
	var got []string
	items, stray := Items(src)
	for _, it := range items {
		got = append(got, fmt.Sprintf("%s:%d", names[it.Kind], strings.Count(src[it.Start:it.End], "\n")+1))
	}
	want := "package:1 import:3 func:3 func:1 stmt:1 stmt:1 var:1 stmt:1 type:3 const:2 stmt:3"
	if s := strings.Join(got, " "); s != want || stray != -1 {
		t.Errorf("items are\n%s (stray %d), want\n%s", s, stray, want)
	}
}

func TestParse(t *testing.T) {
	tests := []struct {
		name, src string
		err       string
		decls     int
		body      int
		main      int
		pkgForm   bool
	}{
		{"mixed", "x := 1\nfunc f() {}\nf()", "", 1, 2, 0, false},
		{"declarations", "var x = 1\nfunc f() {}", "", 2, 0, 0, true},
		{"main", "func f() {}\n%%\nf()\nf()", "", 1, 0, 2, true},
		{"one line", "import \"fmt\"; fmt.Println(); type T int; T(1)", "", 2, 2, 0, false},
		{"list", "x := 1\nx, y", "", 0, 2, 0, false},
		{"list in main", "x := 1\n%%\nx, y", "", 0, 1, 1, false},
		{"half a list", "x, y z", "cell.go:1:1: expected 1 expression", 0, -1, 0, false},
		{"comment only", "// nothing", "", 0, 0, 0, true},
		{"unclosed call", "x := 1\nf(1,\n2", "cell.go:3:2: expected ')', found 'EOF'", 0, -1, 0, false},
		{"unclosed block", "if x {\n\ty()\n", "cell.go:2:5: expected '}', found 'EOF'", 0, -1, 0, false},
		{"unclosed function", "func f() {\n\ty()\n", "cell.go:2:5: expected '}', found 'EOF'", -1, 0, 0, true},
		{"stray", "x := 1\n}\n", "cell.go:2:1: expected statement, found '}'", 0, -1, 0, false},
		{"operand", "x := 1 +", "cell.go:1:9: expected operand, found 'EOF'", 0, -1, 0, false},
		{"column", "%ls\nx := := 1", "cell.go:2:6: expected operand, found ':='", 0, -1, 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Split(tt.src)
			if err != nil {
				t.Fatal(err)
			}
			s, err := Parse(token.NewFileSet(), "cell.go", c)
			if got := errText(err); !strings.HasPrefix(got, tt.err) || tt.err == "" && got != "" {
				t.Errorf("error %q, want %q", got, tt.err)
			}
			if tt.decls >= 0 && len(s.Decls.Decls) != tt.decls || tt.body >= 0 && len(s.Body) != tt.body || len(s.Main) != tt.main || s.PackageForm != tt.pkgForm {
				t.Errorf("%d declarations, %d statements, %d in main, package form %v", len(s.Decls.Decls), len(s.Body), len(s.Main), s.PackageForm)
			}
		})
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestOffsetsAreThoseOfTheCell(t *testing.T) {
	c, _ := Split("%ls\nfunc f() {}\nx := f\n%%\ny := x")
	fset := token.NewFileSet()
	s, err := Parse(fset, "cell.go", c)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []interface{ Pos() token.Pos }{s.Decls.Decls[0], s.Body[0], s.Main[0]} {
		at, p := s.Offset(fset, n.Pos()), fset.Position(n.Pos())
		if want := position("cell.go", c.Go, at); want.Line != p.Line || want.Column != p.Column {
			t.Errorf("offset %d is %v, the position says %v", at, want, p)
		}
		if back := s.Pos(fset, at); back != n.Pos() {
			t.Errorf("Pos(Offset(%d)) = %d", n.Pos(), back)
		}
	}
}

func TestComplete(t *testing.T) {
	tests := []struct {
		src, indent string
		want        Status
	}{
		{"x := 1", "", StatusComplete},
		{"", "", StatusComplete},
		{"x := 1 +", "", StatusIncomplete},
		{"for {", "\t", StatusIncomplete},
		{"func f() {\n\tif x {", "\t\t", StatusIncomplete},
		{"f(a,", "\t", StatusIncomplete},
		{"s := `abc", "", StatusIncomplete},
		{"/* abc", "", StatusIncomplete},
		{"x := := 1", "", StatusInvalid},
		{"x)", "", StatusInvalid},
		{"!ls \\", "", StatusIncomplete},
		{"%%bash\nfor", "", StatusComplete},
		{"%ls", "", StatusComplete},
		{"x++", "", StatusComplete},
		{"return", "", StatusComplete},
		{"loop:", "", StatusComplete},
	}
	for _, tt := range tests {
		if got, indent := Complete(tt.src); got != tt.want || indent != tt.indent {
			t.Errorf("Complete(%q) = %s %q, want %s %q", tt.src, got, indent, tt.want, tt.indent)
		}
	}
}

func TestListPositions(t *testing.T) {
	for _, src := range []string{"x := 1\n  x, f(y,\n z) // end", "x := 1; x, f(y,\n z)", "x := 1\n%%\nx, f(y, z)\n"} {
		c, err := Split(src)
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		s, err := Parse(fset, "cell.go", c)
		if err != nil || len(s.List) != 2 {
			t.Errorf("%q: %d expressions, %v", src, len(s.List), err)
			continue
		}
		for i, want := range []int{strings.Index(src, "x, f"), strings.Index(src, "f(y")} {
			pos := s.List[i].Pos()
			if got := s.Offset(fset, pos); got != want {
				t.Errorf("%q: expression %d at offset %d, want %d", src, i, got, want)
			}
			if back := s.Pos(fset, want); back != pos {
				t.Errorf("%q: expression %d at position %d, and back at %d", src, i, pos, back)
			}
			p, q := fset.Position(pos), position("cell.go", src, want)
			if p.Line != q.Line || p.Column != q.Column {
				t.Errorf("%q: expression %d at %v, want %v", src, i, p, q)
			}
		}
	}
}
