package hints

// This file is about members of packages and values that other languages have: of Go's own packages, of texts, slices and maps.

// packageMembers are members that packages of the standard library and gonum do not have, and Go's way to say them.
var packageMembers = []struct{ pkg, names, say string }{
	{"strings", "Len|Length|Size|Count_?All", `the length of a text is len(s) in bytes, and utf8.RuneCountInString(s) in characters`},
	{"strings", "Reverse|Reversed", `a text is turned round by r := []rune(s), slices.Reverse(r), string(r)`},
	{"strings", "Substring|Substr|Slice|SubString", `a part of a text is s[a:b], by bytes, or string([]rune(s)[a:b])`},
	{"strings", "Format|Sprintf", `values go into a text by fmt.Sprintf("x is %v", x)`},
	{"strings", "IsEmpty|Empty", `whether a text is empty: s == ""`},
	{"strings", "StartsWith|Startswith|BeginsWith", `the beginning of a text is tested by strings.HasPrefix(s, "a")`},
	{"strings", "EndsWith|Endswith", `the end of a text is tested by strings.HasSuffix(s, "a")`},
	{"strings", "Upper|Uppercase|UpperCase", `the text in capitals is strings.ToUpper(s)`},
	{"strings", "Lower|Lowercase|LowerCase", `the text in small letters is strings.ToLower(s)`},
	{"strings", "Strip", `spaces at both ends are taken away by strings.TrimSpace(s)`},
	{"strings", "Find|IndexOf", `the place of a text in a text is strings.Index(s, "b"), and -1 where there is none`},
	{"strings", "Concat|Append|Add", `texts are joined by +, as in s + t, and many by strings.Join(texts, "")`},
	{"strings", "Equals?|Equal", `texts are compared by ==`},
	{"math", "(?i:random|rand)", `a random number from 0 to below 1 is rand.Float64(), a whole one below 6 rand.IntN(6)`},
	{"math", "(?i:sum)", `the sum of a slice of numbers is floats.Sum(xs)`},
	{"math", "(?i:mean|average|avg)", `the mean of a slice of numbers is stat.Mean(xs, nil), of a column of a matrix m stat.Mean(mat.Col(nil, 0, m), nil)`},
	{"math", "(?i:std|stddev|stdev)", `the standard deviation of a slice of numbers is stat.StdDev(xs, nil)`},
	{"math", "(?i:median)", `the median is stat.Quantile(0.5, stat.Empirical, xs, nil), of a sorted slice`},
	{"math", "(?i:power)", `a power is math.Pow(x, y)`},
	{"math", "(?i:factorial|fact)", `n! is math.Gamma(n + 1), or a loop: f := 1, then for i := range n { f *= i + 1 }`},
	{"math", "(?i:infinity)", `infinity is math.Inf(1)`},
	{"math", "(?i:ln)", `the natural logarithm is math.Log(x)`},
	{"time", "time|Time_?now|clock|Clock", `the time is time.Now(), and what has passed since then time.Since(start)`},
	{"time", "Wait|Delay|Pause", `waiting is time.Sleep(time.Second)`},
	{"time", "strftime|strptime|Format", `a time is written by t.Format("2006-01-02 15:04:05"), and read by time.Parse with the same layout`},
	{"os", "(?i:listdir|list|ls|dir|glob)", `the files of a directory are os.ReadDir("."), with a pattern filepath.Glob("*.csv")`},
	{"os", "(?i:path)", `paths are in package filepath: filepath.Join("a", "b"), filepath.Base(p)`},
	{"os", "(?i:exists|isfile|fileexists)", `whether a file is there: _, err := os.Stat("name"), then err == nil`},
	{"os", "(?i:makedirs|mkdirs)", `directories are made by os.MkdirAll("a/b", 0o755)`},
	{"os", "(?i:system|popen|execute|exec|run)", `a command of the shell begins with ! in a cell, and is exec.Command("ls").Output() in Go`},
	{"os", "(?i:readall|readlines|readtext|openfile_?read|read)", `a file is read whole by text, err := os.ReadFile("name")`},
	{"os", "(?i:write|writetext|writeall)", `a file is written by err := os.WriteFile("name", []byte(text), 0o644)`},
	{"os", "(?i:environ|env)", `a variable of the environment is os.Getenv("HOME")`},
	{"os", "(?i:argv)", `the arguments are os.Args`},
	{"json", "(?i:loads?|parse|decode|deserialize)", `JSON is read by err := json.Unmarshal([]byte(text), &v), into a variable v`},
	{"json", "(?i:dumps?|stringify|encode|serialize)", `JSON is written by text, err := json.Marshal(v)`},
	{"slices", "(?i:map|apply)", `a function is applied to elements in a loop: for i, x := range xs { ys[i] = f(x) }`},
	{"slices", "(?i:filter|where|select)", `elements are chosen in a loop: for _, x := range xs { if x > 0 { ys = append(ys, x) } }`},
	{"slices", "(?i:sum|reduce|fold)", `a sum is made in a loop: for _, x := range xs { total += x }; of float64 it is floats.Sum(xs)`},
	{"slices", "(?i:append|add|push)", `append is Go's own: xs = append(xs, x)`},
	{"slices", "(?i:remove|removeat)", `an element is taken out by xs = slices.Delete(xs, i, i+1)`},
	{"slices", "(?i:len|length|size)", `the length is len(xs)`},
	{"slices", "(?i:has|includes|in)", `among elements is slices.Contains(xs, x)`},
	{"slices", "(?i:find|indexof)", `the index of an element is slices.Index(xs, x), and -1 where there is none`},
	{"maps", "(?i:get)", `the value of a key is m[k], and v, ok := m[k] says whether it is there`},
	{"maps", "(?i:contains|has|haskey|in|containskey)", `whether a map has a key: _, ok := m[k]`},
	{"maps", "(?i:delete|remove|pop)", `an entry is taken out by delete(m, k)`},
	{"maps", "(?i:items|entries)", `a loop over a map is: for k, v := range m { … }`},
	{"maps", "(?i:len|size|count)", `the number of entries is len(m)`},
	{"strconv", "(?i:toint|int|parsestring|atoint|stringtoint|intparse|parseint32)", `a whole number is read by n, err := strconv.Atoi(s)`},
	{"strconv", "(?i:tostring|string|str|inttostring|itoa_?|format)", `a number becomes text by fmt.Sprint(x), a whole one by strconv.Itoa(n)`},
	{"strconv", "(?i:tofloat|float|atof|parsedouble)", `a number is read by x, err := strconv.ParseFloat(s, 64)`},
	{"errors", "(?i:error|errorf|throw|raise|create|newf)", `an error is made by errors.New("text"), or fmt.Errorf("n is %d", n)`},
	{"fmt", "(?i:format|string|strformat)", `values go into a text by fmt.Sprintf("x is %v", x)`},
	{"fmt", "(?i:write|writeline|puts|echo|out|log|display|show)", `printing is fmt.Println(x)`},
	{"fmt", "(?i:input|read|readline|scanline|gets)", `a line is read by fmt.Scanln(&x), into a variable x of its type`},
	{"sort", "(?i:sorted|array|list|float|numbers|asc|desc)", `a slice is sorted in place by slices.Sort(xs), and from the greatest down by slices.Reverse(xs) after it`},
	{"sync", "(?i:lock)", `a lock is declared by var mu sync.Mutex`},
	{"rand", "(?i:choice|sample|pick)", `one element by chance is xs[rand.IntN(len(xs))]`},
	{"rand", "(?i:range|randrange|between|number|integer|randinteger|nextint)", `a random whole number from 0 to below 6 is rand.IntN(6), so that 1 + rand.IntN(6) is a throw of a die`},
	{"rand", "(?i:nextdouble|float|double)", `a random number from 0 to below 1 is rand.Float64()`},
	{"mat", "(?i:inv|inverse)", `the inverse is written into another matrix: var inv mat.Dense, then err := inv.Inverse(m)`},
	{"mat", "(?i:mul|matmul|multiply|product|dotproduct|times)", `a product is written into a third matrix: var c mat.Dense, then c.Mul(a, b)`},
	{"mat", "(?i:add|sub|subtract|plus|minus)", `a sum is written into a third matrix: var c mat.Dense, then c.Add(a, b), or c.Sub(a, b)`},
	{"mat", "(?i:transposed?)", `the transpose of a matrix is m.T()`},
	{"mat", "(?i:print|println|show|string)", `a matrix is shown as the last expression of a cell, and printed by fmt.Println(mat.Formatted(m))`},
	{"mat", "(?i:eye|identity|i)", `the identity matrix is la.I(n)`},
	{"mat", "(?i:solve)", `equations are solved by var x mat.Dense, then err := x.Solve(a, b)`},
	{"stat", "(?i:std|stdev|stddev|sd)", `the standard deviation is stat.StdDev(xs, nil)`},
	{"stat", "(?i:average|avg)", `the mean is stat.Mean(xs, nil)`},
	{"stat", "(?i:sum)", `the sum of a slice is floats.Sum(xs)`},
	{"stat", "(?i:min|max)", `the least and the greatest number of a slice are slices.Min(xs) and slices.Max(xs)`},
	{"metrics", "(?i:mse|meansquarederror_?|mean_squared_error|rmse)", `the mean squared error is metrics.MeanSquaredError(predicted, y)`},
	{"metrics", "(?i:r2|r2_?score|rsquare)", `the coefficient of determination is metrics.RSquared(predicted, y)`},
	{"metrics", "(?i:mae|mean_absolute_error)", `the mean absolute error is metrics.MeanAbsoluteError(predicted, y)`},
	{"display", "(?i:savefig|save)", `a figure is shown as the last expression of a cell; mercer run keeps it in the notebook`},
	{"display", "(?i:text|println|write|log)", `fmt.Println(x) prints, display.Show(x) shows, display.Markdown("…") sets a text`},
	{"display", "(?i:image|img|imshow)", `a picture is shown by display.Picture(m), the bytes of a file by display.PNG(data, "what it shows")`},
	{"display", "(?i:bars?|barplot|barchart)", `a figure has bars: display.NewFigure("title").Bars("counts", []string{"a", "b"}, []float64{1, 2})`},
	{"display", "(?i:dataframe|df|frame)", `a table is display.NewTable("a", "b"), or display.TableOf(v) of a slice of structs`},
	{"display", "(?i:dropdown|select|radio)", `a choice is display.Choice("name", "a", "b")`},
	{"display", "(?i:latex|equation|tex)", `a formula is set by display.Math("x^2")`},
}

