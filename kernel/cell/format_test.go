package cell

import "testing"

func TestFormat(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"statements", "x:=1\nif x>0{\nfmt.Println( x )\n}", "x := 1\nif x > 0 {\n\tfmt.Println(x)\n}"},
		{"mixed", "func  f()int{return 1}\nx:=f( )\n\n// a comment\ntype T struct{A int;B string}\ny:=T{ 1,\"\"}\n",
			"func f() int { return 1 }\nx := f()\n\n// a comment\ntype T struct {\n\tA int\n\tB string\n}\ny := T{1, \"\"}\n"},
		{"commands", "%args  a   b\nx:=1\n!ls   -l\ny:=2", "%args  a   b\nx := 1\n!ls   -l\ny := 2"},
		{"command in the middle", "x:=1\n\n%env A  b \\\n c\n\n\nf( x,\n2)", "x := 1\n\n%env A  b \\\n c\n\n\nf(x,\n\t2)"},
		{"list", "x,  y ,z := 1,2 , 3\nx,y , z  // shown", "x, y, z := 1, 2, 3\nx, y, z // shown"},
		{"list alone", "a+ b,c", "a+b, c"},
		{"aligned", "a := 1 // one\nbbb := 2 // two", "a := 1   // one\nbbb := 2 // two"},
		{"one line", "x:=1;y:=2;  x+y", "x := 1\ny := 2\nx + y"},
		{"script", "%%bash\necho   x", "%%bash\necho   x"},
		{"main", "var a=1\n%%\nb:=2", "var a = 1\n%%\nb := 2"},
		{"imports", "import \"fmt\"\nimport (\n\"strings\"\n\"bytes\")\nfmt.Println( )", "import \"fmt\"\nimport (\n\t\"strings\"\n\t\"bytes\"\n)\nfmt.Println()"},
		{"empty", "", ""}, {"blank", "\n\n", "\n\n"}, {"comment", "// only  this\n", "// only  this\n"},
		{"raw string", "s:=`a\n  b`", "s := `a\n  b`"},
	} {
		got, err := Format(tt.src)
		if err != nil || got != tt.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", tt.name, err, got, tt.want)
		}
		if again, err := Format(got); err != nil || again != got {
			t.Errorf("%s: formatted again, %v\n%s", tt.name, err, again)
		}
	}
	if _, err := Format("x := (1"); err == nil {
		t.Error("broken text is no error")
	}
}
