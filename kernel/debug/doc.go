// Package debug is the kernel's side of JupyterLab's debugger: it answers debug_requests, and has delve debug the programs of cells.
//
// A front end starts the debugger once and then runs many cells, each of which is a process of its own. So a [Debugger] keeps what lasts
// longer than a cell: whether it was started, the breakpoints of each text, which texts there are. It answers by itself while no
// cell runs. For each cell's program it starts an adapter, a program in which delve is linked (package adapter, command mercer-debugger), and
// hands on to it what concerns that program; delve is never in the kernel's own process.
//
// The way of a debugged cell: the session builds its program for a debugger, since [Debugger.Tracer] gives one; the program waits at its
// start (package cellrt/traced); package run calls Attach (trace.go), which starts an adapter (launch.go, target.go) and tells it the
// breakpoints; then the program begins. What the adapter tells meanwhile, above all that the program has stopped, goes through relay.go to the
// front end, and what the front end asks through commands.go to the adapter.
//
// Front ends know the text of a cell by a path, made of the text's hash (murmur.go); programs know it by cell.FileKey. sources.go has both
// names of each, and lines.go says where in a text a program can stop. view.go shows what delve says as the user knows it: without what the kernel
// has written around the cells.
//
// Reference: https://jupyter-client.readthedocs.io/en/stable/messaging.html#debug-request,
// https://microsoft.github.io/debug-adapter-protocol/specification.
package debug
