package complete

import (
	"cmp"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"github.com/mercer-go/mercer/kernel/complete/hole"
	"github.com/mercer-go/mercer/kernel/complete/match"
)

// inImport says whether a string after the tokens is an import path.
func inImport(toks []hole.Token) bool {
	i := len(toks) - 1
	if i >= 0 && (toks[i].Kind == token.IDENT || toks[i].Kind == token.PERIOD) {
		i--
	}
	if i >= 0 && toks[i].Kind == token.IMPORT {
		return true
	}
	for i >= 0 {
		switch toks[i].Kind {
		case token.STRING, token.IDENT, token.PERIOD, token.SEMICOLON:
			i--
			continue
		}
		break
	}
	return i > 0 && toks[i].Kind == token.LPAREN && toks[i-1].Kind == token.IMPORT
}

// importPaths returns all packages that can be imported.
func (q *query) importPaths() []match.Match {
	var ms []match.Match
	for _, info := range q.importable() {
		ms = append(ms, match.Match{Text: info.Path, Kind: "module", Signature: "package " + info.Name, Depth: strings.Count(info.Path, "/")})
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
	var ms []match.Match
	for _, e := range entries {
		name, isDir := e.Name(), isDir(q.directory(dirPart), e)
		if strings.HasPrefix(name, ".") && !hiddenToo || onlyDirs && !isDir || !strings.HasPrefix(strings.ToLower(name), strings.ToLower(base)) {
			continue
		}
		m := match.Match{Text: quote(dirPart + name), Kind: "path", Group: match.Local}
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
