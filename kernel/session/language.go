package session

import (
	"context"
	"fmt"
	"html"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/complete"
)

// This file answers questions about code that is not run: completion, inspection, completeness.

// newCompleter makes the completer of the session's packages and commands.
func (s *Session) newCompleter() *complete.Completer {
	var magics []complete.Command
	for _, c := range commands {
		for _, n := range append([]string{c.name}, c.alias...) {
			magics = append(magics, complete.Command{Name: "%" + n, Usage: c.args, Help: c.help, Arg: c.arg})
		}
	}
	return complete.New(s.env, magics)
}

// Complete lists how code can go on at the cursor, a number of code points.
func (s *Session) Complete(ctx context.Context, code string, cursor int) complete.Result {
	return s.completer.Complete(ctx, s.question(code, cursor))
}

// Inspect describes what is at the cursor, a number of code points; with detail 1 also its source.
func (s *Session) Inspect(ctx context.Context, code string, cursor, detail int) complete.Inspection {
	return s.completer.Inspect(ctx, s.question(code, cursor), detail)
}

func (s *Session) question(code string, cursor int) complete.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return complete.Request{Code: code, Cursor: cursor, Defs: s.now.Defs, Dir: s.settings.dir, Value: s.brief}
}

// IsComplete says whether a text can be run as it stands, and how the next line should be indented if not.
func (s *Session) IsComplete(code string) (status, indent string) {
	st, indent := cell.Complete(code)
	return string(st), indent
}

// docTime is how long %doc waits for packages that are not loaded yet, and for the value of a variable. An interrupt ends the wait.
const docTime = time.Minute

// cmdDoc shows the documentation of a name in the front end's pager.
func (x *execution) cmdDoc(ctx context.Context, c cell.Command) error {
	name, source := strings.CutPrefix(strings.TrimSpace(c.Text), "-src ")
	if name = strings.TrimSpace(name); name == "" {
		return fmt.Errorf("names nothing; as in %%doc strings.Cut")
	}
	detail := 0
	if source {
		detail = 1
	}
	question := x.s.question(name, utf8.RuneCountInString(name))
	question.Patience = docTime
	found := x.s.completer.Inspect(ctx, question, detail)
	if !found.Found {
		return fmt.Errorf("nothing is known of %s", name)
	}
	if text, ok := found.Data["text/markdown"]; ok {
		found.Data["text/markdown"] = wrapAtWords(text)
	}
	x.payload = append(x.payload, Payload{Source: "page", Data: found.Data})
	return nil
}

// fencedGo matches a piece of Go in Markdown.
var fencedGo = regexp.MustCompile("(?ms)^```go\n(.*?)\n```$")

// wrapAtWords has the lines of Go in Markdown wrap between words: in outputs, JupyterLab breaks those of its own code blocks anywhere.
func wrapAtWords(markdown string) string {
	return fencedGo.ReplaceAllStringFunc(markdown, func(block string) string {
		code := fencedGo.FindStringSubmatch(block)[1]
		return `<pre style="word-break:normal;overflow-wrap:anywhere"><code>` + html.EscapeString(code) + "</code></pre>"
	})
}
