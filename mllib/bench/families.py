"""The workloads of the table of families by size: the same data and comparisons as in workloads.py, at n from a thousand to a million."""

from typing import Callable

import numpy as np
from scipy.special import logsumexp
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.neighbors import KNeighborsClassifier

import workloads
from workloads import Array, Workload, blobs, eighths, groups, near

SIZES = [(1_000, 20), (10_000, 20), (100_000, 20), (1_000_000, 20), (10_000, 500), (10_000, 2_000)]
FAMILIES = ["LDA", "QDA", "least squares", "ridge", "logistic", "softmax", "K-means", "nearest neighbours", "perceptron"]
CLASSES = 4  # of softmax


def softmax(seed: int, n: int, d: int) -> tuple[Array, Array]:
    """Labels drawn from a softmax model with normal X and coefficients of length about 2."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d))
    scores = x @ (2 * rng.normal(size=(d, CLASSES)) / np.sqrt(d)) + rng.normal(size=CLASSES) / 2
    return x, np.argmax(scores + rng.gumbel(size=scores.shape), axis=1)


def logistic_regression(**options):
    def fit(x, y):
        m = LogisticRegression(C=1, max_iter=1000, **options).fit(x, y)
        return np.append(m.coef_.ravel(), m.intercept_)
    return fit


def coefficients_agree(x, y, ours, theirs):
    """mllib stops at the maximum, scikit-learn near it: our penalised log-likelihood must not be lower, and its gradient by a row nearly 0."""
    classes = max(1, len(np.unique(y)) - (len(np.unique(y)) == 2))

    def criterion(flat):
        w, b = flat[:-classes].reshape(classes, -1), flat[-classes:]
        scores = x @ w.T + b
        if classes == 1:
            scores = np.hstack([0 * scores, scores])
        probabilities = np.exp(scores - logsumexp(scores, axis=1, keepdims=True))
        own = np.arange(len(y)), y
        value = np.sum(np.log(probabilities[own])) - np.sum(w * w) / 2
        probabilities[own] -= 1
        return value, np.max(np.abs(probabilities[:, -classes:].T @ x + w)) / len(x)

    (value, slope), (reached, left) = criterion(ours), criterion(theirs)
    if value < reached - 1e-6 or slope > 5e-6:
        raise AssertionError(f"penalised log-likelihood larger by {value - reached:.2g}, gradient {slope:.1g}")
    return f"penalised log-likelihood larger by {max(value - reached, 0):.1e}, gradient {slope:.1g}, scikit-learn's {left:.1g}"


def targets(seed: int, n: int, d: int) -> tuple[Array, Array]:
    """A linear function of normal X with coefficients of length about 1, and noise of variance 1."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d))
    return x, x @ (rng.normal(size=d) / np.sqrt(d)) + 0.5 + rng.normal(size=n)


def linear_regression(method):
    def fit(x, y):
        m = method.fit(x, y)
        return np.append(m.coef_, m.intercept_)
    return fit


def fits_agree(x, y, ours, theirs):
    return f"coefficients within {near(1e-9, ours, theirs):.1e}"


NEIGHBOURS, QUESTIONS = 5, 1_000


def neighbours(x, y):
    return KNeighborsClassifier(NEIGHBOURS).fit(x, y).predict(x[:QUESTIONS])


def predictions_agree(x, y, ours, theirs):
    share = np.mean(ours == theirs)
    if share < 1:
        raise AssertionError(f"only {100 * share:.1f} % of the predictions agree")
    return f"{100 * share:g} % of the predictions agree"


def family(name: str, n: int, d: int) -> Workload:
    k = 10 if d <= 20 else 100
    made: dict[str, tuple[str, Callable, str, Callable, Callable]] = {
        "LDA": ("three classes: fit and posteriors of all rows", lambda m: groups(1, m, d, 3), "lda", workloads.lda, workloads.posteriors_agree),
        "QDA": ("the same data", lambda m: groups(1, m, d, 3), "qda", workloads.qda, workloads.posteriors_agree),
        "least squares": ("normal X, with standard errors in mllib", lambda m: targets(6, m, d), "least squares", linear_regression(LinearRegression()), fits_agree),
        "ridge": ("the same data, λ = 1", lambda m: targets(6, m, d), "ridge", linear_regression(Ridge(1.0)), fits_agree),
        "logistic": ("two classes, C = 1", lambda m: workloads.logistic(2, m, d), "logistic", logistic_regression(), coefficients_agree),
        "softmax": (f"{CLASSES} classes, C = 1", lambda m: softmax(5, m, d), "softmax", logistic_regression(), coefficients_agree),
        "K-means": ("overlapping groups, K = 10, for d > 20 K = 100, to convergence or 300 passes, from equal centres",
                    lambda m: blobs(3, m, d, k, 0.7 * np.sqrt(20 / d)), "kmeans", workloads.k_means("lloyd"), workloads.inertia_agrees),
        "nearest neighbours": (f"{QUESTIONS} predictions of two classes by {NEIGHBOURS} neighbours", lambda m: groups(1, m, d, 2), "neighbours", neighbours,
                               predictions_agree),
        "perceptron": ("10 passes in the order of the data", lambda m: eighths(4, m, d), "perceptron", workloads.perceptron, workloads.weights_equal),
    }
    what, data, ours, theirs, agree = made[name]
    contestants = {"default": theirs}
    if agree is coefficients_agree and d > 20:
        contestants["tol=1e-6"] = logistic_regression(tol=1e-6)
    return Workload(name, what, lambda scale: data(max(int(n * scale), 10 * k)), [ours], contestants, agree)


def table(measured: list[tuple[str, tuple[int, int], dict]], ratio: Callable) -> list[str]:
    """One row for each family, one column for each size."""
    lines = ["Milliseconds of the processors for mllib, and scikit-learn's time as a multiple, of the processors / by the clock; in brackets that",
             "of its logistic regression with tol=1e-6, which goes about as near to the maximum as mllib does.", "",
             "| | " + " | ".join(f"n = {n:,}, d = {d:,}" for n, d in SIZES) + " |", "|---|" + "---:|" * len(SIZES)]
    for name in FAMILIES:
        cells = [name]
        for size in SIZES:
            cells += [cell(r["times"], ratio) for f, s, r in measured if f == name and s == size] or [""]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def cell(times, ratio) -> str:
    ours, default, *others = times
    ms = np.median([cpu for _, cpu in times[ours]])
    text = f"{float(f'{ms:.2g}'):g}: {ratio(times, default, 1)} / {ratio(times, default, 0)}"
    return text + "".join(f" ({ratio(times, name, 1)} / {ratio(times, name, 0)})" for name in others)
