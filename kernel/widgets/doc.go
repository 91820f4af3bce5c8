// Package widgets shows the controls of display.Interact in front ends that have Jupyter's widgets, such as JupyterLab, Notebook 7 and VS Code.
//
// The kernel, and no program, has the models that the protocol speaks of: of an interaction one for each control, for what its function gives, and for
// the box around them (models.go). [Widgets.Open] opens their comms when a cell has called display.Interact. When the reader moves a control the front end
// sends its new state (messages.go), which is checked and put on one of the control's positions (state.go), and the cell's program runs again for it (view.go): one
// run at a time for each interaction, the newest values next, and what is outdated is ended. A page that is loaded again asks for all states.
//
// What the function gives is put into a widget of HTML where that is all of it, since the page replaces it at once and nothing flickers, and otherwise into an
// output widget, whose contents the front end renders as it renders those of cells.
//
// https://github.com/jupyter-widgets/ipywidgets/blob/main/packages/schema/messages.md
package widgets
