package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/jupyter/kernelspec"
	"github.com/mercer-go/mercer/kernel/lab"
)

func labCommand() *cobra.Command {
	var setupOnly, noBrowser bool
	var trust []string
	cmd := &cobra.Command{
		Use:   "lab [-- JUPYTERLAB-ARGUMENT…]",
		Short: "Start JupyterLab with the kernel",
		Long: `Lab starts JupyterLab ` + lab.Version() + ` from a private Python environment with the kernel in it, on ./notebooks or
else the current directory. The first call makes the environment in the user's cache directory; it needs
Python 3 with venv and pip, and a network. JupyterLab listens on this machine only.

JupyterLab shows stored figures only of notebooks that you have run or that are signed in your name, and text in
place of the others. --trust signs the notebooks of the course; --trust=PATH (may be repeated) signs a notebook,
or all below a directory: use it where you trust who wrote them.`,
		Example: `  mercer lab
  mercer lab --trust
  mercer lab --trust=mine.ipynb --trust=seminar
  mercer lab --no-browser -- --port 9000
  mercer lab --setup-only`,
		RunE: func(cmd *cobra.Command, args []string) error {
			env, err := setUpLab(cmd)
			if err != nil || setupOnly {
				return err
			}
			if noBrowser {
				args = append([]string{"--no-browser"}, args...)
			}
			named, err := namedNotebooks(trust)
			if err != nil {
				return err
			}
			if info, err := os.Stat("notebooks"); err == nil && info.IsDir() {
				if err := os.Chdir("notebooks"); err != nil {
					return err
				}
			}
			if slices.Contains(trust, theCourse) {
				course, err := lab.Course(".")
				if err != nil {
					return err
				}
				named = append(named, course...)
			}
			if err := signNotebooks(cmd, env, named); err != nil {
				return err
			}
			return startLab(env, args)
		},
	}
	cmd.Flags().BoolVar(&setupOnly, "setup-only", false, "make the environment, start nothing")
	cmd.Flags().StringArrayVar(&trust, "trust", nil, "sign notebooks first, so that their stored figures show: those of the course, or of `path`")
	cmd.Flags().Lookup("trust").NoOptDefVal = theCourse
	cmd.Flags().BoolVar(&noBrowser, "no-browser", false, "open no browser")
	return cmd
}

// setUpLab makes the environment, puts the kernel into it, and compiles what notebooks commonly use.
func setUpLab(cmd *cobra.Command) (lab.Environment, error) {
	exe, err := stableExecutable()
	if err != nil {
		return lab.Environment{}, err
	}
	s := newStatus(cmd.ErrOrStderr())
	env, err := lab.Setup{Progress: s.show}.Ensure(cmd.Context())
	s.end()
	if err != nil {
		return env, err
	}
	if _, err := kernelspec.Install(kernelspec.Place{Prefix: env.Dir}, kernelspec.Options{Command: exe}); err != nil {
		return env, err
	}
	if err := warm(cmd); err != nil {
		return env, err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "JupyterLab %s is ready in %s\n", lab.Version(), env.Dir)
	return env, nil
}

// theCourse is what --trust without a path names.
const theCourse = "course"

// namedNotebooks returns the notebooks that a user names: files, and directories for what is below them.
func namedNotebooks(paths []string) ([]string, error) {
	var named []string
	for _, path := range paths {
		if path == theCourse {
			continue
		}
		path, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		found, err := lab.Notebooks(path)
		if err != nil {
			return nil, err
		}
		named = append(named, found...)
	}
	return named, nil
}

// signNotebooks signs notebooks and tells which.
func signNotebooks(cmd *cobra.Command, env lab.Environment, notebooks []string) error {
	if len(notebooks) == 0 {
		return nil
	}
	if err := env.Trust(cmd.Context(), notebooks...); err != nil {
		return err
	}
	for _, path := range notebooks {
		fmt.Fprintf(cmd.ErrOrStderr(), "signed %s\n", path)
	}
	return nil
}

// startLab becomes JupyterLab.
func startLab(env lab.Environment, args []string) error {
	line := env.Command(args...)
	if err := syscall.Exec(line[0], line, os.Environ()); err != nil {
		return fmt.Errorf("JupyterLab does not start: %s: %w", line[0], err)
	}
	return nil
}
