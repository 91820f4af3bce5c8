package widgets

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// state is the state of a model, as the protocol has it.
type state map[string]any

// model is one model of the front end; its id is that of its comm.
type model struct {
	id string
	state
}

const (
	baseModule, controlsModule, outputModule    = "@jupyter-widgets/base", "@jupyter-widgets/controls", "@jupyter-widgets/output"
	baseVersion, controlsVersion, outputVersion = "2.0.0", "2.0.0", "1.0.0" // of base and controls the same
)

// reference is how one model names another.
func reference(id string) string { return "IPY_MODEL_" + id }

// newState returns the state of a model by the name of its kind; the view is that of the same name, or the general one of a style.
func newState(module, version, kind string, more state) state {
	view, viewModule := kind+"View", module
	if strings.HasSuffix(kind, "Style") {
		view, viewModule = "StyleView", baseModule
	}
	s := state{
		"_model_module": module, "_model_module_version": version, "_model_name": kind + "Model",
		"_view_module": viewModule, "_view_module_version": version, "_view_name": view, "_view_count": nil,
	}
	for k, v := range more {
		s[k] = v
	}
	return s
}

// models are those of an interaction, each behind those that it names; the last is the box with all.
func (v *view) models() []*model {
	id, controls := v.it.ID, v.it.Controls
	layout := &model{id + "-layout", newState(baseModule, baseVersion, "Layout", state{})}
	v.noteLayout = &model{id + "-note-layout", newState(baseModule, baseVersion, "Layout", state{"display": "none"})}
	width := nameWidth(controls)
	wide := &model{id + "-control-layout", newState(baseModule, baseVersion, "Layout", state{"width": fmt.Sprintf("%.1fem", width+24), "max_width": "100%"})}
	all := []*model{layout, v.noteLayout, wide}
	var children []string
	for n := range controls {
		style := &model{fmt.Sprintf("%s-style%d", id, n+1), styleOf(controls[n].Kind, width)}
		s := controlState(&controls[n])
		s["layout"], s["style"] = reference(wide.id), reference(style.id)
		c := &model{fmt.Sprintf("%s-control%d", id, n+1), s}
		v.controls = append(v.controls, c)
		all, children = append(all, style, c), append(children, reference(c.id))
	}
	style := &model{id + "-style", newState(controlsModule, controlsVersion, "HTMLStyle", state{"description_width": ""})}
	html := func(name, layout string) *model {
		return &model{id + name, newState(controlsModule, controlsVersion, "HTML", state{
			"description": "", "description_allow_html": false, "placeholder": "", "value": "", "_dom_classes": []string{},
			"layout": reference(layout), "style": reference(style.id)})}
	}
	v.note, v.html = html("-note", v.noteLayout.id), html("-html", layout.id)
	v.output = &model{id + "-output", newState(outputModule, outputVersion, "Output", state{
		"msg_id": "", "outputs": []show.Recorded{}, "_dom_classes": []string{}, "layout": reference(layout.id)})}
	for _, m := range []*model{v.note, v.html, v.output} {
		children = append(children, reference(m.id))
	}
	box := &model{v.it.ID, newState(controlsModule, controlsVersion, "VBox", state{
		"box_style": "", "children": children, "_dom_classes": []string{"mercer-interact"}, "layout": reference(layout.id)})}
	return append(all, style, v.note, v.html, v.output, box)
}

// nameWidth is the room for the names of controls, in em.
func nameWidth(controls []frame.Control) float64 {
	longest := 4
	for _, c := range controls {
		longest = max(longest, utf8.RuneCountInString(c.Name))
	}
	return 0.6*float64(min(longest, 40)) + 0.5
}

// styleOf is the style of a control whose name has so much room.
func styleOf(kind frame.ControlKind, width float64) state {
	name := map[frame.ControlKind]string{frame.Choice: "Description", frame.Checkbox: "Checkbox", frame.TextBox: "Text"}[kind]
	if name == "" {
		name = "Slider"
	}
	return newState(controlsModule, controlsVersion, name+"Style", state{"description_width": fmt.Sprintf("%.1fem", width)})
}

// controlState is the state of a control at its start.
func controlState(c *frame.Control) state {
	s := state{"description": c.Name, "description_allow_html": false, "disabled": false, "_dom_classes": []string{}}
	slider := func(step any, format string) {
		s["step"], s["readout"], s["readout_format"], s["orientation"], s["continuous_update"], s["behavior"] = step, true, format, "horizontal", true, "drag-tap"
	}
	kind := ""
	switch c.Kind {
	case frame.FloatSlider:
		kind, s["min"], s["max"] = "FloatSlider", c.Min, c.Max
		slider(c.Step, fmt.Sprintf(".%df", decimals(c)))
	case frame.LogSlider:
		kind, s["min"], s["max"], s["base"] = "FloatLogSlider", exponent(c, 0), exponent(c, c.Positions()-1), 10.0
		slider(c.Step, ".4~g")
	case frame.IntSlider:
		kind, s["min"], s["max"] = "IntSlider", int64(c.Min), int64(c.Max)
		slider(int64(c.Step), "d")
	case frame.Choice:
		kind, s["_options_labels"] = "Dropdown", c.Options
	case frame.Checkbox:
		kind, s["indent"] = "Checkbox", true
	case frame.TextBox:
		kind, s["placeholder"], s["continuous_update"] = "Text", "", false
	}
	key, value := wireValue(c, c.Start)
	s[key] = value
	return newState(controlsModule, controlsVersion, kind, s)
}

// decimals is the number of digits behind the point that tell the values of a slider apart.
func decimals(c *frame.Control) (n int) {
	for i := range min(c.Positions(), 200) {
		if _, behind, ok := strings.Cut(c.Value(i), "."); ok && !strings.Contains(behind, "e") {
			n = max(n, len(behind))
		}
	}
	return min(n, 10)
}
