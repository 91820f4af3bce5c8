package assignment

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file reads and writes tables as CSV, which people open in spreadsheets.

// formula is with which a spreadsheet has a formula begin.
const formula = "=+-@"

// innerFormula finds a formula behind a semicolon, where a cell begins for a spreadsheet that
// separates columns by semicolons, as many do in Europe. Quotes before it would be those of the cell.
var innerFormula = regexp.MustCompile(`(;"*)([=+\-@])`)

// apart puts a blank before each formula within a text.
func apart(s string) string { return innerFormula.ReplaceAllString(s, "$1 $2") }

// table writes rows as CSV. A cell that a spreadsheet would take for a formula gets a blank before
// it, also one that begins within a cell.
func table(rows [][]string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	for _, row := range rows {
		safe := make([]string, len(row))
		for i, s := range row {
			s = apart(Plain(s))
			if s != "" && strings.ContainsRune(formula, rune(s[0])) {
				s = " " + s
			}
			safe[i] = s
		}
		w.Write(safe)
	}
	w.Flush()
	return b.Bytes()
}

// Plain is a text as tables and terminals may have it, wherever it comes from: valid UTF-8 in one line,
// with blanks in place of control characters.
func Plain(s string) string {
	s = strings.ToValidUTF8(strings.ReplaceAll(s, "\r\n", " "), "\ufffd")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
}

// nameIn is a student's name, or a cell's, as tables have it.
func nameIn(s string) string { return strings.TrimSpace(apart(Plain(s))) }

// maxListed is how many names a remark lists.
const maxListed = 10

// listed lists names in a remark, the first ones of many.
func listed(names []string) string {
	if more := len(names) - maxListed; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxListed], ", "), more)
	}
	return strings.Join(names, ", ")
}

// maxRemark is how many characters a remark has at most.
const maxRemark = 2000

// shortened is a text of at most so many characters.
func shortened(s string, most int) string {
	n := 0
	for at := range s {
		if n++; n > most {
			return s[:at] + "…"
		}
	}
	return s
}

// readTable reads a table; its first row is the header. Without the file there are no rows.
func readTable(path string) ([][]string, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if !utf8.Valid(data) {
		return nil, fmt.Errorf("%s: it is not written in UTF-8: save it as CSV in UTF-8", path)
	}
	first, _, _ := bytes.Cut(data, []byte("\n"))
	for sign, name := range map[string]string{";": "semicolons", "\t": "tabs"} {
		if bytes.Contains(first, []byte(sign)) && !bytes.Contains(first, []byte(",")) {
			return nil, fmt.Errorf("%s: %s separate its columns: save it as CSV with commas, and write points as 1.5", path, name)
		}
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rows, nil
}

func points(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
