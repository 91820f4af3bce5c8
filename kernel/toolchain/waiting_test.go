package toolchain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// waitingEnv returns an Env that has a compiler wait, and that compiler.
func waitingEnv(t *testing.T) (*Env, *waitingCompiler) {
	t.Helper()
	env := newEnv(t, Config{CacheDir: t.TempDir()})
	if off := env.waiting.off; off != "" {
		t.Skip(off)
	}
	if _, err := env.Build(t.Context(), unit(t, env, "first")); err != nil {
		t.Fatal(err)
	}
	return env, nextWaiting(t, env)
}

// nextWaiting waits until a compiler waits.
func nextWaiting(t *testing.T, env *Env) *waitingCompiler {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if c := env.waits(); c != nil {
			return c
		}
	}
	t.Fatal("no compiler waits: ", env.waiting.off)
	return nil
}

func (env *Env) waits() *waitingCompiler {
	env.waiting.mu.Lock()
	defer env.waiting.mu.Unlock()
	return env.waiting.next
}

func program(t *testing.T, env *Env, imports []string, texts ...string) *Unit {
	t.Helper()
	u := Unit{Imports: imports}
	for i, text := range texts {
		u.Sources = append(u.Sources, Source{Name: fmt.Sprintf("src_cell_%d.go", i), Text: text})
	}
	if err := env.View().Ensure(t.Context(), false, imports...); err != nil {
		t.Fatal(err)
	}
	r, err := env.View().Resolve(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// mustEnd fails unless a compiler and its directory are gone.
func mustEnd(t *testing.T, c *waitingCompiler) {
	t.Helper()
	select {
	case <-c.ended:
	case <-time.After(time.Minute):
		t.Fatal("the compiler still runs")
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		_, err := os.Stat(c.dir)
		if errors.Is(err, os.ErrNotExist) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("its directory is left: %v", err)
		}
	}
}

func TestWaitingCompiler(t *testing.T) {
	env, c := waitingEnv(t)
	b, err := env.Build(t.Context(), unit(t, env, "second"))
	if err != nil || !b.Waited {
		t.Fatalf("%+v, %v", b, err)
	}
	if got := output(t, b); got != "second" {
		t.Errorf("it prints %q", got)
	}
	mustEnd(t, c)
	if again := nextWaiting(t, env); again == c {
		t.Error("the same one waits again")
	}
}

// What a waiting compiler makes is what another one makes, to the byte.
func TestWaitingCompilerMakesTheSame(t *testing.T) {
	env, _ := waitingEnv(t)
	imports := []string{"errors", "fmt", "runtime"}
	long := "package main\n\nconst Long = `" + strings.Repeat("x", 300_000) + "`\n"
	for name, texts := range map[string][]string{
		"one":  {"package main\n\nfunc main() { print(1) }\n"},
		"long": {long, "package main\n\nfunc main() { print(len(Long)) }\n"},
		"several": {
			"package main\n\nimport fmt \"fmt\"\n\n//line cell_0.go:3:1\nfunc Shown(a int) (s string) {\n\tdefer func() { s = fmt.Sprint(recover()) }()\n\treturn fmt.Sprint(1 / a)\n}\n",
			"package main\n\nimport \"errors\"\n\ntype Pair[T any] struct { A, B T }\n\nfunc (p Pair[T]) Swap() Pair[T] { return Pair[T]{p.B, p.A} }\n\nvar Err = errors.New(\"e\")\n",
			"package main\n\nimport \"runtime\"\n\nfunc init() { _, file, line, _ := runtime.Caller(0); print(file, line) }\n\nfunc main() {\n\tm := map[string]Pair[int]{\"a\": {1, 2}}\n\tprint(Shown(0), m[\"a\"].Swap().A, Err)\n}\n",
		},
	} {
		u := program(t, env, imports, texts...)
		for extra := range 3 { // files that the program does not need
			c, err := env.newWaiting(len(texts) + extra)
			if err != nil {
				t.Fatal(err)
			}
			if !c.fits(u, env.tools.environ("")) {
				t.Fatalf("%s: it does not fit", name)
			}
			if err := c.finish(t.Context(), u.Sources); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			got, want := readObject(t, c.dir), compiledCold(t, env, u)
			if !bytes.Equal(got, want) {
				t.Errorf("%s: the objects differ", name)
			}
			if bytes.Contains(got, []byte("/dev/fd")) || bytes.Contains(got, []byte(c.dir)) {
				t.Errorf("%s: the object tells how it was made", name)
			}
			c.discard()
		}
	}
}

func compiledCold(t *testing.T, env *Env, u *Unit) []byte {
	t.Helper()
	dir := t.TempDir()
	if err := env.compileCold(t.Context(), u, dir); err != nil {
		t.Fatal(err)
	}
	return readObject(t, dir)
}

func readObject(t *testing.T, dir string) []byte {
	t.Helper()
	data, err := os.ReadFile(objectOf(dir))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A compiler that waits for another kind of program is ended, and the next one fits.
func TestWaitingCompilerDoesNotFit(t *testing.T) {
	main := "package main\n\nfunc main() { print(2) }\n"
	for name, next := range map[string]func(env *Env) *Unit{
		"another package": func(env *Env) *Unit { return program(t, env, []string{"errors", "runtime"}, main+"\n") },
		"more files": func(env *Env) *Unit {
			return program(t, env, []string{"runtime"}, main, "package main\n", "package main\n", "package main\n")
		},
		"environment": func(env *Env) *Unit {
			env.SetEnviron(map[string]string{"GODEBUG": "asyncpreemptoff=1"})
			return program(t, env, []string{"runtime"}, main)
		},
	} {
		t.Run(name, func(t *testing.T) {
			env, c := waitingEnv(t)
			b, err := env.Build(t.Context(), next(env))
			if err != nil || b.Waited || output(t, b) != "2" {
				t.Fatalf("%+v, %v", b, err)
			}
			mustEnd(t, c)
			nextWaiting(t, env)
			u := next(env)
			u.Hash = hashOf(u.Hash)
			if b, err = env.Build(t.Context(), u); err != nil || !b.Waited {
				t.Errorf("then: %+v, %v", b, err)
			}
		})
	}
}

// A compiler that dies while it waits is told of, and no other one waits until some programs are compiled as without.
func TestWaitingCompilerDies(t *testing.T) {
	env, c := waitingEnv(t)
	c.kill()
	mustEnd(t, c)
	b, err := env.Build(t.Context(), unit(t, env, "after"))
	if err != nil || b.Waited || output(t, b) != "after" {
		t.Fatalf("%+v, %v", b, err)
	}
	time.Sleep(startDelay + 200*time.Millisecond)
	if env.waits() != nil {
		t.Error("another one waits")
	}
	if told := env.Troubles(); len(told) != 1 || !strings.HasPrefix(told[0], "No compiler waits for the next cells") || !strings.Contains(told[0], "killed") {
		t.Errorf("told %q", told)
	}
	if said := env.Linking(); !strings.Contains(said, "No compiler waits for the next one: it ended while it waited") {
		t.Errorf("it says %q", said)
	}
	for n := range restAfter {
		if _, err := env.Build(t.Context(), unit(t, env, fmt.Sprint("after ", n))); err != nil {
			t.Fatal(err)
		}
	}
	nextWaiting(t, env)
	if b, err := env.Build(t.Context(), unit(t, env, "again")); err != nil || !b.Waited {
		t.Errorf("%+v, %v", b, err)
	}
	if said := env.Linking(); !strings.Contains(said, "A compiler waits") {
		t.Errorf("it says %q", said)
	}
}

// One that dies over its program has it compiled by another one.
func TestWaitingCompilerDiesAtWork(t *testing.T) {
	for name, end := range map[string]func(c *waitingCompiler){
		"killed":       func(c *waitingCompiler) { c.kill() },
		"no sources":   func(c *waitingCompiler) { c.closeSources() },
		"half of them": func(c *waitingCompiler) { c.sources[0].WriteString("package main\n\nfunc ma"); c.sources[0].Close() },
	} {
		t.Run(name, func(t *testing.T) {
			env, _ := waitingEnv(t)
			u := unit(t, env, "another")
			c := env.waiting.take(u, env.tools.environ(""))
			if c == nil {
				t.Fatal("none waits")
			}
			defer os.RemoveAll(c.dir)
			end(c)
			waited, err := env.compile(t.Context(), u, c, c.dir)
			if waited || err != nil {
				t.Fatalf("%v, %v", waited, err)
			}
			if !bytes.Equal(readObject(t, c.dir), compiledCold(t, env, u)) {
				t.Error("the object is another one")
			}
			if env.waiting.why() == "" || len(env.Troubles()) != 1 {
				t.Error("others go on waiting, or nothing is told")
			}
		})
	}
}

// The errors of a program are told as without a waiting compiler, which is no reason to give up waiting.
func TestWaitingCompilerErrors(t *testing.T) {
	for name, text := range map[string]string{
		"syntax":  "package main\n\nfunc main() { x := }\n",
		"types":   "package main\n\n//line cell_7.go:3:1\nfunc main() { var s string = 1 }\n",
		"imports": "package main\n\nimport \"runtime\"\n\nfunc main() {}\n",
	} {
		env, c := waitingEnv(t)
		u := program(t, env, []string{"runtime"}, text, "package main\n")
		_, err := env.Build(t.Context(), u)
		cold := env.compileCold(t.Context(), u, t.TempDir())
		if err == nil || cold == nil || err.Error() != cold.Error() || strings.Contains(err.Error(), "/dev/fd") {
			t.Errorf("%s: %v\nwithout: %v", name, err, cold)
		}
		mustEnd(t, c)
		if why, told := env.waiting.why(), env.Troubles(); why != "" || len(told) > 0 {
			t.Error(name, ": ", why, told)
		}
	}
}

func TestWaitingCompilerInterrupted(t *testing.T) {
	env, c := waitingEnv(t)
	u := unit(t, env, "interrupted")
	if env.waiting.take(u, env.tools.environ("")) != c {
		t.Fatal("another one waits")
	}
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	if _, err := env.compile(ctx, u, c, c.dir); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	c.discard()
	mustEnd(t, c)
	if b, err := env.Build(t.Context(), u); err != nil || output(t, b) != "interrupted" {
		t.Errorf("%+v, %v", b, err)
	}
}

// A compiler that nobody needs ends, with the Env or when its time is over; when the kernel is gone, its pipes end.
func TestWaitingCompilerEnds(t *testing.T) {
	env, c := waitingEnv(t)
	c.idle.Reset(0)
	mustEnd(t, c)
	if env.waiting.off != "" {
		t.Error(env.waiting.off)
	}
	orphan, err := env.newWaiting(3)
	if err != nil {
		t.Fatal(err)
	}
	orphan.closeSources()
	<-orphan.ended
	orphan.discard()
	if _, err := env.Build(t.Context(), unit(t, env, "second")); err != nil {
		t.Fatal(err)
	}
	c = nextWaiting(t, env)
	if err := env.Close(); err != nil {
		t.Fatal(err)
	}
	mustEnd(t, c)
}

// Many programs leave nothing behind: files, directories, processes.
func TestWaitingCompilersLeaveNothing(t *testing.T) {
	env, _ := waitingEnv(t)
	env.cells.Close() // no base is made meanwhile
	before := openFiles(t)
	hits := 0
	for i := range 30 {
		if i%3 > 0 {
			nextWaiting(t, env)
		}
		b, err := env.Build(t.Context(), unit(t, env, fmt.Sprint("text ", i)))
		if err != nil {
			t.Fatal(err)
		}
		if b.Waited {
			hits++
		}
	}
	if hits < 15 {
		t.Errorf("%d of 30 programs were waited for", hits)
	}
	env.waiting.close()
	if after := openFiles(t); after > before {
		t.Errorf("%d open files, %d before", after, before)
	}
	if left, _ := filepath.Glob(filepath.Join(env.temp.Path, "*-*")); len(left) > 0 {
		t.Errorf("left behind: %s", left)
	}
	if children := childProcesses(t); children != "" {
		t.Errorf("processes: %s", children)
	}
}

func openFiles(t *testing.T) int {
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip(err)
	}
	return len(list)
}

func childProcesses(t *testing.T) (all string) {
	lists, _ := filepath.Glob("/proc/self/task/*/children")
	for _, name := range lists {
		data, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Skip(err)
		}
		all += string(data)
	}
	return all
}

func TestWaitingOff(t *testing.T) {
	for way, want := range map[string]string{"": "", "waiting": "", "cold": "MERCER_COMPILER=cold is set", "hot": "MERCER_COMPILER=hot is neither waiting nor cold"} {
		t.Setenv(compilerVariable, way)
		if got := waitingOff(""); got != want {
			t.Errorf("%q: %q", way, got)
		}
	}
	t.Setenv(compilerVariable, "")
	if waitingOff("no") != "no" {
		t.Error("one waits though the Go linker links")
	}
}
