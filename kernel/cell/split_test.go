package cell

import (
	"fmt"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// show writes a split cell in one line: its commands, then its Go text with blanked lines as they are.
func show(c *Cell) string {
	var b strings.Builder
	for _, cmd := range c.Commands {
		fmt.Fprintf(&b, "%d+%d %s", cmd.Line, cmd.Lines, cmd.Prefix)
		if cmd.Prefix == "%" {
			fmt.Fprintf(&b, "%s %q", cmd.Name, cmd.Args)
		} else {
			fmt.Fprintf(&b, " %q", cmd.Text)
		}
		b.WriteString("; ")
	}
	return b.String()
}

func TestSplit(t *testing.T) {
	tests := []struct {
		name, src string
		commands  string
		golang    string // with spaces at line ends dropped
		main      int
	}{
		{"plain", "x := 1\n", "", "x := 1\n", 0},
		{"empty", "", "", "", 0},
		{"main", "import \"fmt\"\n%% -v --name=\"a b\"\nfmt.Println()", `2+1 %% ["-v" "--name=a b"]; `, "import \"fmt\"\n\nfmt.Println()", 2},
		{"main word", "%main a\nx()", `1+1 %main ["a"]; `, "\nx()", 1},
		{"not main", "%mainly\nx()", `1+1 %mainly []; `, "\nx()", 0},
		{"shell", "!ls -l \"$HOME\" 'it'\nx := 1", `1+1 ! "ls -l \"$HOME\" 'it'"; `, "\nx := 1", 0},
		{"shell in module", "!*go get x\n", `1+1 !* "go get x"; `, "\n", 0},
		{"continued", "!echo a \\\n  b \\\n  c\nx()", `1+3 ! "echo a    b    c"; `, "\n\n\nx()", 0},
		{"comment prefix", "//gonb:%%\nx()\n//gonb:!ls \\\n//gonb:-l", `1+1 %% []; 3+2 ! "ls  -l"; `, "\nx()\n\n", 1},
		{"plain comment", "//gonb: no command\nx()", "", "//gonb: no command\nx()", 0},
		{"raw string", "s := `\n%% no\n!no\n`\n!yes", `5+1 ! "yes"; `, "s := `\n%% no\n!no\n`\n", 0},
		{"comment", "/*\n%no\n*/\n%ls", `4+1 %ls []; `, "/*\n%no\n*/\n", 0},
		{"after operator", "x := a &&\n!b\ny := c +\n%no", "", "x := a &&\n!b\ny := c +\n%no", 0},
		{"in parentheses", "f(a,\n!b,\n)\n!ls", `4+1 ! "ls"; `, "f(a,\n!b,\n)\n", 0},
		{"in a literal", "x := []bool{\n!a,\n!b,\n}\n", "", "x := []bool{\n!a,\n!b,\n}\n", 0},
		{"in a function", "func f() {\n!ls\n%env A b\n}\n", `2+1 ! "ls"; 3+1 %env ["A" "b"]; `, "func f() {\n\n\n}\n", 0},
		{"indented", "\t!ok", "", "\t!ok", 0},
		{"no newline needed", "x()\n%list", `2+1 %list []; `, "x()\n", 0},
		{"quotes of the shell", "!echo 'it`s'\n!echo \"`\"\nx()", "1+1 ! \"echo 'it`s'\"; 2+1 ! \"echo \\\"`\\\"\"; ", "\n\nx()", 0},
		{"carriage returns", "%ls\r\nx()\r\n!a \\\r\nb\r\n", `1+1 %ls []; 3+2 ! "a  b"; `, "\r\nx()\r\n\r\n\r\n", 0},
		{"spaces after the sign", "% ls a\n", `1+1 %ls ["a"]; `, "\n", 0},
		{"alone", "%\n!\nx()", `1+1 % []; 2+1 ! ""; `, "\n\nx()", 0},
		{"columns", "é := 1\n%ls é\ny", `2+1 %ls ["é"]; `, "é := 1\n\ny", 0},
		{"empty argument", `%goflags ""`, `1+1 %goflags [""]; `, "", 0},
		{"question", "x := 1\nstrings.Cut?\n?x\nx??", `2+1 %doc ["strings.Cut"]; 3+1 %doc ["x"]; 4+1 %doc ["-src" "x"]; `, "x := 1\n\n\n", 0},
		{"no question", "x()?\ns := `\nwhy?\n`\n// y?\nf(a,\nb?,\n)", "", "x()?\ns := `\nwhy?\n`\n// y?\nf(a,\nb?,\n)", 0},
		{"escapes", `%args "a\"b" c\d "e\nf"`, `1+1 %args ["a\"b" "c\\d" "e\nf"]; `, "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Split(tt.src)
			if err != nil {
				t.Fatal(err)
			}
			if got := show(c); got != tt.commands {
				t.Errorf("commands of %q:\n got %s\nwant %s", tt.src, got, tt.commands)
			}
			if got := dropSpaces(c.Go); got != tt.golang {
				t.Errorf("Go of %q:\n got %q\nwant %q", tt.src, got, tt.golang)
			}
			if c.MainLine != tt.main {
				t.Errorf("MainLine = %d, want %d", c.MainLine, tt.main)
			}
		})
	}
}

