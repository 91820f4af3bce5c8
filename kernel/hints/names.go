package hints

import (
	"maps"
	"regexp"
	"slices"
)

// word is a name of another language, and Go's way to say it.
type word struct{ names, say string }

// otherNames are names that Go does not declare.
var otherNames = []word{
	{"must", `must is declared in a notebook's first cell: func must[T any](v T, err error) T { return mllib.Must(v, err) }; mllib.Must works without`},
	{"must2", `must2 is declared in a notebook's first cell: func must2[T, U any](a T, b U, err error) (T, U) { return mllib.Must2(a, b, err) }`},
	{"True", `Go writes it small: true`},
	{"False", `Go writes it small: false`},
	{"TRUE", `Go writes it small: true`},
	{"FALSE", `Go writes it small: false`},
	{"None", `Go's word is nil, for pointers, slices, maps and errors; a number or a text has 0 or "" instead`},
	{"null|NULL|nullptr|Nil", `Go's word is nil, for pointers, slices, maps and errors`},
	{"not|and|or|is", `not is !, and is &&, or is ||`},
	{"library|require|using", `a cell needs no import of a package: its name before a dot is enough, as in math.Sqrt(2)`},
	{"number|num|numeric|Number", `numbers are of type int or float64`},
	{"pass", `Go needs no pass: braces may be empty, { }`},
	{"self|this|cls", `a method names its receiver itself: func (t T) name() float64 { return t.x }`},
	{"elif", `another condition is: } else if c { … }`},
	{"range", `a loop with a count is: for i := range 5 { … }`},
	{"str|String|toString", `a value becomes text by fmt.Sprint(x)`},
	{"float|double|Float|Double", `the type is float64, and float64(n) converts`},
	{"boolean|Bool|Boolean", `the type is bool`},
	{"integer|Integer|long", `the type is int, and int(x) converts`},
	{"char", `a character is a rune: 'a'`},
	{"list|array|List|Array", `a list is a slice with the type of its elements: []float64{1, 2, 3}`},
	{"dict|Map", `a dictionary is a map with the types of keys and values: map[string]int{"a": 1}`},
	{"set", `a set is a map to bool: map[string]bool{}`},
	{"tuple", `Go has no tuples: several variables are set by a, b := 1, 2`},
	{"enumerate", `a loop with indices and elements is: for i, x := range xs { … }`},
	{"zip", `a loop over two slices goes by the index: for i := range xs { x, y := xs[i], ys[i]; … }`},
	{"reversed", `slices.Reverse(xs) turns a slice round`},
	{"sorted|sort", `slices.Sort(xs) sorts a slice in place; slices.Sorted is for iterators`},
	{"filter|reduce", `elements are chosen in a loop: for _, x := range xs { if x > 0 { ys = append(ys, x) } }`},
	{"isinstance|typeof", `the type of a value is shown by fmt.Printf("%T\n", x)`},
	{"input", `a line is read by fmt.Scanln(&x), into a variable x of its type`},
	{"open", `a file is read whole with text, err := os.ReadFile("name")`},
	{"printf", `printing is fmt.Printf("x is %v\n", x)`},
	{"puts|echo|cout|disp|write", `printing is fmt.Println(x)`},
	{"help|dir", `%doc shows the documentation of a name, and so does the name with a question mark: fmt.Println?`},
	{"console|System|Console|std", `printing is fmt.Println(x)`},
	{"df", `Go has no data frames here: data.CSV{Label: "…"}.ReadFile("….csv") reads a table`},
	{"exit|quit", `a cell ends by return, or with an error by panic("…")`},
	{"any|all", `slices.ContainsFunc(xs, func(x float64) bool { return x > 0 }) says whether any element is such`},
	{"sum", `the sum of a slice of numbers is floats.Sum(xs), of a matrix mat.Sum(m)`},
	{"mean|average|avg", `the mean of a slice of numbers is stat.Mean(xs, nil), of a column of a matrix m stat.Mean(mat.Col(nil, 0, m), nil)`},
	{"std|sd", `the standard deviation of a slice of numbers is stat.StdDev(xs, nil)`},
	{"variance", `the variance of a slice of numbers is stat.Variance(xs, nil)`},
	{"median", `the median is stat.Quantile(0.5, stat.Empirical, xs, nil), of a sorted slice`},
	{"argmax", `the index of the greatest element is floats.MaxIdx(xs)`},
	{"argmin", `the index of the least element is floats.MinIdx(xs)`},
	{"abs", `the absolute value is math.Abs(x)`},
	{"round", `rounding is math.Round(x)`},
	{"floor", `rounding down is math.Floor(x)`},
	{"ceil", `rounding up is math.Ceil(x)`},
	{"sqrt", `the square root is math.Sqrt(x)`},
	{"exp", `the exponential function is math.Exp(x)`},
	{"log", `the logarithm is math.Log(x)`},
	{"pow", `a power is math.Pow(x, y)`},
	{"sin|cos|tan|tanh", `trigonometric functions are math.Sin(x), math.Cos(x), math.Tan(x), math.Tanh(x)`},
	{"pi|PI|Pi", `the number is math.Pi`},
	{"inf|Inf|infinity", `infinity is math.Inf(1)`},
	{"nan|NaN|NA", `not a number is math.NaN()`},
	{"zeros", `a slice of n zeros is make([]float64, n), a matrix mat.NewDense(r, c, nil)`},
	{"ones", `a slice of ones is filled in a loop: for i := range xs { xs[i] = 1 }`},
	{"eye", `the identity matrix is la.I(n)`},
	{"linspace", `n numbers from a to b are floats.Span(make([]float64, n), a, b)`},
	{"arange", `numbers in steps come from a loop: for x := 0.0; x < 1; x += 0.1 { … }`},
	{"random", `random numbers come from rng := rand.New(rand.NewPCG(1, 2)), then rng.Float64(), rng.NormFloat64(), rng.IntN(6)`},
	{"sleep", `waiting is time.Sleep(time.Second)`},
	{"Println|Print|Printf|Sprintf|Sprint", `the function stands in package fmt: fmt.$x`},
	{"Sqrt|Exp|Log|Pow|Abs|Sin|Cos|Floor|Ceil|Max|Min", `the function stands in package math: math.$x`},
	{"pca|PCA", `principal components are components.PCA{Components: 2}.Fit(X)`},
	{"knn|KNN", `nearest neighbours are neighbours.KNN{K: 5}.Fit(X, y)`},
	{"kmeans|KMeans", `k-means is cluster.KMeans{K: 3, Src: rand.NewPCG(1, 2)}.Fit(X)`},
	{"mu|mutex|lock", `a lock is declared by var $x sync.Mutex`},
	{"wg", `a group of goroutines to wait for is declared by var $x sync.WaitGroup`},
	{"rng", `a source of random numbers is rng := rand.New(rand.NewPCG(1, 2))`},
	{"argv|args", `the arguments of a program are os.Args, those of a cell are given by %args`},
	{"uint8_t|int32_t|size_t|unsigned", `whole numbers are int`},
	{"try|catch|finally|throw|except|raise|assert|lambda|yield", `that is a word of Python; a function's error is its last value: x, err := f()`},
}

