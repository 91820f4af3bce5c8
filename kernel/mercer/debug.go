package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/debug/adapter"
)

// adapterCommand is what kernels start to debug the program of a cell: it speaks the Debug Adapter Protocol on its standard streams.
func adapterCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "debug-adapter",
		Short:   "Debug the program of a cell (kernels start this)",
		Example: "  mercer debug-adapter",
		Args:    cobra.NoArgs,
		Hidden:  true,
		RunE: func(*cobra.Command, []string) error {
			out := os.Stdout
			os.Stdout = os.Stderr // what is printed is no part of the conversation
			return adapter.Serve(streams{os.Stdin, out, os.Stdin})
		},
	}
}

// streams are the standard streams as a conversation.
type streams struct {
	io.Reader
	io.Writer
	io.Closer
}
