package run

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A program that the system does not start is told of, with what can be done: as where a cache is mounted with noexec.
func TestNotStarted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("knows no permission to execute")
	}
	path := filepath.Join(t.TempDir(), "cell")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]string{
		path:          "noexec: set XDG_CACHE_HOME",
		path + "-not": "run: start cell-not: ",
	} {
		c := &Command{Path: at, Out: &recorder{}}
		if _, err := c.Run(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	}
}
