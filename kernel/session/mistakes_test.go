package session

import (
	"encoding/json"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/hints"
	"github.com/mercer-go/mercer/kernel/program"
)

// leastMistakes is how many mistakes the scripts have at least.
const leastMistakes = 900

// TestMistakes: every record of the table of hints is met by a mistake of the scripts, so that each sentence has been read in its place. Of
// names of other languages and libraries, which are many alike, it is enough that the scripts have some.
func TestMistakes(t *testing.T) {
	paths, err := filepath.Glob("testdata/mistakes_*.cells")
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	mistakes := 0
	for _, path := range paths {
		for _, c := range readScript(t, path) {
			if len(c.says) > 0 {
				mistakes++
			}
			said = append(said, c.says...)
		}
	}
	if mistakes < leastMistakes {
		t.Errorf("the scripts have %d mistakes, want at least %d", mistakes, leastMistakes)
	}
	all := strings.Join(said, "\n")
	for _, r := range hints.Rules {
		pattern := regexp.QuoteMeta(os.Expand(r.Say, func(string) string { return "\x00" }))
		if !r.Sampled && !regexp.MustCompile(strings.ReplaceAll(pattern, "\x00", ".*")).MatchString(all) {
			t.Errorf("no script has the mistake of this record: %s | %s | %s", r.Error, r.Line, r.Say)
		}
	}
}

// member matches a member of a package in a sentence.
var member = regexp.MustCompile(`\b([a-z][a-z0-9]*)\.([A-Z]\w*)`)

// TestSentencesNameWhatIsThere: a member of a package that a sentence of the table names is there.
func TestSentencesNameWhatIsThere(t *testing.T) {
	s := newTestSession(t, t.TempDir())
	checked := 0
	for _, r := range hints.Rules {
		for _, m := range member.FindAllStringSubmatch(r.Say, -1) {
			paths := s.Env().View().Named(t.Context(), m[1])
			if len(paths) == 0 || m[1] == "x" { // a variable
				continue
			}
			checked++
			if path := s.Env().PackageOf(m[1], []string{m[2]}); path == "" {
				t.Errorf("%q: no package %s has %s", r.Say, m[1], m[2])
			} else if p, err := s.Env().Package(t.Context(), path); err != nil || p.Scope().Lookup(m[2]) == nil {
				t.Errorf("%q: package %s has no %s (%v)", r.Say, path, m[2], err)
			}
		}
	}
	if checked < 100 {
		t.Errorf("%d members of packages were found in the sentences", checked)
	}
}

// failing returns the ids of a notebook's cells that are to fail.
func failing(t *testing.T, path string) map[string]bool {
	t.Helper()
	var nb struct {
		Cells []struct {
			ID       string                  `json:"id"`
			Metadata struct{ Tags []string } `json:"metadata"`
		} `json:"cells"`
	}
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &nb)
	}
	if err != nil {
		t.Fatal(err)
	}
	fails := map[string]bool{}
	for _, c := range nb.Cells {
		fails[c.ID] = slices.Contains(c.Metadata.Tags, "raises-exception")
	}
	return fails
}

// TestCourseHasNoHints: no cell of the course, which compiles, gets a note about what was probably not meant. Of the chapters each eighth is
// taken, and all where time does not matter.
func TestCourseHasNoHints(t *testing.T) {
	paths, err := filepath.Glob("../../notebooks/*.ipynb")
	if err != nil || len(paths) < 40 {
		t.Fatal(paths, err)
	}
	cells := 0
	for i, path := range paths {
		if os.Getenv("MERCER_SLOW") == "" && i%8 != 0 {
			continue
		}
		s := newTestSession(t, t.TempDir())
		req := program.Request{}
		fails := failing(t, path)
		for _, c := range fileCells(path) {
			if req.Cell, err = cell.Split(c.code); err != nil || fails[c.id] || req.Cell.Script != nil || len(req.Cell.Commands) > 0 {
				continue
			}
			p, err := program.Compose(t.Context(), s.Env(), req)
			if err != nil {
				t.Errorf("%s: %s: %v", filepath.Base(path), firstLine(c.code), err)
				continue
			}
			cells++
			for _, n := range p.Notes {
				t.Errorf("%s: %s: %s", filepath.Base(path), firstLine(c.code), n)
			}
			req.Defs = p.Defs
		}
	}
	if cells < 100 {
		t.Errorf("%d cells were looked at", cells)
	}
}

// TestUnknownMembers: in a fresh notebook a member that a package of ours lacks is answered with the package and its nearest members.
func TestUnknownMembers(t *testing.T) {
	s := newTestSession(t, t.TempDir())
	asked := 0
	for _, p := range s.Env().Packages() {
		ours := strings.HasPrefix(p.Path, "github.com/mercer-go/mercer/mllib") || strings.HasPrefix(p.Path, "github.com/mercer-go/mercer/display")
		if !ours && p.Path != "gonum.org/v1/gonum/floats" && p.Path != "strings" {
			continue
		}
		types, err := s.Env().Package(t.Context(), p.Path)
		if err != nil {
			t.Error(p.Path, err)
			continue
		}
		names := slices.DeleteFunc(types.Scope().Names(), func(n string) bool { return !token.IsExported(n) || len(n) < 5 })
		if len(names) == 0 {
			continue
		}
		if asked++; !taken(asked) {
			continue
		}
		last := names[len(names)-1]
		split, _ := cell.Split(p.Name + "." + last + "zq()")
		_, err = program.Compose(t.Context(), s.Env(), program.Request{Cell: split})
		if text := fmt.Sprint(err); !strings.Contains(text, p.Name+"."+last) {
			t.Errorf("%s.%szq: %s, want %s.%s", p.Name, last, text, p.Name, last)
		}
	}
	if asked < 40 {
		t.Errorf("%d packages were asked", asked)
	}
}
