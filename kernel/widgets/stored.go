package widgets

import (
	"os"
	"regexp"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/export"
)

// This file shows what is stored of interactions whose cells have not run in this kernel: without models of their names a front end that opens such a
// notebook would only say that there are none.

// stored is what a notebook's file had of interactions when it was read.
type stored struct {
	file  os.FileInfo
	pages map[string]string // by the ids of the interactions
}

// read reads the file again if it has changed. What cannot be read has nothing: a front end has another file.
func (s *stored) read(name string) {
	file, err := os.Stat(name)
	if err == nil && s.file != nil && os.SameFile(file, s.file) && file.ModTime().Equal(s.file.ModTime()) && file.Size() == s.file.Size() {
		return
	}
	*s = stored{file: file}
	if nb, err := notebook.Read(name); err == nil {
		s.pages = storedPages(nb)
	}
}

// restore makes models of the interactions that are stored in the notebook and not open.
func (w *Widgets) restore() {
	if w.notebook == "" {
		return
	}
	w.stored.read(w.notebook)
	for id, page := range w.stored.pages {
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
