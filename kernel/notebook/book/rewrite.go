package book

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // sizes of pictures
	_ "image/jpeg"
	_ "image/png"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/mercer-go/mercer/kernel/notebook/export"
	"github.com/mercer-go/mercer/kernel/notebook/markup"
)

// emptyHeader is the head of a column that has none, which a screen reader would announce for each of its cells.
var emptyHeader = regexp.MustCompile(`<th\b([^>]*)>\s*</th>`)

// header is the head of a column of words alone; some of them may stay together.
var header = regexp.MustCompile(`(<th\b[^>]*>)((?:[^<>]|<span\b[^>]*>|</span>)+)</th>`)

var spans = regexp.MustCompile(`<[^>]*>`)

// shortHeader keeps the words of a head on one line, if they are few: in a column of narrow numbers each letter would have a line of its own.
func shortHeader(th string) string {
	m := header.FindStringSubmatch(th)
	if n := utf8.RuneCountInString(html.UnescapeString(spans.ReplaceAllString(m[2], ""))); n < 2 || n > 16 {
		return th
	}
	return m[1] + `<span class="short">` + m[2] + "</span></th>"
}

// rewriter makes the HTML of one document that of its page.
type rewriter struct {
	b      *builder
	file   string // of the document: its links are relative to it
	name   string // of its page
	cell   string // id of the cell that is rewritten
	images int    // in files, of this cell
	frame  string // name of the frame of a slider that is open
	tables int    // open tables
	dead   bool   // an open link is shown as text
}

// rewrite rewrites all cells of a document.
func (b *builder) rewrite(file, name string, d *export.Document) {
	for i := range d.Cells {
		c := &d.Cells[i]
		r := &rewriter{b: b, file: file, name: name, cell: c.ID}
		c.Body = r.html(c.Body)
		for k := range c.Outputs {
			c.Outputs[k].Body = r.html(c.Outputs[k].Body)
		}
	}
}

// html rewrites a piece of HTML; what is not concerned stays byte for byte.
func (r *rewriter) html(body markup.HTML) markup.HTML {
	var out bytes.Buffer
	heads := header.ReplaceAllStringFunc(emptyHeader.ReplaceAllString(string(body), "<td$1></td>"), shortHeader)
	z := html.NewTokenizer(strings.NewReader(heads))
	for {
		kind := z.Next()
		raw := bytes.Clone(z.Raw())
		switch kind {
		case html.ErrorToken:
			return markup.HTML(out.String())
		case html.StartTagToken, html.SelfClosingTagToken:
			out.WriteString(r.open(z.Token(), string(raw)))
		case html.EndTagToken:
			out.WriteString(r.close(z.Token().Data, string(raw)))
		default:
			out.Write(raw)
		}
	}
}

// open rewrites a start tag.
func (r *rewriter) open(t html.Token, raw string) string {
	switch t.Data {
	case "a":
		return r.link(t, raw)
	case "img":
		return r.image(t)
	case "div":
		r.frame = attribute(t, "data-name")
	case "svg":
		if r.frame != "" && attribute(t, "aria-label") == "" { // a picture without a title
			setAttribute(&t, "aria-label", r.frame)
			return t.String()
		}
	case "table":
		r.tables++
		if r.tables == 1 {
			return `<div class="scroll">` + raw
		}
	}
	return raw
}

// close rewrites an end tag.
func (r *rewriter) close(name, raw string) string {
	switch {
	case name == "svg":
		r.frame = ""
	case name == "a" && r.dead:
		r.dead = false
		return "</span>"
	case name == "table" && r.tables > 0:
		r.tables--
		if r.tables == 0 {
			return raw + "</div>"
		}
	}
	return raw
}

// fail notes an error of the cell.
func (r *rewriter) fail(format string, args ...any) {
	r.b.errs = append(r.b.errs, fmt.Errorf("%s: cell %s: %s", r.file, r.cell, fmt.Sprintf(format, args...)))
}

