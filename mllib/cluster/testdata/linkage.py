"""Reference numbers of scipy.cluster.hierarchy, written as linkage.json beside this script.

    pip install scipy && python3 linkage.py

Grids have many equal distances, also exactly: there the order of the merges is compared too. Ward's linkage rounds squares on one side and roots on the
other, so its grids are left out.
"""
import json
import pathlib

import numpy as np
import scipy
from scipy.cluster.hierarchy import cophenet, fcluster, leaves_list, linkage
from scipy.spatial.distance import squareform

METHODS = ["ward", "single", "complete", "average"]


def case(x, method, distances=None):
    z = linkage(x if distances is None else squareform(distances), method)
    n, heights = len(z) + 1, np.unique(z[:, 2])
    cut = float((heights[len(heights) // 2] + heights[min(len(heights) - 1, len(heights) // 2 + 1)]) / 2)
    c = {"Linkage": method, "Merges": z[:, :2].astype(int).tolist(), "Heights": z[:, 2].tolist(), "Sizes": z[:, 3].astype(int).tolist(),
         "Height": cut, "AtHeight": fcluster(z, cut, "distance").tolist(), "Leaves": leaves_list(z).tolist(), "Cophenetic": cophenet(z)[:40].tolist(),
         "Three": fcluster(z, 3, "maxclust").tolist()}
    c["X" if distances is None else "Distances"] = (x if distances is None else distances).tolist()
    return c


def reference():
    cases = []
    for seed, n, d, spread in [(1, 2, 1, 0.0), (2, 3, 2, 1.0), (3, 25, 2, 4.0), (4, 41, 3, 0.0), (5, 60, 7, 1.0)]:
        rng = np.random.default_rng(seed)
        x = np.round(spread * rng.normal(size=(4, d))[rng.integers(4, size=n)] + rng.normal(size=(n, d)), 4)
        cases += [case(x, m) for m in METHODS]
    rng = np.random.default_rng(6)
    grid = rng.integers(4, size=(30, 1)).astype(float) * 2 + rng.integers(3, size=(30, 1))
    cases += [case(grid, m) for m in METHODS[1:]]
    for n in 12, 33:
        d = np.round(rng.uniform(1, 5, size=(n, n)), 3)
        d = np.triu(d, 1) + np.triu(d, 1).T
        cases += [case(None, m, d) for m in METHODS]
    out = {"Version": "scipy " + scipy.__version__, "Cases": cases}
    (pathlib.Path(__file__).parent / "linkage.json").write_text(json.dumps(out) + "\n")


reference()
