package toolchain

import (
	"strings"
	"syscall"
	"testing"
)

// A compiler that is stopped while it waits, or while it compiles, does not keep the next program waiting.
func TestHaltedCompiler(t *testing.T) {
	env, c := waitingEnv(t)
	if err := syscall.Kill(c.cmd.Process.Pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	second := unit(t, env, "second")
	if now := env.waits(); now != c || !c.fits(second, env.tools.environ("")) {
		t.Fatalf("the compiler that was stopped is not the next one (%v), or cannot compile this", now == c)
	}
	b, err := env.Build(t.Context(), second)
	if err != nil {
		t.Fatal(err)
	}
	mustEnd(t, c)
	if told := strings.Join(env.Troubles(), "\n"); !strings.Contains(told, "it was stopped by a signal") {
		t.Errorf("told: %q; built: %+v", told, b)
	}
}
