// Package mercer holds the sources of the packages that the kernel compiles on its user's machine:
// those that cells link, and programs that are built when somebody first needs them. The kernel so
// has their text without linking them.
package mercer

import "embed"

// Sources are the sources, at their places in this module, and the data that they embed. The package
// kernel/toolchain/module writes them out. The patterns leave most tests out, which would be a tenth of the
// kernel's program: names in t are taken by the letters before it. A test reports a file that none matches.
//
//go:embed display/*[^t].go display/*[^s]t.go
//go:embed display/*/*[^t].go display/*/*[^s]t.go display/*/*[^e]st.go
//go:embed display/*/*/*[^t].go display/*/*/*[^s]t.go display/*/*/*[^e]st.go display/*/*/*[^t]est.go
//go:embed mllib/*[^t].go mllib/*[^e]st.go mllib/*/*[^t].go mllib/*/*[^s]t.go mllib/*/*[^e]st.go mllib/*/*[^t]est.go
//go:embed mllib/internal/*/*[^t].go mllib/internal/*/*[^s]t.go mllib/internal/*/*[^e]st.go mllib/internal/*/*.s
//go:embed mllib/data/*.csv mllib/data/*.txt
//go:embed kernel/cellrt/*[^s]t.go kernel/cellrt/*/*[^t].go
//go:embed kernel/snapshot/*[^t].go kernel/snapshot/*[^s]t.go
//go:embed kernel/snapshot/*/*[^t].go kernel/snapshot/*/*[^s]t.go kernel/snapshot/*/*[^t]est.go kernel/snapshot/*/*.s
//go:embed kernel/debug/adapter/*.go kernel/debug/mercer-debugger/*.go
var Sources embed.FS