// nameRules are the rules for otherNames, and for methods that other languages have.
func nameRules() []Rule {
	var rules []Rule
	for _, w := range otherNames {
		rules = append(rules, Rule{Stage: Check, Sampled: true, Error: `^undefined: (?P<x>` + w.names + `)$`, Say: w.say})
	}
	rules = append(rules,
		Rule{Stage: Check, Error: `^(?P<x>.+)\.(?:shape|Shape|size|Size|Dims) undefined \(type \*?data\.\w+`, Say: `its rows and columns are n, d := $x.X.Dims()`},
		Rule{Stage: Check, Error: `^(?P<x>.+)\.(?:head|describe|info|iloc|loc|columns|columns_) undefined \(type \*?data\.\w+`,
			Say: `as the last expression of a cell it is shown; $x.X and $x.Y have the numbers, $x.Features the names, $x.Row(0) a row`})
	rules = append(rules,
		Rule{Stage: Check, Error: `^(?P<x>.+)\.(?:head|describe|info|iloc|loc|tail) undefined \(type \*?mat\.\w+`,
			Say: `as the last expression of a cell it is shown; a row is mat.Row(nil, 0, $x)`},
		Rule{Stage: Check, Error: `^(?P<x>.+)\.(?:append|push|add|remove|insert|pop) undefined \(type \[\d+\]`,
			Say: `an array has a fixed length; a slice grows, []int{1, 2, 3}, by append`})
	rules = append(rules,
		Rule{Stage: Check, Error: `^(?P<xs>[\w.]+)\.(?:append|push|add) undefined \(type \[\]`, Line: `\.\w+\s*\((?P<v>.*)\)`, Say: `append returns the longer slice: $xs = append($xs, $v)`})
	for _, m := range otherMethods {
		rules = append(rules, Rule{Stage: Check, Sampled: true, Error: `^(?P<x>.+)\.(?P<m>` + m.names + `) undefined `, Say: m.say})
	}
	return append(rules,
		Rule{Stage: Check, Error: `^undefined: metrics(?:\.\w+)?$`, Line: `\bmetrics\.(?:Accuracy|Score|ErrorRate\w*)\b`,
			Say: `the share of wrong labels is metrics.ErrorRate(predicted, y), and the accuracy is 1 minus that share`},
		Rule{Stage: Check, Error: `^undefined: metrics(?:\.\w+)?$`, Line: `\bmetrics\.(?:Confusion\w*|Precision|Recall|F1)\b`,
			Say: `table, err := metrics.NewConfusion(predicted, y), then table.Recall() and the like`, Guide: "10. Confusion table"},
		Rule{Stage: Check, Error: `^undefined: (?:stat\.)(?:Median|Percentile)`, Say: `the median is stat.Quantile(0.5, stat.Empirical, xs, nil), of a sorted slice`},
		Rule{Stage: Check, Error: `^undefined: mat\.(?:NewMatrix|Zeros|Array|New|NewDenseMatrix)`, Say: `a matrix is mat.NewDense(2, 2, []float64{1, 2, 3, 4}), with its numbers row by row; nil makes zeros`},
		Rule{Stage: Check, Error: `^undefined: (?:figure|display)(?:\.\w+)?$`, Line: `\b(?:figure|display)\.Plot\b`, Say: `a curve through points is display.NewFigure("title").Line("y", xs, ys)`},
		Rule{Stage: Check, Error: `^undefined: display\.(?:Display|Print)`, Say: `values are shown by display.Show(x), or as the last expression of a cell`},
		Rule{Stage: Check, Error: `^undefined: (?P<x>[\pL_][\pL\pN_]*)$`, Line: `^\s*(?P<l>[\pL_][\pL\pN_]*)\s*=\s*(?P<v>[\pL_][^=/]*?)\s*//\s*(?P<d>\d+)\s*$`,
			Raw: true, Say: NotDeclared + `$x := $v; // begins a comment: the whole quotient is $v / $d`},
		Rule{Stage: Check, Error: `^undefined: (?P<x>[\pL_][\pL\pN_]*)$`, Line: `^\s*for\s+(?P<l>[\pL_][\pL\pN_]*)\s*=\s*(?P<v>[^=;]+);`,
			Say: NotDeclared + `for $x := $v; …`},
		Rule{Stage: Check, Error: `^undefined: (?P<x>[\pL_][\pL\pN_]*)$`, Line: `^\s*for\s+(?P<l>[\pL_][\pL\pN_]*(?:\s*,\s*[\pL_][\pL\pN_]*)?)\s*=\s*range\b`,
			Say: NotDeclared + `for $l := range …`},
		Rule{Stage: Check, Error: `^undefined: (?P<x>[\pL_][\pL\pN_]*)$`, Line: `^\s*(?P<l>[\pL_][\pL\pN_]*(?:\s*,\s*[\pL_][\pL\pN_]*)*)\s*=\s*(?P<v>[^=].*)$`,
			Say: NotDeclared + `$l := $v`},
		Rule{Stage: Check, Error: `^undefined: (?P<x>[\pL_][\pL\pN_]*)$`, Line: `^\s*(?P<l>[\pL_][\pL\pN_]*)\s*(?:[-+*/]=|\+\+|--)`,
			Say: NotDeclared + `$x := 0, before it is changed`},
	)
}

