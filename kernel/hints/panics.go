package hints

import (
	"go/ast"
	"slices"
)

// panicRules are about programs that have failed while they ran.
var panicRules = slices.Concat(sizeRules(), []Rule{
	{Stage: Panic, Error: `^assignment to entry in nil map`, Line: `(?P<m>[\pL_][\pL\pN_.]*)\[`,
		Say: `$m has a type but no map yet: $m = make(map[…]…), with its types, before the first entry`},
	{Stage: Panic, Error: `^assignment to entry in nil map`,
		Say: `the map is to be made before its first entry: m = make(map[string]int), with its types`},
	{Stage: Panic, Error: `index out of range \[(?P<i>\d+)\] with length 0`,
		Say: `the slice is empty: append adds elements, make([]float64, n) makes one of n zeros`},
	{Stage: Panic, Error: `index out of range \[(?P<i>\d+)\] with length (?P<length>\d+)`,
		Say: `indices begin at 0: with length $length the last one is $last`},
	{Stage: Panic, Error: `index out of range \[(?P<i>-\d+)\]`,
		Say: `there are no negative indices: the last element is xs[len(xs)-1]`},
	{Stage: Panic, Error: `slice bounds out of range`,
		Say: `xs[a:b] goes from a to below b, with 0 <= a <= b <= len(xs)`},
	{Stage: Panic, Error: `invalid memory address or nil pointer dereference`, Line: `(?P<m>[\pL_][\pL\pN_.]*)\[(?P<k>[^\[\]]+)\]\.\w`,
		Say: `$m[$k] is nil: a map without this key, or an element that was never set; v := $m[$k], then if v != nil { … }`},
	{Stage: Panic, Error: `invalid memory address or nil pointer dereference`, Line: `^\s*for\s+(?P<n>[\pL_][\pL\pN_]*)(?:\.\w+)+\s*[=!<>]`,
		Say: `$n is nil here, as after the last element of a list: ask for that first, for $n != nil && …`},
	{Stage: Panic, Error: `invalid memory address or nil pointer dereference`, Nil: true,
		Say: `$nil is nil here: never set, the end of a list, or the value beside an error; if $nil != nil { … } asks first`},
	{Stage: Panic, Error: `invalid memory address or nil pointer dereference`,
		Say: `a pointer or a function is nil here: a variable that was never set, or the value beside an error that was not looked at`},
	{Stage: Panic, Error: `integer divide by zero`,
		Say: `the divisor is 0; float64(a) / float64(b) gives infinity or NaN instead`},
	{Stage: Panic, Error: `interface conversion: .* is (?P<t>[^,]+), not (?P<w>.+)$`,
		Say: `the value has the type $t: v, ok := x.($w) asks without failing`},
	{Stage: Panic, Error: `interface conversion: `,
		Say: `v, ok := x.(T) asks for a type without failing`},
	{Stage: Panic, Error: `all goroutines are asleep - deadlock`, Line: `^\s*(?P<c>[\pL_][\pL\pN_.]*)\s*<-\s*(?P<v>.+?)\s*$`,
		Say: `nothing receives from $c while this line waits: go func() { $c <- $v }() sends beside the rest, and make(chan T, 1) has room for one value`},
	{Stage: Panic, Error: `all goroutines are asleep - deadlock`, Line: `\brange\s+(?P<c>[\pL_][\pL\pN_.]*)\s*\{`,
		Say: `the loop waits for more values: its sender ends it by close($c), after the last send`},
	{Stage: Panic, Error: `all goroutines are asleep - deadlock`, Line: `(?P<w>[\pL_][\pL\pN_.]*)\.Wait\(\)`,
		Say: `$w waits for more Done than there are: defer $w.Done() at the beginning of each goroutine, or $w.Go(func() { … }) in the place of both`},
	{Stage: Panic, Error: `all goroutines are asleep - deadlock`, Line: `(?P<m>[\pL_][\pL\pN_.]*)\.R?Lock\(\)`,
		Say: `$m is locked already: each Lock needs its Unlock, as by defer $m.Unlock()`},
	{Stage: Panic, Error: `all goroutines are asleep - deadlock`, Line: `<-\s*(?P<c>[\pL_][\pL\pN_.]*)`,
		Say: `nothing sends on $c: each receive needs a send in another goroutine, as in go func() { $c <- v }()`},
	{Stage: Panic, Error: `all goroutines are asleep - deadlock`,
		Say: `all wait for one another: each send on a channel needs a receiver, each Wait its Done`},
	{Stage: Panic, Error: `send on closed channel|close of closed channel`,
		Say: `a channel is closed once, by its sender, after the last send`},
	{Stage: Panic, Sampled: true, Error: `concurrent map (?:writes|read and map write|iteration and map write)`,
		Say: `goroutines share this map: a sync.Mutex around each use, or one goroutine that owns it`},
	{Stage: Panic, Error: `makeslice: len out of range`,
		Say: `the length is negative or far too large`},
	{Stage: Panic, Error: `hash of unhashable type (?P<t>\S+)`,
		Say: `keys are values that == compares: a text, a number, an array or a struct of those, and no $t`},
	{Stage: Panic, Error: `comparing uncomparable type (?P<t>\S+)`,
		Say: `== does not compare values of type $t; reflect.DeepEqual(a, b) does`},
	{Stage: Panic, Error: `unlock of unlocked`,
		Say: `Unlock belongs to a Lock before it, each to one`},
	{Stage: Panic, Error: `invalid argument to Int\w*`,
		Say: `rand.IntN(n) needs n above 0: it gives a number from 0 to below n`},
	{Stage: Panic, Error: `negative Repeat count`,
		Say: `a text is repeated 0 times or more: the count is negative here`},
	{Stage: Panic, Error: `negative WaitGroup counter`,
		Say: `Done is called more often than Add has counted`},
	{Stage: Panic, Error: `^mat: .* \((?P<sizes>[\d×?, ]+)\)$`,
		Say: `the sizes are, in the order of the call, $sizes`},
	{Stage: Panic, Error: `^mat: dimension mismatch|^mat: .*slice`, Line: `\bmat\.NewDense\((?P<r>[^,()]+),\s*(?P<c>[^,()]+),`,
		Say: `the slice needs one number for each place: $r times $c`},
	{Stage: Panic, Error: `^mat: dimension mismatch`, Line: `\.(?:Mul|Product)\(`,
		Say: `a product needs as many columns in the first matrix as rows in the second: r, c := m.Dims() shows them, m.T() turns a matrix round`},
	{Stage: Panic, Error: `^mat: dimension mismatch`,
		Say: `the matrices have other sizes than the operation needs, or than the receiver has: r, c := m.Dims() shows them`},
	{Stage: Panic, Error: `^matrix singular|^mat: .*singular`,
		Say: `the matrix has no inverse: its columns depend on one another`},
	{Stage: Panic, Error: `^floats: slice lengths do not match|^floats: .*length`,
		Line: `\bfloats\.\w+\((?P<a>[\w.]+),\s*(?P<b>[\w.]+)\)`,
		Say:  `both slices need the same length: len($a) and len($b) show theirs`},
	{Stage: Panic, Error: `^floats: slice lengths do not match|^floats: .*length`,
		Say: `the slices need the same length: len(x) shows it`},
	{Stage: Panic, Error: `^stat: slice length mismatch`,
		Say: `values and weights need the same length; nil stands for equal weights`},
	{Stage: Panic, Error: `^mat: (?:row|column|vector) index out of range|^mat: (?:index|bounds) out of range`,
		Say: `rows and columns are counted from 0 to the number less one: r, c := m.Dims() shows them`},
	{Stage: Panic, Error: `^strconv\.(?:Atoi|ParseFloat|ParseInt): parsing`,
		Say: `the text is no number; strings.TrimSpace takes spaces away`},
	{Stage: Panic, Error: `open .*: no such file or directory`,
		Say: `files are looked for in the directory of the notebook; !ls shows it`},
})

