package toolchain

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"
)

// cacheLab has a cache that was filled on two days, with other sources of Mercer and another package of the user's on each.
type cacheLab struct {
	t         *testing.T
	dir       string // the notebook's module, with packages near and far
	cache     string // bases know their path, so it is the same in all states
	today     string // a copy of the cache, as it is today
	yesterday string // a copy of the cache, as it was on the day before
	archives  [2][]string
}

func (lab *cacheLab) file(name, text string) {
	lab.t.Helper()
	path := filepath.Join(lab.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		lab.t.Fatal(err)
	}
	then := time.Now().Add(-time.Hour) // not while the packages are listed
	if err := os.Chtimes(path, then, then); err != nil {
		lab.t.Fatal(err)
	}
}

// write writes the module as it is on a day.
func (lab *cacheLab) write(day string) {
	lab.file("near/near.go", "package near\n\nimport \"lab.test/far\"\n\nfunc Day() string { return far.Day().String() }\n")
	lab.file("far/far.go", "package far\n\ntype T"+day+" string\n\nfunc (t T"+day+") String() string { return string(t) }\n\nfunc Day() T"+day+" { return \""+day+"\" }\n")
	lab.file("far/go.mod", "module lab.test/far\n\ngo 1.26\n")
	lab.file("near/go.mod", "module lab.test/near\n\ngo 1.26\n")
}

// open returns an Env of the notebook on a day.
func (lab *cacheLab) open(day string) (*Env, error) {
	display := fmt.Sprintf("package display\n\nconst Day = %q\n", day)
	return New(Config{Dir: lab.dir, CacheDir: lab.cache, Sources: fstest.MapFS{"display/display.go": {Data: []byte(display)}}})
}

// fill fills the cache on a day, and copies it.
func (lab *cacheLab) fill(day string) (copied string, archives []string) {
	lab.t.Helper()
	lab.write(day)
	env, err := lab.open(day)
	if err != nil {
		lab.t.Fatal(err)
	}
	if err := env.ResetModule(); err != nil {
		lab.t.Fatal(err)
	}
	for _, name := range []string{"near", "far"} {
		args := []string{"mod", "edit", "-require=lab.test/" + name + "@v0.0.0", "-replace=lab.test/" + name + "=./" + name}
		cmd := exec.Command(env.tools.goCmd, args...)
		cmd.Dir = lab.dir
		if out, err := cmd.CombinedOutput(); err != nil {
			lab.t.Fatalf("%v: %s", err, out)
		}
	}
	if err := lab.use(env, day); err != nil {
		lab.t.Fatal(err)
	}
	env.cells.Settle()
	ix := env.View().ix
	archives = []string{ix.get("lab.test/near").Export, ix.get("lab.test/far").Export}
	if err := env.Close(); err != nil {
		lab.t.Fatal(err)
	}
	copied = filepath.Join(lab.t.TempDir(), day)
	lab.copy(copied, lab.cache)
	return copied, archives
}

// copy makes a directory a copy of another one.
func (lab *cacheLab) copy(to, from string) {
	lab.t.Helper()
	os.RemoveAll(to)
	if out, err := exec.Command("cp", "-a", from, to).CombinedOutput(); err != nil {
		lab.t.Fatalf("%v: %s", err, out)
	}
}

// cells are programs and what they print on a day.
var labCells = []struct {
	body    string
	imports []string
	prints  func(day string) string
}{
	{"fmt.Print(errors.New(`an error`))", []string{"errors", "fmt"}, func(string) string { return "an error" }},
	{"fmt.Print(near.Day())", []string{"fmt", "lab.test/near"}, func(day string) string { return day }},
	{"fmt.Print(far.Day(), display.Day)", []string{"fmt", "github.com/mercer-go/mercer/display", "lab.test/far"}, func(day string) string { return day + day }},
}