// NotDeclared begins the sentence about a variable that = sets and nothing declares.
const NotDeclared = "not declared yet: "

// otherMethods are methods of values in other languages.
var otherMethods = []word{
	{"shape|Shape|size|Size|nrow|ncol|Rows|Cols|NumRows|NumCols|rows|cols", `the numbers of rows and columns of a matrix m are r, c := m.Dims(), the length of a slice xs is len(xs)`},
	{"T|Transpose|transpose", `the transpose of a matrix m is m.T(); a slice has none`},
	{"dot|matmul|Dot", `a product of matrices is c.Mul(a, b) with var c mat.Dense, of slices floats.Dot(x, y)`},
	{"append|push|push_back|add|extend|Append", `append returns the longer slice: $x = append($x, v)`},
	{"pop", `the last element is taken away by x, xs = xs[len(xs)-1], xs[:len(xs)-1]`},
	{"remove|insert", `elements are put in and taken out by $x = slices.Insert($x, i, v) and $x = slices.Delete($x, i, i+1)`},
	{"length|len|Len|Length|count|Count", `the length is len($x)`},
	{"sort|Sort", `a slice is sorted in place by slices.Sort($x)`},
	{"reverse|Reverse", `a slice is turned round by slices.Reverse($x)`},
	{"index|indexOf", `the index of an element is slices.Index($x, v), of a text in a text strings.Index(s, t)`},
	{"contains|includes|has|has_key", `among elements is slices.Contains($x, v), in a text strings.Contains(s, t), among keys: _, found := m[k]`},
	{"copy|clone", `a copy of a slice is slices.Clone($x), of a map maps.Clone, of a matrix mat.DenseCopyOf`},
	{"keys", `the keys of a map, sorted, are slices.Sorted(maps.Keys($x))`},
	{"values|items|get", `a loop over a map is: for k, v := range $x { … }; one value is $x[k]`},
	{"upper|toUpperCase", `the text in capitals is strings.ToUpper($x)`},
	{"lower|toLowerCase", `the text in small letters is strings.ToLower($x)`},
	{"split", `a text is cut by strings.Split($x, ","), at spaces by strings.Fields($x)`},
	{"strip|trim", `spaces at both ends are taken away by strings.TrimSpace($x)`},
	{"replace", `a text is replaced by strings.ReplaceAll($x, old, new)`},
	{"join", `texts are joined by strings.Join(texts, ", ")`},
	{"format", `values go into a text by fmt.Sprintf("x is %v", x)`},
	{"startswith|startsWith", `the beginning of a text is tested by strings.HasPrefix($x, "a")`},
	{"endswith|endsWith", `the end of a text is tested by strings.HasSuffix($x, "a")`},
	{"toString|ToString|__str__", `a value becomes text by fmt.Sprint($x)`},
	{"sum|Sum", `the sum of a slice is floats.Sum($x), of a matrix mat.Sum($x)`},
	{"mean|Mean|average", `the mean of a slice xs is stat.Mean(xs, nil), of a column of a matrix m stat.Mean(mat.Col(nil, 0, m), nil)`},
	{"std|Std|var", `the standard deviation of a slice xs is stat.StdDev(xs, nil), the variance stat.Variance(xs, nil)`},
	{"max|Max|min|Min", `the greatest number of a slice is slices.Max($x), of a matrix mat.Max($x), and so for the least`},
	{"argmax|argmin", `the index of the greatest number of a slice is floats.MaxIdx($x), of the least floats.MinIdx($x)`},
	{"pow|sqrt|abs|exp|round", `functions of numbers are in package math: math.Pow(x, 2), math.Sqrt(x), math.Abs(x)`},
	{"reshape|flatten|ravel", `a slice becomes a matrix by mat.NewDense(r, c, xs), row by row`},
	{"inv|inverse", `the inverse is: var inv mat.Dense, then err := inv.Inverse($x)`},
	{"fit", `the method is Fit(X, y), and returns a model and an error: m, err := $x.Fit(X, y)`},
	{"predict", `a fitted model has Predict(X), which returns labels and an error: y, err := $x.Predict(X)`},
	{"predict_proba", `the probabilities of classes are $x.Posteriors(X); see "6. Probabilities" in mllib/from-scikit-learn.md`},
	{"score|Score|accuracy|Accuracy", `the share of wrong labels is metrics.ErrorRate(predicted, y)`},
	{"fit_transform|transform", `a preparation is fitted, then applied: see "3. Scale in a pipeline" in mllib/from-scikit-learn.md`},
	{"coef_|intercept_|feature_importances_", `coefficients are read by m.Coefficients(): see "4. Read the coefficients" in mllib/from-scikit-learn.md`},
	{"head|describe|info|iloc|loc", `a data set has X, Y and Features, a row is $x.Row(0); as the last expression of a cell it is shown`},
	{"plot|hist|scatter|show", `display.NewFigure("title").Line("y", xs, ys) draws, and Scatter and Histogram in the place of Line`},
}

