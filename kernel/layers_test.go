package kernel_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/mercer-go/mercer/"

// layers reads the packages of the kernel from its README, the lowest first.
func layers(t *testing.T) []string {
	t.Helper()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(readme), "\n## Layers\n")
	if !ok {
		t.Fatal("README.md has no section Layers")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	var found []string
	for _, row := range regexp.MustCompile(`(?m)^\| ([^|]*) \|`).FindAllStringSubmatch(section, -1) {
		for _, name := range regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(row[1], -1) {
			found = append(found, "kernel/"+name[1])
		}
	}
	return found
}

// imports returns what each package of the module imports of the module.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	for _, dir := range []string{".", "../display", "../mllib"} { // looked at, so that "go test" sees what has changed since
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error { return err })
		if err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		name := strings.TrimPrefix(words[0], module)
		all[name] = nil
		for _, path := range words[1:] {
			if rest, ok := strings.CutPrefix(path, module); ok {
				all[name] = append(all[name], rest)
			}
		}
	}
	return all
}

// within says whether a package is the named one or below it.
func within(pkg, root string) bool { return pkg == root || strings.HasPrefix(pkg, root+"/") }

// Imports point only downwards in the table of the README, and every package of the kernel has its place there.
func TestLayers(t *testing.T) {
	rows, all := layers(t), imports(t)
	for _, name := range rows {
		if _, ok := all[name]; !ok {
			t.Errorf("README.md names %s, which is not there", name)
		}
	}
	for pkg, imported := range all {
		if !strings.HasPrefix(pkg, "kernel/") {
			continue
		}
		at := slices.Index(rows, pkg)
		if at < 0 {
			t.Errorf("%s has no place in the section Layers of README.md", pkg)
			continue
		}
		for _, path := range imported {
			if within(path, "kernel") && slices.Index(rows, path) >= at {
				t.Errorf("%s imports %s, which is not below it in README.md", pkg, path)
			}
		}
	}
}

// foreign are the packages of other parts of the module that the kernel may import, with what is below them, by package.
var foreign = map[string][]string{
	"kernel/mathcell":        {"display/formula"},        // the language of a %%derive cell
	"kernel/notebook/book":   {"display/formula"},        // likewise
	"kernel/notebook/mutate": {"display/formula"},        // likewise
	"kernel/session":         {"display/derive/reasons"}, // %help says what counts as a reason
	// whether a call of a test was late
	"kernel/notebook/assignment": {"display/grade/door"},
	// draws what cells send as data, judges their derivations, leads tests to the answers of students
	"kernel/mercer": {"display/figure", "display/render", "display/derive/judge", "display/grade/door"},
}

// The three parts of the module keep apart: mllib imports neither of the others, display not the kernel, and the kernel of
// these only the frames between it and a cell's program, but for the exceptions in foreign.
func TestParts(t *testing.T) {
	for pkg, imported := range imports(t) {
		for _, path := range imported {
			switch {
			case within(pkg, "mllib") && !within(path, "mllib"),
				within(pkg, "display") && within(path, "kernel"):
				t.Errorf("%s imports %s", pkg, path)
			case within(pkg, "kernel") && !within(path, "kernel") && path != "display/frame":
				if !slices.ContainsFunc(foreign[pkg], func(root string) bool { return within(path, root) }) {
					t.Errorf("%s imports %s", pkg, path)
				}
			}
		}
	}
}

// A cell's program links only the small part of the kernel that it needs.
func TestRuntimeIsSmall(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./cellrt").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for path := range strings.FieldsSeq(string(out)) {
		switch rest, own := strings.CutPrefix(path, module); {
		case own && rest != "display/frame" && !within(rest, "kernel/cellrt") && !within(rest, "kernel/snapshot"):
			t.Errorf("a cell links %s", path)
		case path == "net/http", path == "go/types":
			t.Errorf("a cell links %s for the kernel's sake", path)
		}
	}
}

// The kernel's program links no format that nobody asks for: the root of gonum/plot would bring all
// formats that it writes, and fonts with serifs.
func TestProgramIsSmall(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./mercer").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for path := range strings.FieldsSeq(string(out)) {
		switch path {
		case "gonum.org/v1/plot", "gonum.org/v1/plot/font/liberation", "net/http", "html/template":
			t.Errorf("the kernel links %s", path)
		}
	}
	file := filepath.Join(t.TempDir(), "mercer")
	// With -trimpath it does not matter how long the paths of this machine are.
	deps, err := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w -dumpdep", "-o", file, "./mercer").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, deps)
	}
	for line := range strings.Lines(string(deps)) {
		// The linker then keeps all exported methods of the program: html/template looks up any.
		if user, _, found := strings.Cut(line, " <ReflectMethod>"); found {
			t.Errorf("%s looks up methods by names that the linker does not know", user)
		}
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if most := int64(30_000_000); runtime.GOOS == "linux" && runtime.GOARCH == "amd64" && info.Size() > most {
		t.Errorf("mercer has %d bytes, at most are %d", info.Size(), most)
	}
}
