package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/jupyter/kernelspec"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// A kernel that is installed below a prefix is for all users of it: the program is copied to PREFIX/bin, and what it has compiled
// lies in PREFIX/share/mercer/cache for all to read.

// installedProgram returns the program that kernel.json is to name: a copy below the prefix, or for one user that of stableExecutable.
func installedProgram(root string) (string, error) {
	if root == "" {
		return stableExecutable()
	}
	exe, err := os.Executable()
	if err == nil {
		exe, err = filepath.EvalSymlinks(exe)
	}
	if err != nil {
		return "", fmt.Errorf("cannot find this program's file: %w", err)
	}
	bin := filepath.Join(root, "bin")
	if path := filepath.Join(bin, "mercer"); sameFile(exe, path) {
		return path, nil
	}
	return copyProgram(exe, bin, "mercer")
}

func sameFile(a, b string) bool {
	ia, errA := os.Stat(a)
	ib, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(ia, ib)
}

// share fills the cache below a prefix. Where that is not possible, for want of a network, say, it tells so.
func share(cmd *cobra.Command, program string) error {
	dir := cacheBeside(program)
	s := newStatus(cmd.ErrOrStderr())
	defer s.end()
	err := toolchain.Share(cmd.Context(), toolchain.Config{}, dir, s.show)
	if err == nil {
		err = installDebugger(cmd.Context(), filepath.Dir(program), s.show)
	}
	s.end()
	switch {
	case cmd.Context().Err() != nil:
		return cmd.Context().Err()
	case err != nil:
		fmt.Fprintf(cmd.ErrOrStderr(), "mercer: not everything could be compiled for all users: %v; each compiles for himself what is missing\n", err)
	default:
		fmt.Fprintf(cmd.OutOrStdout(), "compiled packages for all users are in %s\n", dir)
	}
	return nil
}

// installDebugger builds the debugger's program and puts it beside mercer, where kernels find it. One that
// an earlier installation has left there is replaced.
func installDebugger(ctx context.Context, bin string, say func(string)) error {
	if err := os.Remove(filepath.Join(bin, debuggerProgram.Name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	side, err := toolchain.NewSidePrograms(toolchain.Config{})
	if err != nil {
		return err
	}
	defer side.Close()
	exe, err := side.Find(ctx, debuggerProgram, say)
	if err != nil {
		return err
	}
	_, err = copyProgram(exe, bin, debuggerProgram.Name)
	return err
}

// removeProgram removes the program below a prefix, and its cache, unless another kernel there starts it. used is the program of the
// kernel that was removed.
func removeProgram(cmd *cobra.Command, place kernelspec.Place, root, used string) error {
	program := filepath.Join(root, "bin", "mercer")
	if root == "" || used != program {
		return nil
	}
	others, err := kernelspec.Users(place, program)
	if err != nil || len(others) > 0 {
		return err
	}
	for _, path := range []string{program, filepath.Join(filepath.Dir(program), debuggerProgram.Name)} {
		err := os.Remove(path)
		switch {
		case err == nil:
			fmt.Fprintf(cmd.OutOrStdout(), "removed %s\n", path)
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	dir := cacheBeside(program)
	if !isDir(dir) {
		return nil
	}
	if err := files.RemoveAll(dir); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "removed %s\n", dir)
	os.Remove(filepath.Dir(dir)) // share/mercer, if nothing else is in it
	return nil
}
