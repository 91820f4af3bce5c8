"""Writes scipy.json: splines of scipy on fixed data. Run: python reference.py (scipy 1.17)."""
import json
import numpy as np
from scipy.interpolate import CubicSpline, make_smoothing_spline

rng = np.random.default_rng(11)
cases = []
for n, spread in [(8, 1), (40, 1), (200, 1), (60, 1e3)]:
    x = np.sort(rng.uniform(0, 1, n)) * spread - spread / 3
    y = np.sin(6 * x / spread) + .3 * rng.standard_normal(n) + 5
    w = rng.uniform(.3, 2, n)
    grid = np.linspace(x[0], x[-1], 37)[1:-1]
    beyond = np.array([x[0] - spread / 7, x[-1] + spread / 7])
    case = {"x": x, "y": y, "w": w, "grid": grid, "fits": []}
    for lam in [1e-8, 1e-6, 1e-4, 1e-2]:
        s = make_smoothing_spline(x, y, w, lam=lam * spread**3)
        case["fits"].append({"lambda": lam * spread**3, "values": s(grid), "slopes": s(grid, 1), "second": s(grid, 2)})
    s = make_smoothing_spline(x * 10 / spread, y)  # its search is for lambda between 0 and n, and its criterion does not weigh residuals
    case["gcv"] = s(grid * 10 / spread)
    s = CubicSpline(x, y, bc_type="natural")
    case["natural"] = [s(grid, k) for k in range(3)]
    cases.append(case)
with open("scipy.json", "w") as f:
    json.dump(cases, f, default=lambda a: [float(v) for v in a], indent=None)
