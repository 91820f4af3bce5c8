package cell

import (
	"fmt"
	"go/format"
	"go/token"
	"strings"
)

// Format returns the text of a cell with its Go formatted as gofmt does it. Commands and blank lines between declarations
// and statements stay as they are; so do scripts. Text that does not parse is an error, with places in the cell.
func Format(src string) (string, error) {
	c, err := Split(src)
	if err != nil || c.Script != nil {
		return src, err
	}
	if _, err := Parse(token.NewFileSet(), FileKey(src), c); err != nil {
		return "", err
	}
	lines := strings.SplitAfter(src, "\n")
	var out strings.Builder
	from := 0 // of the lines that are not written yet, 0-based
	for _, cmd := range c.Commands {
		if err := formatGo(&out, lines[from:cmd.Line-1]); err != nil {
			return "", err
		}
		from = cmd.Line - 1 + cmd.Lines
		out.WriteString(strings.Join(lines[cmd.Line-1:from], ""))
	}
	if err := formatGo(&out, lines[from:]); err != nil {
		return "", err
	}
	return out.String(), nil
}

// formatGo formats lines of Go item by item, as no Go file may mix declarations and statements.
func formatGo(out *strings.Builder, lines []string) error {
	text := strings.Join(lines, "")
	items, _ := Items(text)
	from := 0
	for i := 0; i < len(items); {
		to := i + 1 // items of one kind stand in one piece, so that what they align stays aligned
		for to < len(items) && isStatement(items[to]) == isStatement(items[i]) && expressions(text[items[to].Start:items[to].End]) < 2 {
			to++
		}
		end := len(text)
		if to < len(items) {
			end = lineStart(text, items[to].Start, items[to-1].End)
		}
		piece, err := formatPiece(text[from:end], text[items[i].Start:items[i].End])
		if err != nil {
			return err
		}
		out.WriteString(piece)
		from, i = end, to
	}
	out.WriteString(text[from:])
	return nil
}

func isStatement(it Item) bool { return it.Kind == KindStmt }

// lineStart returns where the comment above an item begins that belongs to it: after the line of the item before, or at the
// item itself when both stand on one line.
func lineStart(text string, at, before int) int {
	if i := strings.IndexByte(text[before:at], '\n'); i >= 0 {
		return before + i + 1
	}
	return at
}

// formatPiece formats items of one kind with what stands between them; first is the text of the first of them.
func formatPiece(text, first string) (string, error) {
	blanks := ""
	if n := expressions(first); n > 1 {
		blanks = strings.Repeat("_, ", n-1) + "_ = "
		text = strings.Replace(text, first, blanks+first, 1)
	}
	formatted, err := format.Source([]byte(text))
	if err != nil {
		return "", fmt.Errorf("this is not formatted: %w", err)
	}
	return strings.Replace(string(formatted), blanks, "", 1), nil
}
