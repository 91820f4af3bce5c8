package formula_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// record is a drawn formula of testdata/golden: what the inventory prints and what the language makes of it.
//
//	--- ITEM CLASS
//	% the formula as drawn
//	% for class none and cannot: why
//	the document
//	==> parse
//	…
type record struct {
	file, item, class string
	comment           []string          // the drawn formula, then reasons
	text              string            // the document; "" for none and cannot
	golden            map[string]string // by section
}

// The classes of drawn formulas.
const (
	statement  = "statement"  // holds at every point of its domains
	definition = "definition" // becomes \let, tested by a property of what it defines
	instance   = "instance"   // said for a small case or in part: two states of a chain, one solved program, a series cut off
	none       = "none"       // has no value at points: a name, a limit, an assumption, an assignment
	cannot     = "cannot"     // the language has no words for it
)

// sections are what -update writes, in this order.
var sections = []string{"parse", "latex", "values"}

// name is unique in its file: the same item may be drawn several times.
func (r *record) name(records []*record) string {
	k := 1
	for _, other := range records {
		if other == r {
			break
		}
		if other.file == r.file && other.item == r.item {
			k++
		}
	}
	return fmt.Sprintf("%s/%s-%d", strings.TrimSuffix(filepath.Base(r.file), ".txt"), r.item, k)
}

func readGolden(t testing.TB) []*record {
	t.Helper()
	files, err := filepath.Glob("testdata/golden/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("testdata/golden holds no files (%v)", err)
	}
	var all []*record
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		records, err := parseRecords(file, string(data))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, records...)
	}
	return all
}

func parseRecords(file, data string) ([]*record, error) {
	var all []*record
	for i, block := range strings.Split("\n"+data, "\n--- ")[1:] {
		r, err := parseRecord(file, block)
		if err != nil {
			return nil, fmt.Errorf("%s, record %d: %w", file, i+1, err)
		}
		all = append(all, r)
	}
	return all, nil
}

func parseRecord(file, block string) (*record, error) {
	head, rest, _ := strings.Cut(block, "\n")
	words := strings.Fields(head)
	if len(words) != 2 || !slices.Contains([]string{statement, definition, instance, none, cannot}, words[1]) {
		return nil, fmt.Errorf("the first line is --- ITEM CLASS, not %q", head)
	}
	r := &record{file: file, item: words[0], class: words[1], golden: map[string]string{}}
	parts := strings.Split("\n"+strings.TrimSpace(rest), "\n==> ")
	lines := strings.Split(strings.TrimSpace(parts[0]), "\n")
	k := 0
	for k < len(lines) && strings.HasPrefix(lines[k], "%") {
		k++
	}
	r.comment, r.text = lines[:k], strings.Join(lines[k:], "\n")
	if len(r.comment) == 0 || (r.text == "") != (r.class == none || r.class == cannot) {
		return nil, fmt.Errorf("%s: the drawn formula or the text is missing", r.item)
	}
	for _, p := range parts[1:] {
		section, body, _ := strings.Cut(p, "\n")
		if !slices.Contains(sections, section) {
			return nil, fmt.Errorf("%s: no section is called %q", r.item, section)
		}
		r.golden[section] = strings.TrimSpace(body)
	}
	return r, nil
}

func (r *record) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "--- %s %s\n%s\n", r.item, r.class, strings.Join(r.comment, "\n"))
	if r.text != "" {
		fmt.Fprintf(&b, "%s\n", r.text)
	}
	for _, s := range sections {
		if body, ok := r.golden[s]; ok {
			fmt.Fprintf(&b, "==> %s\n%s\n", s, body)
		}
	}
	return b.String()
}

// writeGolden rewrites the files of the records.
func writeGolden(t testing.TB, records []*record) {
	t.Helper()
	texts := map[string][]string{}
	for _, r := range records {
		texts[r.file] = append(texts[r.file], r.String())
	}
	for file, list := range texts {
		if err := os.WriteFile(file, []byte(strings.Join(list, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
