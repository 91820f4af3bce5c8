// Package confine takes from this process, and from all that it starts, what a stranger's notebook does not need: most files, and
// the network. A kernel that grades what others have handed in confines itself once its sockets listen.
//
// What is taken is taken by Linux (Landlock) for good, from all threads and all later children. Files and directories that are not named cannot be
// opened, listed, made, changed or removed; TCP ports can be neither bound nor connected to; where the system can, processes outside get no
// signals, and abstract Unix sockets outside are out of reach. UDP and Multipath TCP are not restricted by today's Linux: where that matters, run the grader in a
// network namespace or a container without a network.
//
// Reference: https://docs.kernel.org/userspace-api/landlock.html.
package confine

import "errors"

// ErrUnavailable says that this system cannot confine a process.
var ErrUnavailable = errors.New("confining a process needs Linux 6.7 or later with Landlock")

// Files are what is left: directories, or single files, of which those that are not there are left out.
type Files struct {
	Read  []string // to read and to execute
	Write []string // also to change
}