// library is a library of Python under its usual short name, and Go's counterparts of its members.
type library struct {
	short, say string
	members    []word
}

var libraries = []library{
	{"np|numpy", `Go has no NumPy: mat has matrices, floats and stat have slices of numbers, math single numbers`, []word{
		{"array|asarray", `a list of numbers is []float64{1, 2, 3}, a matrix mat.NewDense(2, 2, []float64{1, 2, 3, 4})`},
		{"zeros|empty", `a slice of n zeros is make([]float64, n), a matrix mat.NewDense(r, c, nil)`},
		{"ones|full", `a slice of n zeros is make([]float64, n); floats.AddConst(1, xs) makes ones of it`},
		{"linspace", `n numbers from a to b are floats.Span(make([]float64, n), a, b)`},
		{"arange", `numbers in steps come from a loop: for x := 0.0; x < 1; x += 0.1 { … }`},
		{"eye|identity", `the identity matrix is la.I(n)`},
		{"mean|average", `the mean of a slice is stat.Mean(xs, nil)`},
		{"std", `the standard deviation of a slice is stat.StdDev(xs, nil)`},
		{"var", `the variance of a slice is stat.Variance(xs, nil)`},
		{"median|percentile|quantile", `a quantile is stat.Quantile(0.5, stat.Empirical, xs, nil), of a sorted slice`},
		{"sum", `the sum of a slice is floats.Sum(xs), of a matrix mat.Sum(m)`},
		{"max|min|amax|amin", `the greatest and the least number of a slice are floats.Max(xs) and floats.Min(xs)`},
		{"argmax|argmin", `the index of the greatest or least number is floats.MaxIdx(xs) or floats.MinIdx(xs)`},
		{"dot|matmul|inner", `a product of matrices is c.Mul(a, b) with var c mat.Dense, of slices floats.Dot(x, y)`},
		{"sqrt|exp|log|abs|sin|cos|tanh", `of one number it is math.Sqrt(x), math.Exp(x), math.Log(x), math.Abs(x) and so on; a slice needs a loop`},
		{"pi", `the number is math.Pi`},
		{"random", `random numbers come from rng := rand.New(rand.NewPCG(1, 2)), then rng.Float64(), rng.NormFloat64(), rng.IntN(6)`},
		{"linalg", `linear algebra is in mat: c.Inverse(a), x.Solve(a, b), mat.Det(a), mat.Norm(a, 2), and mat.EigenSym, mat.SVD`},
		{"where|argwhere|nonzero", `elements are chosen in a loop: for i, x := range xs { if x > 0 { found = append(found, i) } }`},
		{"unique", `the different values, sorted, are slices.Compact(slices.Sorted(slices.Values(xs)))`},
		{"sort|argsort", `a slice is sorted in place by slices.Sort(xs), and floats.Argsort(xs, indices) gives the order besides`},
		{"concatenate|vstack|hstack|stack", `slices are joined by slices.Concat(xs, ys), matrices by c.Stack(a, b) and c.Augment(a, b)`},
		{"reshape", `a slice becomes a matrix by mat.NewDense(r, c, xs), row by row`},
		{"transpose", `the transpose of a matrix is m.T()`},
		{"allclose|isclose", `numbers are compared up to rounding by floats.EqualApprox(x, y, 1e-9), matrices by mat.EqualApprox`},
		{"cumsum", `running sums are floats.CumSum(make([]float64, len(xs)), xs)`},
	}},
	{"pd|pandas", `Go has no pandas: data.CSV{Label: "…"}.ReadFile("….csv") reads a table; see "1. Load a CSV file" in mllib/from-scikit-learn.md`, nil},
	{"plt|matplotlib|sns", `Go has no matplotlib: display.NewFigure("title").Line("y", xs, ys) draws, as the last expression of a cell`, []word{
		{"plot", `a curve through points is display.NewFigure("title").Line("y", xs, ys)`},
		{"scatter|hist|bar", `a figure has Scatter, Histogram and Bars: display.NewFigure("title").Scatter("points", xs, ys); see "19. Plot regions" in mllib/from-scikit-learn.md`},
		{"show|figure|subplots|title|xlabel|ylabel|legend", `a figure is a value, and the last expression of a cell shows it: display.NewFigure("title").Line("y", xs, ys).Axes("x", "y")`},
	}},
	{"sklearn", `Go has no scikit-learn: mllib is its counterpart, and mllib/from-scikit-learn.md compares them side by side`, nil},
	{"scipy|sp|stats", `Go has no SciPy: distuv has distributions, stat statistics, optimize minimisation, integrate integrals`, nil},
	{"torch|tf|keras", `Go has no such library here: package network has neural networks; see "34. Neural networks" in mllib/from-scikit-learn.md`, nil},
	{"sys", `Go's counterparts are os, as in os.Args and os.Exit, and runtime`, nil},
	{"re", `regular expressions are in package regexp: regexp.MustCompile("a+").FindString(s)`, nil},
}

