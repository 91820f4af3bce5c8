package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/assignment"
	"github.com/mercer-go/mercer/kernel/notebook/book"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
)

func bookCommand() *cobra.Command {
	var dir, items string
	var quiet, strict bool
	cmd := &cobra.Command{
		Use:   "book NOTEBOOK|DIRECTORY… -o DIRECTORY",
		Short: "Write executed notebooks as one site of static pages",
		Long: `Book makes a site of the notebooks, a page each, in alphabetical order: with contents, search, an index
of derivations and one of the items of the sources that cells carry as tags. It works from the directory
as from a server and needs no network. A README.md beside the first notebook gives the site its title,
its first paragraph and the names of the sources, and becomes a page.

Notebooks are taken as they are stored; assignments, which hold the answers, are left out. A notebook that cannot be read, is not
executed or holds a failing cell, a link that leads nowhere and a picture from the network are reported as warnings: the site
is written without them. The exit status is 0 if every notebook has its page, and 1 if one could not be read. With --strict
all of these are errors: nothing is written, and the exit status is 1. The
directory must be new, empty or hold an earlier site, of which only mercer's own files are replaced.

With --items it writes a Markdown file instead or besides: where each item of the sources stands, assignments included,
and whether it is derived, checked, simulated or shown.`,
		Example: `  mercer book notebooks -o site
  mercer run --in-place notebooks && mercer book notebooks -o site
  mercer book notebooks --items notebooks/ITEMS.md`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return writeBook(cmd, args, dir, items, quiet, strict) },
	}
	cmd.Flags().StringVarP(&dir, "output", "o", "", "write the site into this `directory`")
	cmd.Flags().BoolVarP(&quiet, "quiet", "q", false, "show warnings and errors only")
	cmd.Flags().BoolVar(&strict, "strict", false, "write nothing if anything is wrong with a chapter, for continuous integration")
	cmd.Flags().StringVar(&items, "items", "", "write the items of the sources into this Markdown `file`")
	cmd.MarkFlagsOneRequired("output", "items")
	return cmd
}

func writeBook(cmd *cobra.Command, args []string, dir, items string, quiet, strict bool) error {
	all, err := execute.Find(args)
	if err != nil {
		return err
	}
	paths, sets := withoutAssignments(all)
	if items != "" {
		if err := writeItems(slices.Concat(paths, sets), items); err != nil || dir == "" {
			return err
		}
	}
	if len(paths) == 0 {
		return fmt.Errorf("all of these are assignments, whose answers do not belong into a book: %s", strings.Join(sets, ", "))
	}
	opts := bookOptions(paths)
	opts.Strict = strict
	site, err := book.Build(opts)
	if err != nil {
		return err
	}
	if err := site.Write(dir); err != nil {
		return err
	}
	if len(sets) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "assignments are left out, for they hold the answers: %s\n", strings.Join(sets, ", "))
	}
	for _, fault := range site.Faults {
		fmt.Fprintf(cmd.ErrOrStderr(), "warning: %v\n", fault)
	}
	for _, note := range site.Notes {
		fmt.Fprintln(cmd.ErrOrStderr(), note)
	}
	index := filepath.Join(dir, "index.html")
	if site.Chapters < len(paths) {
		return fmt.Errorf("%d of %d notebooks -> %s: the others have no page", site.Chapters, len(paths), index)
	}
	if !quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s -> %s\n", countedNotebooks(site.Chapters), index)
	}
	return nil
}

func countedNotebooks(n int) string {
	if n == 1 {
		return "1 notebook"
	}
	return fmt.Sprintf("%d notebooks", n)
}

// bookOptions are those of notebooks with the README.md beside the first of them.
func bookOptions(paths []string) book.Options {
	opts := book.Options{Notebooks: paths}
	if len(paths) > 0 {
		readme := filepath.Join(filepath.Dir(paths[0]), "README.md")
		if _, err := os.Stat(readme); err == nil {
			opts.Readme = readme
		}
	}
	return opts
}

// writeItems writes the index of items.
func writeItems(paths []string, file string) error {
	index, err := book.Index(bookOptions(paths), filepath.Dir(file))
	if err != nil {
		return err
	}
	return os.WriteFile(file, index, 0o644)
}

// withoutAssignments parts the sources of assignments from notebooks that are read. One that cannot be read is among the latter, where that is told.
func withoutAssignments(paths []string) (read, sets []string) {
	for _, path := range paths {
		if nb, err := notebook.Read(path); err == nil && assignment.Is(nb) {
			sets = append(sets, path)
		} else {
			read = append(read, path)
		}
	}
	return read, sets
}
