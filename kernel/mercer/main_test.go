package main

import (
	"os"
	"testing"
)

// TestMain is also the process of the answers, which a grader starts as its own program once more, and any that is confined.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "assignment" && os.Args[2] == "answers" || os.Getenv(envConfined) != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}
