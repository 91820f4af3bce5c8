package export

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// carriers are the places of a notebook from which a page is made, as notebooks with a text in them.
var carriers = map[string]func(text string) *notebook.Cell{
	"Markdown": func(text string) *notebook.Cell { return &notebook.Cell{Type: notebook.Markdown, Source: text} },
	"code":     func(text string) *notebook.Cell { return &notebook.Cell{Type: notebook.Code, Source: text} },
	"raw":      func(text string) *notebook.Cell { return &notebook.Cell{Type: notebook.Raw, Source: text} },
	"id":       func(text string) *notebook.Cell { return &notebook.Cell{Type: notebook.Code, ID: text, Source: "x"} },
	"stream": func(text string) *notebook.Cell {
		return outputs(&notebook.Output{Type: notebook.Stream, Name: text, Text: text})
	},
	"error": func(text string) *notebook.Cell {
		return outputs(&notebook.Output{Type: notebook.Failure, EName: text, EValue: text, Traceback: []string{text}})
	},
	"type": func(text string) *notebook.Cell { return bundle(map[string]any{text: text}) },
	"alt": func(text string) *notebook.Cell {
		return bundle(map[string]any{"image/png": "AAAA", "text/plain": text})
	},
	"attachment": func(text string) *notebook.Cell {
		return &notebook.Cell{Type: notebook.Markdown, Source: "![a](attachment:a) <img src=\"attachment:a\">", Rest: map[string]any{
			"attachments": map[string]any{"a": map[string]any{"image/png": text}}}}
	},
}

func init() {
	for _, mime := range []string{"text/html", "text/markdown", "text/latex", "text/plain", "image/png", "image/jpeg", "image/gif", "image/svg+xml",
		"image/webp", "image/bmp", "application/json", "application/javascript", "application/vnd.x"} {
		carriers[mime] = func(text string) *notebook.Cell { return bundle(map[string]any{mime: text}) }
	}
}

func outputs(o *notebook.Output) *notebook.Cell {
	return &notebook.Cell{Type: notebook.Code, Source: "x", Outputs: []*notebook.Output{o}}
}

func bundle(data map[string]any) *notebook.Cell {
	return outputs(&notebook.Output{Type: notebook.Display, Data: data})
}

