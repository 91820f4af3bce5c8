package execute

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// result is how a notebook of a batch ended. The zero value but for its path is of one that was not run.
type result struct {
	path   string
	began  bool
	before bool // an earlier run has written its results
	took   time.Duration
	err    error
}

// state names how it ended.
func (r result) state() string {
	switch {
	case !r.began:
		return "not run"
	case r.err != nil:
		return "failed"
	case r.before:
		return "done before"
	}
	return "ok"
}

// writeTable writes the table of the notebooks, one a row, in the format CSV, if there is to be one.
func (b *Batch) writeTable(results []result) error {
	if b.Table == "" {
		return nil
	}
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	w.Write([]string{"notebook", "state", "seconds", "error"}) // a buffer takes all
	for _, r := range results {
		row := []string{r.path, r.state(), "", ""}
		if r.began && !r.before {
			row[2] = strconv.FormatFloat(r.took.Seconds(), 'f', 2, 64)
		}
		if r.err != nil {
			row[3] = strings.ReplaceAll(strings.TrimPrefix(r.err.Error(), r.path+": "), "\n", "; ")
		}
		w.Write(row)
	}
	w.Flush()
	if err := notebook.WriteFile(b.Table, text.Bytes()); err != nil {
		return fmt.Errorf("the table of the notebooks: %w", err)
	}
	return nil
}
