package confine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Watch looks at what the descendants of this process use, until ctx ends or they use more than the
// quota. Counting files takes long where there are many, and holds up nothing else.
func Watch(ctx context.Context, q Quota) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	files := make(chan error, 1)
	go func() {
		defer stop()
		files <- repeat(ctx, time.Second, q.filesExceeded)
	}()
	err := repeat(ctx, 200*time.Millisecond, q.processesExceeded)
	stop()
	return errors.Join(err, <-files)
}

// repeat looks again and again, with pauses, until ctx ends or a look returns an error.
func repeat(ctx context.Context, pause time.Duration, once func(context.Context) error) error {
	for {
		if err := once(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

// processesExceeded is an [Exceeded] of processes, threads or memory, or nil.
func (q Quota) processesExceeded(context.Context) error {
	list, err := descendants(os.Getpid())
	if err != nil {
		return err
	}
	if len(list) > q.Processes {
		return &Exceeded{fmt.Sprintf("it has started more than %d processes", q.Processes)}
	}
	threads, memory := 0, int64(0)
	for _, pid := range list {
		p := look(pid)
		threads += p.threads
		memory += p.memory
	}
	if threads > q.Threads {
		return &Exceeded{fmt.Sprintf("it has started more than %d threads", q.Threads)}
	}
	if memory > q.Memory {
		return &Exceeded{fmt.Sprintf("it has taken more than %d MB of memory", q.Memory>>20)}
	}
	return nil
}

// process is what /proc shows of a process.
type process struct {
	dir     string // of a thread that has not ended
	threads int
	memory  int64 // bytes that no file backs, shared or not, with the tables of its pages
}

// look looks at a process; nothing is seen of one that has ended. When the first thread has ended
// and others go on, the directory of the process shows neither memory nor files: theirs do.
func look(pid int) process {
	p := process{dir: filepath.Join("/proc", strconv.Itoa(pid))}
	alive := false
	if p.threads, p.memory, alive = status(p.dir); alive {
		return p
	}
	tasks, _ := filepath.Glob(filepath.Join(p.dir, "task", "*"))
	for _, dir := range tasks {
		if _, memory, alive := status(dir); alive {
			p.dir, p.memory = dir, memory
			break
		}
	}
	return p
}

// status reads the status of a process or thread, which is alive if it has memory.
func status(dir string) (threads int, memory int64, alive bool) {
	data, err := os.ReadFile(filepath.Join(dir, "status"))
	if err != nil {
		return 0, 0, false // it has ended
	}
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) < 2 {
			continue
		}
		n, _ := strconv.ParseInt(f[1], 10, 64)
		switch f[0] {
		case "Threads:":
			threads = int(n)
		case "RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:", "HugetlbPages:":
			memory += n << 10 // kilobytes
			alive = true
		}
	}
	return threads, memory, alive
}
