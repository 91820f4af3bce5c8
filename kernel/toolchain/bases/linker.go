package bases

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/toolchain/celllink"
)

// Config says where bases are, and with what they are made.
type Config struct {
	Dir    string   // of the user's own bases
	Shared []string // of bases of others, which are only read
	Temp   string   // a directory of this process's own, on the file system of Dir
	// Toolchain is all that decides, beside the packages, what the Go linker makes of them.
	Toolchain string
	// Off is why no program is linked with a base, "" if programs are.
	Off string
	// Run runs a tool of the toolchain in a directory, beside the user's work and not before it.
	Run func(ctx context.Context, dir, tool string, args ...string) error
	// Tell is told, in sentences for the user, why programs are not linked with a base that could be; nil drops them.
	Tell func(sentence string)
	Log  *slog.Logger
}

// maxOpen is how many bases are kept open. An open one takes 10 to 40 MB.
const maxOpen = 3

// Linker links programs with bases. Its methods may be called from several goroutines, and several processes may have the same directory.
type Linker struct {
	cfg Config
	ctx context.Context
	end context.CancelFunc
	wg  sync.WaitGroup

	opening sync.Mutex // held while bases are looked for, or one is opened

	mu      sync.Mutex // guards what follows; held only for short looks and changes
	off     string
	open    []*opened              // used last first
	seen    map[string]fs.FileInfo // executables of bases that were seen to be right, as they were then
	broken  map[string]bool        // directories that were tried in vain
	failed  map[string]*Rest       // by keys of bases that could not be made; a chance is a program that wants one
	want    *Wish                  // the next one to be fulfilled
	making  bool
	failure string // why the last wish was not fulfilled
}

// Wish is for a base that has the packages of Need. If one is made, it has those of Wide, which are to be some
// more. Both are called in the background.
type Wish struct {
	Need, Wide func(context.Context) (Set, error)
}

// New returns a linker. It starts nothing.
func New(cfg Config) *Linker {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Tell == nil {
		cfg.Tell = func(string) {}
	}
	l := &Linker{cfg: cfg, off: cfg.Off, seen: map[string]fs.FileInfo{}, broken: map[string]bool{}, failed: map[string]*Rest{}}
	l.ctx, l.end = context.WithCancel(context.Background())
	return l
}

// Close ends what is being made, and waits for that.
func (l *Linker) Close() {
	l.end()
	l.Settle()
}

// Settle waits until nothing is being made.
func (l *Linker) Settle() { l.wg.Wait() }

// Off is why programs are not linked with bases at all, "" if they are.
func (l *Linker) Off() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.off
}

// Link links the archive of a program's main package, which was compiled against the packages of need. The error says why not, and is a
// *celllink.Unsupported or ErrNoBase; the Go linker is then to link it.
func (l *Linker) Link(need Set, archive []byte) ([]byte, error) {
	o, err := l.find(need)
	if err != nil {
		return nil, err
	}
	return o.base.Link(archive, o.path)
}

// ErrNoBase says that a program was not linked because there is no base for it, or none yet.
var ErrNoBase = errors.New("not linked with a base")

// ErrTooEarly is returned by a Wish whose packages are not compiled yet. It is no failure.
var ErrTooEarly = errors.New("the packages of a base are not compiled yet")

// find returns an open base that has the packages of need. One that is on disk is opened.
func (l *Linker) find(need Set) (*opened, error) {
	if off := l.Off(); off != "" {
		return nil, fmt.Errorf("%w: %s", ErrNoBase, off)
	}
	if o := l.among(need); o != nil {
		return o, nil
	}
	l.opening.Lock()
	defer l.opening.Unlock()
	if o := l.among(need); o != nil { // which somebody has opened meanwhile
		return o, nil
	}
	why := "there is no base yet"
	for _, dir := range l.dirs() {
		m, err := l.readMade(dir)
		if err != nil {
			continue
		}
		if why = m.contents().lacks(need); why != "" {
			continue
		}
		o, err := l.openDir(dir, m)
		if err == nil {
			l.add(o)
			return o, nil
		}
		l.giveUp(dir, err)
	}
	if off := l.Off(); off != "" {
		why = off
	}
	return nil, fmt.Errorf("%w: %s", ErrNoBase, why)
}

// among returns an open base that has the packages of need, or nil. Bases whose executable is not there any more are closed.
func (l *Linker) among(need Set) *opened {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open = slices.DeleteFunc(l.open, (*opened).gone)
	i := slices.IndexFunc(l.open, func(o *opened) bool { return o.lacks(need) == "" })
	if i < 0 {
		return nil
	}
	o := l.open[i]
	l.open = slices.Insert(slices.Delete(l.open, i, i+1), 0, o)
	o.touch()
	return o
}

// add adds an open base.
func (l *Linker) add(o *opened) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open = slices.Insert(l.open, 0, o)
	l.open = l.open[:min(len(l.open), maxOpen)]
	o.touch()
}

// giveUp notes that a base cannot be used, and removes it if it is the user's own and damaged.
func (l *Linker) giveUp(dir string, err error) {
	if l.ctx.Err() != nil {
		return
	}
	l.cfg.Log.Debug("a base of cells is not used", "base", dir, "err", err)
	l.mu.Lock()
	l.broken[dir] = true
	l.mu.Unlock()
	var no *cannotRun
	var bad *damaged
	switch {
	case errors.As(err, &no):
		l.switchOff(no.Error())
		return
	case errors.As(err, &bad) && filepath.Dir(dir) == l.cfg.Dir:
		os.RemoveAll(dir)
	}
	l.cfg.Tell("A base that cells are linked with cannot be used, and another one is made, during which cells take longer: " + err.Error() + ".")
}