// estimators are names of scikit-learn, their counterparts, and the section of the guide that has them.
var estimators = []struct{ names, say, guide string }{
	{"read_csv|load_iris|load_wine|load_breast_cancer", `data.Iris(), data.Wine(), data.BreastCancer(), or data.CSV{Label: "…"}.ReadFile("….csv")`, "1. Load a CSV file"},
	{"train_test_split|TrainTestSplit", `train, test, err := s.SplitStratified(.7, rand.NewPCG(1, 2))`, "2. Split"},
	{"StandardScaler|MinMaxScaler|make_pipeline|Pipeline", `learn.Pipe(data.Standardize{}, logistic.Binary{Ridge: 1})`, "3. Scale in a pipeline"},
	{"LogisticRegression", `logistic.Binary{Ridge: 1}, where Ridge is 1/C`, "3. Scale in a pipeline"},
	{"predict_proba", `m.Posteriors(X)`, "6. Probabilities"},
	{"KFold|StratifiedKFold|cross_val_score|cross_validate", `validate.KFold{K: 5}.Split(s.Y), then validate.CrossValidate(s, folds, method)`, "7. Cross-validate"},
	{"GridSearchCV|RandomizedSearchCV|ParameterGrid", `validate.Choose(s, folds, methods)`, "8. Choose a parameter over a grid"},
	{"learning_curve|validation_curve", `validate.LearningCurve(train, test, sizes, method)`, "9. Learning curve"},
	{"confusion_matrix|classification_report|accuracy_score|recall_score|precision_score|f1_score",
		`metrics.NewConfusion(predicted, y), and metrics.ErrorRate(predicted, y)`, "10. Confusion table"},
	{"roc_curve|roc_auc_score", `package metrics has the curve and the area`, "11. ROC and AUC"},
	{"calibration_curve", `package metrics has it`, "12. Calibration"},
	{"silhouette_score", `package cluster has it`, "15. K-means with silhouettes"},
	{"joblib|pickle", `a model is written to a file and read back`, "16. Keep a model"},
	{"DecisionBoundaryDisplay", `display.NewFigure("title").Regions(…) draws it`, "19. Plot regions"},
	{"PCA", `components.PCA{Components: 2}.Fit(X)`, "20. Principal components"},
	{"KNeighborsClassifier|NearestNeighbors", `neighbours.KNN{K: 5}.Fit(X, y)`, "21. Nearest neighbours"},
	{"LinearRegression|Lasso|mean_squared_error|r2_score", `regression.LeastSquares{}.Fit(X, y), and Ridge and Lasso in its place; metrics.RSquared(predicted, y)`, "23. Regression"},
	{"SVC|LinearSVC", `svm.Classifier{C: 1}.Fit(X, y)`, "24. Support vector machines"},
	{"SGDClassifier|Perceptron", `package descent has methods for many rows, and perceptron.Rosenblatt{} is the perceptron`, "25. Linear machines of many rows"},
	{"KernelRidge|SVR", `svm.Regressor{C: 1}.Fit(X, y), and package rkhs has regression with kernels`, "26. Regression with kernels"},
	{"GaussianProcessClassifier|GaussianProcessRegressor", `package gp has it`, "27. Gaussian processes"},
	{"GaussianMixture", `package mixture has it`, "30. Mixtures of normal laws"},
	{"GaussianNB|MultinomialNB|KernelDensity", `naivebayes.Gaussian{}.Fit(X, y), and packages naivebayes and density have others`, "31. Densities and naive Bayes"},
	{"RandomForestClassifier|RandomForestRegressor|GradientBoostingClassifier|AdaBoostClassifier|BaggingClassifier",
		`forest.Classifier{}.Fit(X, y), and package boosting`, "32. Forests and boosting"},
	{"DecisionTreeClassifier|DecisionTreeRegressor", `tree.Classifier{}.Fit(X, y), or tree.Regressor{}`, "32. Forests and boosting"},
	{"Isomap|SpectralEmbedding|MDS", `package manifold has it`, "33. Maps of curved surfaces"},
	{"MLPClassifier|MLPRegressor", `network.Classifier{}.Fit(X, y), or network.Regressor{}`, "34. Neural networks"},
	{"AgglomerativeClustering|linkage|dendrogram", `package cluster has it`, "35. Hierarchical clustering"},
	{"DataFrame|Series|SimpleImputer|OneHotEncoder|DBSCAN|TSNE|OneClassSVM", `mllib has no counterpart`, "What is not there"},
}