// use builds and runs the cells of a day as a notebook would, and looks a name up.
func (lab *cacheLab) use(env *Env, day string) error {
	for _, c := range labCells {
		text := "package main\n\n"
		for _, path := range c.imports {
			text += fmt.Sprintf("import %q\n", path)
		}
		text += "\nfunc main() { " + c.body + " }\n"
		out, err := lab.run(env, Unit{Sources: []Source{{Name: "src_main.go", Text: text}}, Imports: append(c.imports, "runtime")})
		if err != nil {
			return err
		}
		if want := c.prints(day); out != want {
			lab.t.Errorf("%s prints %q, want %q", c.body, out, want)
		}
	}
	for {
		path, err := env.View().Lookup(lab.t.Context(), "heap", map[string]bool{"Push": true}, false)
		if errors.Is(err, ErrChanged) {
			continue
		}
		if err == nil && path != "container/heap" {
			lab.t.Errorf("heap means %q", path)
		}
		return err
	}
}

// run resolves, type-checks, builds and runs a program.
func (lab *cacheLab) run(env *Env, asked Unit) (string, error) {
	ctx := lab.t.Context()
	slices.Sort(asked.Imports)
	for {
		v := env.View()
		u, err := v.Resolve(ctx, asked)
		for _, path := range asked.Imports {
			if err == nil {
				_, err = v.Import(path)
			}
		}
		if errors.Is(err, ErrChanged) || err != nil && v.Relisted() {
			continue
		}
		if err != nil {
			return "", err
		}
		b, err := env.Build(ctx, u)
		if err != nil {
			return "", err
		}
		out, err := exec.Command(b.Exe).CombinedOutput()
		return string(out), err
	}
}

