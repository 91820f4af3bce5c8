// Package katex holds KaTeX 0.19.1 (MIT licence, see LICENSE), which sets mathematics in a browser without a network.
package katex

import (
	"embed"
	"encoding/base64"
	"regexp"
	"strings"
	"sync"
)

//go:embed katex.min.js
var script string

//go:embed auto-render.min.js
var autoRender string

//go:embed katex.min.css
var style string

//go:embed fonts/*.woff2
var fonts embed.FS

// Scripts returns the two scripts to include: KaTeX itself, and what finds mathematics in text (renderMathInElement).
func Scripts() []string { return []string{script, autoRender} }

// Style returns the style sheet with the fonts inside.
var Style = sync.OnceValue(func() string {
	return source.ReplaceAllStringFunc(style, func(src string) string {
		name := source.FindStringSubmatch(src)[1]
		font, err := fonts.ReadFile("fonts/" + name)
		if err != nil {
			return src // every font that the style names is embedded: the test says so
		}
		var b strings.Builder
		b.WriteString(`src:url(data:font/woff2;base64,`)
		b.WriteString(base64.StdEncoding.EncodeToString(font))
		b.WriteString(`) format("woff2")`)
		return b.String()
	})
})

// source is the list of a font's files in the style sheet, the first of them woff2.
var source = regexp.MustCompile(`src:url\(fonts/([\w-]+\.woff2)\) format\("woff2"\)(?:,url\([^)]*\) format\("\w+"\))*`)
