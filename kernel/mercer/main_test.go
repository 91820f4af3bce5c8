package main

import (
	"os"
	"os/exec"
	"testing"
)

// shellArg is the first argument of a process that is a shell and its parent.
const shellArg = "test-shell"

// TestMain is also the process of the answers, which a grader starts as its own program once more, and any that is confined.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == shellArg {
		cmd := exec.Command("sh", "-c", os.Args[2])
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		_ = cmd.Run()
		os.Exit(0)
	}
	if len(os.Args) > 2 && os.Args[1] == "assignment" && os.Args[2] == "answers" || os.Getenv(envConfined) != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}
