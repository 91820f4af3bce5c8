// Package jupyter serves a notebook over the Jupyter messaging protocol, version 5.4.
//
// A [Server] listens on the five sockets that a connection file names and asks a [Backend] to do what front ends request.
// A request travels so:
//
//   - socket.Router reads its frames (package socket, opened in channels.go), receive.go verifies and decodes them (package wire);
//   - requests on shell wait in queue.go, and shell.go serves them in order, execute.go those that run code; comm messages and
//     questions about code that is not run, such as completions, are served beside them by comms.go, also while a cell runs; those on control
//     are served at once by control.go, also while a cell runs, which running.go lets them interrupt, those of a debugger one after the
//     other by debug.go; answers on stdin go to the
//     question that waits, stdin.go;
//   - what a cell puts out goes through sink.go and publish.go to iopub, its reply back over the socket it came from.
//
// Around each request the kernel says busy and idle. After an error the executions that wait already are aborted (unless the
// request said not to stop on errors). A message that is cut short, wrongly signed, repeated or malformed is logged and
// dropped.
//
// [Run] is the whole life of a kernel process: signals, the parent process, and a clean end. Package kernelspec tells Jupyter of
// the kernel, package history keeps what was typed, and package jupytertest is a front end for tests.
//
// Reference: https://jupyter-client.readthedocs.io/en/stable/messaging.html and .../kernels.html.
package jupyter
