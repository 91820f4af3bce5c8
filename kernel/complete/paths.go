package complete

import (
	"cmp"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// inImport says whether a string after the tokens is an import path.
func inImport(toks []lexeme) bool {
	i := len(toks) - 1
	if i >= 0 && (toks[i].tok == token.IDENT || toks[i].tok == token.PERIOD) {
		i--
	}
	if i >= 0 && toks[i].tok == token.IMPORT {
		return true
	}
	for i >= 0 {
		switch toks[i].tok {
		case token.STRING, token.IDENT, token.PERIOD, token.SEMICOLON:
			i--
			continue
		}
		break
	}
	return i > 0 && toks[i].tok == token.LPAREN && toks[i-1].tok == token.IMPORT
}

// importPaths returns all packages that can be imported.
func (q *query) importPaths() []Match {
	var ms []Match
	for _, info := range q.importable() {
		ms = append(ms, Match{Text: info.Path, Kind: "module", Signature: "package " + info.Name, depth: strings.Count(info.Path, "/")})
	}
	return ms
}

// plainName and shellName write a file name as it stands in a string, and as a word of a shell line.
func plainName(name string) string { return name }

var shellQuoter = strings.NewReplacer(" ", `\ `, "'", `\'`, `"`, `\"`, "(", `\(`, ")", `\)`, "&", `\&`, ";", `\;`, "$", `\$`)

func shellName(name string) string { return shellQuoter.Replace(name) }

// files completes a file name that ends at the cursor. Only the part after the last slash is replaced by itself, but
// matches have the whole name, so that they begin with what is typed.
func (q *query) files(typed string, onlyDirs bool, quote func(string) string) Result {
	dirPart, base := filepath.Split(typed)
	hiddenToo := strings.HasPrefix(base, ".")
	entries, err := os.ReadDir(q.directory(dirPart))
	if err != nil {
		entries = nil
	}
	var ms []Match
	for _, e := range entries {
		name, isDir := e.Name(), isDir(q.directory(dirPart), e)
		if strings.HasPrefix(name, ".") && !hiddenToo || onlyDirs && !isDir || !strings.HasPrefix(strings.ToLower(name), strings.ToLower(base)) {
			continue
		}
		m := Match{Text: quote(dirPart + name), Kind: "path", group: groupLocal}
		if isDir {
			m.Text += "/"
		}
		ms = append(ms, m)
	}
	return q.result(ms, q.at-len(quote(typed)), quote(typed))
}

// directory returns the directory that a name typed in the notebook means.
func (q *query) directory(dir string) string {
	if rest, ok := strings.CutPrefix(dir, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(cmp.Or(q.dir, "."), dir)
}

// isDir says whether an entry is a directory or a link to one.
func isDir(dir string, e os.DirEntry) bool {
	if e.Type()&os.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(filepath.Join(dir, e.Name()))
	return err == nil && info.IsDir()
}