// operand matches an operand of a matrix operation: a name, or a call such as b.T().
const operand = `[^(),]+(?:\([^()]*\))?(?:\.\w+\(\))?`

// sizeRules are about operations whose operands have the wrong sizes; these are known, see run.Crash. An empty receiver takes any size.
func sizeRules() (rules []Rule) {
	for _, op := range []struct{ names, needs, receiver string }{
		{"Mul", "a product needs as many columns in $a as rows in $b", "the product's"},
		{"MulVec", "a product needs as many columns in $a as entries in $b", "the product's"},
		{"Solve|SolveVec", "the equations need as many rows in $b as in $a", "the solution's"},
		{"Add|Sub|MulElem|DivElem|AddVec|SubVec|MulElemVec|DivElemVec", "both need one size", "that"},
	} {
		call := `(?P<c>[\w.]+)\.(?:` + op.names + `)\((?P<a>` + operand + `),\s*(?P<b>` + operand + `)\)`
		rules = append(rules,
			Rule{Stage: Panic, Error: `^mat: dimension mismatch \(0×[01], (?P<ra>\S+), (?P<rb>\S+)\)$`, Line: call, Say: "$a is $ra and $b is $rb: " + op.needs},
			Rule{Stage: Panic, Error: `^mat: dimension mismatch \((?P<rc>\S+), (?P<ra>\S+), (?P<rb>\S+)\)$`, Line: call,
				Say: "$a is $ra, $b is $rb and $c is $rc: " + op.needs + ", and $c must be empty or of " + op.receiver + " size"})
	}
	return append(rules, Rule{Stage: Panic, Error: `^mat: dimension mismatch \((?P<ra>\S+), (?P<rb>\S+)\)$`,
		Line: `\bmat\.(?:Dot|Inner)\((?P<a>` + operand + `),\s*(?P<b>` + operand + `)\)`, Say: `$a is $ra and $b is $rb: both need one length`})
}

// packages are names before a dot that are no variables.
var packages = []string{"fmt", "math", "strings", "strconv", "time", "os", "errors", "sort", "slices", "maps", "rand", "mat", "stat", "floats",
	"display", "data", "json", "bufio", "sync", "regexp", "io", "la", "mllib"}

// nilName returns the one name in a line that can be nil: before a dot, behind a star, or called. With several it is "".
func nilName(line string) string {
	f, ok := statements(line)
	for _, end := range []string{"}", "\n}}"} {
		if !ok {
			f, ok = statements(line + end)
		}
	}
	if !ok {
		return ""
	}
	var names []string
	add := func(x ast.Expr) {
		if id, ok := x.(*ast.Ident); ok && !slices.Contains(names, id.Name) && !slices.Contains(packages, id.Name) {
			names = append(names, id.Name)
		}
	}
	ast.Inspect(f.Decls[0].(*ast.FuncDecl).Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			n.Type = nil // a star before a type is no pointer that is followed
		case *ast.SelectorExpr:
			add(n.X)
		case *ast.StarExpr:
			add(n.X)
		case *ast.CallExpr:
			add(n.Fun)
		}
		return true
	})
	if len(names) == 1 {
		return names[0]
	}
	return ""
}
