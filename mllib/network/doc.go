// Package network fits feed-forward neural networks: layers of units, each a nonlinear function of a weighted sum of the units below it. Layers may be
// joined fully, or to patches of a picture, with weights of their own or shared ones.
//
//	c := network.Classifier{Hidden: []network.Layer{{Units: 100}}, Training: network.Training{Src: rand.NewPCG(1, 2)}}
//	m, err := c.Fit(X, y)                        // cross-entropy of a softmax, Adam, batches of 200 rows
//	p, err := m.Posteriors(X)                    // n×K
//	m.Net.Params(), m.Net.Links(), m.Report      // free weights, links, how the fit ended
//	m.Curve                                      // losses by epochs
//	r, err := network.Regressor{Hidden: …}.Fit(X, y)
//
// # Vocabulary
//
// A Net is an architecture: the shape of what comes in, hidden layers, and outputs. Its weights are one vector θ, layer after layer, first the weights of a layer
// and then its biases; Net.Split and Net.Join go between θ and matrices in which a row belongs to a unit. Methods that take θ do
// not change it. A *link* is a term of the weighted sum of a unit, its bias included; of a *weight* that is shared there is one, however
// many links have it. Counts of links include those to the frame of zeros around a picture (Pad: Same), as in the sources.
//
// What is minimised is an Objective: the mean of a loss over the rows, and Decay·‖W‖²/2 with all weights but the biases. Its gradient comes from
// back-propagation; it is a descent.Joint and a descent.Sum, so that all of package descent minimises it, too.
//
// Columns of X should be of similar size around 0 (data.Standardize in a pipeline, or pictures scaled to [-1, 1]): starts and rates mean such ones.
//
// # How a batch is computed
//
// A batch of rows goes through a layer as a product of matrices. For a layer on patches the patches are copied side by side first, so that shared weights are a product, too; weights that are
// not shared are one product of a vector with a matrix for each unit. Batches of more than 1024 rows, or of fewer that need more than 2 GiB, go in pieces. The memory of a
// batch is reused. Results depend neither on the number of processors nor on which they are.
//
// # Files
//
// options.go (enumerations), shape.go, layer.go and net.go (architectures, counts, θ), start.go; stage.go, patches.go and work.go (a layer at work),
// activation.go, loss.go, pass.go (forward and back), objective.go; training.go, epochs.go, step.go (SGD and Adam), quasi.go (L-BFGS); classifier.go,
// regressor.go, model.go, report.go.
//
// Reference: D. Rumelhart, G. Hinton and R. Williams, Learning representations by back-propagating errors (1986); Y. Le Cun, Generalization and network design
// strategies (1989); D. Kingma and J. Ba, Adam (2015).
package network
