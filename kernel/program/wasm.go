package program

import (
	"slices"

	"github.com/mercer-go/mercer/kernel/defs"
)

// This file composes programs that run in a browser (Request.Wasm).

// wasmFile holds the variables that such a program has besides the notebook's, as in GoNB. The page sets the environment and the arguments when it
// starts the program, so that the same program serves each page and each run.
const wasmFile = "gonb_wasm.go"

var wasmVars = []*defs.Decl{
	wasmVar("GonbWasmDir", "string", `os.Getenv("GONB_WASM_DIR")`),
	wasmVar("GonbWasmUrl", "string", `os.Getenv("GONB_WASM_URL")`),
	wasmVar("GonbWasmDivId", "string", `os.Getenv("GONB_WASM_DIV_ID")`),
	wasmVar("GonbWasmArgs", "[]string", `os.Args[1:]`),
}

func wasmVar(name, typ, init string) *defs.Decl {
	return &defs.Decl{
		Kind: defs.KindVar, Origin: defs.Origin{File: wasmFile, Line: 1, Col: 1}, Text: init, Names: []defs.Name{{Key: name, Line: 1, Col: 1, Type: typ}},
		Uses: defs.Uses{Free: []string{"os"}, Pkgs: defs.Packages{"os": "os"}}, Init: defs.Init{Left: []string{name}},
	}
}

// inBrowser is the request with what a program has in a browser, and without what it has not: values.
func (r Request) inBrowser() Request {
	own := slices.DeleteFunc(slices.Clone(wasmVars), func(d *defs.Decl) bool { return r.Defs.Lookup(d.Names[0].Key) != nil })
	r.Defs, _ = r.Defs.Replace("", own)
	r.Values, r.NoResult, r.Debug = nil, true, false
	return r
}

// leaveBrowser takes the browser's variables out of what the notebook learns of the program.
func (p *Program) leaveBrowser() {
	ours := map[string]bool{}
	p.Defs = p.Defs.Filter(func(d *defs.Decl, key string) bool {
		ours[key] = ours[key] || d.File == wasmFile
		return d.File != wasmFile
	})
	p.Uses = slices.DeleteFunc(p.Uses, func(key string) bool { return ours[key] })
	p.Vars = nil // it neither loads nor commits any
}
