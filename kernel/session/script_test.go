package session

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/derive/judge"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// A script is a notebook in a text file (testdata/*.cells). A cell begins with a line "## id" and goes on with its text.
// Its lines that begin with "//-> " are the transcript to expect, and those that begin with "//~> " a regular expression
// for one line of it. Lines that begin with "//!> " are the lines of the error's traceback, where a script is about them. A line
// "//?> " is a sentence that the traceback has, in a script that is about what is said and not where.
// "## id again" may come more than once: the cell is run again with the new text. A line
// "## restart" ends the session and starts another one on the same notebook.

// transcript records what a cell shows, one line of text for each thing.
type transcript struct {
	text   strings.Builder
	stream string // that has come last, "" after something else
}

// Stream marks where text of the standard error stream begins. It may come in pieces, as time goes.
func (r *transcript) Stream(name, text string) {
	if name == "stderr" && r.stream != name {
		r.text.WriteByte('!')
	}
	r.stream = name
	r.text.WriteString(text)
}

func (r *transcript) line(prefix string, b show.Bundle) {
	r.stream = ""
	if s := r.text.String(); s != "" && !strings.HasSuffix(s, "\n") {
		r.text.WriteByte('\n')
	}
	var text string
	json.Unmarshal(b.Data["text/plain"], &text)
	r.text.WriteString(prefix + text + "\n")
}

func (r *transcript) Display(b show.Bundle, update bool) {
	if update {
		r.line("~ ", b)
	} else {
		r.line("", b)
	}
}
func (r *transcript) Result(_ int, b show.Bundle) { r.line("= ", b) }
func (r *transcript) Clear(bool) {
	r.stream = ""
	r.text.WriteString("<clear>\n")
}
func (r *transcript) Input(context.Context, string, bool) (string, error) {
	return "", fmt.Errorf("no input in scripts")
}

type scriptCell struct {
	line     int
	id, code string
	want     []string // lines; those that begin with "~" are regular expressions
	trace    []string // lines of the traceback; none: not looked at
	says     []string // sentences of the traceback
}

// readScript takes a script apart.
func readScript(t *testing.T, path string) []scriptCell {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return parseScript(string(data))
}

// parseScript takes the text of a script apart.
func parseScript(text string) []scriptCell {
	var cells []scriptCell
	for i, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if id, ok := strings.CutPrefix(line, "## "); ok {
			cells = append(cells, scriptCell{line: i + 1, id: strings.TrimSuffix(id, " again")})
			continue
		}
		if len(cells) == 0 {
			continue // a comment before the first cell
		}
		c := &cells[len(cells)-1]
		switch {
		case strings.HasPrefix(line, "//->"):
			c.want = append(c.want, strings.TrimPrefix(strings.TrimPrefix(line, "//->"), " "))
		case strings.HasPrefix(line, "//~> "):
			c.want = append(c.want, "~"+strings.TrimPrefix(line, "//~> "))
		case strings.HasPrefix(line, "//!>"):
			c.trace = append(c.trace, strings.TrimPrefix(strings.TrimPrefix(line, "//!>"), " "))
		case strings.HasPrefix(line, "//?> "):
			c.says = append(c.says, strings.TrimPrefix(line, "//?> "))
		default:
			c.code += line + "\n"
		}
	}
	return cells
}

func newTestSession(t *testing.T, values string) *Session {
	t.Helper()
	s, err := New(Options{Dir: t.TempDir(), Values: values, Judge: judge.Serve, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// runCell runs a cell and returns its transcript.
func runCell(t *testing.T, s *Session, id, code string) string {
	t.Helper()
	text, _ := runTraced(t, s, id, code)
	return text
}

// colours match what terminals take for colours.
var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// runTraced runs a cell and returns its transcript, and the traceback of its error.
func runTraced(t *testing.T, s *Session, id, code string) (string, []string) {
	t.Helper()
	var trace []string
	var rec transcript
	reply := s.Execute(t.Context(), Request{Code: strings.TrimRight(code, "\n"), CellID: id, StoreHistory: true}, &rec)
	text := rec.text.String()
	if reply.Err != nil {
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		text += "error: " + reply.Err.Error()
		for _, line := range reply.Err.Traceback {
			trace = append(trace, colours.ReplaceAllString(line, ""))
		}
	}
	return strings.TrimRight(text, "\n"), trace
}

func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("scripts compile many cells")
	}
	paths, err := filepath.Glob("testdata/*.cells")
	if err != nil || len(paths) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".cells"), func(t *testing.T) {
			t.Parallel()
			values := t.TempDir()
			s := newTestSession(t, values)
			for _, c := range readScript(t, path) {
				if c.id == "restart" {
					if err := s.Close(); err != nil {
						t.Fatal(err)
					}
					s = newTestSession(t, values)
					continue
				}
				text, trace := runTraced(t, s, c.id, c.code)
				if len(c.says) == 0 {
					compareScript(t, fmt.Sprintf("%s:%d", path, c.line), text, c.want)
				}
				for _, say := range c.says {
					if !hasSentence(trace, say) {
						t.Errorf("%s:%d: want //?> %s; traceback\n//!> %s", path, c.line, say, strings.Join(trace, "\n//!> "))
					}
				}
				if got := strings.Join(trace, "\n//!> "); c.trace != nil && got != strings.Join(c.trace, "\n//!> ") {
					t.Errorf("%s:%d: traceback\n//!> %s", path, c.line, got)
				}
			}
		})
	}
}

// place begins a message: the cell and the line that it is about.
var place = regexp.MustCompile(`^Cell \[\d+\], line \d+: `)

// hasSentence reports whether a traceback has a sentence as a message or as a hint, and none of the parser's words.
func hasSentence(trace []string, say string) bool {
	found := false
	for _, line := range trace {
		if strings.Contains(line, "syntax error: ") {
			return false
		}
		message := place.ReplaceAllString(line, "")
		found = found || message == say || strings.TrimPrefix(line, "    ") == say || strings.TrimPrefix(line, "error: ") == say
	}
	return found
}

func compareScript(t *testing.T, where, got string, want []string) {
	t.Helper()
	var lines []string
	if got != "" {
		lines = strings.Split(got, "\n")
	}
	ok := len(lines) == len(want)
	for i := 0; ok && i < len(want); i++ {
		if re, isRegexp := strings.CutPrefix(want[i], "~"); isRegexp {
			ok = regexp.MustCompile("^(?:" + re + ")$").MatchString(lines[i])
		} else {
			ok = lines[i] == want[i]
		}
	}
	if !ok {
		t.Errorf("%s: got\n//-> %s\nwant\n//-> %s", where, strings.Join(lines, "\n//-> "), strings.Join(want, "\n//-> "))
	}
}