// textMethods, sliceMethods and mapMethods are methods that texts, slices and maps have elsewhere.
var (
	textMethods = []word{
		{"find|indexOf|IndexOf|Find", `the place of a text in a text is strings.Index($x, "b"), and -1 where there is none`},
		{"index|Index", `the place of a text in a text is strings.Index($x, "b"), and -1 where there is none`},
		{"count|Count", `how often a text stands in a text is strings.Count($x, "a")`},
		{"title|capitalize", `the first letter in capitals is strings.ToUpper($x[:1]) + $x[1:]`},
		{"isdigit|isnumeric|isdecimal|isDigit", `whether a text is a whole number: _, err := strconv.Atoi($x), then err == nil`},
		{"isalpha|isupper|islower|isspace", `a character is tested by unicode.IsLetter(c), unicode.IsUpper(c), unicode.IsSpace(c)`},
		{"lstrip|trimStart|trimLeft", `spaces at the beginning are taken away by strings.TrimLeft($x, " ")`},
		{"rstrip|trimEnd|trimRight", `spaces at the end are taken away by strings.TrimRight($x, " ")`},
		{"substring|substr|slice|Substring|SubString", `a part of a text is $x[1:3], from 1 to below 3`},
		{"charAt|at|CharAt|charCodeAt", `a byte of a text is $x[0], a character []rune($x)[0]`},
		{"contains|includes|Contains", `whether a text has a text: strings.Contains($x, "a")`},
		{"equals|Equals|compareTo", `texts are compared by ==, and sorted by <`},
		{"concat|append|add|push", `a text grows by +: $x += "a"`},
		{"reverse|Reverse", `a text is turned round by r := []rune($x), slices.Reverse(r), string(r)`},
		{"splitlines|lines", `the lines of a text are strings.Split($x, "\n")`},
		{"repeat", `a text is repeated by strings.Repeat($x, 3)`},
		{"encode|getBytes|bytes|toCharArray", `the bytes of a text are []byte($x), its characters []rune($x)`},
		{"zfill|ljust|rjust|center|padStart|padEnd", `a width is given by fmt.Sprintf("%10s", $x), and on the left by %-10s`},
		{"isEmpty|empty", `whether a text is empty: $x == ""`},
		{"remove|delete", `parts are taken out by strings.ReplaceAll($x, "a", "")`},
		{"sort|sorted", `the characters are sorted by r := []rune($x), slices.Sort(r), string(r)`},
		{"toInt|parseInt|ToInt|to_i|toNumber", `a whole number is read by n, err := strconv.Atoi($x)`},
		{"toFloat|to_f|ToFloat|parseFloat", `a number is read by x, err := strconv.ParseFloat($x, 64)`},
	}
	sliceMethods = []word{
		{"map|Map|apply|Select", `a function is applied to elements in a loop: for i, v := range $x { ys[i] = f(v) }`},
		{"filter|Filter|where|Where", `elements are chosen in a loop: for _, v := range $x { if v > 0 { ys = append(ys, v) } }`},
		{"reduce|fold|Reduce", `a loop gathers elements: for _, v := range $x { total += v }`},
		{"forEach|each|ForEach|iter", `a loop over elements is: for _, v := range $x { … }`},
		{"first|First|front|head", `the first element is $x[0]`},
		{"last|Last|back|peek", `the last element is $x[len($x)-1]`},
		{"contains|includes|Contains|has|Has", `whether an element is there: slices.Contains($x, v)`},
		{"index|indexOf|IndexOf|find|Find|findIndex", `the index of an element is slices.Index($x, v), and -1 where there is none`},
		{"clear|Clear", `a slice is emptied by $x = $x[:0]`},
		{"count|Count", `elements are counted in a loop: for _, v := range $x { if v == 2 { n++ } }; all of them are len($x)`},
		{"join|Join", `texts are joined by strings.Join($x, ", ")`},
		{"slice|subList|take|Take", `a part of a slice is $x[1:3], from 1 to below 3`},
		{"concat|extend|addAll|AddRange|merge", `two slices are joined by $x = append($x, ys...)`},
		{"isEmpty|empty|IsEmpty", `whether a slice is empty: len($x) == 0`},
		{"shift|popleft|dequeue|unshift", `the first element is taken away by v := $x[0], then $x = $x[1:]`},
		{"unique|distinct", `each value once: slices.Sort($x), then $x = slices.Compact($x)`},
		{"shuffle|Shuffle", `a slice is shuffled by rand.Shuffle(len($x), func(i, j int) { $x[i], $x[j] = $x[j], $x[i] })`},
		{"tolist|toList|ToArray|toArray|tolower", `a slice is a list already`},
	}
	mapMethods = []word{
		{"get|Get|getOrDefault|setdefault", `the value of a key is $x[k], and zero where there is none: v, ok := $x[k] says which`},
		{"pop|remove|delete|Delete|Remove|erase", `an entry is taken out by delete($x, k)`},
		{"update|putAll|merge", `entries of another map are added by maps.Copy($x, other)`},
		{"clear|Clear", `a map is emptied by clear($x)`},
		{"values|Values", `the values of a map are slices.Collect(maps.Values($x))`},
		{"items|entries|iteritems|forEach", `a loop over a map is: for k, v := range $x { … }`},
		{"contains|has|has_key|containsKey|ContainsKey|includes|exists", `whether a map has a key: _, ok := $x[k]`},
		{"add|put|set|insert|append|Add|Set|Put", `an entry is set by $x[k] = v`},
		{"sort|sorted|Sort", `the keys in order are slices.Sorted(maps.Keys($x)), and a loop goes over them`},
		{"copy|clone", `a copy of a map is maps.Clone($x)`},
		{"first|last|index", `a map has no order: slices.Sorted(maps.Keys($x)) has its keys in order`},
	}
)

// memberRules are the rules for both tables.
func memberRules() (rules []Rule) {
	for _, m := range packageMembers {
		rules = append(rules, Rule{Stage: Check, Sampled: true, Error: `^undefined: ` + m.pkg + `(?:\.\w+)?(?: \(but have \w+\))?$|^name \w+ not exported by package ` + m.pkg + `$`,
			Line: `\b` + m.pkg + `\.(?:` + m.names + `)\b`, Say: m.say})
	}
	for _, of := range []struct {
		types   string
		methods []word
	}{{`(?:untyped )?string\b`, textMethods}, {`\[\]`, sliceMethods}, {`map\[`, mapMethods}} {
		for _, m := range of.methods {
			rules = append(rules, Rule{Stage: Check, Sampled: true, Error: `^(?P<x>.+)\.(?:` + m.names + `) undefined \(type ` + of.types, Say: m.say})
		}
	}
	return rules
}
