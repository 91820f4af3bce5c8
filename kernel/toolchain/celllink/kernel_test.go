package celllink

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// kernelVariable names the file of a Linux kernel for arm64, as distributions have them in /boot.
const kernelVariable = "MERCER_ARM64_KERNEL"

// Programs for arm64 do the same under a Linux kernel for arm64, which maps their files itself, has signals and memory as such machines have
// them, and runs in an emulated machine of two processors.
func TestKernel(t *testing.T) {
	kernel := os.Getenv(kernelVariable)
	if kernel == "" {
		t.Skip(kernelVariable + " names no kernel")
	}
	emulator, err := exec.LookPath("qemu-system-aarch64")
	if err != nil {
		t.Skip(err)
	}
	disk, count := kernelFiles(t, machine{arch: "arm64"})
	initrd := filepath.Join(t.TempDir(), "initrd")
	if err := os.WriteFile(initrd, disk.archive(), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Hour)
	defer cancel()
	out, err := exec.CommandContext(ctx, emulator, "-M", "virt", "-cpu", "cortex-a72", "-smp", "2", "-m", "3072", "-nographic", "-no-reboot", "-nic", "none",
		"-kernel", kernel, "-initrd", initrd, "-append", "console=ttyAMA0 rdinit=/init quiet nowatchdog nosoftlockup").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	ran := map[string]string{}
	for line := range strings.Lines(string(out)) {
		var what []string
		if text, ok := strings.CutPrefix(line, "ran "); ok && json.NewDecoder(strings.NewReader(text)).Decode(&what) == nil && len(what) == 3 {
			ran[what[0]+" "+what[1]] = masked(what[2])
		}
	}
	for name := range disk.programs() {
		want, got := ran[name+" go"], ran[name+" cell"]
		if count--; got != want || !strings.Contains(got, "exit status") {
			t.Errorf("%s: linked as a cell:\n%s\nby the Go linker:\n%s", name, got, want)
		}
	}
	if count != 0 || len(ran) < 100 {
		t.Errorf("%d results, %d programs are missing\n%.3000s", len(ran), count, out)
	}
	t.Logf("%d programs", len(ran)/2)
}

// files are files of a machine, by their paths.
type files map[string][]byte

// kernelFiles are what the machine is to have: its first process, a base, and programs linked by both linkers.
func kernelFiles(t *testing.T, m machine) (disk files, count int) {
	t.Helper()
	dir := t.TempDir()
	source, err := filepath.Abs("testdata/machine/init.go")
	if err != nil {
		t.Fatal(err)
	}
	output(t, m.goCommand(dir, "build", "-trimpath", "-o", "init", source))
	b := m.newBase(t, append([]string{"compress/gzip", "runtime/pprof", "runtime/trace"}, testImports...)...)
	disk = files{}
	disk.copy(t, "init", filepath.Join(dir, "init"))
	disk.copy(t, "t/base", b.path)
	ways := append(slices.Clone(testWays), testWay{"", "GOGC=1 GODEBUG=clobberfree=1,gccheckmark=1,gcstoptheworld=1"})
	add := func(name, source string, way testWay) {
		archive, err := b.tryCompile(filepath.Join(b.dir, name), source, strings.Fields(way.flags)...)
		if err != nil {
			return // it is not for this compiler
		}
		exe, err := b.base.Link(archive, "/t/base")
		if err != nil {
			return // it is refused
		}
		byGo, _ := b.link(t, name, archive)
		disk.copy(t, "t/"+name+"/go", byGo)
		disk["t/"+name+"/cell"], disk["t/"+name+"/environ"] = exe, []byte(way.environ)
		count++
		os.RemoveAll(filepath.Join(b.dir, name))
	}
	for name, source := range programs(t) {
		for n, way := range ways {
			add(fmt.Sprint(name, n), source, way)
		}
	}
	add("faces", faces, ways[0])
	for n, test := range goTests(t, testImports, 30) {
		if n == 200 { // the machine has them all in memory
			break
		}
		add(test.name, test.source, ways[n%len(ways)])
	}
	r := random(t)
	for n := range 15 {
		seed := r.Uint64()
		add(fmt.Sprint("random", seed), randomProgram(rand.New(rand.NewPCG(seed, 0))), ways[n%len(ways)])
	}
	return disk, count
}

func (f files) copy(t *testing.T, name, from string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	f[name] = data
}

// programs are the names of programs.
func (f files) programs() map[string]bool {
	list := map[string]bool{}
	for name := range f {
		if path.Base(name) == "environ" {
			list[path.Base(path.Dir(name))] = true
		}
	}
	return list
}

// archive writes the files as the kernel wants its first ones, in the format of cpio.
func (f files) archive() []byte {
	var out bytes.Buffer
	number := 0
	entry := func(name string, mode, device int, data []byte) {
		number++
		fmt.Fprintf(&out, "070701%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X", number, mode, 0, 0, 1, 0, len(data), 0, 0, device>>8, device&0xff, len(name)+1, 0)
		out.WriteString(name + "\x00")
		out.Write(make([]byte, -out.Len()&3))
		out.Write(data)
		out.Write(make([]byte, -out.Len()&3))
	}
	const directory, file, characters, console = 0o40755, 0o100755, 0o20600, 5<<8 | 1
	dirs := map[string]bool{"dev": true, "proc": true, "tmp": true}
	for name := range f {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			dirs[dir] = true
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		entry(dir, directory, 0, nil)
	}
	entry("dev/console", characters, console, nil)
	for _, name := range slices.Sorted(maps.Keys(f)) {
		entry(name, file, 0, f[name])
	}
	entry("TRAILER!!!", 0, 0, nil)
	return out.Bytes()
}
