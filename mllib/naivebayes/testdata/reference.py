"""Writes reference.json: the naive Bayes classifiers of scikit-learn on data that are drawn here.

    python reference.py
"""

import json

import numpy as np
import sklearn
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB, MultinomialNB

rng = np.random.default_rng(44)
cases = []


def add(kind, x, y, at, options, ours, weighted, fitted):
    w = np.round(0.001 + rng.exponential(size=len(y)), 3) if weighted else None
    m = fitted(**options).fit(x, y, sample_weight=w)
    case = dict(Kind=kind, X=x.tolist(), Y=y.tolist(), At=at.tolist(), Weights=None if w is None else w.tolist(), Joint=m.predict_joint_log_proba(at).tolist(),
                LogPosteriors=m.predict_log_proba(at).tolist(), Labels=m.predict(at).tolist(), **ours)
    if kind == "gaussian":
        case |= dict(Means=m.theta_.tolist(), Variances=m.var_.tolist())
    cases.append(case)


for weighted in [False, True]:
    for k, n, d in [(2, 60, 3), (4, 120, 7)]:
        y = rng.permutation(np.arange(n) % k) * 3 - 2
        x = rng.normal(size=(n, d)) * (1 + np.arange(d)) + 0.5 * y[:, None] + 100
        x = np.round(x, 3)
        for smoothing in [1e-9, 0.1]:
            add("gaussian", x, y, np.vstack([x[:20], x[:3] + 500]), dict(var_smoothing=smoothing), dict(Smoothing=smoothing), weighted, GaussianNB)
        counts = rng.poisson(2 + (y[:, None] % 3) * (np.arange(d) % 2), size=(n, d)).astype(float)
        for alpha in [1.0, 0.05]:
            add("multinomial", counts, y, counts[:20] * 3, dict(alpha=alpha), dict(Alpha=alpha), weighted, MultinomialNB)
            add("bernoulli", counts - 2, y, counts[:20] - 2, dict(alpha=alpha, binarize=0.5), dict(Alpha=alpha, Threshold=0.5), weighted, BernoulliNB)
            table = np.minimum(counts, 5)
            add("categorical", table, y, table[:20], dict(alpha=alpha), dict(Alpha=alpha), weighted, CategoricalNB)

print(json.dumps(dict(Version=sklearn.__version__, Cases=cases)), file=open("reference.json", "w"))