// modules are the names under which programs in Python reach the estimators.
const modules = `sklearn|model_selection|linear_model|preprocessing|ensemble|cluster|decomposition|datasets|data|metrics|pd|pandas|scipy|svm|tree|forest|mllib|learn`

// libraryRules are the rules for libraries and estimators.
func libraryRules() []Rule {
	var rules []Rule
	for _, e := range estimators {
		rules = append(rules,
			Rule{Stage: Check, Sampled: true, Error: `^undefined: (?P<py>` + e.names + `)$`, Say: `$py here: ` + e.say, Guide: e.guide},
			Rule{Stage: Check, Sampled: true, Error: `^undefined: `, Line: `=\s*(?P<py>` + e.names + `)\s*\(`, Say: `$py here: ` + e.say, Guide: e.guide},
			Rule{Stage: Check, Sampled: true, Error: `^undefined: (?:` + modules + `)(?:\.\w+)?$`, Line: `\b(?:` + modules + `)(?:\.\w+)*\.(?P<py>` + e.names + `)\b`,
				Say: `$py here: ` + e.say, Guide: e.guide})
	}
	for _, l := range libraries {
		for _, m := range l.members {
			rules = append(rules, Rule{Stage: Check, Sampled: true, Error: `^undefined: (?:` + l.short + `)$`, Line: `\b(?:` + l.short + `)\.(?:` + m.names + `)\b`, Say: m.say})
		}
		rules = append(rules, Rule{Stage: Check, Sampled: true, Error: `^undefined: (?:` + l.short + `)$`, Say: l.say})
	}
	return rules
}

