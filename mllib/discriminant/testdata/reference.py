"""Reference numbers of scikit-learn's LDA and QDA, and of scipy's normal density, written as sklearn.json beside this script.

    pip install scikit-learn && python3 reference.py

scikit-learn 1.9 divides by n (by n_k in QDA); earlier versions of LDA's solver "svd" and of QDA divided by n - K and n_k - 1. The
unbiased divisors are therefore compared with Bayes' formula on scipy's densities. Where priors are given, the solver "lsqr" weights the
class covariances with them; only the solver "svd" is compared then.
"""
import json
import pathlib
import warnings

import numpy as np
import sklearn
from scipy.special import softmax
from scipy.stats import multivariate_normal
from sklearn.datasets import load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis as LDA
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis as QDA

warnings.simplefilter("error")


def clouds(seed, n, d, k):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, k, size=n)
    means = rng.normal(size=(k, d))
    shapes = rng.normal(size=(k, d, d)) / np.sqrt(d) + np.eye(d)
    x = means[y] + np.einsum("nij,nj->ni", shapes[y], rng.normal(size=(n, d)))
    return np.round(x, 6), y


def far(x, y):
    return np.round(1000 + x * np.array([10, 1, 0.1]), 6), y


def bayes(x, y, pooled):
    """Posteriors by Bayes' formula, class shares as priors, unbiased covariances."""
    classes, counts = np.unique(y, return_counts=True)
    covs = [np.atleast_2d(np.cov(x[y == c], rowvar=False)) for c in classes]
    if pooled:
        covs = [sum((n - 1) * c for n, c in zip(counts, covs)) / (len(y) - len(classes))] * len(classes)
    joint = [np.log(n / len(y)) + multivariate_normal(x[y == k].mean(0), c).logpdf(x) for k, n, c in zip(classes, counts, covs)]
    return softmax(np.array(joint).T, axis=1)


def unbalanced(seed):
    """Three classes of 70, 15 and 8."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.repeat([3, 5, 9], [70, 15, 8]))
    means = {3: [0, 0, 0], 5: [1, 1, 0], 9: [0, 2, -1]}
    return np.round(np.array([means[k] for k in y]) + rng.normal(size=(93, 3)) * [1, 0.5, 2], 6), y


def collinear(seed):
    """The last column is the sum of the others but for a thousandth."""
    x, y = clouds(seed, 90, 3, 3)
    return np.round(np.column_stack([x, x.sum(1) + 1e-3 * np.random.default_rng(seed).normal(size=len(x))]), 6), y


def units(x, y):
    return x * np.array([1e4, 1, 1e-3]), y


sets = {"iris": load_iris(return_X_y=True), "two classes": clouds(1, 60, 2, 2), "four classes": clouds(2, 80, 5, 4),
        "far away": far(*clouds(3, 50, 3, 3)), "line": clouds(4, 30, 1, 2), "unbalanced": unbalanced(5), "nearly collinear": collinear(6),
        "unequal units": units(*clouds(7, 60, 3, 4))}
methods = {"lda": (LDA, {}), "lda lsqr": (LDA, {"solver": "lsqr"}), "lda shrunk": (LDA, {"solver": "lsqr", "shrinkage": 0.3}),
           "qda": (QDA, {"tol": 1e-9}), "qda ridge": (QDA, {"reg_param": 0.2})}
cases, data = [], {}


def case(name, method, priors, posteriors):
    cases.append({"Set": name, "Method": method, "Priors": priors, "Posteriors": np.round(posteriors, 12).tolist(),
                  "Predicted": np.unique(sets[name][1])[posteriors.argmax(1)].tolist()})


for name, (x, y) in sets.items():
    data[name] = {"X": x.tolist(), "Y": [int(v) for v in y]}
    if name != "unequal units":  # too ill-conditioned for scipy
        case(name, "lda unbiased", None, bayes(x, y, True))
        case(name, "qda unbiased", None, bayes(x, y, False))
    for method, (make, options) in methods.items():
        if name in ("far away", "nearly collinear", "unequal units") and "solver" in options:
            continue  # this solver is exact to 1e-7 only there
        case(name, method, None, make(**options).fit(x, y).predict_proba(x))
        if name == "four classes" and "solver" not in options:
            priors = [0.1, 0.2, 0.3, 0.4]
            case(name, method, priors, make(priors=priors, **options).fit(x, y).predict_proba(x))
model = LDA().fit(*sets["iris"])
out = {"Version": "scikit-learn " + sklearn.__version__, "Sets": data, "Cases": cases, "Ratios": model.explained_variance_ratio_.tolist(),
       "Coordinates": np.round(model.transform(sets["iris"][0]), 12).tolist()}
(pathlib.Path(__file__).parent / "sklearn.json").write_text(json.dumps(out) + "\n")
