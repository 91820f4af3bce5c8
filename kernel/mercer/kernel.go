package main

import (
	"context"
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/backend"
	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/history"
	"github.com/mercer-go/mercer/kernel/session"
)

func kernelCommand() *cobra.Command {
	var file string
	var verbose, confined bool
	cmd := &cobra.Command{
		Use:     "kernel --connection-file FILE",
		Short:   "Serve one notebook (Jupyter starts this)",
		Example: "  mercer kernel --connection-file kernel-1234.json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			level := slog.LevelWarn
			if verbose {
				level = slog.LevelDebug
			}
			log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: level}))
			if confined {
				return serveConfined(file, log)
			}
			return serve(file, log)
		},
	}
	cmd.Flags().StringVarP(&file, "connection-file", "f", "", "connection `file` that Jupyter wrote")
	cmd.Flags().BoolVar(&confined, "confined", false, "for a stranger's notebook: no files but those it needs, no network, nothing is kept")
	cmd.Flags().BoolVar(&verbose, "verbose", false, "log everything")
	if err := cmd.MarkFlagRequired("connection-file"); err != nil {
		panic(err) // the flag is defined above
	}
	return cmd
}

// serve is a kernel's life. The signals that end other commands are the kernel's own: SIGINT interrupts a cell.
func serve(file string, log *slog.Logger) error {
	conn, err := jupyter.ReadConnection(file)
	if err != nil {
		return err
	}
	s, err := newKernelSession(jupyter.KernelID(file), log)
	if err != nil {
		return err
	}
	defer s.Close()
	return serveSession(jupyter.Config{Connection: conn, History: openHistory(log), Log: log}, s)
}

// serveSession serves a session, with a debugger.
func serveSession(cfg jupyter.Config, s *session.Session) error {
	d := &debuggers{log: cfg.Log}
	defer d.close()
	b := backend.New(s, version())
	b.EnableDebugger(d.start, d.prepare)
	cfg.Backend = b
	return jupyter.Run(context.Background(), cfg)
}

// openHistory opens the user's history; without it a kernel serves as well.
func openHistory(log *slog.Logger) *history.Log {
	path, err := history.DefaultPath()
	if err == nil {
		var h *history.Log
		if h, err = history.Open(path); err == nil {
			return h
		}
	}
	log.Warn("no history is kept", "error", err)
	return nil
}
