"""Writes reference.json: neighbours, distances, shares of votes and means as scipy and scikit-learn find them.

    python3 mllib/neighbours/testdata/reference.py
"""

import json
import pathlib

import numpy as np
from scipy.spatial import cKDTree
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor, NearestNeighbors

K, RADIUS = 6, 1.0
out = []
for seed, (n, d) in enumerate([(60, 1), (200, 3), (400, 8)]):
    rng = np.random.default_rng(seed)
    x, z = rng.normal(size=(n, d)), rng.normal(size=(12, d))
    z[:3] = x[:3]  # distances of 0
    y, t = rng.integers(3, size=n), rng.normal(size=n)
    distance, index = cKDTree(x).query(z, k=K)
    brute = NearestNeighbors(n_neighbors=K, algorithm="ball_tree").fit(x)
    assert np.array_equal(brute.kneighbors(z)[1], index)
    around = brute.radius_neighbors(z, RADIUS * np.sqrt(d), sort_results=True)
    case = {"X": x.tolist(), "Z": z.tolist(), "Y": y.tolist(), "T": t.tolist(), "K": K, "Radius": RADIUS * np.sqrt(d), "Index": index.tolist(), "Distance": distance.tolist(),
            "Within": [a.tolist() for a in around[1]], "WithinDistance": [a.tolist() for a in around[0]]}
    for name, weights in (("Uniform", "uniform"), ("Inverse", "distance"), ("ByRank", lambda far: np.tile(1 / np.arange(1, K + 1), (len(far), 1)))):
        case[name] = {"Shares": KNeighborsClassifier(K, weights=weights).fit(x, y).predict_proba(z).tolist(), "Labels": KNeighborsClassifier(K, weights=weights).fit(x, y).predict(z).tolist(),
                      "Means": KNeighborsRegressor(K, weights=weights).fit(x, t).predict(z).tolist()}
    out.append(case)
(pathlib.Path(__file__).parent / "reference.json").write_text(json.dumps(out) + "\n")