// switchOff ends linking with bases, in this process.
func (l *Linker) switchOff(why string) {
	l.mu.Lock()
	first := l.off == ""
	if first {
		l.off, l.open = why, nil
	}
	l.mu.Unlock()
	if first {
		l.cfg.Tell("The Go linker links all cells, which takes longer: " + why + ".")
	}
}

// Want opens a base in the background, or makes one. Of several wishes the last counts.
func (l *Linker) Want(w Wish) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.off != "" || l.ctx.Err() != nil {
		return
	}
	l.want = &w
	if !l.making {
		l.making = true
		l.wg.Go(l.work)
	}
}

// work makes what is wanted.
func (l *Linker) work() {
	for {
		l.mu.Lock()
		w := l.want
		l.want = nil
		if w == nil || l.off != "" || l.ctx.Err() != nil {
			l.making = false
			l.mu.Unlock()
			return
		}
		l.mu.Unlock()
		l.ended(l.provide(w))
	}
}

// errResting says that a base is not made now because that has failed before.
var errResting = errors.New("it is too early to try again")

// ended notes how the fulfilling of a wish has ended.
func (l *Linker) ended(err error) {
	if errors.Is(err, errResting) {
		return
	}
	failed := err != nil && l.ctx.Err() == nil && l.Off() == "" && !errors.Is(err, ErrTooEarly)
	l.mu.Lock()
	l.failure = ""
	if failed {
		l.failure = err.Error()
	}
	l.mu.Unlock()
	if failed {
		l.cfg.Tell("No base to link cells with could be made, so that the Go linker links them, which takes longer; it is tried again later: " + err.Error() + ".")
	}
}

// provide opens a base that is wanted, and makes one if there is none.
func (l *Linker) provide(w *Wish) error {
	need, err := w.Need(l.ctx)
	if err != nil {
		return err
	}
	if _, err := l.find(need); err == nil {
		return nil
	}
	set, err := w.Wide(l.ctx)
	if err != nil {
		return err
	}
	if why := set.contents().lacks(need); why != "" {
		return errors.New(why + ", nor would a new one have it")
	}
	key := set.key(l.toolchain())
	if !l.mayMake(key) {
		return errResting
	}
	if err := errors.Join(os.MkdirAll(l.cfg.Dir, 0o700), files.ClearFile(filepath.Join(l.cfg.Dir, "lock"))); err != nil {
		return files.Explain(err)
	}
	unlock, err := l.lock()
	if err != nil {
		return err
	}
	defer unlock()
	if _, err := l.find(need); err == nil { // which another process has made meanwhile
		return nil
	}
	start := time.Now()
	err = l.make(set, key)
	debug.FreeOSMemory() // it has taken some hundred megabytes, and the kernel will not need them soon
	if err == nil {
		_, err = l.find(need)
	}
	if err != nil {
		l.notMade(key, err)
		return err
	}
	l.mu.Lock()
	delete(l.failed, key)
	l.mu.Unlock()
	l.cfg.Log.Debug("a base of cells was made", "packages", len(set.Packages), "took", time.Since(start))
	return nil
}

// mayMake says whether it is time to make the base with a key, which may have failed before.
func (l *Linker) mayMake(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.failed[key]
	return r == nil || r.Over()
}

// restAfter is how many programs are linked by the Go linker, when a base could not be made, before it is tried again: it takes seconds.
const restAfter = 8

// notMade notes that the base with a key could not be made.
func (l *Linker) notMade(key string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failed[key] == nil {
		l.failed[key] = new(Rest)
	}
	l.failed[key].Begin(err.Error(), restAfter)
}

// State says in a sentence whether there is a base.
func (l *Linker) State() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case len(l.open) > 0:
		return "It has a base, which has passed its test here."
	case l.making:
		return "A base for it is being made or opened."
	case l.failure != "":
		return "A base for it could not be made, which is tried again later: " + l.failure + "."
	}
	return "There is no base for it yet: the first cells that import something make one."
}

// Try looks for a base that this toolchain has made and tries it, as a kernel would. It changes nothing, and returns the directory of the base. The
// error is ErrNoBase where there is none.
func (l *Linker) Try() (dir string, err error) {
	for _, dir := range l.dirs() {
		m, err := l.readMade(dir)
		if err != nil {
			continue
		}
		_, err = l.openDir(dir, m)
		return dir, err
	}
	return "", ErrNoBase
}

// lock waits until no other process makes a base.
func (l *Linker) lock() (unlock func(), err error) {
	for {
		f, err := files.Lock(filepath.Join(l.cfg.Dir, "lock"), os.O_CREATE)
		if err == nil {
			return func() { f.Close() }, nil
		}
		if !errors.Is(err, files.ErrLocked) {
			return nil, files.Explain(err)
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-l.ctx.Done():
			return nil, l.ctx.Err()
		}
	}
}

// toolchain is all that decides, beside the packages, how a base is.
func (l *Linker) toolchain() string { return celllink.Format + "\n" + tryText + "\n" + l.cfg.Toolchain }
