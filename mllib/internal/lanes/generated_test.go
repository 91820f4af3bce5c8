package lanes

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestAssemblyIsGenerated holds all assembly of the package against what the program gen writes.
func TestAssemblyIsGenerated(t *testing.T) {
	files, err := filepath.Glob("*.s")
	if err != nil || len(files) < 6 {
		t.Fatalf("found the assembly %v, %v", files, err)
	}
	for _, name := range files {
		run := exec.Command("go", "run", "./gen", "-print", name)
		run.Env = append(os.Environ(), "GOARCH=") // here, also where the test is for an emulator
		want, err := run.Output()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the program writes (go generate), %v", name, err)
		}
	}
}
