"""Writes sklearn.json: losses and gradients of scikit-learn's multilayer perceptrons, and whole trainings from a stated start without shuffling.

    python reference.py

The penalty of scikit-learn is alpha/(2n)·‖W‖²; its squared error has a factor 1/2.
"""

import json
import pathlib
import warnings

import numpy as np
import sklearn
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier, MLPRegressor

warnings.simplefilter("ignore", ConvergenceWarning)
rng = np.random.default_rng(13)
N, D, HIDDEN, K, ALPHA = 24, 5, (4, 3), 3, 0.3
X = np.round(rng.normal(size=(N, D)), 3)
Y = np.argmax(X[:, :K] + 0.5 * rng.normal(size=(N, K)), axis=1)
Z = np.round(np.sin(X[:, 0]) + X[:, 1] * X[:, 2], 3)


def start(outputs):
    sizes = (D, *HIDDEN, outputs)
    return ([np.round(rng.normal(size=(a, b)) / 2, 3) for a, b in zip(sizes, sizes[1:])],
            [np.round(rng.normal(size=b) / 2, 3) for b in sizes[1:]])


def begin(model, coefs, intercepts):
    """Makes the model start from the given weights."""
    given = iter(zip(coefs, intercepts))

    def init(*_, **__):
        w, b = next(given)
        return w.copy(), b.copy()

    model._init_coef = init
    return model


def flat(coefs, intercepts):
    """The order of mllib: layer after layer, the weights of each unit in turn, then the biases."""
    return [float(v) for w, b in zip(coefs, intercepts) for v in [*w.T.ravel(), *b]]


def gradient(model, x, y, coefs, intercepts):
    """Of the objective at the given weights, as the fit computes it."""
    begin(model, coefs, intercepts).set_params(max_iter=1, solver="sgd", learning_rate_init=1e-300, batch_size=len(x))
    model.fit(x, y)  # which sets up everything and moves nothing
    model.coefs_, model.intercepts_ = [w.copy() for w in coefs], [b.copy() for b in intercepts]
    if isinstance(model, MLPClassifier):
        y = model._label_binarizer.transform(y).astype(float)
    else:
        y = y[:, None]
    sizes = [x.shape[1], *[w.shape[1] for w in coefs]]
    activations = [x] + [np.empty((len(x), s)) for s in sizes[1:]]
    deltas = [np.empty_like(a) for a in activations[1:]]
    gw, gb = [np.empty_like(w) for w in coefs], [np.empty_like(b) for b in intercepts]
    loss, gw, gb = model._backprop(x, y, None, activations, deltas, gw, gb)
    return float(loss), flat(gw, gb)


out = {"sklearn": sklearn.__version__, "X": X.tolist(), "Y": Y.tolist(), "Z": Z.tolist(), "alpha": ALPHA, "gradients": [], "fits": []}
for activation in ["relu", "tanh", "logistic", "identity"]:
    for kind, outputs, y in [(MLPClassifier, K, Y), (MLPRegressor, 1, Z)]:
        coefs, intercepts = start(outputs)
        model = kind(hidden_layer_sizes=HIDDEN, activation=activation, alpha=ALPHA)
        loss, grad = gradient(model, X, y, coefs, intercepts)
        out["gradients"].append({"activation": activation, "outputs": outputs, "theta": flat(coefs, intercepts), "loss": loss, "gradient": grad})
for name, options in {
    "adam": {"solver": "adam", "learning_rate_init": 0.01},
    "sgd": {"solver": "sgd", "learning_rate_init": 0.05, "momentum": 0.0, "nesterovs_momentum": False},
    "momentum": {"solver": "sgd", "learning_rate_init": 0.05, "momentum": 0.8, "nesterovs_momentum": False},
    "nesterov": {"solver": "sgd", "learning_rate_init": 0.05, "momentum": 0.8, "nesterovs_momentum": True},
    "lbfgs": {"solver": "lbfgs", "tol": 1e-9},
}.items():
    for kind, outputs, y in [(MLPClassifier, K, Y), (MLPRegressor, 1, Z)]:
        coefs, intercepts = start(outputs)
        model = kind(hidden_layer_sizes=HIDDEN, activation="tanh", alpha=ALPHA, shuffle=False, batch_size=8, max_iter=5000 if name == "lbfgs" else 20, n_iter_no_change=1000, **options)
        begin(model, coefs, intercepts).fit(X, y)
        curve = [float(v) for v in getattr(model, "loss_curve_", [])]
        predicted = model.predict_proba(X) if kind is MLPClassifier else model.predict(X)[:, None]
        out["fits"].append({"name": name, "outputs": outputs, "start": flat(coefs, intercepts), "theta": flat(model.coefs_, model.intercepts_),
                            "curve": curve, "loss": float(model.loss_), "predicted": predicted.tolist()})
for activation in ["relu", "tanh", "logistic", "identity"]:  # two classes: one output, whose target is whether the label is 1
    coefs, intercepts = start(1)
    model = MLPClassifier(hidden_layer_sizes=HIDDEN, activation=activation, alpha=ALPHA)
    loss, grad = gradient(model, X, (Y == 1).astype(int), coefs, intercepts)
    out["gradients"].append({"activation": activation, "outputs": 1, "binary": True, "theta": flat(coefs, intercepts), "loss": loss, "gradient": grad})
pathlib.Path(__file__).with_name("sklearn.json").write_text(json.dumps(out) + "\n")
