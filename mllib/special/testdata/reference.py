"""Values of scipy.special and scipy.stats, written as scipy.json beside this script. Logarithms of tails that scipy gives as -inf or with few
digits come from mpmath with 60 digits.

    pip install scipy mpmath && python3 reference.py
"""
import json
import pathlib

import mpmath as mp
import numpy as np
import scipy
from scipy import special, stats

mp.mp.dps = 60

x = [-100.0, -37.0, -30.5, -29.5, -20.0, -8.0, -3.0, -1.0, -1e-9, 0.0, 0.5, 2.0, 5.0, 9.0, 30.0]
phi = {"X": x, "Phi": special.ndtr(x).tolist(), "LogPhi": [float(mp.log(mp.ncdf(v)) if v < 0 else mp.log1p(-mp.ncdf(-v))) for v in x]}
p = [1e-300, 1e-100, 1e-20, 1e-8, 0.001, 0.025, 0.3, 0.5, 0.7, 0.975, 0.999]
inverse = {"P": p, "X": special.ndtri(p).tolist()}

z = [[0.0, -40.0], [1.0, 2.0, 3.0], [-1000.0, -1001.0], [800.0, 790.0, -800.0], [0.0, 0.0, 0.0, 0.0], [5.0], [1e-9, -1e-9]]
softmax = [{"Z": v, "LogSumExp": float(mp.log(sum(mp.exp(mp.mpf(u)) for u in v))), "Softmax": special.softmax(v).tolist(),
            "LogSoftmax": [float(mp.mpf(u) - mp.log(sum(mp.exp(mp.mpf(w)) for w in v))) for u in v]} for v in z]

t = [-800.0, -40.0, -1.0, 0.0, 0.1, 20.0, 40.0, 800.0]
sigmoid = {"T": t, "Sigmoid": special.expit(t).tolist(), "LogSigmoid": [float(-mp.log(1 + mp.exp(-mp.mpf(v)))) for v in t]}

chi = []
for k in [0.5, 1.0, 2.0, 3.0, 10.0, 99.0, 1000.0, 10000.0]:
    for v in [k / 10, k / 2, k - 1, k, k + 1, k + 5 * np.sqrt(2 * k), 3 * k, 10 * k, 5000.0 + k]:
        if v > 0:
            log = mp.log(mp.gammainc(mp.mpf(k) / 2, mp.mpf(float(v)) / 2, mp.inf, regularized=True)) if v > k / 2 else \
                mp.log1p(-mp.gammainc(mp.mpf(k) / 2, 0, mp.mpf(float(v)) / 2, regularized=True))
            chi.append({"X": float(v), "K": k, "Tail": float(stats.chi2.sf(v, k)), "Log": float(log)})

binomial = []
for n in [1, 2, 10, 100, 1000, 100000]:
    for q in [1e-6, 0.01, 0.3, 0.5, 0.9]:
        for k in sorted({0, 1, n // 10, n // 3, n // 2, (9 * n) // 10, n - 1, n}):
            if n > 1000 and k > 0:  # below are sums of fewer terms
                continue
            below = k <= n * q  # then the sum is taken from the other end, so that a probability near 1 keeps its distance from 1
            total = sum((mp.binomial(n, j) * mp.mpf(q) ** j * (1 - mp.mpf(q)) ** (n - j) for j in (range(k) if below else range(k, n + 1))), mp.mpf(0))
            log = mp.log1p(-total) if below else mp.log(total)
            binomial.append({"K": k, "N": n, "P": q, "Tail": float(stats.binom.sf(k - 1, n, q)), "Log": float(log)})
for k, n, q in [(50500, 100000, 0.5), (51000, 100000, 0.5), (49000, 100000, 0.5), (300, 1000000, 2e-4), (700000, 1000000, 0.5)]:
    total = mp.mpf(0)
    term = mp.binomial(n, k) * mp.mpf(q) ** k * (1 - mp.mpf(q)) ** (n - k)
    j = k
    while j <= n and term > mp.mpf(10) ** -40 * total:
        total += term
        term *= mp.mpf(n - j) / (j + 1) * mp.mpf(q) / (1 - mp.mpf(q))
        j += 1
    binomial.append({"K": k, "N": n, "P": q, "Tail": float(stats.binom.sf(k - 1, n, q)), "Log": float(mp.log(total))})

out = {"Version": f"scipy {scipy.__version__}, mpmath {mp.__version__}", "Phi": phi, "Inverse": inverse, "Softmax": softmax, "Sigmoid": sigmoid,
       "ChiSquare": chi, "Binomial": binomial}
(pathlib.Path(__file__).parent / "scipy.json").write_text(json.dumps(out) + "\n")
