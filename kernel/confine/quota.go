package confine

// Quota is what all descendants of a process together may use.
type Quota struct {
	Processes, Threads int
	Memory             int64 // bytes that are resident or swapped
	Disk               int64 // bytes of files below the directories
	Dirs               []string
	// File is how large a file can be, in bytes: so much counts for each whose size is not seen.
	File int64
}

// Exceeded is the error of descendants that have used more than they may.
type Exceeded struct{ Says string }

func (e *Exceeded) Error() string { return e.Says }
