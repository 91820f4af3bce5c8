"""Writes sklearn.json and weights.json: scikit-learn's coefficients on small data, for the tests of package logistic.

    pip install scikit-learn && python3 reference.py

Large data are compared by ../../bench/run.sh.
"""
import json
import pathlib

import numpy as np
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression


def fit(x, y, **options):
    m = LogisticRegression(tol=1e-12, max_iter=100000, **options).fit(x, y)
    p = np.log(m.predict_proba(x))[np.arange(len(y)), np.searchsorted(m.classes_, y)]
    return {"coef": m.coef_.tolist(), "b": np.atleast_1d(m.intercept_).tolist(), "loglik": p.sum()}


def cases():
    iris = load_iris()
    rng = np.random.default_rng(5)
    x = np.round(rng.normal(size=(120, 4)) * [1, 2, .5, 3] + [0, 1, 0, -2], 3)
    y = (rng.random(120) < 1 / (1 + np.exp(-(x @ [1, -.5, 1, .2] + .3)))).astype(int)
    two = iris.target > 0
    sets = [("normal", x, y), ("versicolor-virginica", iris.data[two], iris.target[two]), ("iris", iris.data, iris.target)]
    x = np.round(rng.normal(size=(300, 2)), 3)
    rare = (rng.random(300) < 1 / (1 + np.exp(-(x @ [1, .5] - 3.5)))).astype(int)  # some 5 % of class 1
    sets.append(("rare", x, rare))
    x = np.round(rng.normal(size=(160, 3)) @ [[1, .99, 0], [0, .05, 0], [0, 0, 1]] * [1, 1, 100] + [0, 0, 300], 4)  # nearly collinear, unequal units
    y = (rng.random(160) < 1 / (1 + np.exp(-(x[:, 0] - .01 * (x[:, 2] - 300))))).astype(int)
    sets.append(("ill-conditioned", x, y))
    y = rng.choice(4, p=[.6, .25, .1, .05], size=240) * 3 - 2  # four classes of unequal size that overlap
    x = np.round(rng.normal(size=(240, 2)) + .4 * y[:, None] * [1, -.5], 3)
    sets.append(("four classes", x, y))
    for name, x, y in sets:
        for C in [np.inf, 10, 1, .01]:
            if name == "iris" and np.isinf(C):
                continue  # setosa is separated
            if name in ("rare", "ill-conditioned", "four classes") and C == .01:
                continue
            for intercept in [True, False]:
                yield {"name": name, "x": x.tolist(), "y": y.tolist(), "ridge": 1 / C, "intercept": intercept,
                       **fit(x, y, C=C, fit_intercept=intercept, solver="newton-cholesky")}


def weighted():
    """Fits with weights of rows (some of them 0), of classes, and both."""
    rng = np.random.default_rng(6)
    for k in [2, 3]:
        y = rng.choice(k, p=[.7, .3] if k == 2 else [.6, .3, .1], size=120)
        x = np.round(rng.normal(size=(120, 3)) + .6 * y[:, None] * [1, -1, 0], 3)
        rows = np.round(rng.exponential(size=120) * (rng.random(120) < .8), 3)
        by_label = dict(zip(range(k), [.5, 3, 2]))
        for c in [np.inf, 1]:
            for weights in [None, rows]:
                for of_classes in [None, by_label, "balanced"]:
                    m = LogisticRegression(C=c, tol=1e-12, max_iter=100000, solver="newton-cholesky", class_weight=of_classes).fit(x, y, sample_weight=weights)
                    yield {"x": x.tolist(), "y": y.tolist(), "weights": None if weights is None else weights.tolist(),
                           "classWeights": by_label if of_classes is by_label else None, "balanced": of_classes == "balanced", "ridge": 1 / c,
                           "coef": m.coef_.tolist(), "b": np.atleast_1d(m.intercept_).tolist()}


here = pathlib.Path(__file__).parent
(here / "sklearn.json").write_text(json.dumps(list(cases())))
(here / "weights.json").write_text(json.dumps(list(weighted())))
