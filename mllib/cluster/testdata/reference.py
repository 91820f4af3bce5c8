"""Reference numbers of scikit-learn's KMeans, adjusted Rand index and silhouettes, written as sklearn.json beside this script.

    pip install scikit-learn && python3 reference.py

Equal starts must give equal labels and an inertia that is equal up to rounding. Large data are compared by ../../bench/run.sh.
"""
import json
import pathlib

import numpy as np
import sklearn
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score, rand_score, silhouette_samples


def fit(x, start, **more):
    return KMeans(n_clusters=len(start), init=start, n_init=1, tol=0, max_iter=300, **more).fit(x)


def reference():
    cases = []
    for seed, n, d, k, spread in [(1, 30, 2, 3, 3.0), (2, 60, 1, 4, 2.0), (3, 100, 5, 6, 1.0), (4, 120, 3, 8, 0.0), (5, 80, 10, 5, 0.5), (6, 10, 2, 4, 5.0)]:
        rng = np.random.default_rng(seed)
        means = spread * rng.normal(size=(k, d))
        truth = rng.integers(k, size=n)
        x = np.round(means[truth] + rng.normal(size=(n, d)), 3)
        start = x[rng.choice(n, k, replace=False)]
        m = fit(x, start)
        cases.append({"X": x.tolist(), "Start": start.tolist(), "Labels": m.labels_.tolist(), "Inertia": float(m.inertia_),
                      "Iterations": int(m.n_iter_), "Centers": m.cluster_centers_.tolist(), "Truth": truth.tolist(),
                      "AdjustedRand": adjusted_rand_score(truth, m.labels_), "Rand": rand_score(truth, m.labels_),
                      "Silhouettes": silhouette_samples(x, m.labels_).tolist()})
    out = {"Version": "scikit-learn " + sklearn.__version__, "Cases": cases}
    (pathlib.Path(__file__).parent / "sklearn.json").write_text(json.dumps(out) + "\n")


reference()
