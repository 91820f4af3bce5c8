// Package gonbcompat checks that the notebooks of GoNB run unchanged in Mercer.
//
// Its test runs the example and test notebooks that are in GoNB's module, which Mercer depends on, and looks in their
// outputs for what GoNB's own tests look for; testdata/notebooks.json says what that is. It needs neither Jupyter nor
// GoNB. The script run.sh runs the same notebooks under both kernels with Jupyter's client and compares what each cell
// shows; README.md has its table.
package gonbcompat
