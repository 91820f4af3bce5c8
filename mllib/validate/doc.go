// Package validate estimates how well a learning method predicts what it has not seen: by cross-validation from the training data alone,
// or, with test data, how that grows with what is learned from. The methods are learn.Learners, parameters and all, and a grid of
// parameters is a list of them:
//
//	folds, err := validate.KFold{K: 10, Stratified: true, Src: rand.NewPCG(1, 2)}.Split(s.Y)
//	cv, err := validate.CrossValidate(s, folds, logistic.Binary{Ridge: 1})
//	fmt.Println(cv.Losses)                       // 0.0312 ± 0.0044
//
//	best, err := validate.Choose(s, folds, []discriminant.LDA{{}, {Shrinkage: .1}, {Shrinkage: .5}})
//	m, err := best.Learner().Fit(s.X, s.Y)
//
// What is done with a method before it learns, such as standardising the columns, belongs into each fold (learn.Pipe), or the
// test data have a say in it.
package validate
