"""Writes reference.json: the cells of iris, and the shares of the species in them, as numpy counts them. The sides of these cubes are halves, whose quotients are exact.

    python3 mllib/partition/testdata/reference.py
"""

import json
import pathlib

import numpy as np
from sklearn.datasets import load_iris

here = pathlib.Path(__file__).parent
x, y = load_iris(return_X_y=True)
# mllib has Fisher's measurements; three numbers of scikit-learn's copy differ from them
csv = np.loadtxt(here / "../../data/iris.csv", delimiter=",", skiprows=1, usecols=range(4))
assert csv.shape == x.shape and np.count_nonzero(csv != x) <= 3
out = []
for width in (0.5, 1, 2):
    cells, of = np.unique(np.floor(csv / width).astype(int), axis=0, return_inverse=True)
    of = of.ravel()
    votes = np.zeros((len(cells), 3))
    np.add.at(votes, (of, y), 1)
    out.append({"Width": width, "Cells": cells.tolist(), "Counts": votes.sum(1)[of].astype(int).tolist(), "Shares": (votes / votes.sum(1, keepdims=True))[of].tolist()})
(here / "reference.json").write_text(json.dumps(out) + "\n")
