package toolchain

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sync"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/toolchain/celllink"
)

// This file checks compiled packages before types are read from them and before they are linked: that a file of Go's build
// cache has the content that its name is the hash of, and that each package was compiled against those that it is linked
// with. The go command checks neither. Where a check fails, the packages are listed again, see [Env.relist].

// archives are the compiled packages whose content was found right.
type archives struct {
	mu    sync.Mutex
	known map[string]archive // by file
}

// archive is what linking needs to know of a compiled package.
type archive struct {
	info        fs.FileInfo // of the file when it was read
	known       bool        // the format is: the next two are set
	fingerprint [8]byte
	imports     []celllink.Import
}

// fault is why compiled packages cannot be used.
type fault struct {
	pkg     *pkg
	why     string
	damaged bool // the file is; otherwise the packages do not fit each other
}

// Error names the package and says what to do where listing again has not helped.
func (f *fault) Error() string {
	return fmt.Sprintf("package %s cannot be used: %s (file %s); \"go clean -cache\" removes it", f.pkg.ImportPath, f.why, f.pkg.Export)
}

// cleared is why a package cannot be used whose file the go command has removed from its cache. That is no trouble.
const cleared = "its compiled file is no longer in Go's build cache"

// byContent matches the names of files in Go's build cache, which are hashes of their content.
var byContent = regexp.MustCompile(`^[0-9a-f]{64}-d$`)

// read returns the content of a compiled package. The fault says why it cannot be used.
func (a *archives) read(p *pkg) ([]byte, *fault) {
	info, err := os.Stat(p.Export)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &fault{p, cleared, true}
	}
	data, rerr := files.Read(p.Export)
	if err != nil || rerr != nil {
		return nil, &fault{p, "its compiled file in Go's build cache cannot be read", true}
	}
	if name := filepath.Base(p.Export); byContent.MatchString(name) && fmt.Sprintf("%x-d", sha256.Sum256(data)) != name {
		return nil, &fault{p, "its compiled file in Go's build cache is damaged", true}
	}
	seen := archive{info: info}
	if object, err := celllink.ReadGoObject(data); err == nil {
		seen.known, seen.fingerprint, seen.imports = true, object.Fingerprint, object.Imports()
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.known == nil {
		a.known = map[string]archive{}
	}
	a.known[p.Export] = seen
	return data, nil
}

// look returns what is known of a compiled package, which it reads unless it is as it was when it was last read.
func (a *archives) look(p *pkg) (archive, *fault) {
	a.mu.Lock()
	old, seen := a.known[p.Export]
	a.mu.Unlock()
	if seen {
		now, err := os.Stat(p.Export)
		if err == nil && os.SameFile(old.info, now) && now.Size() == old.info.Size() && now.ModTime().Equal(old.info.ModTime()) {
			return old, nil
		}
	}
	if _, bad := a.read(p); bad != nil {
		return archive{}, bad
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.known[p.Export], nil
}

// check returns what is wrong with packages that are linked with each other, nil if they can be.
func (a *archives) check(pkgs []*pkg) *fault {
	read := map[string]archive{}
	for _, p := range pkgs {
		if p.Export == "" {
			continue
		}
		seen, bad := a.look(p)
		if bad != nil {
			return bad
		}
		read[p.ImportPath] = seen
	}
	for _, p := range pkgs {
		for _, imp := range read[p.ImportPath].imports {
			if to, ok := read[imp.Path]; ok && to.known && to.fingerprint != imp.Fingerprint {
				return &fault{p, "it was compiled against another package " + imp.Path, false}
			}
		}
	}
	return nil
}

// relist makes the next view list its packages anew, because of what is wrong with those of an older one, and reports
// whether that may help: once for each reason. A damaged file of the user's own build cache is removed, as the go command takes it
// for a good one otherwise. The user is warned.
func (env *Env) relist(old *packages, bad *fault) bool {
	key := bad.pkg.ImportPath + "\n" + bad.why + "\n" + bad.pkg.Export
	env.mu.Lock()
	defer env.mu.Unlock()
	if env.relisted[key] {
		return false
	}
	env.relisted[key] = bad.why != cleared
	if env.inShared(bad.pkg.Export) {
		env.unshared = true
	} else if bad.damaged && byContent.MatchString(filepath.Base(bad.pkg.Export)) {
		os.RemoveAll(bad.pkg.Export) // it may be a directory
	}
	os.Remove(old.ix.file)
	env.forgetPackages(old)
	if bad.why != cleared {
		env.trouble(fmt.Sprintf("Package %s was not used: %s; the packages were listed again.", bad.pkg.ImportPath, bad.why))
	}
	return true
}

// inShared reports whether a file lies in a shared cache.
func (env *Env) inShared(file string) bool {
	for _, dir := range env.cfg.Shared {
		if within(file, dir) {
			return true
		}
	}
	return false
}

// again resolves a unit that could not be built anew, if compiled packages were the reason; otherwise it returns nil.
func (env *Env) again(ctx context.Context, u *Unit) *Unit {
	bad := env.archives.check(u.pkgs)
	if bad == nil || !env.relist(u.packages, bad) {
		return nil
	}
	for ctx.Err() == nil {
		next, err := env.View().Resolve(ctx, *u.asked)
		if err == nil {
			return next
		}
		if !errors.Is(err, ErrChanged) {
			return nil
		}
	}
	return nil
}

// Relisted reports whether types of this view could not be read because a compiled package is damaged, and whether
// its packages are listed anew for the next one.
func (v *View) Relisted() bool {
	bad := v.types.bad.Load()
	return bad != nil && v.env.relist(v.packages, bad)
}
