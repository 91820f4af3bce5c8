package export

import (
	"strconv"

	"github.com/mercer-go/mercer/kernel/notebook/markup"
)

// This file writes the elements of rendered cells.

// Markup returns the elements of the cells.
func Markup(cells []Cell) markup.HTML {
	var b markup.Builder
	for _, c := range cells {
		addCell(&b, c)
	}
	return b.HTML()
}

func addCell(b *markup.Builder, c Cell) {
	b.Add("<section class=\"cell {}\" id=\"{}\">\n", markup.Text(c.Class), markup.Text(c.ID))
	if c.Class == "code" {
		addSource(b, c)
		for _, o := range c.Outputs {
			b.Add("<div class=\"row\"><div class=\"prompt out\">{}</div><div class=\"output\">\n{}</div></div>\n", markup.Text(o.Prompt), o.Body)
		}
	} else {
		b.Add("{}", c.Body)
	}
	b.Add("</section>\n")
}

// addSource writes the row of a code cell's source, if there is one.
func addSource(b *markup.Builder, c Cell) {
	if c.Body == "" {
		return
	}
	b.Add(`<div class="row"><div class="prompt in">{}</div>`, markup.Text(c.Prompt))
	if c.Folded > 0 {
		addSummary(b, c)
	}
	b.Add(`<pre class="chroma source`)
	b.If(c.Whole, " whole")
	b.Add(`"><code>{}</code></pre>`, c.Body)
	b.If(c.Folded > 0, "</details>")
	b.Add("</div>\n")
}

// addSummary opens the element of a source that is folded away, with what a reader clicks on and what stands there on paper.
func addSummary(b *markup.Builder, c Cell) {
	lines := strconv.Itoa(c.Folded) + " line"
	if c.Folded > 1 {
		lines += "s"
	}
	b.Add(`<details class="folded`)
	b.If(c.Answers, " answers")
	b.If(c.Formulas, " formulas")
	b.Add(`"><summary`)
	shown, printed := "the code", "code"
	if c.Answers {
		printed = "rules of the exercises"
	}
	if c.Formulas {
		shown = "how it is typed"
	} else {
		b.Add(` data-printed="{}, {}: see the notebook"`, markup.Text(printed), markup.Text(lines))
	}
	b.Add(`>show {} ({})</summary>`, markup.Text(shown), markup.Text(lines))
}
