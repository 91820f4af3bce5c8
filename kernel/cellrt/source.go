//go:build !mercer

package cellrt

import "embed"

// Source is the source of this directory and those below. The kernel writes it out and compiles it into the programs of
// cells; in these programs themselves (build tag mercer) it is left out.
//
//go:embed *
var Source embed.FS
