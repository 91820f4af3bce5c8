package state

import "testing"

func TestNotebooksOfCells(t *testing.T) {
	const uri = "vscode-notebook-cell:/home/ann/svm.ipynb#W3sZmlsZQ%3D%3D"
	for _, tt := range []struct{ id, notebook string }{
		{CellID("b0a1", "s"), ""},
		{CellID("/a#b", "s"), ""},
		{CellID(uri, "s"), "vscode-notebook-cell:/home/ann/svm.ipynb"},
		{CellID("vscode-notebook-cell://ssh-remote%2Bhost/home/ann/svm.ipynb#W0sdnNjb2RlLXJlbW90ZQ%3D%3D", "s"), "vscode-notebook-cell://ssh-remote%2Bhost/home/ann/svm.ipynb"},
		{CellID("vscode-notebook-cell:Untitled-1.ipynb?jupyter-notebook#W0sdW50aXRsZWQ%3D", "s"), ""},
		{CellID("vscode-notebook-cell:/home/ann/svm.ipynb", "s"), ""},
	} {
		if got := notebookOf(tt.id); got != tt.notebook {
			t.Errorf("notebook of %q: %q, want %q", tt.id, got, tt.notebook)
		}
	}
	if CellID("b0a1", "s") != CellID("b0a1", "t") || CellID(uri, "s") == CellID(uri, "t") {
		t.Error("an id of the notebook's file is the same in all sessions of front ends, one of an editor only in its own")
	}
}
