package single

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
)

// TestAssemblyIsGenerated holds the assembly against what the program writes that is said in tile_amd64.go.
func TestAssemblyIsGenerated(t *testing.T) {
	run := exec.Command("go", "run", "../lanes/gen", "-print", "tile_amd64.s")
	run.Env = append(os.Environ(), "GOARCH=") // here, also where the test is for an emulator
	want, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile("tile_amd64.s"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("tile_amd64.s is not what the program writes (go generate), %v", err)
	}
}
