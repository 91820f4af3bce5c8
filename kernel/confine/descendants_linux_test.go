package confine

import (
	"os"
	"os/exec"
	"testing"
)

// adoptAndKill is the process of TestKillDescendants, which kills what it has started.
func adoptAndKill() {
	err := Adopt()
	if err == nil {
		err = exec.Command("sh", "-c", "sleep 1000 & setsid sh -c 'sleep 1000 & (setsid sleep 1000 &) ; sleep 1000' & setsid -f sleep 1000").Run()
	}
	before, _ := descendants(os.Getpid())
	if err == nil {
		err = KillDescendants()
	}
	after, _ := descendants(os.Getpid())
	println(len(before) >= 3, len(after), err == nil)
}

func init() {
	if os.Getenv("MERCER_TEST_ADOPT") != "" {
		adoptAndKill()
		os.Exit(0)
	}
}

// Nothing is left of what was started, whatever it has done to get away.
func TestKillDescendants(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("there is no setsid")
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "MERCER_TEST_ADOPT=1")
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "true 0 true\n" {
		t.Errorf("%s, %v", out, err)
	}
}
