package celllink

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"testing"
)

// machine is what tests compile and run programs for.
type machine struct {
	arch     string
	emulator string // that runs programs where the processor is another, "" where it is not
}

// emulators run programs of Linux for another processor, one program at a time.
var emulators = map[string][]string{
	"amd64": {"qemu-x86_64-static", "qemu-x86_64"},
	"arm64": {"qemu-aarch64-static", "qemu-aarch64"},
}

// native is the machine on which the tests run.
var native = machine{arch: runtime.GOARCH}

// emulated says whether programs take many times as long as they should.
func (m machine) emulated() bool { return m.emulator != "" }

// foreign says whether programs are for another processor than that of the tests.
func (m machine) foreign() bool { return m.arch != runtime.GOARCH }

// slow says whether tests may take hours, and sampled whether they may take minutes.
func slow() bool    { return os.Getenv("MERCER_SLOW") == "1" }
func sampled() bool { return os.Getenv("MERCER_SLOW") == "sample" }

// random is the random source of a test: the same in each short run, which must not depend on luck, and with MERCER_SLOW=1 another each time.
func random(t *testing.T) *rand.Rand {
	t.Helper()
	seed := uint64(1)
	if slow() {
		seed = rand.Uint64()
	}
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 1))
}

// forMachines calls a test, which runs no program, for each processor that the linker knows.
func forMachines(t *testing.T, test func(t *testing.T, m machine)) {
	for _, arch := range []string{"amd64", "arm64"} {
		t.Run(arch, func(t *testing.T) { test(t, machine{arch: arch}) })
	}
}

// onMachines calls a test for each processor whose programs can run here.
func onMachines(t *testing.T, test func(t *testing.T, m machine)) {
	forMachines(t, func(t *testing.T, m machine) { test(t, m.here(t)) })
}

// here finds what runs programs for a machine, or skips the test.
func (m machine) here(t testing.TB) machine {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the cell linker is for Linux")
	}
	if m.arch == runtime.GOARCH {
		return m
	}
	for _, name := range emulators[m.arch] {
		if path, err := exec.LookPath(name); err == nil {
			m.emulator = path
			return m
		}
	}
	t.Skipf("programs for %s do not run here: there is no %s", m.arch, emulators[m.arch][0])
	return m
}

// goCommand is the go command, for the machine, in a directory.
func (m machine) goCommand(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+m.arch)
	return cmd
}

// program is a command that runs a program.
func (m machine) program(ctx context.Context, exe string, args ...string) *exec.Cmd {
	if !m.emulated() {
		return exec.CommandContext(ctx, exe, args...)
	}
	return exec.CommandContext(ctx, m.emulator, slices.Concat([]string{exe}, args)...)
}
