package export

import (
	"path/filepath"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook/markup"
)

func TestRelocate(t *testing.T) {
	for _, c := range []struct{ from, want string }{
		{`<img src="images/a.png" alt="a &amp; b">`, `<img src="../nb/images/a.png" alt="a &amp; b">`},
		{`<a href="../data/x.csv">x</a>`, `<a href="../data/x.csv">x</a>`},
		{`<a href="b.ipynb#part">x</a>`, `<a href="../nb/b.ipynb#part">x</a>`},
		{`<a href="./b.ipynb?x=1">x</a>`, `<a href="../nb/b.ipynb?x=1">x</a>`},
		{`<a href="#part">x</a>`, `<a href="#part">x</a>`},
		{`<a href="https://go.dev/x">x</a>`, `<a href="https://go.dev/x">x</a>`},
		{`<a href="mailto:a@b.c">x</a>`, `<a href="mailto:a@b.c">x</a>`},
		{`<a href="//go.dev">x</a>`, `<a href="//go.dev">x</a>`},
		{`<a href="/etc">x</a>`, `<a href="/etc">x</a>`},
		{`<img src="data:image/png;base64,AAAA">`, `<img src="data:image/png;base64,AAAA">`},
		{`<p  title='a.png' >1 < 2</p>`, `<p  title='a.png' >1 < 2</p>`},
	} {
		if got := relocate(markup.HTML(c.from), "../nb"); string(got) != c.want {
			t.Errorf("%s: got %s, want %s", c.from, got, c.want)
		}
	}
}

func TestBase(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ page, notebook, want string }{
		{"out", "course", "../course"}, {"course", "course", ""}, {"course/./", "course", ""}, {".", "a/b", "a/b"},
	} {
		if got := Base(filepath.Join(dir, c.page), filepath.Join(dir, c.notebook)); got != c.want {
			t.Errorf("from %s to %s: got %q, want %q", c.page, c.notebook, got, c.want)
		}
	}
}
