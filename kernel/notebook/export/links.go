package export

import (
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/net/html"

	"github.com/mercer-go/mercer/kernel/notebook/markup"
)

// Base returns the [Options].Base of a page in one directory of a notebook in another: "" where
// they are the same, or where no relative path leads from one to the other.
func Base(page, notebook string) string {
	from, err1 := filepath.Abs(page)
	to, err2 := filepath.Abs(notebook)
	rel, err := filepath.Rel(from, to)
	if err1 != nil || err2 != nil || err != nil || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}

// linkAttributes are the attributes that name another file, by element.
var linkAttributes = map[string]string{"a": "href", "img": "src"}

// relocate makes the relative links and pictures of a piece of HTML lead to the same files from a
// page in another directory. All else stays byte for byte.
func relocate(body markup.HTML, base string) markup.HTML {
	var out strings.Builder
	z := html.NewTokenizer(strings.NewReader(string(body)))
	for {
		kind := z.Next()
		raw := string(z.Raw())
		switch kind {
		case html.ErrorToken:
			return markup.HTML(out.String())
		case html.StartTagToken, html.SelfClosingTagToken:
			out.WriteString(relocateTag(z.Token(), raw, base))
		default:
			out.WriteString(raw)
		}
	}
}

func relocateTag(t html.Token, raw, base string) string {
	changed := false
	for i, a := range t.Attr {
		if a.Key == linkAttributes[t.Data] && isRelative(a.Val) {
			t.Attr[i].Val, changed = path.Join(base, a.Val), true
		}
	}
	if !changed {
		return raw
	}
	return t.String()
}

// isRelative reports whether a link names a file relative to the page: it has no scheme, no host,
// no root, and is more than a place in the page itself.
func isRelative(link string) bool {
	name, _, _ := strings.Cut(link, "/")
	return link != "" && !strings.ContainsAny(link[:1], "#?/\\") && !strings.Contains(name, ":")
}