// entries are the files and directories of a cache, but for those of a running Env, sorted.
func entries(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if rel, _ := filepath.Rel(dir, path); err == nil && rel != "." {
			list = append(list, rel)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// damage is a way in which a file or directory is not what it was.
type damage struct {
	name string
	do   func(r *rand.Rand, path string) error
}

var damages = []damage{
	{"removed", func(_ *rand.Rand, path string) error { return os.RemoveAll(path) }},
	{"emptied", func(_ *rand.Rand, path string) error { return spoilFile(path, func([]byte) []byte { return nil }) }},
	{"cut", func(r *rand.Rand, path string) error {
		return spoilFile(path, func(b []byte) []byte { return b[:r.IntN(len(b)+1)] })
	}},
	{"one bit", func(r *rand.Rand, path string) error {
		return spoilFile(path, func(b []byte) []byte {
			if len(b) > 0 {
				b[r.IntN(len(b))] ^= 1 << r.IntN(8)
			}
			return b
		})
	}},
	{"longer", func(_ *rand.Rand, path string) error {
		return spoilFile(path, func(b []byte) []byte { return append(b, b[:min(100, len(b))]...) })
	}},
	{"a directory", func(_ *rand.Rand, path string) error {
		return errors.Join(os.RemoveAll(path), os.MkdirAll(filepath.Join(path, "some"), 0o700))
	}},
	{"a pipe", func(_ *rand.Rand, path string) error {
		return errors.Join(os.RemoveAll(path), syscall.Mkfifo(path, 0o600))
	}},
	{"a loop", func(_ *rand.Rand, path string) error { return errors.Join(os.RemoveAll(path), os.Symlink(path, path)) }},
	{"nowhere", func(_ *rand.Rand, path string) error {
		return errors.Join(os.RemoveAll(path), os.Symlink(path+".nowhere", path))
	}},
	{"unreadable", func(_ *rand.Rand, path string) error { return os.Chmod(path, 0) }},
}

// spoilFile changes a file, whatever its mode; of a directory it changes the first file.
func spoilFile(path string, change func([]byte) []byte) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		inside, err := os.ReadDir(path)
		if err != nil || len(inside) == 0 {
			return err
		}
		return spoilFile(filepath.Join(path, inside[0].Name()), change)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return errors.Join(os.Chmod(path, 0o600), os.WriteFile(path, change(data), 0o600), os.Chmod(path, info.Mode().Perm()))
}

// spoil makes one thing of the cache other than it was, and says what.
func (lab *cacheLab) spoil(r *rand.Rand) string {
	lab.t.Helper()
	all := entries(lab.t, lab.cache)
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	from := func(what, path, other string) string {
		os.RemoveAll(path)
		lab.copy(path, other)
		return fmt.Sprintf("%s: %s from %s", what, path, other)
	}
	archive := r.IntN(2)
	switch part := pick(all); r.IntN(8) {
	case 0: // a part of another day
		top := pick([]string{"bases", "packages", "programs", "src"})
		return from("another day", filepath.Join(lab.cache, top), filepath.Join(lab.yesterday, top))
	case 1: // a file in the place of another one of its kind
		same := slices.DeleteFunc(slices.Clone(all), func(p string) bool { return filepath.Dir(p) != filepath.Dir(part) })
		return from("another", filepath.Join(lab.cache, part), filepath.Join(lab.today, pick(same)))
	case 2: // yesterday's list under the name of today's, or the other way round
		lists := slices.DeleteFunc(slices.Clone(all), func(p string) bool { return filepath.Dir(p) != "packages" })
		return from("a list", filepath.Join(lab.cache, pick(lists)), filepath.Join(lab.today, pick(lists)))
	case 3: // a compiled package of the day before
		return from("yesterday's archive", lab.archives[1][archive], lab.archives[0][archive])
	case 4:
		d := damages[r.IntN(len(damages)-1)]
		path := lab.archives[1][archive]
		if err := d.do(r, path); err != nil {
			lab.t.Fatal(err)
		}
		return "archive " + path + ": " + d.name
	default:
		d := damages[r.IntN(len(damages))]
		if err := d.do(r, filepath.Join(lab.cache, part)); err != nil {
			lab.t.Fatal(part, d.name, err)
		}
		return part + ": " + d.name
	}
}

// Whatever is damaged in a cache, mixed, or of another day, the cells of today print what they should, or one sentence says why
// not, and then they do in the next kernel.
func TestCacheStates(t *testing.T) {
	if testing.Short() {
		t.Skip("links many programs")
	}
	lab := newCacheLab(t)
	kept := filepath.Join(t.TempDir(), "archives")
	if err := os.Mkdir(kept, 0o700); err != nil {
		t.Fatal(err)
	}
	for i, a := range lab.archives[1] {
		lab.copy(filepath.Join(kept, fmt.Sprint(i)), a)
	}
	states := 3
	if os.Getenv("MERCER_SLOW") == "1" {
		states = 240
	}
	for seed := range states {
		lab.copy(lab.cache, lab.today)
		for i, a := range lab.archives[1] {
			lab.copy(a, filepath.Join(kept, fmt.Sprint(i)))
		}
		what := lab.spoil(rand.New(rand.NewPCG(uint64(seed), 22)))
		if err := lab.again(); err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("state %d, %s: more than one sentence: %v", seed, what, err)
			}
			t.Logf("state %d, %s: %v", seed, what, err)
			if err := lab.again(); err != nil {
				t.Errorf("state %d, %s: it stays broken: %v", seed, what, err)
			}
		}
		if t.Failed() {
			t.Fatalf("state %d: %s", seed, what)
		}
	}
}

// again opens the notebook of today in another kernel, and runs its cells.
func (lab *cacheLab) again() error {
	env, err := lab.open("Tuesday")
	if err != nil {
		return err
	}
	err = lab.use(env, "Tuesday")
	env.cells.Settle()
	if closed := env.Close(); closed != nil {
		lab.t.Error(closed)
	}
	for _, text := range env.Troubles() {
		if strings.Contains(text, "\n") {
			lab.t.Errorf("more than a line: %q", text)
		}
	}
	return err
}
