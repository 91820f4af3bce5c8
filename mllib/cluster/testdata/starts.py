"""Writes starts.json: what scikit-learn reaches from one start of its greedy k-means++, for the test of the starts.

    pip install scikit-learn && python3 starts.py

The data are 50 groups in ten dimensions, standard normal around normal means of standard deviation 5; an inertia is of one run to its end.
"""
import json
import pathlib

import numpy as np
from sklearn.cluster import KMeans

rng = np.random.default_rng(50)
means = 5 * rng.normal(size=(50, 10))
x = np.round(means[np.arange(1000) % 50] + rng.normal(size=(1000, 10)), 2)
runs = [KMeans(50, n_init=1, init="k-means++", tol=0, random_state=seed).fit(x).inertia_ for seed in range(200)]
best = KMeans(50, n_init=1, init=means, tol=0).fit(x).inertia_
here = pathlib.Path(__file__).parent
(here / "starts.json").write_text(json.dumps({"X": x.tolist(), "inertias": [round(v, 3) for v in runs], "fromMeans": best}))
