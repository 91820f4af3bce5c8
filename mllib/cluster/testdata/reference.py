"""Reference numbers of scikit-learn's KMeans and adjusted Rand index, written as sklearn.json beside this script.

    pip install scikit-learn && python3 reference.py            # writes the reference
    python3 reference.py --time                                 # n = 100 000, d = 16, K = 10 on this machine
    go test -bench Reference github.com/mercer-go/mercer/mllib/cluster      # the same data here

Equal starts must give equal labels and an inertia that is equal up to rounding. Both sides draw the timed data from the same
linear congruence, so that nothing large is stored.
"""
import json
import pathlib
import sys
import time

import numpy as np
import sklearn
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score, rand_score


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
                      "AdjustedRand": adjusted_rand_score(truth, m.labels_), "Rand": rand_score(truth, m.labels_)})
    out = {"Version": "scikit-learn " + sklearn.__version__, "Cases": cases}
    (pathlib.Path(__file__).parent / "sklearn.json").write_text(json.dumps(out) + "\n")


def congruence(n, state):
    """n numbers of [0, 1): the upper 53 bits of x -> a x + c modulo 2^64, as in the benchmark in Go."""
    a, c, out = 6364136223846793005, 1442695040888963407, np.empty(n)
    for i in range(n):
        state = (a * state + c) & 0xFFFFFFFFFFFFFFFF
        out[i] = (state >> 11) / 2**53
    return out


def timed():
    n, d, k = 100_000, 16, 10
    for spread in (1.0, 0.2, 0.0):  # distance of the groups
        u = congruence(k * d + n * d, 1)
        means, x = spread * u[:k * d].reshape(k, d), u[k * d:].reshape(n, d) * 1.0
        x += means[np.arange(n) % k]
        for algorithm in ("lloyd", "elkan"):
            wall, cpu = [], []
            for _ in range(5):
                t, c = time.perf_counter(), time.process_time()
                m = fit(x, x[:k].copy(), algorithm=algorithm)
                wall.append(time.perf_counter() - t)
                cpu.append(time.process_time() - c)
            print(f"spread {spread} {algorithm}: {min(wall) * 1000:.1f} ms, {min(cpu) * 1000:.1f} ms of processors, "
                  f"{m.n_iter_} passes, inertia {m.inertia_:.17g}", flush=True)


timed() if "--time" in sys.argv else reference()
