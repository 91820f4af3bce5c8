package assignment

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// leaks lists, in sentences, what the notebook of students gives away: lines of answers, and hidden tests.
func leaks(source, released *notebook.Notebook) (list []string) {
	shown := map[string]int{}
	for i, c := range released.Cells {
		for line := range strings.SplitSeq(c.Source, "\n") {
			shown[strings.TrimSpace(line)] = i + 1
			for _, r := range regions {
				if strings.Contains(line, "BEGIN "+r.name) || strings.Contains(line, "END "+r.name) {
					list = append(list, fmt.Sprintf("cell %d of the release has a line with %s", i+1, r.name))
				}
			}
		}
	}
	for i, c := range source.Cells {
		p, ok := partOf(c)
		switch {
		case !ok:
		case p.Answer:
			for _, line := range ofSolution(c.Source, c.Type == notebook.Code) {
				if at := shown[line]; at > 0 {
					list = append(list, fmt.Sprintf("%s: cell %d of the release has a line of the answer: %s", p.ID, at, line))
				}
			}
		case p.Graded:
			if strings.Contains(released.Cells[i].Source, "check.Points") {
				list = append(list, fmt.Sprintf("%s: the test that gives points is released", p.ID))
			}
		}
	}
	return list
}

// ofSolution are the lines of an answer that say something: longer than twelve characters, and no comments.
func ofSolution(text string, code bool) (lines []string) {
	inside := !strings.Contains(text, "BEGIN SOLUTION")
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case strings.Contains(line, "BEGIN SOLUTION"):
			inside = true
		case strings.Contains(line, "END SOLUTION"):
			inside = false
		case inside && utf8.RuneCountInString(line) > 12 && !(code && strings.HasPrefix(line, "//")):
			lines = append(lines, line)
		}
	}
	return lines
}
