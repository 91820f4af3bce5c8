package export

import (
	"strings"
	"testing"
)

// found writes the formulas of a text, displayed ones in brackets.
func found(text string) string {
	_, formulas := protect(text)
	var list []string
	for _, f := range formulas {
		s := f.tex
		if f.display {
			s = "[" + s + "]"
		}
		list = append(list, s)
	}
	return strings.Join(list, " | ")
}

func TestFormulas(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"plain text", ""},
		{"$x$", "x"},
		{"a $x_1$ b $y^2$.", "x_1 | y^2"},
		{"$$x$$", "[x]"},
		{"$$\na\n- b\n$$", "[\na\n- b\n]"},
		{`\(a\) \[b\]`, "a | [b]"},
		{`\\(a\\) \\[b\\]`, "a | [b]"},
		{`\begin{align*}a&=b\\c\end{align*}`, `[\begin{align*}a&=b\\c\end{align*}]`},
		{`\begin{align}a`, ""},
		{"costs $5 and $10", ""},
		{"$5 and $x$", "x"},
		{"$2$ and $x $", "2 | x "},
		{`\$5 and $x$`, "x"},
		{"$a\n\nb$", ""},
		{"$a\nb$", "a\nb"},
		{"$$", ""},
		{"$ $", ""},
		{"`$a$` $b$", "b"},
		{"``$a$ ` `` $b$", "b"},
		{"` $b$", "b"},
		{"```\n$a$\n```\n$b$", "b"},
		{"~~~go\n$a$\n~~~\n$b$", "b"},
		{"```\n$a$\n~~~\n$c$", ""},
		{"- item\n\n  ```\n  $a$\n  ```\n\n  $b$", "b"},
		{`$\text{if $x$ then}$`, `\text{if $x$ then}`},
		{`$a\$b$`, `a\$b`},
		{"| $|A|$ | b |", "|A|"},
		{"trailing \\", ""},
	} {
		if got := found(c.text); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

// What is protected and put in again is the text as it was.
func FuzzProtect(f *testing.F) {
	for _, s := range []string{"a $x$ `$y$` \\(z\\)", "```\n$a$\n```", "$$a$$ \\begin{x}\\end{x}", markOpen + "0" + markClose + "$x$"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		marked, formulas := protect(text)
		got := restore(marked, formulas, func(f formula) string { return f.source })
		want := strings.NewReplacer(markOpen, "", markClose, "").Replace(text)
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestAnsi(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain <b>", "plain &lt;b&gt;"},
		{"\x1b[31mred\x1b[0m.", `<span class="ansi-red-fg">red</span>.`},
		{"\x1b[1;4;92mx\x1b[22my\x1b[m", `<span class="ansi-bright-green-fg ansi-bold ansi-underline">x</span><span class="ansi-bright-green-fg ansi-underline">y</span>`},
		{"\x1b[38;5;196mx", `<span style="color:#ff0000">x</span>`},
		{"\x1b[48;2;1;2;3mx", `<span style="background-color:#010203">x</span>`},
		{"\x1b[7;31mx", `<span class="ansi-red-bg">x</span>`},
		{"\x1b[7mx", `<span class="ansi-inverse">x</span>`},
		{"\x1b[2Jcleared\x1b]0;title\x07!", "cleared!"},
		{"10%\r20%\r\nnext\r", "20%\nnext"},
		{"\x1b[38;5mx\x1b[999mx", "xx"},
		{"\x1b[", "\x1b["},
	} {
		if got := ansiHTML(c.text); got != c.want {
			t.Errorf("%q: got %s, want %s", c.text, got, c.want)
		}
	}
}

func FuzzAnsi(f *testing.F) {
	f.Add("\x1b[31;38;5;7;48;2;1;2;3mx\x1b[0m\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		if got := ansiHTML(text); strings.Count(got, "<span") != strings.Count(got, "</span>") {
			t.Errorf("unbalanced: %q", got)
		}
	})
}

func TestCode(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"%env A \\\nB\nx := 1", `<span class="command">%env A \</span>` + "\n" + `<span class="command">B</span>` + "\n" + `<span class="nx">x</span>`},
		{"%%bash\necho 1", `<span class="command">%%bash</span>` + "\n" + `<span class="nb">echo</span>`},
		{"%%\nx := 1", `<span class="command">%%</span>` + "\n" + `<span class="nx">x</span>`},
		{"%%derive the law of python\n1 + 1 = 2", `<span class="command">%%derive the law of python</span>` + "\n" + `1 + 1 = 2`},
		{"%%writefile none.zzz\n<a>", `<span class="command">%%writefile none.zzz</span>` + "\n" + `&lt;a&gt;`},
	} {
		if got := codeHTML(c.src, false); !strings.HasPrefix(got, c.want) {
			t.Errorf("%q: got %s, want %s", c.src, got, c.want)
		}
	}
}