// link points a link to another notebook, or to the Readme, to its page. One to a file outside the book becomes text.
func (r *rewriter) link(t html.Token, raw string) string {
	href := attribute(t, "href")
	u, err := url.Parse(href)
	if err != nil {
		r.fail("the link to %s is none: %v", href, err)
		return r.asText(href)
	}
	if u.Scheme != "" {
		return raw // to the web
	}
	target := r.file
	if u.Path != "" || u.Host != "" {
		target = filepath.Join(filepath.Dir(r.file), filepath.FromSlash(u.Path))
	}
	if page, fragment := r.b.place(target, u.Fragment); page != "" {
		if u.Path == "" {
			page = ""
		}
		setAttribute(&t, "href", (&url.URL{Path: page, Fragment: fragment}).String())
		return t.String()
	}
	if _, err := os.Stat(target); err != nil || path.IsAbs(u.Path) || u.Host != "" {
		r.fail("the link to %s leads nowhere: there is no such file", href)
		return r.asText(href)
	}
	r.b.outside[filepath.ToSlash(target)] = true
	return r.asText(u.Path)
}

// asText begins what stands in the place of a link.
func (r *rewriter) asText(target string) string {
	r.dead = true
	return `<span class="outside" title="` + html.EscapeString(target) + `">`
}

// place returns the page of a file and the id of a place in it, or no page. checkLinks sees whether the place is there.
func (b *builder) place(file, fragment string) (page, id string) {
	if c := b.chapterOf(file); c != nil {
		return c.Page(), fragment
	}
	if !samePath(file, b.Readme) {
		return "", ""
	}
	for _, h := range b.about.Headings { // in a Readme, headings are linked as on GitHub
		if fragment != "" && slug(plainText(h.HTML)) == fragment {
			return "about.html", h.Anchor
		}
	}
	return "about.html", fragment
}

var notInSlugs = regexp.MustCompile(`[^\p{L}\p{N}_ -]+`)

// slug is the anchor of a heading on GitHub.
func slug(title string) string {
	return strings.ReplaceAll(notInSlugs.ReplaceAllString(strings.ToLower(title), ""), " ", "-")
}

// image puts a picture into a file of the site, with its size, so that the page does not move when it comes.
func (r *rewriter) image(t html.Token) string {
	src := attribute(t, "src")
	data, kind, err := r.picture(src)
	if src == "" { // the source was left out, see package export
		err = fmt.Errorf("the picture %q is not beside the notebook: the pages are to need no network", attribute(t, "alt"))
	}
	if err != nil {
		r.fail("%v", err)
		return `<span class="outside" title="` + html.EscapeString(short(src)) + `">` + html.EscapeString(cmp.Or(attribute(t, "alt"), "a picture")) + "</span>"
	}
	if kind == ".svg" && active.Match(data) { // within an image nothing runs, in a file that somebody opens it would
		setAttribute(&t, "src", "data:image/svg+xml;base64,"+base64.StdEncoding.EncodeToString(data))
		return t.String()
	}
	name := r.figure(kind)
	r.b.files[name] = data
	setAttribute(&t, "src", (&url.URL{Path: name}).String())
	if w, h, ok := pictureSize(data); ok && attribute(t, "width") == "" && attribute(t, "height") == "" {
		setAttribute(&t, "width", strconv.Itoa(w))
		setAttribute(&t, "height", strconv.Itoa(h))
		if w > broad {
			setAttribute(&t, "class", strings.TrimSpace(attribute(t, "class")+" broad"))
		}
	}
	setAttribute(&t, "loading", "lazy")
	return t.String()
}

// broad is the width in pixels up to which pictures are shrunk to a phone's screen. The words of wider ones could not be read
// then: they keep more of their width and scroll.
const broad = 560

// active finds what may run in an SVG file.
var active = regexp.MustCompile(`(?i)<script|\son\w+\s*=|javascript:|<foreignobject|<!entity`)

