package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// stored composes a cell that shows v, of which the store says what its value holds.
func stored(t *testing.T, env *toolchain.Env, declared string, info ValueInfo) *Program {
	t.Helper()
	earlier := notebook(t, env, declared)
	c, err := cell.Split("fmt.Println(v)")
	if err != nil {
		t.Fatal(err)
	}
	p, err := Compose(t.Context(), env, Request{Defs: earlier, CellID: "c", Cell: c, NoAutoget: true, Values: func(string) (ValueInfo, bool) { return info, true }})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func textOf(p *Program) string {
	var b strings.Builder
	for _, s := range p.Unit.Sources {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Types that a notebook cannot name are linked by what gives them out: exported functions and methods of their package, or, for
// types of internal packages, of those that import it; of these the ones that the notebook uses.
func TestAnchorsOfHiddenTypes(t *testing.T) {
	env := testEnv(t)
	for _, test := range []struct {
		what, declared, holds string
		want, without         []string
	}{
		{"an unexported type of a package", "var v any = strings.NewReplacer(\"a\", \"b\")", "*strings.byteReplacer", nil, []string{"TypeFor[*mercer_strings.byteReplacer]"}},
		{"one that a function gives out", "var v any = context.Background()", "context.backgroundCtx", []string{"mercer_context.Background"}, []string{"TypeFor["}},
		{"one that a method gives out", "var v any", "*os.fileStat", []string{"(*mercer_os.File).Stat"}, []string{"TypeFor["}},
		{"one of an internal package", "var v any = sha256.New()", "*crypto/internal/fips140/sha256.Digest", []string{"mercer_sha256.New"}, []string{"crypto/internal", "mercer_sha512."}},
		{"one that nobody has", "var v any", "*no/such/internal/thing.T", nil, []string{"no/such"}},
	} {
		p := stored(t, env, test.declared, ValueInfo{ExtraTypes: []string{test.holds}})
		text := textOf(p)
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is missing in\n%s", test.what, want, text)
			}
		}
		for _, not := range test.without {
			if strings.Contains(text, not) {
				t.Errorf("%s: %q is in\n%s", test.what, not, text)
			}
		}
		if _, err := env.Build(t.Context(), p.Unit); err != nil {
			t.Errorf("%s: %v", test.what, err)
		}
	}
}

// What a stored value refers to is in the table of references, although no type of the program leads there; what no package has
// is left out, and the program is built all the same.
func TestStoredRefs(t *testing.T) {
	env := testEnv(t)
	p := stored(t, env, "var v any", ValueInfo{Refs: []string{"encoding/base64.StdEncoding", "io.EOF", "io.NoSuch", "no/such/pkg.X", "nonsense"}})
	text := textOf(p)
	for want, there := range map[string]bool{`"encoding/base64.StdEncoding"`: true, `"io.EOF"`: true, "NoSuch": false, "no/such": false} {
		if strings.Contains(text, want) != there {
			t.Errorf("%s is there: %v, in\n%s", want, !there, text)
		}
	}
	if _, err := env.Build(t.Context(), p.Unit); err != nil {
		t.Error(err)
	}
}

// A variable that the compiler fills in is declared as the user wrote it, and its program is the go command's.
func TestEmbeddedFiles(t *testing.T) {
	env := testEnv(t)
	if err := os.WriteFile(filepath.Join(env.Dir(), "embedded.txt"), []byte("a text"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := compose(t, env, nil, "//go:embed *.txt\nvar files embed.FS\n\n//go:embed embedded.txt\nvar text string\n\nlen(text)", "c")
	if !p.Unit.ByGo {
		t.Error("not by the go command")
	}
	b, err := env.Build(t.Context(), p.Unit)
	if err != nil {
		t.Fatalf("%v, of\n%s", err, textOf(p))
	}
	if out, err := exec.CommandContext(t.Context(), b.Exe).CombinedOutput(); err != nil || string(out) != "= 6\n" {
		t.Errorf("%q, %v", out, err)
	}
}

// What registers a flag is told by its form alone: a call of a function of package flag that returns a pointer.
func TestFlagsAreInitialised(t *testing.T) {
	env := testEnv(t)
	earlier := notebook(t, env, "n := flag.Int(\"n\", 3, \"\")\nset := flag.NewFlagSet(\"x\", 0)\nf := flag.Lookup\nd := func() int { return 1 }()")
	for name, want := range map[string]bool{"n": true, "set": false, "f": false, "d": false} {
		if got := earlier.Decl(name).Flag; got != want {
			t.Errorf("%s registers a flag: %v", name, got)
		}
	}
}
