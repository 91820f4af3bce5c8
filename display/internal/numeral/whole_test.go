package numeral

import (
	"html"
	"regexp"
	"strings"
	"testing"
)

// Pieces between ‹ and › stay on one line.
func TestHTML(t *testing.T) {
	for in, want := range map[string]string{
		"":                                      "",
		"a name of many words":                  "a name of many words",
		"2.024925421e-05":                       "‹2.024925421e-05›",
		"slack 4.2e-05, tolerance 1e+12":        "slack ‹4.2e-05,› tolerance ‹1e+12›",
		"leave-one-out":                         "leave-one-out",
		"coverage (n = 1000)":                   "coverage ‹(n = 1000)›",
		"(1, 0.75)":                             "‹(1, 0.75)›",
		"w = (1, 0.75) and [0 1 1 1]":           "‹w = (1, 0.75)› and ‹[0 1 1 1]›",
		"K = 1":                                 "‹K = 1›",
		"≤ 18":                                  "‹≤ 18›",
		"η > ½, else 0":                         "‹η > ½,› else 0",
		"8.122 ± 0.022 corrections":             "‹8.122 ± 0.022› corrections",
		"(as the theorem says)":                 "(as the theorem says)",
		"(deviation 0.09 tol, tolerance 1e-07)": "(deviation 0.09 tol, tolerance ‹1e-07)›",
		"[[1 2] [3 4]]":                         "‹[[1 2]› ‹[3 4]]›",
		"[−2.66454e-15 1.24345e-14 8.32667e-17]": "‹[−2.66454e-15› ‹1.24345e-14› ‹8.32667e-17]›",
		"a = b = c = d = e = f = g = h = i":      "‹a = b = c = d = e = f = g› ‹= h = i›",
		"<b> & \"c\"":                            "&lt;b&gt; &amp; &#34;c&#34;",
		"  two spaces":                           "  two spaces",
		"(1":                                     "(1",
		"averages_of_many_things = 1 e":          "averages_of_many_things = 1 e",
	} {
		got := strings.NewReplacer(`<span style="white-space:nowrap">`, "‹", "</span>", "›").Replace(HTML(in))
		if got != strings.ReplaceAll(strings.ReplaceAll(want, "x<", "&lt;"), "η >", "η &gt;") {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

var tags = regexp.MustCompile(`<[^>]*>`)

// FuzzHTML: the text stays as it is.
func FuzzHTML(f *testing.F) {
	f.Add("w = (1, 2e-05) <b>")
	f.Add("([([ = ≤ = \xff e-1e-1")
	f.Fuzz(func(t *testing.T, s string) {
		if got := html.UnescapeString(tags.ReplaceAllString(HTML(s), "")); got != html.UnescapeString(html.EscapeString(s)) {
			t.Errorf("%q became %q", s, got)
		}
	})
}

// TestNoMath: HTML with dollars or backslashes is marked for MathJax, versions 2 and 3, and other HTML stays as it is.
func TestNoMath(t *testing.T) {
	for html, marked := range map[string]bool{
		"<table><td>$31 or $135</td></table>": true,
		`<td>\(a\) or \[b\]</td>`:             true,
		"<table><td>31 €</td></table>":        false,
		"":                                    false,
	} {
		got := NoMath(html)
		want := html
		if marked {
			want = `<div class="mathjax_ignore tex2jax_ignore">` + html + "</div>\n"
		}
		if got != want {
			t.Errorf("NoMath(%s) = %s", html, got)
		}
	}
}
