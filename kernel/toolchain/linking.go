package toolchain

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/mercer-go/mercer/kernel/toolchain/bases"
	"github.com/mercer-go/mercer/kernel/toolchain/cache"
)

// This file says how cells are linked, for people.

// Linking says in sentences how the programs of cells are linked on this machine, with the cache that New would have with the same
// configuration, and whether a compiler waits for them. It makes nothing, but runs the program that tries a base.
func Linking(cfg Config) string {
	t, err := findTools()
	if err != nil {
		return sentence(err.Error())
	}
	return strings.TrimSpace(t.instead + " " + linking(t, cfg))
}

func linking(t *goTools, cfg Config) string {
	off := cellLinkerOff(t)
	if off != "" {
		return goLinkerAlone(off)
	}
	dir, _, err := cfg.cacheDir()
	if err != nil {
		return sentence(err.Error())
	}
	if cache.NoExec(dir) {
		return "No program can be started in the cache " + dir + ", on a file system mounted with noexec: set XDG_CACHE_HOME to a directory where programs can be started."
	}
	base, err := bases.New(basesConfig(t, filepath.Join(dir, "bases"), cfg.Shared)).Try()
	switch {
	case errors.Is(err, bases.ErrNoBase):
		return ownLinker(t) + " The cache " + dir + " has no base for it yet: the first cells make one." + compilerState(waitingOff(""))
	case err != nil:
		return ownLinker(t) + " Its base " + base + " cannot be used: " + err.Error() + "." + compilerState(waitingOff(""))
	}
	return ownLinker(t) + " Its base " + base + " has passed its test here." + compilerState(waitingOff(""))
}

// Linking says in sentences how the programs of cells are linked in this Env, and whether a compiler waits for them.
func (env *Env) Linking() string {
	if off := env.cells.Off(); off != "" {
		return goLinkerAlone(off)
	}
	return ownLinker(env.tools) + " " + env.cells.State() + compilerState(env.waiting.why())
}

func goLinkerAlone(why string) string {
	return "Cells are linked by the Go linker; Mercer's own is off: " + why + "."
}

func ownLinker(t *goTools) string {
	return "Cells are linked by Mercer's own linker, with " + t.Version + "; what it refuses, by the Go linker."
}

func compilerState(why string) string {
	if why != "" {
		return " No compiler waits for the next one: " + why + "."
	}
	return " A compiler waits for the next one."
}
