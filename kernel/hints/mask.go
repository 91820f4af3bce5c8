package hints

import "strings"

// mask returns a line of the same length whose texts and comments have underscores inside, so that patterns see code only.
func mask(line string) string {
	out := []byte(line)
	for i := 0; i < len(out); i++ {
		switch c := out[i]; {
		case strings.HasPrefix(line[i:], "//"), c == '#':
			fill(out[i+1:])
			if c == '/' {
				fill(out[i+2:])
				out[i+1] = '/'
			}
			return string(out)
		case c == '"', c == '\'', c == '`':
			end := closing(line, i+1, c)
			fill(out[i+1 : end])
			i = end
		}
	}
	return string(out)
}

// closing returns where the text that begins before from ends, or the end of the line.
func closing(line string, from int, quote byte) int {
	for i := from; i < len(line); i++ {
		switch {
		case line[i] == '\\' && quote != '`':
			i++
		case line[i] == quote:
			return i
		}
	}
	return len(line)
}

// fill overwrites text.
func fill(text []byte) {
	for i := range text {
		text[i] = '_'
	}
}
