package jupyter

import "testing"

func TestParentWatch(t *testing.T) {
	for _, c := range []struct {
		name  string
		env   string
		ppid  int
		now   int
		watch bool
		gone  bool
	}{
		{name: "not started by Jupyter", env: "", ppid: 10},
		{name: "no number", env: "x", ppid: 10},
		{name: "parent lives", env: "10", ppid: 10, now: 10, watch: true},
		{name: "parent gone", env: "10", ppid: 10, now: 1, watch: true, gone: true},
		{name: "parent gone, a subreaper took over", env: "10", ppid: 10, now: 5, watch: true, gone: true},
		{name: "Jupyter is init", env: "1", ppid: 1, now: 1, watch: true},
		{name: "through another program", env: "10", ppid: 20, now: 20, watch: true},
		{name: "through another program, gone", env: "10", ppid: 20, now: 1, watch: true, gone: true},
		{name: "through another program that left before", env: "10", ppid: 1},
	} {
		gone := parentWatch(c.env, c.ppid)
		if (gone != nil) != c.watch {
			t.Errorf("%s: watched %v", c.name, gone != nil)
		} else if c.watch && gone(c.now) != c.gone {
			t.Errorf("%s: gone %v", c.name, !c.gone)
		}
	}
}

func TestStarter(t *testing.T) {
	const host = "vs/workbench/api/node/extensionHostProcess"
	for _, c := range []struct{ jupyter, code, want string }{
		{"", "", ""}, {"10", "", "10"}, {"", host, "20"}, {"10", host, "10"}, {"", "vs/platform/terminal/node/ptyHostMain", ""},
	} {
		env := map[string]string{"JPY_PARENT_PID": c.jupyter, "VSCODE_ESM_ENTRYPOINT": c.code}
		if got := starter(func(name string) string { return env[name] }, 20); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
