package bases

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mercer-go/mercer/kernel/toolchain/cache"
)

// How many bases there are, and how large they are together, before one is made. Those that were not used for longest are removed; one that was
// used a moment ago may be about to be needed by a program that is being started, and is so again by the next cell of a notebook that is worked at.
const (
	maxBases = 6
	maxBytes = 400 << 20
	young    = 10 * time.Minute

	maxYoung = 4 * maxBases // where many notebooks run one after the other, as those of a course, or many kernels at once
	inUse    = time.Minute

	unborn = time.Hour // what is older and was never tried belongs to a kernel that died
)

// place is the directory of a base.
type place struct {
	path string
	used time.Time
	size int64
	done bool
}

// places are the bases in a directory, and what is to become one, used last last.
func places(in string) []place {
	entries, err := os.ReadDir(in)
	if err != nil {
		return nil
	}
	var list []place
	for _, e := range entries {
		if !e.IsDir() || !strings.Contains(e.Name(), "-") {
			continue
		}
		list = append(list, look(filepath.Join(in, e.Name())))
	}
	slices.SortStableFunc(list, func(a, b place) int { return a.used.Compare(b.used) })
	return list
}

func look(dir string) place {
	p := place{path: dir}
	if info, err := os.Stat(dir); err == nil {
		p.used = info.ModTime()
	}
	if info, err := os.Stat(filepath.Join(dir, triedName)); err == nil {
		p.used, p.done = info.ModTime(), true
	}
	p.used = cache.UsedAt(p.used, time.Now())
	for _, name := range []string{baseName, indexName, madeName, tryName} {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil {
			p.size += info.Size()
		}
	}
	return p
}

// finished are the bases in a directory, used last last.
func finished(in string) []place {
	return slices.DeleteFunc(places(in), func(p place) bool { return !p.done })
}

// trim makes room for a base. An error says that there is none. The lock of the directory is held.
func (l *Linker) trim() error {
	l.remove(maxBases, maxBytes, young)
	l.remove(maxYoung, 2*maxBytes, inUse)
	if n := len(places(l.cfg.Dir)); n >= maxYoung {
		return fmt.Errorf("there are %d bases, all used within the last %v", n, inUse)
	}
	return nil
}

// remove removes bases that were not used for some time, until there are fewer and they are smaller, and what dead kernels have left.
func (l *Linker) remove(most int, bytes int64, unused time.Duration) {
	list := places(l.cfg.Dir)
	total := int64(0)
	for _, p := range list {
		total += p.size
	}
	left := len(list)
	for _, p := range list {
		age := time.Since(p.used)
		if p.done && (left < most && total < bytes || age < unused) || !p.done && age < unborn {
			continue
		}
		if err := os.RemoveAll(p.path); err == nil {
			left, total = left-1, total-p.size
		}
	}
}