// hostile are texts that want to run or load something.
var hostile = []string{
	`AAAA"><script>alert(1)</script>`, `AAAA" onerror="alert(1)`, `AAAA'><svg onload=alert(1)>`, `AAAA>`, "AAAA\n\"><b", `</pre></main></body><script>alert(1)</script>`,
	`<img src="http://a.test/x">`, `<img src="//a.test/x">`, `<img src="/\a.test/x">`, `<img src="\\a.test\x">`, "<img src=\"/\t/a.test/x\">", "<img src=\"\n//a.test/x\">",
	`<img src="HTTPS://a.test/x">`, `<img src=" https://a.test/x">`, `<img src="&#104;ttp://a.test/x">`, `<img src="ftp://a.test/x">`, `<img src="http:x">`, `<img src="https:/a.test">`,
	`<img srcset="http://a.test/x 2x">`, `<img src=x lowsrc=http://a.test/x dynsrc=http://a.test/x longdesc=http://a.test/x>`, `<image src="http://a.test/x">`,
	`<picture><source srcset="http://a.test/x"><img src="x.png"></picture>`, `<video poster="http://a.test/x" src="http://a.test/x"></video>`, `<audio src="http://a.test/x" autoplay>`,
	`<track src="http://a.test/x">`, `<table background="http://a.test/x"><tr><td background="http://a.test/x">a</table>`, `<body background="http://a.test/x" onload="alert(1)">`,
	`<div style="background:url(http://a.test/x)">`, `<div style="background-image:image-set('http://a.test/x' 1x)">`, `<div style="background:u\72l(http://a.test/x)">`,
	`<div style="list-style:url(//a.test/x)">`, `<div style="border-image:url(&quot;http://a.test/x&quot;) 1">`, `<div style="cursor:url(http://a.test/x),auto">`, `<p style="color:red;content:url(http://a.test/x)">`,
	`<div style="background:/**/url/**/(http://a.test/x)">`, `<div style="background:cross-fade(url(http://a.test/x),red)">`, `<div style="filter:url(http://a.test/x#f)">`, `<div style="src:url(http://a.test/x)">`,
	`<style>@import "http://a.test/x";</style>`, `<style>@import url(http://a.test/x); p { background: url(http://a.test/x) }</style>`, `<link rel=stylesheet href="http://a.test/x">`,
	`<link rel=preload as=image href="http://a.test/x" imagesrcset="http://a.test/x">`, `<link rel=dns-prefetch href="//a.test">`,
	`<svg><image href="http://a.test/x"/><image xlink:href="http://a.test/x"/></svg>`, `<svg><use href="http://a.test/x#a"/></svg>`, `<svg><use xlink:href="data:image/svg+xml,<svg id=a onload=alert(1)>"/></svg>`,
	`<svg><rect fill="url(http://a.test/x#a)" mask="url(//a.test/x#m)" clip-path="url(http://a.test/x)" filter="url(http://a.test/x)"/></svg>`, `<svg><feImage href="http://a.test/x"/></svg>`,
	`<svg><style>@import "http://a.test/x"</style></svg>`, `<svg><a><animate attributeName=href values="javascript:alert(1)"/></a></svg>`, `<svg><foreignObject><iframe src="http://a.test"></foreignObject></svg>`,
	`<svg><script href="http://a.test/x"/></svg>`, `<svg><script>alert(1)</script>`, `<svg><title><style><img src=x onerror=alert(1)></style></title></svg>`, `<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">`,
	`<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>`, `<math href="javascript:alert(1)">x</math>`, `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`,
	`<iframe src="http://a.test"></iframe>`, `<iframe srcdoc="<script>alert(1)</script>">`, `<object data="http://a.test/x"></object>`, `<embed src="http://a.test/x">`, `<applet code=x codebase="http://a.test">`,
	`<base href="http://a.test/">`, `<meta http-equiv=refresh content="0;url=http://a.test">`, `<form action="http://a.test"><button formaction="http://a.test">b</button></form>`,
	`<input type=image src="http://a.test/x">`, `<a ping="http://a.test" href="https://a.test">a</a>`, `<a href="java&#9;script:alert(1)">a</a>`, `<a href="&#1;javascript:alert(1)">a</a>`, `<html manifest="http://a.test/x">`,
	`<frameset><frame src="http://a.test">`, `<bgsound src="http://a.test/x">`, `<layer src="http://a.test/x">`, `<portal src="http://a.test">`, `<!--><img src=x onerror=alert(1)>-->`, `<!-- --!><script>alert(1)</script>`,
	`<![CDATA[<img src=x onerror=alert(1)>]]>`, `<?xml-stylesheet href="http://a.test/x"?>`, `<xmp><img src=x onerror=alert(1)></xmp>`, `<title></title><img src=x onerror=alert(1)>`, `<textarea></textarea><script>alert(1)</script>`,
	`<img src="data:text/html,<script>alert(1)</script>">`, `<img src="data:image/svg+xml,%3Csvg onload=alert(1)%3E">`, `<img src="blob:http://a.test/x">`, `<img src="javascript:alert(1)">`,
	`![x](http://a.test/x)`, `![x](//a.test/x "t")`, "![x][r]\n\n[r]: http://a.test/x", `![x](javascript:alert(1))`, `[x](javascript:alert(1))`, `<http://a.test/">`, "```html\" onclick=alert(1)\nx\n```",
	`$\href{javascript:alert(1)}{x}$`, `$\includegraphics{http://a.test/x}$ $</span><img src=x onerror=alert(1)>$`, "\x1b]8;;javascript:alert(1)\x07x\x1b]8;;\x07", "\x1b[31m<img src=x onerror=alert(1)>",
	`<div class="mercer-frames"><style></style><style>@import "http://a.test/x"</style><button aria-label="play" onclick="alert(1)" onclick="x},1)}">`,
	`<div class="mercer-interact"><style>@import "//a.test"</style><div class="mercer-control"><label></label><input oninput="alert(1)" onfocus="alert(1)" autofocus>`,
}

// loading are the attributes that load what they name, whatever element has them; a link is followed by its reader only.
var loading = strings.Fields(`src srcset lowsrc dynsrc poster background data code codebase archive classid manifest action formaction ping srcdoc profile imagesrcset
	href xlink:href http-equiv`)

// inThePage matches what an attribute may name that loads.
var inThePage = regexp.MustCompile(`^(?:#[\w.:-]+|data:image/(?:png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/=\s]*|/?[\w.%-][^:\\]*)$`)

// forbidden are elements that run, load or send by themselves.
var forbidden = strings.Fields(`iframe frame frameset object embed applet base link portal form source video audio track animate set animatetransform foreignobject feimage
	bgsound layer textarea math noscript xmp`)

