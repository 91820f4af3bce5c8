// Package notebook reads and writes Jupyter notebooks (.ipynb, nbformat 4.0 to 4.5) and records what cells put out.
//
// A [Notebook] is read with [Read] or [Parse] and written with [Notebook.Write] or [Notebook.Marshal]. Whatever this
// package does not know it keeps, and what Jupyter itself wrote comes out again byte for byte. A [Recorder] is the
// [session.Sink] that turns the output of a running cell into the outputs that a notebook stores. A [Param] becomes the
// injected cell of [Inject], as papermill does.
//
// What is done with notebooks lives below: package execute runs them, package verify runs them and compares, package
// export turns them into one HTML file each, package book into one site.
package notebook
