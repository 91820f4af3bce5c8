package page

import (
	_ "embed"
	"encoding/json"
	"strconv"
	"strings"
)

//go:embed page.js
var source string

// script is the HTML that connects the page in which it is shown with a kernel, by Jupyter's id, for who waits for a nonce.
func script(kernel, nonce string) string {
	fill := strings.NewReplacer(`"{{kernel}}"`, quote(kernel), `"{{nonce}}"`, quote(nonce), `"{{most}}"`, quote(strconv.Itoa(mostBytes)))
	return "<script>\n" + fill.Replace(source) + "</script>"
}

// quote writes a text as JavaScript has it, without what would end a script in HTML.
func quote(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		return `""`
	}
	return string(text)
}