// figure returns the name of the next picture of the cell. Names differ in more than case, for file systems that do not see it.
func (r *rewriter) figure(kind string) string {
	for {
		r.images++
		name := path.Join("figures", r.name, fileName(r.cell)+"-"+strconv.Itoa(r.images)+kind)
		if key := strings.ToLower(name); !r.b.figures[key] {
			r.b.figures[key] = true
			return name
		}
	}
}

// kinds are the endings of the files of pictures.
var kinds = map[string]string{"image/svg+xml": ".svg", "image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}

// picture returns the bytes of a picture and the ending of its file.
func (r *rewriter) picture(src string) (data []byte, kind string, err error) {
	if mime, text, ok := strings.Cut(strings.TrimPrefix(src, "data:"), ";base64,"); ok && strings.HasPrefix(src, "data:") && kinds[mime] != "" {
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return nil, "", fmt.Errorf("a picture is broken: %w", err)
		}
		return data, kinds[mime], nil
	}
	u, err := url.Parse(src)
	if err != nil || u.Scheme != "" || u.Host != "" || path.IsAbs(u.Path) {
		return nil, "", fmt.Errorf("the picture %s is not beside the notebook: the pages are to need no network", short(src))
	}
	data, err = os.ReadFile(filepath.Join(filepath.Dir(r.file), filepath.FromSlash(u.Path)))
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	if err != nil {
		return nil, "", fmt.Errorf("the picture %s cannot be read: %w", src, err)
	}
	if _, _, ok := pictureSize(data); !ok { // not any file that a notebook names is for the public
		return nil, "", fmt.Errorf("%s is no picture in PNG, JPEG, GIF or SVG", src)
	}
	return data, strings.ToLower(path.Ext(u.Path)), nil
}

var svgSize = regexp.MustCompile(`^(?s).{0,400}?<svg\b[^>]*?\swidth="([\d.]+)(pt|px|)"[^>]*?\sheight="([\d.]+)(pt|px|)"`)

// pictureSize returns the size of a picture in pixels, if it tells.
func pictureSize(data []byte) (width, height int, ok bool) {
	if c, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil {
		return c.Width, c.Height, true
	}
	m := svgSize.FindSubmatch(data)
	if m == nil {
		return 0, 0, false
	}
	w, errw := strconv.ParseFloat(string(m[1]), 64)
	h, errh := strconv.ParseFloat(string(m[3]), 64)
	if string(m[2]) == "pt" {
		w, h = w*4/3, h*4/3
	}
	return int(w + .5), int(h + .5), errw == nil && errh == nil
}

func attribute(t html.Token, key string) string {
	for _, a := range t.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func setAttribute(t *html.Token, key, value string) {
	for i, a := range t.Attr {
		if a.Key == key {
			t.Attr[i].Val = value
			return
		}
	}
	t.Attr = append(t.Attr, html.Attribute{Key: key, Val: value})
}

var notInNames = regexp.MustCompile(`[^\p{L}\p{N}_-]+`)

// fileName is a name without what means something in links.
func fileName(id string) string { return notInNames.ReplaceAllString(id, "_") }

// short is a text for an error message.
func short(s string) string {
	if len(s) > 80 {
		return s[:80] + "…"
	}
	return s
}

// lead returns the first paragraph of a document, without links: it stands on other pages too.
func lead(d *export.Document) markup.HTML {
	var out strings.Builder
	for _, c := range d.Cells {
		if c.Class != "markdown" {
			continue
		}
		z, inside := html.NewTokenizer(strings.NewReader(string(c.Body))), false
		for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
			raw := string(z.Raw())
			name, _ := z.TagName()
			switch tag := string(name); {
			case tag == "p" && kind == html.StartTagToken:
				inside = true
			case tag == "p" && kind == html.EndTagToken && out.Len() > 0:
				return markup.HTML(out.String())
			case inside && (kind == html.TextToken || tag != "a" && tag != "img"):
				out.WriteString(raw)
			}
		}
	}
	return markup.HTML(out.String())
}
