"""Reference numbers of scikit-learn's GaussianMixture, written as sklearn.json beside this script.

    pip install scikit-learn && python3 reference.py

From equal starts (weights, means and covariances) equal numbers of steps must give the same log likelihood and parameters up to rounding. The likelihood after t
steps is that of a fit with max_iter = t; reg_covar is 0.
"""
import json
import pathlib
import warnings

import numpy as np
import sklearn
from sklearn.mixture import GaussianMixture

FORMS = {"full": "full", "tied": "tied", "diagonal": "diag", "spherical": "spherical"}
STEPS = [1, 2, 5, 20, 100]


def precisions(form, covs):
    inverse = np.linalg.inv(covs)
    return {"full": inverse, "tied": inverse[0], "diagonal": np.array([np.diag(v) for v in inverse]), "spherical": inverse[:, 0, 0]}[form]


def expanded(form, m, k, d):
    c = m.covariances_
    return {"full": lambda: c, "tied": lambda: np.array([c] * k), "diagonal": lambda: np.array([np.diag(v) for v in c]),
            "spherical": lambda: np.array([v * np.eye(d) for v in c])}[form]()


def fit(x, form, start, steps):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return GaussianMixture(len(start["Means"]), covariance_type=FORMS[form], tol=0, reg_covar=0, max_iter=steps, weights_init=start["Weights"],
                               means_init=start["Means"], precisions_init=precisions(form, np.array(start["Covs"]))).fit(x)


def starts(form, rng, x, k, d):
    covs = []
    for _ in range(k):
        a = rng.normal(size=(d, 2 * d))
        covs.append({"full": a @ a.T / d, "tied": np.eye(d) * 2 + .5, "diagonal": np.diag(rng.uniform(.5, 3, d)), "spherical": rng.uniform(.5, 3) * np.eye(d)}[form])
    w = rng.uniform(1, 3, k)
    return {"Weights": (w / w.sum()).tolist(), "Means": x[rng.choice(len(x), k, replace=False)].tolist(), "Covs": [np.round(c, 6).tolist() for c in covs]}


def reference():
    cases = []
    for seed, n, d, k, spread in [(1, 60, 1, 2, 3.0), (2, 150, 2, 3, 2.0), (3, 200, 3, 2, 1.0), (4, 300, 5, 4, 1.5)]:
        rng = np.random.default_rng(seed)
        means = spread * rng.normal(size=(k, d))
        x = np.round(means[rng.integers(k, size=n)] + rng.normal(size=(n, d)) @ np.triu(rng.normal(size=(d, d)) / 3 + np.eye(d)), 3)
        probe = np.round(3 * rng.normal(size=(5, d)), 3)
        for form in FORMS:
            start = starts(form, rng, x, k, d)
            fits = [fit(x, form, start, t) for t in STEPS]
            m = fits[-1]
            cases.append({"X": x.tolist(), "Form": form, "Start": start, "Steps": STEPS, "LogLikelihood": [float(f.score(x) * n) for f in fits],
                          "Weights": m.weights_.tolist(), "Means": m.means_.tolist(), "Covs": expanded(form, m, k, d).tolist(),
                          "AIC": m.aic(x), "BIC": m.bic(x), "Probe": probe.tolist(), "Posteriors": m.predict_proba(probe).tolist(),
                          "LogProbs": m.score_samples(probe).tolist()})
    out = {"Version": "scikit-learn " + sklearn.__version__, "Cases": cases}
    (pathlib.Path(__file__).parent / "sklearn.json").write_text(json.dumps(out) + "\n")


reference()
