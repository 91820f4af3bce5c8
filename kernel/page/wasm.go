package page

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"strings"
)

//go:embed wasm.js
var wasmSource string

// Program is a WebAssembly program for a page.
type Program struct {
	Div     string   `json:"div"`     // the id of the element that it gets
	Dir     string   `json:"dir"`     // the directory where its files are
	Path    string   `json:"path"`    // of that directory below the server's base URL
	Exec    string   `json:"exec"`    // the name there of Go's wasm_exec.js
	Program string   `json:"program"` // its own, with a query that changes with it
	Args    []string `json:"args"`
}

// HTML shows the program's element and starts it.
func (p Program) HTML() (string, error) {
	run, err := json.Marshal(p)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("<div id=\"%s\"></div><script>\n%s</script>", html.EscapeString(p.Div), strings.Replace(wasmSource, `"{{run}}"`, quote(string(run)), 1)), nil
}
