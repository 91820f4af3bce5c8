package lanes

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
)

// TestGenerated holds assembly against what its program writes.
func TestGenerated(t *testing.T) {
	for _, name := range []string{"blocks_amd64.s", "moves_amd64.s", "grams_amd64.s"} {
		run := exec.Command("go", "run", "./gen", name)
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
