package complete

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// listed are packages as "go list -export" knows them.
type listed struct {
	infos   []toolchain.PackageInfo
	exports map[string]string

	mu  sync.Mutex
	imp types.Importer
}

var testPackages = sync.OnceValues(func() (*listed, error) {
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Name,Export,Dir", "fmt", "strings", "strconv", "math",
		"math/rand", "math/rand/v2", "net/http", "os", "sort", "slices", "time", "errors", "bytes", "sync",
		"gonum.org/v1/gonum/mat", "gonum.org/v1/gonum/stat"}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	l := &listed{exports: map[string]string{}}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ ImportPath, Name, Export, Dir string }
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		l.infos = append(l.infos, toolchain.PackageInfo{Path: p.ImportPath, Name: p.Name, Dir: p.Dir})
		l.exports[p.ImportPath] = p.Export
	}
	slices.SortFunc(l.infos, func(a, b toolchain.PackageInfo) int { return strings.Compare(a.Path, b.Path) })
	l.imp = importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(l.exports[path])
	})
	return l, nil
})

func (l *listed) Packages() []toolchain.PackageInfo { return l.infos }

func (l *listed) Package(_ context.Context, path string) (*types.Package, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.imp.Import(path)
}

func (l *listed) PackageOf(name string, sels []string) string {
	if name == "rand" {
		return "math/rand/v2"
	}
	for _, info := range l.infos {
		if info.Name == name && !hidden(info.Path) {
			return info.Path
		}
	}
	return ""
}

// notebook is what earlier cells of the tests' notebook declared.
var notebook = func() *defs.Defs {
	decl := func(kind defs.Kind, key, text, doc string) *defs.Decl {
		return &defs.Decl{Kind: kind, Text: text, Doc: doc, Names: []defs.Name{{Key: key, Line: 1, Col: 1, Doc: doc}}, Origin: defs.Origin{File: "cell_0.go", Line: 1, Col: 1}}
	}
	variable := func(name, typ string) *defs.Decl {
		d := decl(defs.KindVar, name, "", "")
		d.Names[0].Type = typ
		return d
	}
	rnd := decl(defs.KindImport, "rnd", "", "")
	rnd.Path, rnd.Names[0].Type = "math/rand", "math/rand"
	all, _ := (*defs.Defs)(nil).Replace("", []*defs.Decl{
		rnd,
		decl(defs.KindType, "Point", "Point struct {\n\tX, Y float64 // coordinates\n\tname string\n}", "Point is a place.\n"),
		decl(defs.KindType, "Named", "Named struct {\n\t*Point\n\tLabel string\n}", ""),
		decl(defs.KindType, "Pair", "Pair[K comparable, V any] struct {\n\tKey K\n\tVal V\n}", ""),
		decl(defs.KindType, "Shape", "Shape interface {\n\t// Area in m².\n\tArea() float64\n}", ""),
		decl(defs.KindConst, "learnRate", "const learnRate = 0.5", ""),
		variable("weights", "[]float64"), variable("points", "map[string][]*Point"),
		variable("dense", `*"gonum.org/v1/gonum/mat".Dense`), variable("client", `"net/http".Client`),
		decl(defs.KindFunc, "distance", "// distance is Euclidean.\nfunc distance(a, b Point) float64 { return 0 }", "distance is Euclidean.\n"),
		decl(defs.KindFunc, "makePair", "func makePair() Pair[string, Point] { panic(0) }", ""),
		decl(defs.KindFunc, "mapOf", "func mapOf[T any](xs []T, f func(T) T) []T { return xs }", ""),
		decl(defs.KindMethod, "Point.Norm", "// Norm is the length.\nfunc (p *Point) Norm() float64 { return 0 }", "Norm is the length.\n"),
		decl(defs.KindMethod, "Pair.Swap", "func (p Pair[K, V]) Swap() {}", ""),
	})
	return all
}()

var testCommands = []Command{
	{Name: "%values", Usage: "[NAME…]", Help: "lists the values", Arg: ArgName},
	{Name: "%version", Help: "the version"},
	{Name: "%cd", Usage: "DIR", Help: "changes the directory", Arg: ArgDir},
	{Name: "%load", Usage: "FILE", Help: "loads values", Arg: ArgFile},
	{Name: "%rm", Arg: ArgName}, {Name: "%%"}, {Name: "%%bash"}, {Name: "%%writefile", Arg: ArgFile},
}

func testCompleter(t testing.TB) *Completer {
	t.Helper()
	pkgs, err := testPackages()
	if err != nil {
		t.Skip("needs the Go toolchain: ", err)
	}
	c := New(pkgs, testCommands)
	c.Wait = 1 << 40 // the machine may be busy
	return c
}

// at takes the cursor mark out of a text.
func at(t testing.TB, marked string) Request {
	t.Helper()
	head, tail, ok := strings.Cut(marked, "‸")
	if !ok {
		t.Fatalf("no cursor in %q", marked)
	}
	return Request{Code: head + tail, Cursor: len([]rune(head)), Defs: notebook}
}
