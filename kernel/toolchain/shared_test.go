package toolchain

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mercer-go/mercer/kernel/toolchain/cache"
)

// Who has a shared cache compiles nothing but the cell: the first one needs neither a build cache nor a network.
func TestSharedPackages(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a part of the standard library")
	}
	t.Setenv(linkerVariable, "go") // a base for the cell linker, which TestSharedBase is about, would be made in the background and compile more
	root := t.TempDir()
	for _, dir := range []string{root, filepath.Dir(root)} { // whatever the umask
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	shared := filepath.Join(root, "shared")
	installer := newEnv(t, Config{CacheDir: shared, public: true})
	if err := installer.View().Ensure(t.Context(), false, "runtime", "strings"); err != nil {
		t.Fatal(err)
	}
	installer.View().names.load(t.Context())
	if err := installer.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cache.Publish(shared); err != nil {
		t.Fatal(err)
	}
	build := filepath.Join(root, "build")
	t.Setenv("GOCACHE", build)
	t.Setenv("GOMODCACHE", filepath.Join(root, "modules"))
	t.Setenv("GOPROXY", "off")
	compiled := func() int {
		all, _ := filepath.Glob(filepath.Join(build, "??", "*-d"))
		return len(all)
	}
	mine := func(name string) *Env {
		return newEnv(t, Config{CacheDir: filepath.Join(root, name), Shared: []string{shared}})
	}
	env := mine("mine")
	b, err := env.Build(t.Context(), unit(t, env, "first"))
	if err != nil {
		t.Fatal(err)
	}
	if got := output(t, b); got != "first" || compiled() != 0 {
		t.Errorf("it prints %q, and %d packages were compiled", got, compiled())
	}
	if got := env.PackageOf("strings", []string{"Fields"}); got != "strings" || compiled() != 0 {
		t.Errorf("strings is %q, and %d packages were compiled", got, compiled())
	}
	// What the shared cache does not have is compiled for this user, beside what it has.
	if err := env.View().Ensure(t.Context(), false, "unicode/utf16", "strings"); err != nil || compiled() == 0 {
		t.Errorf("another package: %v; %d were compiled", err, compiled())
	}
	if p := env.View().ix.get("strings"); p == nil || !within(p.Export, shared) {
		t.Errorf("strings is %+v", p)
	}

	// One that others could have written to is not used at all.
	export := env.View().ix.get("strings").Export
	for _, path := range []string{filepath.Join(shared, "packages", env.sharedState()+".json"), export, filepath.Dir(export), shared} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, info.Mode().Perm()|0o020); err != nil {
			t.Fatal(err)
		}
		if p := mine(hashOf(path)).View().ix.get("strings"); p != nil {
			t.Errorf("with %s writable by the group, strings is %s", path, p.Export)
		}
		if err := os.Chmod(path, info.Mode().Perm()); err != nil {
			t.Fatal(err)
		}
	}
	if mine("again").View().ix.get("strings") == nil {
		t.Error("as it was before, it is not used")
	}
}
