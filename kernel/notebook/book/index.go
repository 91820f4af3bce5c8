package book

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// Index is a Markdown page of all items of the sources that cells of the notebooks carry as tags: where each is reproduced, and whether it is derived, checked, simulated or
// only shown; first how many there are of each, by source and by notebook. Links are relative to the directory dir. The
// errors are those of Build about notebooks that cannot be read, or that carry items and are not executed.
func Index(opts Options, dir string) ([]byte, error) {
	opts.Notebooks = slices.DeleteFunc(slices.Clone(opts.Notebooks), func(path string) bool {
		nb, err := notebook.Read(path)
		return err == nil && !slices.ContainsFunc(nb.Cells, func(c *notebook.Cell) bool { return len(itemTags(c)) > 0 })
	})
	if len(opts.Notebooks) == 0 {
		return nil, errors.New("no cell of the notebooks carries an item of a source as a tag, as N4.2b")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	for i, path := range opts.Notebooks {
		if opts.Notebooks[i], err = filepath.Abs(path); err != nil {
			return nil, err
		}
	}
	b := &builder{Options: opts, textOnly: true}
	b.read()
	if err := errors.Join(b.errs...); err != nil {
		return nil, err
	}
	for _, c := range b.chapters {
		c.derivations = derivationsOf(c)
	}
	sources := itemsOf(b.chapters, b.sources)
	var out strings.Builder
	out.WriteString(indexHead)
	writeTallies(&out, "source", bySourceTally(sources))
	writeTallies(&out, "notebook", byNotebook(sources))
	for _, s := range sources {
		fmt.Fprintf(&out, "\n## %s\n\n| item | | where |\n|---|---|---|\n", strings.TrimSpace(s.Letter+" "+plainText(s.Name)))
		for _, it := range s.Items {
			links, err := it.links(dir)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&out, "| %s | %s | %s |\n", it.ID, it.How(), links)
		}
	}
	return []byte(out.String()), nil
}

const indexHead = `# Items of the sources

Each item that the sources state is *derived*, by a derivation that is evaluated as it stands, *checked* against exact values, enumerations or another method,
*simulated*, within standard errors, or only *shown*, as definitions, tables and pictures are. The first tables count an item once, by the first of these that applies.
Made by ` + "`mercer book notebooks --items notebooks/ITEMS.md`" + `.
`

func writeTallies(out *strings.Builder, what string, list []tally) {
	fmt.Fprintf(out, "\n| %s | items | derived | checked | simulated | shown |\n|---|---:|---:|---:|---:|---:|\n", what)
	for _, t := range list {
		fmt.Fprintf(out, "| %s | %d | %d | %d | %d | %d |\n", t.Name, t.All(), t.Derived(), t.Checked(), t.Simulated(), t.Shown())
	}
}

// byNotebook counts items where they first appear among the notebooks.
func byNotebook(sources []sourceItems) []tally {
	var list []tally
	at := map[string]int{}
	for _, s := range sources {
		for _, it := range s.Items {
			name := strings.TrimSuffix(filepath.Base(it.Cells[0].file), ".ipynb")
			i, ok := at[name]
			if !ok {
				i = len(list)
				at[name] = i
				list = append(list, tally{Name: name})
			}
			list[i].Count[strongest(it.Ways)]++
		}
	}
	slices.SortFunc(list, func(a, b tally) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// links names the places of an item, one for each place that reads differently.
func (it *item) links(dir string) (string, error) {
	var list []string
	for _, c := range it.Cells {
		path, err := filepath.Rel(dir, c.file)
		if err != nil {
			return "", err
		}
		name := strings.TrimSuffix(filepath.Base(c.file), ".ipynb")
		if c.Number != "" {
			name = c.Number
		}
		where := strings.NewReplacer("|", "\\|", "\n", " ").Replace(plainText(c.Where))
		link := fmt.Sprintf("[%s](%s) %s", name, filepath.ToSlash(path), where)
		if !slices.Contains(list, link) {
			list = append(list, link)
		}
	}
	return strings.Join(list, "; "), nil
}
