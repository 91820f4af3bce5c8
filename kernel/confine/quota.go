package confine

// Quota is what all descendants of a process together may use.
type Quota struct {
	Processes int
	Memory    int64 // bytes that are resident
	Disk      int64 // bytes of files below the directories
	Dirs      []string
}

// Exceeded is the error of descendants that have used more than they may.
type Exceeded struct{ Says string }

func (e *Exceeded) Error() string { return e.Says }
