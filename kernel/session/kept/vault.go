// Package kept is about the values that sessions keep on disk: those of a running one (vault.go), and those that ended ones
// leave behind, among which %resume finds its notebook's (kept.go). No clock is asked: sessions of one notebook are numbered,
// and a notebook is known by the ids of its cells where its name does not tell.
package kept

import (
	"os"

	"github.com/mercer-go/mercer/kernel/session/state"
	"github.com/mercer-go/mercer/kernel/store"
)

// Vault holds the values of a running session: its store, and the directory of that among those of the notebook's sessions.
type Vault struct {
	Dir   Dir
	Store *store.Store
	lists state.Lists // as the store has them
}

// OpenVault makes a new store below base, or in tmp where that is "" or cannot be written to, which the warning says.
func OpenVault(base, tmp string) (v *Vault, warning string, err error) {
	v = new(Vault)
	v.Dir, warning = newValuesDir(base, tmp)
	v.Store, _, err = store.Open(v.Dir.own) // a new directory: nothing to find
	return v, warning, err
}

// Meta is a state as a commit of the store keeps it.
func (v *Vault) Meta(st state.State) (store.Meta, error) { return v.lists.Meta(v.Store, st) }

// State reads the state that the current commit describes. The execution count goes on from count.
func (v *Vault) State(count int) (state.State, error) { return state.Read(v.Store, count) }

// Take closes the store and goes on with that of an ended session.
func (v *Vault) Take(k kept) {
	v.Store.Close()
	os.RemoveAll(v.Dir.own)
	v.Store, v.Dir.own = k.store, k.dir
}

// Close ends what the session keeps. shared says that other notebooks have their sessions beside it.
func (v *Vault) Close(shared bool) (err error) {
	if v.Store != nil {
		err = v.Store.Close()
	}
	v.Dir.close(shared)
	return err
}
