package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/jupyter/kernelspec"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// placeFlags say where a kernel is installed.
type placeFlags struct {
	user  bool
	name  string
	place kernelspec.Place
}

func (f *placeFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.user, "user", false, "for this user (the default)")
	flags.StringVar(&f.place.Prefix, "prefix", "", "below this `directory`, such as /usr/local for all users")
	flags.BoolVar(&f.place.SysPrefix, "sys-prefix", false, "in the active Python environment")
	flags.StringVar(&f.name, "name", kernelspec.DefaultName, "name of the kernel")
	cmd.MarkFlagsMutuallyExclusive("user", "prefix", "sys-prefix")
}

func installCommand() *cobra.Command {
	var f placeFlags
	var display string
	var cold, confined bool
	cmd := &cobra.Command{
		Use:   "install",
		Short: "Install the kernel for Jupyter",
		Long: `Install tells Jupyter of the kernel, and compiles the packages that notebooks commonly use, so that the
first cell is fast. The kernel is this program: where it is a temporary file, as with "go run", it is
copied to the user's data directory first.

With a prefix it is installed for all who use what lies there: the program is copied to PREFIX/bin, and the compiled
packages are in PREFIX/share/mercer/cache, which its users read and only the one who installs can write to. The Go
toolchain has to be in the PATH of each of them. Where the prefix is a Python environment, papermill takes parameters there.

A confined kernel, whose name is then mercer-confined, is for who runs what others have written, as a grader does: it reads the toolchain and the
system's programs, changes files in the notebook's directory and a temporary one only, opens no TCP connection, and keeps
neither values nor history. It needs Linux 6.7 or later, and does not start where it cannot be confined.`,
		Example: `  mercer install
  mercer install --sys-prefix
  mercer install --confined --sys-prefix
  mercer install --prefix /usr/local --name mercer-dev --display-name "Go (Mercer, dev)"`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			root, err := f.place.Root()
			if err != nil {
				return err
			}
			if confined {
				if root == "" {
					return usageError{errors.New("--confined needs --prefix or --sys-prefix: such a kernel sees nothing in a home directory, and takes compiled packages from the prefix")}
				}
				if !cmd.Flags().Changed("name") {
					f.name = kernelspec.ConfinedName
				}
			}
			exe, err := installedProgram(root)
			if err != nil {
				return err
			}
			dir, err := kernelspec.Install(f.place, kernelspec.Options{Command: exe, Name: f.name, DisplayName: display, Confined: confined})
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "installed the kernel in %s\n", dir)
			switch {
			case cold:
				return nil
			case root != "":
				return share(cmd, exe)
			}
			return warm(cmd)
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&display, "display-name", "", fmt.Sprintf("name in Jupyter's menus (default %q)", kernelspec.DisplayName))
	cmd.Flags().BoolVar(&confined, "confined", false, "a kernel for notebooks of strangers: it has no network, no files but those it needs, and keeps nothing")
	cmd.Flags().BoolVar(&cold, "no-warm", false, "compile nothing now")
	return cmd
}

// warm compiles what notebooks commonly use. Where that is not possible, for want of a network, say, it tells so: the kernel works
// for all that does not need what is missing.
func warm(cmd *cobra.Command) error {
	cfg, err := programConfig()
	if err != nil {
		return err
	}
	env, err := toolchain.New(cfg)
	if err != nil {
		return err
	}
	defer env.Close()
	s := newStatus(cmd.ErrOrStderr())
	defer s.end()
	err = env.Warm(cmd.Context(), s.show)
	if err == nil || cmd.Context().Err() != nil {
		return err
	}
	s.end()
	fmt.Fprintf(cmd.ErrOrStderr(), "mercer: not everything could be compiled ahead: %v; cells try again when they need it\n", err)
	return nil
}

func uninstallCommand() *cobra.Command {
	var f placeFlags
	cmd := &cobra.Command{
		Use:     "uninstall",
		Short:   "Remove the kernel from Jupyter",
		Example: "  mercer uninstall\n  mercer uninstall --prefix /usr/local --name mercer-dev",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			root, err := f.place.Root()
			if err != nil {
				return err
			}
			used := kernelspec.Program(f.place, f.name)
			dir, err := kernelspec.Uninstall(f.place, f.name)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "removed %s\n", dir)
			return removeProgram(cmd, f.place, root, used)
		},
	}
	f.add(cmd)
	return cmd
}
