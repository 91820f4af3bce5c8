package main

import (
	"fmt"
	"os"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/jupyter/kernelspec"
	"github.com/mercer-go/mercer/kernel/lab"
)

func labCommand() *cobra.Command {
	var setupOnly, noBrowser, trust bool
	cmd := &cobra.Command{
		Use:   "lab [-- JUPYTERLAB-ARGUMENT…]",
		Short: "Start JupyterLab with the kernel",
		Long: `Lab starts JupyterLab ` + lab.Version() + ` from a private Python environment with the kernel in it, on ./notebooks or
else the current directory. The first call makes the environment in the user's cache directory; it needs
Python 3 with venv and pip, and a network. JupyterLab listens on this machine only.

JupyterLab shows stored figures only of notebooks that you have run or that are signed in your name, and text in
place of the others. --trust signs all notebooks below the directory: use it where you trust who wrote them.`,
		Example: `  mercer lab
  mercer lab --trust
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
			if info, err := os.Stat("notebooks"); err == nil && info.IsDir() {
				if err := os.Chdir("notebooks"); err != nil {
					return err
				}
			}
			if trust {
				if err := signNotebooks(cmd, env); err != nil {
					return err
				}
			}
			return startLab(env, args)
		},
	}
	cmd.Flags().BoolVar(&setupOnly, "setup-only", false, "make the environment, start nothing")
	cmd.Flags().BoolVar(&trust, "trust", false, "sign the notebooks first, so that their stored figures show")
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

// signNotebooks signs the notebooks below the current directory.
func signNotebooks(cmd *cobra.Command, env lab.Environment) error {
	notebooks, err := lab.Notebooks(".")
	if err != nil {
		return err
	}
	if err := env.Trust(cmd.Context(), notebooks...); err != nil {
		return err
	}
	dir, err := os.Getwd()
	fmt.Fprintf(cmd.ErrOrStderr(), "signed %d notebooks in %s\n", len(notebooks), dir)
	return err
}

// startLab becomes JupyterLab.
func startLab(env lab.Environment, args []string) error {
	line := env.Command(args...)
	if err := syscall.Exec(line[0], line, os.Environ()); err != nil {
		return fmt.Errorf("JupyterLab does not start: %s: %w", line[0], err)
	}
	return nil
}
