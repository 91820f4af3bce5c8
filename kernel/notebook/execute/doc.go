// Package execute runs notebooks from the top, without Jupyter.
//
// [Run] executes the cells of one notebook in memory on a [Session]; [Batch] does so for files, several at a time,
// writes the executed notebooks and their HTML, goes on where an earlier run was killed, and tells its [Report] how far it is.
package execute
