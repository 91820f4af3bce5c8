// Package confine takes from this process, and from all that it starts, what a stranger's notebook does not need: most files, and
// the network. A kernel that grades what others have handed in is confined before it begins.
//
// What is taken is taken by Linux (Landlock) for good, from all threads and all later children; Exec then begins a program anew, for each thread of a
// process that confines itself is confined apart, and may neither signal nor look at the children of another. Files and directories that are not named cannot be
// opened, listed, made, changed or removed; TCP ports can be neither bound, but for those named, nor connected to; where the system can, processes outside get no
// signals. A filter of system calls (seccomp) refuses all other sockets, limits and priorities of other processes, and what would outlive all of them; owners and
// extended attributes of files, and modes that lend the rights of a user or group; namespaces; and memory or open files that [Watch] could not see. The superuser's
// capabilities are dropped.
//
// Other modes, and times, of any file of the same user can be changed: the filter does not see which file a path names, and programs set those of their own files.
//
// Reference: https://docs.kernel.org/userspace-api/landlock.html and seccomp_filter.html.
package confine

import "errors"

// ErrUnavailable says that this system cannot confine a process.
var ErrUnavailable = errors.New("confining a process needs Linux 6.7 or later with Landlock")

// Left is what is left to a process.
type Left struct {
	Read  []string // directories or files to read and to execute; what is not there is left out
	Write []string // those that it may also change
	Ports []uint16 // TCP ports that it may listen at
	// UnixSockets leaves sockets of files to it, and with them whatever listens at one.
	UnixSockets bool
	// Memory and File limit, in bytes, the data that each process may hold and each file that it may write; 0 is no limit.
	Memory, File uint64
}
