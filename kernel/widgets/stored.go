package widgets

import (
	"regexp"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/export"
)

// This file shows what is stored of interactions whose cells have not run in this kernel: without models of their names a front end that opens such a
// notebook would only say that there are none.

// restore makes models of the interactions that are stored in the notebook and not open.
func (w *Widgets) restore() {
	if w.notebook == "" {
		return
	}
	nb, err := notebook.Read(w.notebook)
	if err != nil {
		return // a front end has another one
	}
	for id, page := range storedPages(nb) {
		if w.models[id] == nil {
			w.models[id] = &open{model: &model{id, newState(controlsModule, controlsVersion, "HTML", state{
				"description": "", "description_allow_html": false, "placeholder": "", "value": stillPicture(page), "_dom_classes": []string{}, "layout": nil, "style": nil})}}
		}
	}
}

// ours matches the ids of interactions, see package session.
var ours = regexp.MustCompile(`^mercer-[0-9a-f]{16}-[0-9]+$`)

// storedPages returns the pages of interactions that a notebook has from another kernel, by their ids.
func storedPages(nb *notebook.Notebook) map[string]string {
	pages := map[string]string{}
	for _, c := range nb.Cells {
		for _, o := range c.Outputs {
			view, _ := o.Data[ViewType].(map[string]any)
			id, _ := view["model_id"].(string)
			if page, ok := o.Data["text/html"].(string); ok && ours.MatchString(id) {
				pages[id] = page
			}
		}
	}
	return pages
}

// held finds what a page shows at the start; see show.Grid.Page.
var held = regexp.MustCompile(`(?s)<div class="mercer-at" data-at="[0-9 ,]*">\n(.*?)</div>\n(?:<div class="mercer-at"|<div class="mercer-held">|</div>\n*$)`)

// stillPicture is what a page shows at the start, without its controls, and without all that could do something: the notebook may be a stranger's.
func stillPicture(page string) string {
	picture := ""
	if m := held.FindStringSubmatch(strings.ReplaceAll(page, "\r\n", "\n")); m != nil {
		picture = export.Clean(m[1])
	}
	return style + picture + `<div style="opacity:.75;font-size:90%">This is from another kernel: the controls are here once this cell has run.</div>`
}
