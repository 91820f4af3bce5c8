package main

import (
	"fmt"
	"github.com/mercer-go/mercer/kernel/files"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// stableExecutable returns the path of this program, or of a copy in the user's data directory when this one is
// temporary: "go run" leaves it in the build cache or in the temporary directory, where it does not last.
func stableExecutable() (string, error) {
	exe, err := os.Executable()
	if err == nil {
		exe, err = filepath.EvalSymlinks(exe)
	}
	if err != nil {
		return "", fmt.Errorf("cannot find this program's file: %w", err)
	}
	if !isTemporary(exe) {
		return exe, nil
	}
	data, err := dataDir()
	if err != nil {
		return "", err
	}
	return copyProgram(exe, filepath.Join(data, "mercer", "bin"), "mercer")
}

// isTemporary reports whether the file is in the temporary directory or in a build cache.
func isTemporary(exe string) bool {
	tmp, err := filepath.EvalSymlinks(os.TempDir())
	if err != nil {
		tmp = os.TempDir()
	}
	roots := []string{tmp, os.Getenv("GOCACHE")}
	for _, root := range roots {
		if root == "" {
			continue
		}
		if rel, err := filepath.Rel(root, exe); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return strings.Contains(filepath.ToSlash(exe), "/go-build")
}

// dataDir is the user's directory for programs' data.
func dataDir() (string, error) {
	if dir := os.Getenv("XDG_DATA_HOME"); dir != "" {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("no place for the program: %w: set HOME or XDG_DATA_HOME", err)
	}
	if runtime.GOOS == "darwin" {
		return filepath.Join(home, "Library", "Application Support"), nil
	}
	return filepath.Join(home, ".local", "share"), nil
}

// copyProgram copies a program into the directory, under a name, in one step: kernels that run keep the file they started from.
func copyProgram(exe, dir, name string) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("cannot copy the program: %w", err)
	}
	src, err := os.Open(exe)
	if err != nil {
		return "", fmt.Errorf("cannot copy the program: %w", err)
	}
	defer src.Close()
	path := filepath.Join(dir, name)
	way := files.Way{Mode: 0o755, Temp: ".mercer-*"}
	err = way.Fill(path, func(to io.Writer) error {
		_, err := io.Copy(to, src)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("cannot copy the program to %s: %w", path, err)
	}
	return path, nil
}
