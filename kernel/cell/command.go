package cell

import (
	"regexp"
	"slices"
	"strings"
)

// commentPrefix may stand before a command, so that tools that read Go take it for a comment.
const commentPrefix = "//gonb:"

// question matches a line that asks what a name is: "name?", "?name" and, for its source, "name??" and "??name".
var question = regexp.MustCompile(`^\s*(\?{0,2})([\pL_][\pL\pN_]*(?:\.[\pL_][\pL\pN_]*)*)(\?{0,2})\s*$`)

// asksFor returns the arguments of %doc that a question stands for, or "" for any other line.
func asksFor(line string) string {
	m := question.FindStringSubmatch(line)
	switch {
	case m == nil || m[1] == "" && m[3] == "":
		return ""
	case m[1] == "??" || m[3] == "??":
		return "-src " + m[2]
	}
	return m[2]
}

// parseCommand makes a Command of a line (continuations joined, no comment prefix) that begins with "%" or "!", or is a
// question.
func parseCommand(line string) Command {
	if name := asksFor(line); name != "" {
		return parseCommand("%doc " + name)
	}
	prefix, rest := line[:1], strings.TrimLeft(line[1:], " \t")
	if prefix == "!" {
		if strings.HasPrefix(rest, "*") {
			prefix, rest = "!*", rest[1:]
		}
		return Command{Prefix: prefix, Text: rest}
	}
	cmd := Command{Prefix: prefix}
	words := Words(rest)
	if len(words) == 0 {
		return cmd
	}
	cmd.Name, cmd.Args = words[0], words[1:]
	if i := strings.IndexAny(rest, " \t"); i >= 0 {
		cmd.Text = strings.TrimSpace(rest[i:])
	}
	return cmd
}

// Words splits a command line at spaces. A part in double quotes is taken as it stands, spaces included, and may be
// empty; inside quotes "\n" and "\t" are a newline and a tab, and a backslash before anything else stands for it.
func Words(line string) []string {
	var words []string
	var word []byte
	started, quoted := false, false
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case !quoted && (c == ' ' || c == '\t' || c == '\n' || c == '\r'):
			if started {
				words = append(words, string(word))
			}
			word, started = nil, false
			continue
		case c == '"':
			quoted, started = !quoted, true
			continue
		case c == '\\' && quoted:
			if i++; i == len(line) {
				continue
			}
			c = unescape(line[i])
		}
		word, started = append(word, c), true
	}
	if started {
		words = append(words, string(word))
	}
	return words
}

func unescape(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	}
	return c
}

// scriptOf returns the script of a cell whose first line says that it is one, else nil.
func scriptOf(src string) *Script {
	line, next := lineAt(src, 0)
	line = strings.TrimPrefix(line, commentPrefix)
	words := Words(line)
	if len(words) == 0 || !strings.HasPrefix(words[0], "%%") || !isScript(words[0][2:]) {
		return nil
	}
	return &Script{Name: words[0][2:], Args: words[1:], Body: src[next:]}
}

// Scripts are the names that make a cell a script with "%%" before them. "gx" is GoNB's; it is recognised so that a session
// can refuse it by name.
var Scripts = []string{"writefile", "script", "bash", "sh", "derive", "gx"}

func isScript(name string) bool { return slices.Contains(Scripts, name) }
