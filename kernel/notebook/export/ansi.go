package export

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// This file shows what a terminal would: colours as spans, and lines overwritten after a carriage return.

var ansiNames = [...]string{"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"}

// look is how text is shown; the zero value is plain.
type look struct {
	fg, bg                                          string // a class such as "red" or "bright-red", or a colour such as "#0a0b0c"
	bold, faint, italic, underline, strike, inverse bool
}

var escapeSequence = regexp.MustCompile("\x1b\\[([0-9;:]*)([@-~])|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|\x1b[@-Z\\\\^_]")

// ansiHTML returns text as HTML with its colours.
func ansiHTML(text string) string {
	var b strings.Builder
	var now look
	text = overwrite(text)
	at := 0
	for _, m := range escapeSequence.FindAllStringSubmatchIndex(text, -1) {
		now.write(&b, text[at:m[0]])
		at = m[1]
		if m[4] >= 0 && text[m[4]:m[5]] == "m" {
			now.apply(strings.FieldsFunc(text[m[2]:m[3]], func(r rune) bool { return r == ';' || r == ':' }))
		}
	}
	now.write(&b, text[at:])
	return b.String()
}

// overwrite drops what a carriage return lets the rest of the line overwrite.
func overwrite(text string) string {
	if !strings.Contains(text, "\r") {
		return text
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, l := range lines {
		l = strings.TrimRight(l, "\r")
		lines[i] = l[strings.LastIndexByte(l, '\r')+1:]
	}
	return strings.Join(lines, "\n")
}

// write appends text in this look.
func (l look) write(b *strings.Builder, text string) {
	if text == "" {
		return
	}
	attrs := l.attributes()
	if attrs == "" {
		b.WriteString(escape(text))
		return
	}
	b.WriteString("<span" + attrs + ">" + escape(text) + "</span>")
}

// attributes returns the class and style of a span in this look.
func (l look) attributes() string {
	fg, bg := l.fg, l.bg
	var classes, styles []string
	if l.inverse {
		fg, bg = bg, fg
		if fg == "" && bg == "" {
			classes = append(classes, "ansi-inverse")
		}
	}
	add := func(colour, suffix, property string) {
		switch {
		case strings.HasPrefix(colour, "#"):
			styles = append(styles, property+":"+colour)
		case colour != "":
			classes = append(classes, "ansi-"+colour+suffix)
		}
	}
	add(fg, "-fg", "color")
	add(bg, "-bg", "background-color")
	for _, c := range []struct {
		on   bool
		name string
	}{{l.bold, "bold"}, {l.faint, "faint"}, {l.italic, "italic"}, {l.underline, "underline"}, {l.strike, "strike"}} {
		if c.on {
			classes = append(classes, "ansi-"+c.name)
		}
	}
	attrs := ""
	if len(classes) > 0 {
		attrs = ` class="` + strings.Join(classes, " ") + `"`
	}
	if len(styles) > 0 {
		attrs += ` style="` + strings.Join(styles, ";") + `"`
	}
	return attrs
}

// apply changes the look by the parameters of one SGR sequence.
func (l *look) apply(params []string) {
	if len(params) == 0 {
		*l = look{}
	}
	for i := 0; i < len(params); i++ {
		n, err := strconv.Atoi(params[i])
		if err != nil {
			continue
		}
		switch {
		case n == 38 || n == 48:
			colour, used := extended(params[i+1:])
			i += used
			if n == 38 {
				l.fg = colour
			} else {
				l.bg = colour
			}
		default:
			l.set(n)
		}
	}
}

// set changes the look by one simple parameter.
func (l *look) set(n int) {
	switch {
	case n == 0:
		*l = look{}
	case n == 1:
		l.bold = true
	case n == 2:
		l.faint = true
	case n == 3:
		l.italic = true
	case n == 4:
		l.underline = true
	case n == 7:
		l.inverse = true
	case n == 9:
		l.strike = true
	case n == 22:
		l.bold, l.faint = false, false
	case n == 23:
		l.italic = false
	case n == 24:
		l.underline = false
	case n == 27:
		l.inverse = false
	case n == 29:
		l.strike = false
	case n >= 30 && n <= 37:
		l.fg = ansiNames[n-30]
	case n == 39:
		l.fg = ""
	case n >= 40 && n <= 47:
		l.bg = ansiNames[n-40]
	case n == 49:
		l.bg = ""
	case n >= 90 && n <= 97:
		l.fg = "bright-" + ansiNames[n-90]
	case n >= 100 && n <= 107:
		l.bg = "bright-" + ansiNames[n-100]
	}
}

// extended returns the colour of the parameters after 38 or 48 (5;n or 2;r;g;b) and how many of them it takes.
func extended(params []string) (colour string, used int) {
	n := make([]int, len(params))
	for i, p := range params {
		n[i], _ = strconv.Atoi(p)
		n[i] &= 255
	}
	switch {
	case len(n) >= 2 && n[0] == 5:
		return palette(n[1]), 2
	case len(n) >= 4 && n[0] == 2:
		return fmt.Sprintf("#%02x%02x%02x", n[1], n[2], n[3]), 4
	}
	return "", len(params)
}

// palette returns the colour with this number of the terminal's 256.
func palette(n int) string {
	switch {
	case n < 8:
		return ansiNames[n]
	case n < 16:
		return "bright-" + ansiNames[n-8]
	case n >= 232:
		grey := 8 + 10*(n-232)
		return fmt.Sprintf("#%02x%02x%02x", grey, grey, grey)
	}
	level := func(i int) int {
		if i == 0 {
			return 0
		}
		return 55 + 40*i
	}
	n -= 16
	return fmt.Sprintf("#%02x%02x%02x", level(n/36), level(n/6%6), level(n%6))
}
