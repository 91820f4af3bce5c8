package hints

// commandRules are about commands of IPython and of its shell.
var commandRules = []Rule{
	{Stage: Command, Error: `^%(?:matplotlib|pylab)\b`,
		Say: `a notebook in Go needs no such line: a figure as the last expression of a cell is shown`},
	{Stage: Command, Error: `^%(?:load_ext|reload_ext|autoreload|config|alias)\b`,
		Say: `it belongs to IPython; a notebook in Go has nothing to load, packages are found by their names`},
	{Stage: Command, Error: `^[%!]\s*(?:pip3?|conda|mamba|python3? -m pip)\b.*\binstall\b`,
		Say: `packages of Go need no installing: import "example.com/path" in a cell fetches a module`},
	{Stage: Command, Error: `^[%!]\s*(?:pip3?|conda|mamba)\b`,
		Say: `packages of Go need no installing: import "example.com/path" in a cell fetches a module`},
	{Stage: Command, Error: `^%(?:who|whos|who_ls)\b`,
		Say: `%values shows the variables of the notebook`},
	{Stage: Command, Error: `^%(?:run|load_py|runfile)\b`,
		Say: `a notebook is run by mercer run; !go run file.go runs a program`},
	{Stage: Command, Error: `^%%(?:time|timeit)\b`,
		Say: `with one %: %time times the cell, %timeit an expression again and again`},
	{Stage: Command, Error: `^%%?(?:prun|lprun|memit|mprun)\b`,
		Say: `%time times a cell, %timeit an expression again and again; pprof is Go's profiler`},
	{Stage: Command, Error: `^%%(?:html|HTML|latex|markdown|javascript|js|svg)\b`,
		Say: `display.HTML, display.Math and display.Markdown show such text`},
	{Stage: Command, Error: `^%%(?:python3?|py|R|ruby|perl)\b`,
		Say: `another program gets the rest of the cell by %%script, as in %%script python3`},
	{Stage: Command, Error: `^%(?:pwd|mkdir|cat|cp|mv|rm_f|head|tail)\b`,
		Say: `commands of the shell begin with !, as in !ls`},
	{Stage: Command, Error: `^%(?:debug|pdb)\b`,
		Say: `the bug beside the kernel's name in JupyterLab switches the debugger on`},
	{Stage: Command, Error: `^%(?:hist|history|notebook|store|pastebin)\b`,
		Say: `%cells shows the cells that have run`},
	{Stage: Command, Error: `^%(?:magic|lsmagic|quickref|pinfo2?)\b`,
		Say: `%help lists the commands, and name? shows the documentation of a name`},
}

// Programs of the shell that learners type without !.
const (
	shellOnly = `pip3?|conda|mamba|git|mkdir|rmdir|rm|cp|mv|cat|ls|pwd|wget|curl|sudo|apt|apt-get|brew|python3?|jupyter|unzip|tar|grep`
	goOnly    = `run|get|build|install|mod|test|vet|version|env|fmt|doc`
)

// shellRules are about commands of the shell that stand in a cell without !. They come first: "go run" would be a goroutine.
var shellRules = []Rule{
	{Line: `^\s*go\s+get\s+(?P<p>\S+)\s*$`, Raw: true,
		Say: `a cell fetches a module by its import: import "$p"`},
	{Line: `^\s*go\s+mod\b`,
		Say: `a notebook needs no go mod: the import of a package fetches its module; %goworkfix and %track are for modules of your own`},
	{Line: `^\s*(?P<c>go\s+(?:` + goOnly + `)\b.*)$`, Raw: true,
		Say: `commands of the shell begin with !, as in !go version; a cell itself is run as it is, without go run`},
	{Line: `^\s*(?:pip3?|conda|mamba|python3?\s+-m\s+pip)\s+\w`,
		Say: `packages of Go need no installing: import "example.com/path" in a cell fetches a module`},
	{Line: `^\s*cd\s+[\w./~-]+\s*$`, Say: `%cd changes the directory`},
	{Line: `^\s*(?:` + shellOnly + `)\s+[\w./~*-]`, Error: `found|expected`,
		Say: `commands of the shell begin with !, as in !ls`},
	{Stage: Check, Error: `^undefined: (?:ls|pwd|git|ll)$`, Line: `^\s*(?:ls|pwd|git|ll)\s*(?:-\w+\s*)*$`,
		Say: `commands of the shell begin with !, as in !ls`},
}