// dropSpaces drops spaces at line ends.
func dropSpaces(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		cr := strings.HasSuffix(l, "\r")
		if lines[i] = strings.TrimRight(l, " \r"); cr {
			lines[i] += "\r"
		}
	}
	return strings.Join(lines, "\n")
}

// gonbCommands are all commands of GoNB's help page.
var gonbCommands = strings.Fields(`%% %main %args %exec %test %cd %env %goflags %autoget %noautoget %list %ls %remove %rm %reset
	%capture %with_inputs %with_password %track %untrack %goworkfix %version %help %wasm %widgets %widgets_hb`)

func TestSplitKnowsEveryCommand(t *testing.T) {
	for _, word := range gonbCommands {
		c, err := Split("x := 1\n" + word + " a\ny := 2\n")
		if err != nil || len(c.Commands) != 1 || c.Commands[0].Name != word[1:] || !slices.Equal(c.Commands[0].Args, []string{"a"}) {
			t.Errorf("%s: %+v, %v", word, c.Commands, err)
		}
	}
}

func TestSplitScripts(t *testing.T) {
	tests := []struct{ src, name, body string }{
		{"%%bash\necho 1\n", "bash", "echo 1\n"},
		{"%%sh\n", "sh", ""},
		{"%%sh", "sh", ""},
		{"//gonb:%%script python3 -u\nprint(1)", "script", "print(1)"},
		{"%%writefile -a \"my file\"\n%% x\n", "writefile", "%% x\n"},
	}
	for _, tt := range tests {
		c, err := Split(tt.src)
		if err != nil || c.Script == nil || c.Script.Name != tt.name || c.Script.Body != tt.body || c.Go != "" {
			t.Errorf("Split(%q) = %+v, %v", tt.src, c, err)
		}
	}
	if _, err := Split("x := 1\n%%bash\nls"); err == nil || !strings.Contains(err.Error(), `"%%bash" can only appear at the start`) {
		t.Errorf("a script in the middle: %v", err)
	}
}

func FuzzSplit(f *testing.F) {
	for _, s := range []string{"x := `a\n%b`\n!c \\\n d\n%%\ny", "%%bash\nls", "//gonb:%%\n", "/*\n%", "f(\n!a)\n%b", "\"\n%a", "\r\n%a\r\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		c, _ := Split(src)
		if c.Script != nil {
			if !strings.HasSuffix(src, c.Script.Body) {
				t.Fatalf("the body is not the end of the cell: %q", c.Script.Body)
			}
			return
		}
		checkLossless(t, src, c)
		_, _ = Parse(token.NewFileSet(), "cell.go", c)
		Complete(src)
	})
}

// checkLossless checks that every byte is either in the Go text, in its place, or in the line of a command.
func checkLossless(t *testing.T, src string, c *Cell) {
	t.Helper()
	if len(c.Go) != len(src) {
		t.Fatalf("Go has %d bytes, the cell %d", len(c.Go), len(src))
	}
	command := map[int]bool{}
	for _, cmd := range c.Commands {
		for i := range cmd.Lines {
			if command[cmd.Line+i] {
				t.Fatalf("line %d is in two commands", cmd.Line+i)
			}
			command[cmd.Line+i] = true
		}
	}
	line := 1
	for i := range len(src) {
		if c.Go[i] != src[i] && !command[line] {
			t.Fatalf("byte %d of line %d is lost", i, line)
		}
		if command[line] && !strings.ContainsRune(" \r\n", rune(c.Go[i])) {
			t.Fatalf("line %d is a command and still has Go", line)
		}
		if src[i] == '\n' {
			line++
		}
	}
}

func BenchmarkSplit(b *testing.B) {
	src := strings.Repeat("x := 1\nfmt.Println(x, `a\nb`)\n%env A b\n", 50)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if _, err := Split(src); err != nil {
			b.Fatal(err)
		}
	}
}
