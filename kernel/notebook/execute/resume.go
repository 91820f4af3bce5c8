package execute

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// Digest names what results depend on: equal parts have the same digest.
func Digest(parts ...[]byte) string {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d ", len(part))
		h.Write(part)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}

// digest names what the results of a notebook depend on: the notebook, its parameters, whether cells may fail, and the version of the program.
func (b *Batch) digest(nb *notebook.Notebook) string {
	return Digest(nb.Marshal(), fmt.Append(nil, b.Params), fmt.Append(nil, b.AllowErrors), []byte(b.Version))
}

// doneName is where the metadata of a result say what it is the result of. Only that of a notebook that ran to its end says it.
const doneName = "mercer_run"

func markDone(nb *notebook.Notebook, of string) {
	nb.Metadata = maps.Clone(nb.Metadata)
	if nb.Metadata == nil {
		nb.Metadata = map[string]any{}
	}
	nb.Metadata[doneName] = map[string]any{"of": of}
}

// done tells whether an earlier run has written all of the results at t. What cannot be read was not written: it is written again.
func done(t target, of string) bool {
	nb, err := notebook.Read(t.notebook)
	if err != nil {
		return false
	}
	for _, page := range t.pages() {
		if _, err := os.Stat(page); err != nil {
			return false
		}
	}
	m, _ := nb.Metadata[doneName].(map[string]any)
	return m["of"] == of
}

// sweep removes what a run that was killed has left of the files that it was writing, see [notebook.WriteFile].
func sweep(targets []target) error {
	below := map[string][]string{}
	for _, t := range targets {
		for _, path := range append(t.pages(), t.notebook) {
			dir := filepath.Dir(path)
			below[dir] = append(below[dir], filepath.Base(path))
		}
	}
	for dir, names := range below {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return fmt.Errorf("cannot look for what an earlier run has left: %w", err)
		}
		slices.Sort(names)
		for _, e := range entries {
			if _, ours := slices.BinarySearch(names, halfWritten(e.Name())); !ours {
				continue
			}
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("cannot remove what an earlier run has left: %w", err)
			}
		}
	}
	return nil
}

// halfWritten returns the name of the file that was to take the place of a temporary one, which is called .NAME.DIGITS.tmp; "" if the name is another.
func halfWritten(temp string) string {
	name, hidden := strings.CutPrefix(temp, ".")
	name, isTemp := strings.CutSuffix(name, ".tmp")
	dot := strings.LastIndexByte(name, '.')
	if !hidden || !isTemp || dot < 0 || dot == len(name)-1 || strings.Trim(name[dot+1:], "0123456789") != "" {
		return ""
	}
	return name[:dot]
}
