package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/toolchain"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of Mercer and of Go, and how cells are linked",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			programs, err := programConfig()
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "mercer %s %s %s/%s\n%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, toolchain.Linking(programs))
			return err
		},
	}
}

// version returns the version that this program was built from: of the module, or of the commit, or "devel".
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	return versionOf(info)
}

func versionOf(info *debug.BuildInfo) string {
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	revision := settings["vcs.revision"]
	if len(revision) > 12 {
		revision = revision[:12]
	}
	switch {
	case revision == "":
		return "devel"
	case settings["vcs.modified"] == "true":
		return "devel-" + revision + "-modified"
	}
	return "devel-" + revision
}