// suspects returns what could run or load something in a page, but for its own scripts and styles.
func suspects(page []byte, own int) (list []string) {
	root, err := html.Parse(strings.NewReader(string(page)))
	if err != nil {
		return []string{err.Error()}
	}
	sheets := 0
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		name := strings.ToLower(n.Data)
		switch {
		case name == "script" || name == "style":
			sheets++
		case slices.Contains(forbidden, name):
			list = append(list, "<"+name+">")
		}
		for _, a := range n.Attr {
			if bad := suspect(name, a); bad {
				list = append(list, fmt.Sprintf("<%s %s:%s=%q>", name, a.Namespace, a.Key, a.Val))
			}
		}
	}
	if sheets != own {
		list = append(list, fmt.Sprintf("%d scripts and style sheets, of which %d are the page's", sheets, own))
	}
	return list
}

// suspect reports whether an attribute could run or load something.
func suspect(element string, a html.Attribute) bool {
	key := strings.ToLower(a.Key)
	if a.Namespace == "xlink" {
		key = "xlink:" + key
	}
	switch {
	case strings.HasPrefix(key, "on"):
		return true
	case key == "href" && element == "a":
		return regexp.MustCompile(`(?i)^[\x00-\x20]*(?:j[\s]*a|data|vbscript)[^/?#]*:`).MatchString(a.Val)
	case slices.Contains(loading, key):
		return !inThePage.MatchString(a.Val)
	case !slices.Contains(painting, key):
		return false
	}
	return strings.ContainsAny(a.Val, `\@`) || strings.Contains(strings.ReplaceAll(strings.ToLower(a.Val), "url(#", ""), "url(")
}

// painting are the attributes whose values are those of CSS.
var painting = strings.Fields(`style fill stroke mask clip-path filter cursor marker marker-start marker-mid marker-end`)

// leaks returns what could run or load something in the page of a cell.
func leaks(t *testing.T, c *notebook.Cell) []string {
	t.Helper()
	nb := &notebook.Notebook{Cells: []*notebook.Cell{c}}
	page := HTML(nb, Options{Name: "x"})
	d := Render(nb, Options{Name: "x"})
	return suspects(page.HTML, len(pageStyles(d))+len(pageScripts(d)))
}

// Wherever a text stands in a notebook, the page neither runs nor loads anything because of it.
func TestHostile(t *testing.T) {
	for where, cell := range carriers {
		for _, text := range hostile {
			if bad := leaks(t, cell(text)); len(bad) > 0 {
				t.Errorf("%s, %q: %q", where, text, bad)
			}
		}
	}
}

// The law can fail: of a page that keeps everything it names much.
func TestSuspects(t *testing.T) {
	for text, want := range map[string]bool{
		`<img src="http://a.test/x">`: true, `<img src="x.png">`: false, `<img src="//a.test">`: true, `<td background="x:y">`: false,
		`<p onclick="f()">`: true, `<p style="background:url(//a)">`: true, `<p style="fill:url(#a)">`: false, `<svg><use xlink:href="http://a"/></svg>`: true,
		`<script>1</script>`: true, `<a href="http://a.test">`: false, `<a href="javascript:1">`: true, `<form>`: true,
	} {
		if got := suspects([]byte("<body>"+text), 0); (len(got) > 0) != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}

// Images whose data are not base64 are shown as text; pictures of the notebook stay.
func TestImagesOfPages(t *testing.T) {
	for _, c := range []struct{ data, want string }{
		{"AAAA\nAA==\n", `src="data:image/png;base64,AAAAAA=="`}, {"AAAAAA", `src="data:image/png;base64,AAAAAA"`}, {"<b>no</b>", "&lt;b&gt;no"}, {"A", `<pre class="plain">A`},
	} {
		for _, mime := range []string{"image/png", "image/jpeg", "image/gif"} {
			page := HTML(&notebook.Notebook{Cells: []*notebook.Cell{bundle(map[string]any{mime: c.data})}}, Options{})
			if want := strings.Replace(c.want, "image/png", mime, 1); !strings.Contains(string(page.HTML), want) {
				t.Errorf("%s %q: no %s", mime, c.data, want)
			}
		}
	}
	for _, src := range []string{"x.png", "./x.png", "../a/b.png", "/x.png", "a/b:c.png", "x.png?a:b", "ä.png", "data:image/png;base64,AAAA"} {
		if got := Clean(`<img src="` + src + `">`); !strings.Contains(got, "src=") {
			t.Errorf("%s: %s", src, got)
		}
	}
}

func FuzzHostile(f *testing.F) {
	names := slices.Sorted(func(yield func(string) bool) {
		for name := range carriers {
			if !yield(name) {
				return
			}
		}
	})
	for i, text := range hostile {
		f.Add(i, text)
	}
	f.Fuzz(func(t *testing.T, where int, text string) {
		name := names[uint(where)%uint(len(names))]
		if bad := leaks(t, carriers[name](text)); len(bad) > 0 {
			t.Errorf("%s, %q: %q", name, text, bad)
		}
	})
}
