package session

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
)

var updateGuide = flag.Bool("update-guide", false, "write what the pieces of Go print into the guide")

// guide is what comes to mllib from Python, with pieces of Go that are the cells of one notebook.
const guide = "../../mllib/from-scikit-learn.md"

var (
	goPiece  = regexp.MustCompile("(?s)```go\n(.*?)```(\n\n```text\n(.*?)```)?")
	printed  = regexp.MustCompile("(?s)```text\n(.*?)```")
	brackets = strings.NewReplacer("[", " ", "]", " ", "(", " ", ")", " ", ",", " ", "'", " ")
)

// TestGuide runs the pieces of Go in the guide for who comes from scikit-learn: each prints what stands below it.
func TestGuide(t *testing.T) {
	if testing.Short() {
		t.Skip("the guide compiles many cells")
	}
	text, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	s, pieces := newTestSession(t, t.TempDir()), 0
	updated := goPiece.ReplaceAllStringFunc(string(text), func(all string) string {
		m := goPiece.FindStringSubmatch(all)
		pieces++
		said := runCell(t, s, "", m[1])
		said = strings.TrimPrefix(said, "= ")
		want := strings.TrimSuffix(m[3], "\n")
		if m[2] == "" {
			if said != "" {
				t.Errorf("%s\nprints %s, and the guide has no text", m[1], said)
			}
			return all
		}
		if strings.Join(strings.Fields(said), " ") != strings.Join(strings.Fields(want), " ") && !*updateGuide {
			t.Errorf("%s\nprints\n%s\nand the guide says\n%s", m[1], said, want)
		}
		return "```go\n" + m[1] + "```\n\n```text\n" + said + "\n```"
	})
	if *updateGuide {
		if err := os.WriteFile(guide, []byte(updated), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if pieces < 20 {
		t.Errorf("the guide has %d pieces", pieces)
	}
}

// TestGuideColumnsAgree: what the two columns of a section print are the same words and numbers, unless the section says that they differ.
func TestGuideColumnsAgree(t *testing.T) {
	text, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	agree := 0
	for _, section := range strings.Split(string(text), "\n## ") {
		both := printed.FindAllStringSubmatch(section, -1)
		if len(both) < 2 || strings.Contains(section, "The numbers differ") {
			continue
		}
		words := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(brackets.Replace(s)), " ")) }
		if python, mllib := words(both[0][1]), words(both[1][1]); python != mllib || python == "" {
			title, _, _ := strings.Cut(section, "\n")
			t.Errorf("%s: Python prints %q, Go prints %q", title, python, mllib)
		}
		agree++
	}
	if agree < 18 {
		t.Errorf("%d sections agree", agree)
	}
}
