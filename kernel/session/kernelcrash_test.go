package session

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestKernelDies kills the kernel at random moments, that of commits among them. The next one resumes all that was
// committed: what the last answer promised, and the cell that ran only whole or not at all.
func TestKernelDies(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles and runs many cells")
	}
	if runtime.GOOS != "linux" {
		t.Skip("programs die with the kernel on Linux only")
	}
	noLeftovers(t)
	values := t.TempDir()
	rng := rand.New(rand.NewPCG(100, 5))
	k := startKernel(t, values)
	for _, code := range crashCells() {
		k.run(code)
	}
	var committed []int
	var took time.Duration
	for r := range size(10, 100) {
		k.run(crashSettings(r, "none", 0))
		started := time.Now()
		k.send(crashStep)
		answered := false
		if r < 2 { // to see how long it takes
			_, answered = k.receive()
			took = time.Since(started)
		} else {
			time.Sleep(took/2 + time.Duration(rng.Int64N(int64(took))))
		}
		k.kill()
		if !answered {
			_, answered = k.receive()
		}
		if !waitUntil(func() bool { return programsOn(values) == 0 }) {
			t.Fatalf("round %d: the cell's program outlives the kernel", r)
		}
		k = startKernel(t, values)
		if out := k.run("%resume"); !strings.HasPrefix(out, "Resumed: ") {
			t.Fatalf("round %d: %s", r, out)
		}
		got := k.run(crashCheck)
		before, after := worldAfter(committed).digest(), worldAfter(append(slices.Clone(committed), r)).digest()
		switch {
		case got == after:
			committed = append(committed, r)
		case got != before || answered:
			t.Fatalf("round %d (answered %v):\n got %s\nwant %s\n  or %s", r, answered, got, before, after)
		}
	}
	t.Log(fmt.Sprint("cells that were committed: ", len(committed)))
	k.in.Encode("the end") // not a request: the kernel ends by itself, and cleans up
	k.cmd.Wait()
}
