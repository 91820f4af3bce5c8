package program

import (
	"context"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"slices"
	"time"
)

// loader gives the type information of compiled packages. It is used under the Env's lock.
type loader struct {
	fset *token.FileSet
	ix   *index
	imp  types.Importer
}

func newLoader(ix *index) *loader {
	l := &loader{fset: token.NewFileSet(), ix: ix}
	l.imp = importer.ForCompiler(l.fset, "gc", l.open)
	return l
}

// open returns the compiled package.
func (l *loader) open(path string) (io.ReadCloser, error) {
	p := l.ix.get(path)
	if p == nil || p.Export == "" {
		return nil, fmt.Errorf("package %s is not listed", path)
	}
	return os.Open(p.Export)
}

// Import implements types.Importer.
func (l *loader) Import(path string) (*types.Package, error) { return l.imp.Import(path) }

// ensure lists the packages that are not known yet, fetching their modules if need be.
func (env *Env) ensure(ctx context.Context, autoget bool, paths ...string) error {
	var missing []string
	for _, path := range paths {
		if path != "unsafe" && path != "C" && env.ix.get(path) == nil {
			missing = append(missing, path)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	start := time.Now()
	defer func() { env.listing += time.Since(start) }()
	pkgs, err := env.tc.list(ctx, env.dir, missing, autoget)
	if pe, ok := err.(*packageError); ok {
		pkgs, err = env.fetch(ctx, autoget, pe, missing)
	}
	if err != nil {
		return err
	}
	env.stamp(pkgs, start)
	env.ix.put(pkgs)
	env.ix.save()
	return nil
}

// compiled returns the compiled packages that a program with these imports is linked with. Where the go command has
// cleared one from its cache, all are listed again.
func (env *Env) compiled(ctx context.Context, imports []string) ([]*pkg, error) {
	for again := false; ; again = true {
		if err := env.ensure(ctx, false, imports...); err != nil {
			return nil, err
		}
		pkgs, err := env.ix.closure(imports)
		if err != nil {
			return nil, err
		}
		gone := slices.IndexFunc(pkgs, func(p *pkg) bool { _, err := os.Stat(p.Export); return err != nil })
		if gone < 0 {
			return pkgs, nil
		}
		if again {
			return nil, fmt.Errorf("package %s: its compiled form %s is missing", pkgs[gone].ImportPath, pkgs[gone].Export)
		}
		env.ix.drop()
		env.loader = newLoader(env.ix)
	}
}

// base are packages that are listed together with the first one needed, since most notebooks use them.
var base = []string{
	"bufio", "bytes", "cmp", "context", "encoding/binary", "encoding/csv", "encoding/json", "errors", "flag", "fmt", "image", "image/color",
	"image/png", "io", "log", "maps", "math", "math/big", "math/bits", "math/cmplx", "math/rand", "math/rand/v2", "net/http",
	"os", "os/exec", "path/filepath", "reflect", "regexp", "runtime", "slices", "sort", "strconv", "strings", "sync",
	"sync/atomic", "text/tabwriter", "text/template", "time", "unicode", "unicode/utf8",
}

// baseGonum are the same, of modules that Mercer requires. Packages that need further modules (optimize, stat/distmv) are not
// among them: these modules are fetched when a cell uses them.
var baseGonum = []string{
	"gonum.org/v1/gonum/floats", "gonum.org/v1/gonum/integrate", "gonum.org/v1/gonum/mat", "gonum.org/v1/gonum/stat",
	"gonum.org/v1/gonum/stat/distuv",
}
