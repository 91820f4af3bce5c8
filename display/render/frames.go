package render

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/mercer-go/mercer/display/figure"
)

// Frames draws a sequence as a piece of HTML: the pictures on top of each other, a slider and a button that plays
// them. It needs no kernel and no script but the handlers of these two. Where handlers are forbidden the first picture
// is seen.
func Frames(ctx context.Context, s *figure.Frames) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("<div class=\"mercer-frames\">\n<style>.mercer-frame { margin-top: .5em } .mercer-frame > svg { max-width: 100%; height: auto }</style>\n")
	if s.Title != "" {
		fmt.Fprintf(&b, "<div style=\"font-weight:bold\">%s</div>\n", html.EscapeString(s.Title))
	}
	if len(s.Pages) > 1 {
		controls(&b, s)
	}
	for i, g := range s.Pages {
		data, err := SVG(ctx, g)
		if err != nil {
			return nil, err
		}
		style := ""
		if i > 0 {
			style = ` style="display:none"`
		}
		fmt.Fprintf(&b, "<div class=\"mercer-frame\" data-name=\"%s\"%s>\n%s</div>\n", html.EscapeString(s.Names[i]), style, data)
	}
	b.WriteString("</div>\n")
	return b.Bytes(), nil
}

// The arrow keys move the slider, not the cell: JupyterLab hears of keys before the page does, and spares elements with
// the attribute data-lm-suppress-shortcuts.

// show makes the picture that the slider e says the visible one.
const show = `var r=e.closest('.mercer-frames'),f=r.querySelectorAll('.mercer-frame');` +
	`f.forEach(function(x,i){x.style.display=i==+e.value?'':'none'});` +
	`r.querySelector('output').textContent=f[+e.value].dataset.name;`

func controls(b *bytes.Buffer, s *figure.Frames) {
	last := strconv.Itoa(len(s.Pages) - 1)
	play := `var t=this,e=t.parentElement.querySelector('input');` +
		`if(t.timer){clearInterval(t.timer);t.timer=0;t.textContent='▶'}` +
		`else{t.textContent='❚❚';if(+e.value>=+e.max)e.value=-1;` +
		`t.timer=setInterval(function(){if(!t.isConnected||+e.value>=+e.max){clearInterval(t.timer);t.timer=0;t.textContent='▶';return}` +
		`e.value=+e.value+1;` + show + `},` + strconv.Itoa(max(s.Millis, 50)) + `)}`
	slide := `var e=this;` + show
	fmt.Fprintf(b, "<div style=\"display:flex;gap:.6em;align-items:center\"><button type=\"button\" aria-label=\"play\" onclick=\"%s\">▶</button>"+
		"<input type=\"range\" aria-label=\"frame\" data-lm-suppress-shortcuts=\"true\" min=\"0\" max=\"%s\" value=\"0\" style=\"width:20em;min-width:5em\" oninput=\"%s\"><output%s>%s</output></div>\n",
		play, last, slide, oneLine(s.Names), html.EscapeString(s.Names[0]))
}

// oneLine is the attribute of a name that stands on one line, and has room for the longest: the slider does not move with it. Long names
// may break.
func oneLine(names []string) string {
	longest := 0
	for _, name := range names {
		longest = max(longest, utf8.RuneCountInString(name))
	}
	if longest > 18 { // on a phone there is no room for them beside the slider
		return ""
	}
	return fmt.Sprintf(` style="white-space:nowrap;min-width:%gem"`, math.Ceil(.6*float64(longest)))
}
