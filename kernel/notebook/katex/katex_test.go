package katex

import (
	"strings"
	"testing"
)

func TestStyleIsSelfContained(t *testing.T) {
	css := Style()
	if strings.Contains(css, "url(fonts/") || strings.Count(css, "url(data:font/woff2;base64,") != 20 {
		t.Errorf("%d fonts inside, files named: %v", strings.Count(css, "url(data:"), strings.Contains(css, "url(fonts/"))
	}
}

func TestScriptsCanBeInlined(t *testing.T) {
	for i, s := range Scripts() {
		if len(s) == 0 || strings.Contains(s, "</script") {
			t.Errorf("script %d of %d bytes cannot stand in a page", i, len(s))
		}
	}
}