// libraryCalls are the rules for lines of Python that call a library of Python or an estimator, where the parser gives up.
func libraryCalls() (rules []Rule) {
	for _, e := range estimators {
		rules = append(rules, Rule{Sampled: true, Line: `^.*\b(?P<py>` + e.names + `)\s*\(`, Say: `$py here: ` + e.say, Guide: e.guide})
	}
	for _, l := range libraries {
		for _, m := range l.members {
			rules = append(rules, Rule{Sampled: true, Line: `^.*\b(?:` + l.short + `)\.(?:` + m.names + `)\s*\(`, Say: m.say})
		}
	}
	return rules
}

// estimatorHint is the rest of a sentence about a line that names something of scikit-learn, or "".
func estimatorHint(line string) string {
	for _, e := range estimators {
		if regexp.MustCompile(`\b(?:` + e.names + `)\b`).MatchString(line) {
			return ". Here: " + e.say + guideSuffix(e.guide)
		}
	}
	return ""
}

// Sections are the sections of the guide that sentences name, sorted.
func Sections() []string {
	found := map[string]bool{}
	for _, r := range Rules {
		if r.Guide != "" {
			found[r.Guide] = true
		}
		if m := section.FindStringSubmatch(r.Say); m != nil {
			found[m[1]] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// section matches a section of the guide that a sentence names.
var section = regexp.MustCompile(`"([^"]*)" in mllib/from-scikit-learn\.md`)
