package verify

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Table writes the findings as a table, and below it of each notebook that is not as stored a sentence that says why, and each difference.
func Table(w io.Writer, list []Finding) error {
	var b strings.Builder
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "notebook\tcells\tequal\tdifferent\ttime\t")
	for _, f := range list {
		fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%.2f s\t%s\n", f.Path, f.Cells, f.Equal, f.Cells-f.Equal, f.Took.Seconds(), mark(f))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	for _, f := range list {
		if !f.OK() {
			fmt.Fprintf(&b, "%s: %s\n", f.Path, f.Verdict())
		}
		for _, d := range f.Differences {
			fmt.Fprintf(&b, "%s: %s\n", f.Path, d)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func mark(f Finding) string {
	switch {
	case f.Err != nil:
		return "failed"
	case len(f.Differences) > 0:
		return "differs"
	}
	return "ok"
}
