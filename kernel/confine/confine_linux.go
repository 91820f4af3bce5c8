package confine

import (
	"fmt"
	"os"
	"runtime"
	"syscall"

	"github.com/landlock-lsm/go-landlock/landlock"
)

// Exec confines this process and becomes another program in it, as syscall.Exec does: it returns only if that fails, with ErrUnavailable or what the
// system says. The process may then be confined in part, and the caller must end.
func Exec(left Left, program string, args, env []string) error {
	for resource, most := range map[int]uint64{syscall.RLIMIT_DATA: left.Memory, syscall.RLIMIT_FSIZE: left.File} {
		if most == 0 {
			continue
		}
		if err := syscall.Setrlimit(resource, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			return fmt.Errorf("limiting memory and files: %w", err)
		}
	}
	runtime.LockOSThread() // capabilities are a thread's
	if err := dropCapabilities(); err != nil {
		return err
	}
	var rules []landlock.Rule
	for _, path := range left.Read {
		rules = append(rules, rule(path, landlock.RODirs, landlock.ROFiles)...)
	}
	for _, path := range left.Write {
		rules = append(rules, rule(path, withRename, landlock.RWFiles)...)
	}
	for _, port := range left.Ports {
		rules = append(rules, landlock.BindTCP(port))
	}
	// All at once: a second layer, though it spoke of the network alone, would forbid renaming from directory to directory.
	err := landlock.V6.Restrict(rules...)
	if err != nil {
		err = landlock.V4.Restrict(rules...) // which cannot take signals and abstract sockets
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if err := refuseCalls(left.UnixSockets); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return fmt.Errorf("becoming %s: %w", program, syscall.Exec(program, args, env))
}

// withRename allows all changes of files below directories, from one directory to another too.
func withRename(dirs ...string) landlock.FSRule { return landlock.RWDirs(dirs...).WithRefer() }

// rule allows one path, nothing if there is none.
func rule(path string, dirs, files func(...string) landlock.FSRule) []landlock.Rule {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil
	case info.IsDir():
		return []landlock.Rule{dirs(path)}
	}
	return []landlock.Rule{files(path)}
}
