package show

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/display/frame"
)

// This file writes what a page without a kernel shows of an interaction: its controls, with the positions that the page holds, and below them what the
// function gives there. It needs no script but the handlers of the controls. Where handlers are forbidden the start is seen.

const pageStyle = `<style>.mercer-interact{max-width:100%}.mercer-control{display:flex;gap:.6em;align-items:center;margin:.2em 0}` +
	`.mercer-control>label{min-width:4em;text-align:right}.mercer-control>input[type=range]{width:18em;min-width:5em}` +
	`.mercer-at svg{max-width:100%;height:auto}.mercer-held{opacity:.75;font-size:90%}</style>`

// pick makes visible what belongs to the positions of the controls.
const pick = `var r=this.closest('.mercer-interact'),k=[];` +
	`r.querySelectorAll(':scope>.mercer-control').forEach(function(c){var e=c.querySelector('input,select'),i=0;` +
	`if(e&&!e.disabled)i=e.type=='checkbox'?+e.checked:e.tagName=='SELECT'?e.selectedIndex:+e.value;` +
	`k.push(i);if(e&&e.type=='range')c.querySelector('output').textContent=e.dataset.names.split(' ')[i]});k=k.join(' ');` +
	`r.querySelectorAll(':scope>.mercer-at').forEach(function(f){f.style.display=f.dataset.at.split(',').indexOf(k)<0?'none':''})`

// Page writes the page of an interaction; pictures are what the function gives for the grid's cells, as HTML. Equal ones are written once.
func (g Grid) Page(controls []frame.Control, pictures []string) string {
	var b strings.Builder
	b.WriteString("<div class=\"mercer-interact\">\n" + pageStyle + "\n")
	start := make([]string, len(controls))
	for n := range controls {
		at, name := g.startOf(n, &controls[n]), fmt.Sprintf("<label>%s</label>", html.EscapeString(controls[n].Name))
		start[n] = strconv.Itoa(at)
		b.WriteString("<div class=\"mercer-control\">" + name + g.control(n, &controls[n], at) + "</div>\n")
	}
	where := map[string][]string{} // a picture's cells
	var order []string
	for i, cell := range g.Cells() {
		if where[pictures[i]] == nil {
			order = append(order, pictures[i])
		}
		where[pictures[i]] = append(where[pictures[i]], strings.Trim(fmt.Sprint(cell), "[]"))
	}
	for _, picture := range order {
		style := ` style="display:none"`
		for _, at := range where[picture] {
			if at == strings.Join(start, " ") {
				style = ""
			}
		}
		fmt.Fprintf(&b, "<div class=\"mercer-at\" data-at=\"%s\"%s>\n%s</div>\n", strings.Join(where[picture], ","), style, picture)
	}
	if text := g.missing(controls); text != "" {
		fmt.Fprintf(&b, "<div class=\"mercer-held\">%s</div>\n", html.EscapeString(text))
	}
	b.WriteString("</div>\n")
	return b.String()
}

// startOf returns the index of the start among the positions that the grid holds of a control.
func (g Grid) startOf(n int, c *frame.Control) int {
	start, _ := c.Position(c.Start)
	for i, at := range g[n] {
		if at == start {
			return i
		}
	}
	return 0
}

// control writes a control with the positions that the grid holds of it. The arrow keys move it, and not the cells of JupyterLab, see package render.
func (g Grid) control(n int, c *frame.Control, at int) string {
	values := make([]string, len(g[n]))
	for i := range values {
		values[i] = c.Start
		if c.Positions() > 0 {
			values[i] = c.Value(g[n][i])
		}
	}
	name := fmt.Sprintf(` aria-label="%s" data-lm-suppress-shortcuts="true"`, html.EscapeString(c.Name))
	disabled := ""
	if len(values) < 2 {
		disabled = " disabled"
	}
	switch c.Kind {
	case frame.TextBox:
		return "<output>" + html.EscapeString(c.Start) + "</output>"
	case frame.Checkbox:
		checked := ""
		if c.Start == "true" {
			checked = " checked"
		}
		return fmt.Sprintf(`<input type="checkbox"%s%s%s onchange="%s">`, name, checked, disabled, pick)
	case frame.Choice:
		var b strings.Builder
		fmt.Fprintf(&b, `<select%s%s onchange="%s">`, name, disabled, pick)
		for i, v := range values {
			selected := ""
			if i == at {
				selected = " selected"
			}
			fmt.Fprintf(&b, "<option%s>%s</option>", selected, html.EscapeString(v))
		}
		return b.String() + "</select>"
	}
	return fmt.Sprintf(`<input type="range"%s%s min="0" max="%d" value="%d" data-names="%s" oninput="%s"><output>%s</output>`,
		name, disabled, len(values)-1, at, strings.Join(values, " "), pick, c.Start)
}

// missing tells which values of controls the page does not hold, or "".
func (g Grid) missing(controls []frame.Control) string {
	var parts []string
	for n, c := range controls {
		switch all, held := c.Positions(), len(g[n]); {
		case held == all:
		case held == 1:
			parts = append(parts, c.Name+" at "+strconv.Quote(c.Start)+" alone")
			if c.Kind != frame.TextBox && c.Kind != frame.Choice {
				parts[len(parts)-1] = c.Name + " at " + c.Start + " alone"
			}
		default:
			parts = append(parts, fmt.Sprintf("%s at %d of its %d values", c.Name, held, all))
		}
	}
	if parts == nil {
		return ""
	}
	return "Stored here: " + strings.Join(parts, ", ") + ". All others can be chosen in JupyterLab once this cell has run."
}
