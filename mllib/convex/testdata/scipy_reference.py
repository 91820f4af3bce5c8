"""Writes scipy.json: programs and their least values by scipy (HiGHS for linear ones, SLSQP for quadratic ones).

    python scipy_reference.py
"""

import json

import numpy as np
from scipy.optimize import linprog, minimize

rng = np.random.default_rng(10)
cases = []
for k in range(24):
    n, m, p = int(rng.integers(1, 7)), int(rng.integers(1, 12)), int(rng.integers(0, 3))
    p = min(p, n - 1)
    linear = k % 2 == 0
    root = rng.normal(size=(n, n))
    P = np.zeros((n, n)) if linear else root @ root.T
    q, G, x0 = rng.normal(size=n), rng.normal(size=(m, n)), rng.normal(size=n)
    if linear:  # a box, so that there is a least value
        G = np.vstack([G, np.eye(n), -np.eye(n)])
    h = G @ x0 + rng.uniform(0, 1, size=len(G))
    A = rng.normal(size=(p, n))
    b = A @ x0
    if linear:
        r = linprog(q, A_ub=G, b_ub=h, A_eq=A if p else None, b_eq=b if p else None, bounds=(None, None), method="highs")
        x, value = r.x, r.fun
        lam = -r.ineqlin.marginals
    else:
        cons = [{"type": "ineq", "fun": lambda x: h - G @ x, "jac": lambda x: -G}]
        if p:
            cons.append({"type": "eq", "fun": lambda x: A @ x - b, "jac": lambda x: A})
        r = minimize(lambda x: x @ P @ x / 2 + q @ x, x0, jac=lambda x: P @ x + q, constraints=cons, method="SLSQP",
                     options={"ftol": 1e-12, "maxiter": 1000})
        assert r.success or r.status == 8, r  # 8: no further descent for rounding
        x, value, lam = r.x, r.fun, None
    cases.append({"P": P.tolist(), "Q": q.tolist(), "G": G.tolist(), "H": h.tolist(), "A": A.tolist(), "B": b.tolist(),
                  "X": x.tolist(), "Value": float(value), "Lambda": None if lam is None else lam.tolist()})
with open("scipy.json", "w") as f:
    json.dump(cases, f, separators=(",", ":"))
