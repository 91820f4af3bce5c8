package markup

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// hostile are texts that want to leave their place.
var hostile = []string{
	`<script>alert(1)</script>`, `</title><script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onclick='alert(1)`, `" onclick="alert(1)`,
	"`onclick=alert(1)`", `javascript:alert(1)`, `JavaScript:alert(1)`, " javascript:alert(1)", "java\tscript:alert(1)", "java\nscript:alert(1)", "\x01javascript:alert(1)",
	`javascript&colon;alert(1)`, `&#106;avascript:alert(1)`, `data:text/html,<script>alert(1)</script>`, `vbscript:x`, `//a.test/"><b>`, `<!--`, `-->`, `]]>`, `{}`, `{{.}}`,
	"\x00", "\xff\xfe", `&`, `&amp;`, `&quot;`, `%22%3e`, `%`, `%2`, `é`, `</body></html>`, `<plaintext>`, "a\u2028b", `\"><b>`,
}

// page has a text in each place that a page has.
func page(text string) string {
	var b Builder
	b.Add(`<html><head><title>{}</title></head><body><a href="{}" title="{}" id="{}">{}</a>`, Text(text), URL(text), Text(text), Text(text), Text(text))
	b.Add(`<a href="a.html#{}">{}</a></body></html>`, Fragment(text), Text(text))
	return string(b.HTML())
}

// seen is what an element holds: its name, its attributes, its text.
func seen(t *testing.T, page string) (shape string, texts, links []string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range root.Descendants() {
		if n.Type == html.TextNode {
			texts = append(texts, n.Data)
			continue
		}
		fmt.Fprintf(&b, "%d %s", n.Type, n.Data)
		for _, a := range n.Attr {
			fmt.Fprintf(&b, " %s", a.Key)
			if a.Key == "href" {
				links = append(links, a.Val)
			} else {
				texts = append(texts, a.Val)
			}
		}
		b.WriteString("\n")
	}
	return b.String(), texts, links
}

// law: whatever a text is, the page has the same elements and attributes, the text stands where it should, and links name
// no scheme but those that are allowed.
func law(t *testing.T, text string) {
	t.Helper()
	want, _, _ := seen(t, page("x"))
	got, texts, links := seen(t, page(text))
	if text == "" { // has no text nodes
		return
	}
	if got != want {
		t.Errorf("%q: elements\n%s, want\n%s", text, got, want)
	}
	clean := strings.NewReplacer("\x00", "\uFFFD", "\r\n", "\n", "\r", "\n").Replace(text)
	for _, s := range texts {
		if strings.TrimSpace(s) != strings.TrimSpace(clean) && strings.ToValidUTF8(s, "") != strings.ToValidUTF8(clean, "") {
			t.Errorf("%q reads as %q", text, s)
		}
	}
	for _, link := range links {
		scheme, _, ok := strings.Cut(link, ":")
		if ok && !strings.ContainsAny(scheme, "/?#") && !allowed(scheme) {
			t.Errorf("%q is a link to %q", text, link)
		}
		if strings.ContainsAny(link, " \t\r\n<>\"'`\\") {
			t.Errorf("%q: the link %q is not escaped", text, link)
		}
	}
}

func allowed(scheme string) bool {
	return strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https") || strings.EqualFold(scheme, "mailto")
}

func TestTextsStayInPlace(t *testing.T) {
	for _, text := range hostile {
		law(t, text)
		law(t, "a"+text+"b")
	}
}

func FuzzTextsStayInPlace(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
	}
	f.Fuzz(law)
}

func TestURL(t *testing.T) {
	for _, c := range []struct{ url, want string }{
		{"02-kernels.html", "02-kernels.html"}, {"a b.html#c:d", "a%20b.html#c:d"}, {"é%20.html?a=1&b=2", "%c3%a9%20.html?a=1&amp;b=2"},
		{"100%.html", "100%25.html"}, {"it's(1).html", "it%27s%281%29.html"}, {"HTTPS://a.test/x", "HTTPS://a.test/x"}, {"mailto:a@b.test", "mailto:a@b.test"},
		{"a/b:c.html", "a/b:c.html"}, {"javascript:x", unsafeURL}, {"x:y", unsafeURL}, {":x", unsafeURL}, {"#a:b", "#a:b"},
	} {
		if got := URL(c.url); string(got) != c.want {
			t.Errorf("%s: got %s, want %s", c.url, got, c.want)
		}
	}
	if got, want := Fragment("a/b é#"), "a%2fb%20%c3%a9%23"; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A form has a hole for each part.
func TestHoles(t *testing.T) {
	for _, parts := range [][]HTML{{}, {"a"}, {"a", "b", "c"}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d parts fill two holes", len(parts))
				}
			}()
			var b Builder
			b.Add("<i>{}</i>{}", parts...)
		}()
	}
	var b Builder
	b.Add("<i>{}</i>{}", "{}", Text("<{}>"))
	b.If(false, "no")
	if got, want := b.HTML(), HTML("<i>{}</i>&lt;{}&gt;"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
