package book

import (
	"bytes"
	"fmt"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// This file looks at the finished pages as a reader's browser would: what they link to and what they load.

// pageFacts are what one page offers and wants.
type pageFacts struct {
	ids  map[string]int
	refs []reference
}

// reference is a place of a page that names another.
type reference struct {
	near   string // id of the element before it that has one
	target string
	loads  bool // the browser fetches it with the page
}

// checkLinks returns an error for each link that leads nowhere, each thing that is loaded from outside the site and each id
// that two elements of a page have.
func checkLinks(files map[string][]byte) []error {
	pages := map[string]*pageFacts{}
	for name, data := range files {
		if path.Ext(name) == ".html" {
			pages[name] = factsOf(data)
		}
	}
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		facts := pages[name]
		for _, id := range slices.Sorted(maps.Keys(facts.ids)) {
			if facts.ids[id] > 1 {
				errs = append(errs, fmt.Errorf("%s: %d elements have the id %q", name, facts.ids[id], id))
			}
		}
		for _, ref := range facts.refs {
			if why := wrong(ref, name, files, pages); why != "" {
				errs = append(errs, fmt.Errorf("%s, at %q: the link to %s leads nowhere: %s", name, ref.near, short(ref.target), why))
			}
		}
	}
	return errs
}

// wrong says why a reference is broken, or "".
func wrong(ref reference, page string, files map[string][]byte, pages map[string]*pageFacts) string {
	u, err := url.Parse(ref.target)
	if err != nil {
		return err.Error()
	}
	if u.Scheme != "" || u.Host != "" {
		if ref.loads && u.Scheme != "data" {
			return "the pages are to need no network"
		}
		return ""
	}
	target := page
	if u.Path != "" {
		target = path.Join(path.Dir(page), u.Path)
	}
	if _, ok := files[target]; !ok {
		return "the site has no " + target
	}
	if facts := pages[target]; u.Fragment != "" && facts != nil && facts.ids[u.Fragment] == 0 {
		return fmt.Sprintf("%s has no place %q", target, u.Fragment)
	}
	return ""
}

// loading are the attributes by which an element fetches something.
var loading = map[string]string{"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src", "image": "href"}

// factsOf reads a page.
func factsOf(page []byte) *pageFacts {
	f := &pageFacts{ids: map[string]int{}}
	near := ""
	z := html.NewTokenizer(bytes.NewReader(page))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		t := z.Token()
		if id := attribute(t, "id"); id != "" {
			f.ids[id]++
			near = id
		}
		if src := attribute(t, loading[t.Data]); src != "" {
			f.refs = append(f.refs, reference{near: near, target: src, loads: true})
		} else if href := attribute(t, "href"); href != "" && (t.Data == "a" || !strings.HasPrefix(href, "#")) {
			f.refs = append(f.refs, reference{near: near, target: href})
		}
		if action := attribute(t, "action"); action != "" {
			f.refs = append(f.refs, reference{near: near, target: action})
		}
	}
	return f
}
