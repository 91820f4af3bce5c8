package toolchain

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What an interrupt has kept from being listed is listed when it is next asked for.
func TestInterruptedCatalogue(t *testing.T) {
	env := newEnv(t, Config{CacheDir: t.TempDir()})
	goCmd := env.tools.goCmd
	started := stall(t, env)
	ctx, interrupt := context.WithCancel(t.Context())
	go func() {
		<-started
		interrupt()
	}()
	v := env.View()
	if names := v.Names(ctx); len(names) > 0 {
		t.Errorf("names %s", names)
	}
	env.ask.catalogues.wait()
	env.tools.goCmd = goCmd
	if names := v.Names(t.Context()); len(names) < 100 {
		t.Errorf("after the interrupt: %d names", len(names))
	}
}

// To look for names changes neither go.mod nor go.sum, and needs no checksums of modules that nobody asked for.
func TestCatalogueChangesNothing(t *testing.T) {
	env := newEnv(t, Config{CacheDir: t.TempDir()})
	read := func() (text string) {
		for _, name := range []string{"go.mod", "go.sum"} {
			data, err := os.ReadFile(filepath.Join(env.dir, name))
			if err != nil {
				t.Fatal(err)
			}
			text += string(data)
		}
		return text
	}
	before := read()
	for _, name := range []string{"rand", "mat", "gonbui"} {
		if !slices.Contains(env.View().Names(t.Context()), name) {
			t.Errorf("%s is not among the names", name)
		}
	}
	if after := read(); after != before {
		t.Errorf("go.mod and go.sum were\n%s\nand are\n%s", before, after)
	}
}

// download puts a module example.com/later with a package latest into a new module cache, and returns that with what go.sum says of it.
func download(t *testing.T) (modCache, sum string) {
	t.Helper()
	proxy, modCache := t.TempDir(), filepath.Join(t.TempDir(), "mod")
	t.Cleanup(func() { _ = exec.Command("chmod", "-R", "u+w", modCache).Run() }) // module files are read-only
	const mod, version = "module example.com/later\n\ngo 1.26\n", "example.com/later@v1.0.0/"
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	for name, text := range map[string]string{"go.mod": mod, "latest/latest.go": "package latest\n"} {
		if w, err := z.Create(version + name); err != nil {
			t.Fatal(err)
		} else if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(proxy, "example.com", "later", "@v")
	for ext, data := range map[string][]byte{"mod": []byte(mod), "info": []byte(`{"Version":"v1.0.0"}`), "zip": archive.Bytes()} {
		if err := errors.Join(os.MkdirAll(at, 0o755), os.WriteFile(filepath.Join(at, "v1.0.0."+ext), data, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "mod", "download", "-json", "example.com/later@v1.0.0")
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "GOPROXY=file://"+proxy, "GOMODCACHE="+modCache, "GONOSUMDB=*", "GOFLAGS=")
	out, err := cmd.Output()
	var sums struct{ Sum, GoModSum string }
	if err := errors.Join(err, json.Unmarshal(out, &sums)); err != nil {
		t.Fatal(err)
	}
	return modCache, "example.com/later v1.0.0 " + sums.Sum + "\nexample.com/later v1.0.0/go.mod " + sums.GoModSum + "\n"
}

// A module that comes to the machine gives its names, in this session and in the next; until then it is said that they are not known.
func TestCatalogueOfAbsentModules(t *testing.T) {
	arrived, sum := download(t)
	modCache := filepath.Join(filepath.Dir(arrived), "empty")
	t.Cleanup(func() { _ = exec.Command("chmod", "-R", "u+w", modCache).Run() })
	t.Setenv("GOMODCACHE", modCache)
	t.Setenv("GOPROXY", "off")
	cfg := Config{CacheDir: t.TempDir(), Dir: t.TempDir()}
	env := newEnv(t, cfg)
	m := env.readModule()
	m.Mod = append(m.Mod, "\nrequire example.com/later v1.0.0\n"...)
	m.Sum = append(m.Sum, sum...)
	if err := env.writeModule(m); err != nil {
		t.Fatal(err)
	}
	has := func(e *Env, name string) bool { return slices.Contains(e.View().Names(t.Context()), name) }
	if !has(env, "suffixarray") || has(env, "latest") {
		t.Error("the standard library is not known, or what is not there is")
	}
	if got := env.View().Unnamed(t.Context()); !strings.Contains(got, "not on this machine") || !strings.Contains(got, "example.com/later") {
		t.Errorf("it is said %q", got)
	}
	if got := env.View().WhyNot(t.Context(), "mat", false); got == nil || !strings.Contains(got.Error(), "gonum.org/v1/gonum/mat") {
		t.Errorf("why there is no mat: %v", got)
	}
	if got := env.View().WhyNot(t.Context(), "nosuchpackage", false); got != nil {
		t.Errorf("why there is no package that nobody has: %v", got)
	}
	if err := errors.Join(os.RemoveAll(modCache), os.Rename(arrived, modCache)); err != nil {
		t.Fatal(err)
	}
	for who, e := range map[string]*Env{"this session": env, "another one": newEnv(t, cfg)} {
		if !has(e, "latest") || !has(e, "suffixarray") {
			t.Errorf("%s does not know the module that has come", who)
		}
		if got := e.View().Unnamed(t.Context()); strings.Contains(got, "example.com/later") {
			t.Errorf("%s says %q", who, got)
		}
	}
}

// Where the go command can say nothing of go.mod's modules, the names of the standard library are known, the reason is told, and nothing
// of it is remembered.
func TestCatalogueOfABadModule(t *testing.T) {
	env := newEnv(t, Config{CacheDir: t.TempDir()})
	file := filepath.Join(env.dir, "go.mod")
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(good, "\ngarbage\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	v := env.View()
	if !slices.Contains(v.Names(t.Context()), "suffixarray") {
		t.Error("the standard library is not known")
	}
	if got := v.Unnamed(t.Context()); !strings.Contains(got, "errors parsing go.mod") {
		t.Errorf("it is said %q", got)
	}
	left, err := filepath.Glob(env.cacheFile("packages", "*.names.json"))
	if len(left) > 0 || err != nil {
		t.Errorf("remembered: %q, %v", left, err)
	}
	if err := os.WriteFile(file, good, 0o644); err != nil {
		t.Fatal(err)
	}
	if v := env.View(); !slices.Contains(v.Names(t.Context()), "mat") || v.Unnamed(t.Context()) != "" {
		t.Errorf("after go.mod was mended: %q", v.Unnamed(t.Context()))
	}
}
