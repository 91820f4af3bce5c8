package state

import "strings"

// This file is about the ids of cells. JupyterLab sends those of the notebook's file. VS Code sends the address of the cell in its
// editor, as in
//
//	vscode-notebook-cell:/home/ann/svm.ipynb#W3sZmlsZQ%3D%3D
//
// whose first part names the notebook, and whose last one counts the cells since it was opened: opened again, the third cell has
// the id that another one had.

const editorScheme = "vscode-notebook-cell:"

// CellID returns the identity of a cell, of the id that a front end sends and the name of the front end's session: the id, and where
// it is valid only as long as the notebook is open, both.
func CellID(id, session string) string {
	if !strings.HasPrefix(id, editorScheme) {
		return id
	}
	return id + " " + session
}

// notebookOf returns what the identity of a cell says of its notebook, "" if nothing. A notebook without a file has a name
// that others have had before it.
func notebookOf(id string) string {
	notebook, _, ok := strings.Cut(id, "#")
	if !ok || !strings.HasPrefix(id, editorScheme) || !strings.Contains(notebook, "/") {
		return ""
	}
	return notebook
}
