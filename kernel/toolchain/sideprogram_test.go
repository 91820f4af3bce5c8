package toolchain

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
)

var hello = SideProgram{Name: "hello", Package: "kernel/debug/hello", What: "the greeter"}

// sidePrograms returns those of a cache, with the text of hello's only file.
func sidePrograms(t *testing.T, cache, text string) *SidePrograms {
	t.Helper()
	t.Setenv("GOPROXY", "off")
	sources := fstest.MapFS{"kernel/debug/hello/main.go": {Data: []byte(text)}}
	s, err := NewSidePrograms(Config{CacheDir: cache, Sources: sources})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	s.beside = t.TempDir()
	return s
}

const greeter = "package main\n\nfunc main() { print(\"hello\") }\n"

// greets checks that a program is found and runs, and returns its path and what was said.
func greets(t *testing.T, s *SidePrograms) (path, said string) {
	t.Helper()
	path, err := s.Find(t.Context(), hello, func(text string) { said += text })
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(path).CombinedOutput(); err != nil || string(out) != "hello" {
		t.Errorf("%q, %v", out, err)
	}
	return path, said
}

// A program is built once, whoever asks, and again where what is kept is not what was built.
func TestSideProgramIsBuiltOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	all := make([]*SidePrograms, 4)
	for i := range all {
		all[i] = sidePrograms(t, dir, greeter)
	}
	var built atomic.Int32
	var wg sync.WaitGroup
	for _, s := range all {
		wg.Go(func() {
			if _, err := s.Find(t.Context(), hello, func(string) { built.Add(1) }); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if built.Load() != 1 {
		t.Errorf("built %d times", built.Load())
	}
	if _, said := greets(t, all[0]); said != "" {
		t.Errorf("said %q", said)
	}
	kept, _ := filepath.Glob(filepath.Join(dir, "programs", "*", "*"))
	if len(kept) != 1 {
		t.Fatalf("kept: %v", kept)
	}
	for name, damage := range map[string]func(path string) error{
		"cut":                 func(path string) error { return os.Truncate(path, 100) },
		"writable for others": func(path string) error { return os.Chmod(path, 0o777) },
		"gone":                os.Remove,
	} {
		if err := damage(kept[0]); err != nil {
			t.Fatal(err)
		}
		if _, said := greets(t, sidePrograms(t, dir, greeter)); !strings.HasPrefix(said, "Building the greeter (once") {
			t.Errorf("%s: said %q", name, said)
		}
	}
	if _, said := greets(t, sidePrograms(t, dir, greeter+"// changed\n")); said == "" {
		t.Error("other sources have the program of these")
	}
}

// A program that lies beside this one is taken as it is, unless others could have put it there.
func TestSideProgramBeside(t *testing.T) {
	s := sidePrograms(t, t.TempDir(), "no Go at all")
	path := filepath.Join(s.beside, hello.Name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\nprintf hello\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got, said := greets(t, s); got != path || said != "" {
		t.Errorf("found %s, said %q", got, said)
	}
	if err := os.Chmod(path, 0o777); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Find(t.Context(), hello, func(string) {}); err == nil {
		t.Errorf("found %s, which everybody can write to", got)
	}
}

// What keeps a program from being built is one sentence, and the next call tries again.
func TestSideProgramFails(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"does not compile", "package main\n\nfunc main() { x }\n", "the greeter cannot be built: go build: "},
		{"no module", "package main\n\nimport _ \"example.com/nowhere\"\n\nfunc main() {}\n", "the greeter cannot be built: go build: "},
		{"not on this machine", "package main\n\nimport _ \"github.com/google/go-dap\"\n\nfunc main() {}\n",
			"the greeter cannot be built: a module that it needs is not on this machine, and there is no network"},
	} {
		if c.name == "not on this machine" {
			t.Setenv("GOMODCACHE", t.TempDir())
		}
		s := sidePrograms(t, t.TempDir(), c.text)
		for range 2 {
			if path, err := s.Find(t.Context(), hello, func(string) {}); err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%s: %s, %v", c.name, path, err)
			}
		}
	}
}

// Who waits for another process's build can be interrupted.
func TestSideProgramWaitIsInterrupted(t *testing.T) {
	s := sidePrograms(t, t.TempDir(), greeter)
	unlock, err := s.lock(t.Context(), hello.Name)
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if path, err := s.Find(ctx, hello, func(string) { t.Error("built beside another") }); err != context.Canceled {
		t.Errorf("%s, %v", path, err)
	}
}
