// Command mercer runs, checks and exports Go notebooks, and makes Mercer's kernel known to Jupyter.
//
// Each subcommand is in the file of its name; session.go starts the sessions that they run cells on.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/interrupt"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
)

// Exit statuses.
const (
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

func main() {
	if err := becomeConfined(); err != nil {
		fmt.Fprintln(os.Stderr, "mercer:", err)
		os.Exit(exitFailed)
	}
	ctx, source := interrupt.New(context.Background())
	go heedSignals(ctx, source)
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// heedSignals ends ctx on the signals that end commands. A cell's program that has asked for interrupts takes the first one;
// after that which has ended ctx, the next ends the process at once.
func heedSignals(ctx context.Context, source *interrupt.Source) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case s := <-signals:
			if s == os.Interrupt {
				source.Interrupt(context.Canceled)
			} else {
				source.End(context.Canceled)
			}
		}
	}
}

// run executes one command line and returns its exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	started := false // the command line was understood
	root := command()
	var watch func(c *cobra.Command)
	watch = func(c *cobra.Command) {
		if body := c.RunE; body != nil {
			c.RunE = func(cmd *cobra.Command, args []string) error {
				started = true
				return body(cmd, args)
			}
		}
		for _, below := range c.Commands() {
			watch(below)
		}
	}
	watch(root)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	var usage usageError
	var failed execute.FailedError
	switch {
	case err == nil:
		return 0
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "interrupted")
		return exitInterrupted
	case !started || errors.As(err, &usage):
		fmt.Fprintf(stderr, "mercer: %v\nSee '%s --help'.\n", err, cmd.CommandPath())
		return exitUsage
	case errors.As(err, &failed) && failed.Of == 1:
		return exitFailed // and the report has said why
	}
	fmt.Fprintf(stderr, "mercer: %v\n", err)
	return exitFailed
}

// usageError is a command line that is well-formed but makes no sense.
type usageError struct{ error }

// command returns the command with its subcommands.
func command() *cobra.Command {
	root := &cobra.Command{
		Use:   "mercer",
		Short: "Go notebooks for statistical learning",
		Long: `Mercer is a Jupyter kernel for Go whose values live from cell to cell.

It runs notebooks without Jupyter (run), checks that they still give what they say (verify),
writes them as pages or as Go programs (export) or all as one site (book), grades what students hand in
(assignment), starts a JupyterLab of its own (lab), and installs its kernel for a Jupyter you have (install).`,
		Example: `  mercer run notebook.ipynb         execute, write mercer-out/notebook.ipynb and notebook.html
  mercer verify notebooks           execute again and compare with what is stored
  mercer export --go notebook.ipynb the notebook as an ordinary Go program
  mercer book notebooks -o site     one site of pages, with contents and search
  mercer lab                        JupyterLab with the kernel
  mercer install                    the kernel for your own Jupyter`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(runCommand(), verifyCommand(), mutateCommand(), assignmentCommand(), exportCommand(), bookCommand(), labCommand(), installCommand(), uninstallCommand(), kernelCommand(), versionCommand())
	return root
}
