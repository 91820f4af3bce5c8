package bare

import "testing"

func TestStartedByCell(t *testing.T) {
	const main = "goroutine 1 [running]:\nmain.main()\n\t/main.go:3 +0x1\n"
	of := func(state, by string) string {
		return "\ngoroutine 7 [" + state + "]:\nmain.f()\n\t/main.go:9 +0x1\ncreated by " + by + " in goroutine 1\n\t/main.go:4 +0x1\n"
	}
	for _, c := range []struct {
		name, stacks string
		waiting      bool
		ready        int
	}{
		{"none", main, false, 0},
		{"of a package", main + of("select", "time.goFunc"), false, 0},
		{"waits", main + of("chan receive", "main.cell"), true, 0},
		{"waits for long", main + of("sleep, 3 minutes", "main.cell"), true, 0},
		{"about to return", main + of("runnable", "main.cell"), false, 1},
		{"in a call of the system", main + of("syscall", "main.cell.func1"), false, 1},
		{"two", main + of("running", "main.cell") + of("sync.Mutex.Lock", "main.cell"), true, 1},
		{"two of four", main + of("running", "main.cell") + of("runnable", "time.goFunc") + of("runnable", "main.f") + main, false, 2},
	} {
		if waiting, ready := startedByCell(c.stacks); waiting != c.waiting || ready != c.ready {
			t.Errorf("%s: got %v, %v", c.name, waiting, ready)
		}
	}
}
