package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
	"github.com/mercer-go/mercer/kernel/notebook/export"
	"github.com/mercer-go/mercer/kernel/notebook/gosource"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// exportFlags are the options of "mercer export".
type exportFlags struct {
	asGo, asPDF, trust bool
	dir                string
}

func exportCommand() *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use:   "export NOTEBOOK|DIRECTORY…",
		Short: "Write notebooks as HTML, PDF or Go programs, without running them",
		Long: `Export writes NAME.html beside each NAME.ipynb, with the outputs that are stored in it, or with -o into
a directory. What could run or load something in the page is left out and named, unless --trust keeps it.
With --pdf it writes NAME.pdf instead, the page printed by Chromium or Chrome, as "mercer run --pdf" does.

With --go it writes NAME.go, an ordinary Go program that prints what the notebook shows: its types and
functions, its variables with their types, and a func main of its statements. A %%derive cell becomes a call of
derive.Prove, which judges the derivation when the program runs. Cells that have no place in a program (those
that fail on purpose, scripts, what %undo takes back) are left out and named.

No file is overwritten that mercer has not written.`,
		Example: `  mercer export 03-perceptron.ipynb
  mercer export --pdf 03-perceptron.ipynb
  mercer export --go -o programs 03-perceptron.ipynb
  go run programs/03-perceptron.go`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.dir, "output", "o", "", "write into this `directory`")
	flags.BoolVar(&f.asGo, "go", false, "write Go programs")
	flags.BoolVar(&f.asPDF, "pdf", false, "write PDF")
	flags.BoolVar(&f.trust, "trust", false, "keep scripts, handlers and frames in the HTML")
	cmd.MarkFlagsMutuallyExclusive("go", "trust")
	cmd.MarkFlagsMutuallyExclusive("go", "pdf")
	return cmd
}

func (f *exportFlags) run(cmd *cobra.Command, args []string) error {
	paths, err := execute.Find(args)
	if err != nil {
		return err
	}
	if f.dir != "" {
		if err := os.MkdirAll(f.dir, 0o777); err != nil {
			return fmt.Errorf("cannot make the output directory: %w", err)
		}
	}
	var failed []error
	for _, path := range paths {
		if err := f.one(cmd, path); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", path, err))
		}
	}
	return errors.Join(failed...)
}

// one exports a notebook and tells what it has written and left out.
func (f *exportFlags) one(cmd *cobra.Command, path string) error {
	nb, err := notebook.Read(path)
	if err != nil {
		return err
	}
	dir, name := filepath.Dir(path), strings.TrimSuffix(filepath.Base(path), ".ipynb")
	if f.dir != "" {
		dir = f.dir
	}
	var data []byte
	var notes []string
	opts := export.Options{Name: name, Trust: f.trust, Base: export.Base(dir, filepath.Dir(path))}
	target := filepath.Join(dir, name+".html")
	switch {
	case f.asGo:
		target = filepath.Join(dir, name+".go")
		data, notes, err = goProgram(cmd, nb, name)
	case f.asPDF:
		target = filepath.Join(dir, name+".pdf")
		data, notes, err = pdf(cmd, nb, opts)
	default:
		data, notes, err = htmlPage(nb, opts)
	}
	if err != nil {
		return err
	}
	if err := ours(target, f.asGo); err != nil {
		return err
	}
	if err := notebook.WriteFile(target, data); err != nil {
		return err
	}
	for _, note := range notes {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", path, note)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s -> %s\n", path, target)
	return nil
}

func ours(target string, asGo bool) error {
	if asGo {
		return gosource.Ours(target)
	}
	return export.Ours(target)
}

func htmlPage(nb *notebook.Notebook, opts export.Options) (data []byte, notes []string, err error) {
	page := export.HTML(nb, opts)
	if len(page.Left) > 0 {
		notes = []string{fmt.Sprintf("the page is without %s, which could run or load something; --trust keeps it", strings.Join(page.Left, ", "))}
	}
	return page.HTML, notes, nil
}

func pdf(cmd *cobra.Command, nb *notebook.Notebook, opts export.Options) (data []byte, notes []string, err error) {
	browser, err := export.Browser()
	if err != nil {
		return nil, nil, err
	}
	page, notes, err := htmlPage(nb, opts)
	if err == nil {
		data, err = export.PDF(cmd.Context(), browser, page)
	}
	return data, notes, err
}

func goProgram(cmd *cobra.Command, nb *notebook.Notebook, name string) (data []byte, notes []string, err error) {
	env, err := toolchain.New(toolchain.Config{})
	if err != nil {
		return nil, nil, err
	}
	defer env.Close()
	p, err := gosource.Write(cmd.Context(), nb, name, env)
	if err != nil {
		return nil, nil, err
	}
	return p.Source, p.Notes, nil
}
