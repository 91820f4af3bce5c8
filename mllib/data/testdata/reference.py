"""Writes the public data sets that scikit-learn carries as files of this package (digits.txt, cancer.csv, wine.csv,
diabetes.csv), and what scikit-learn finds in them as sklearn.json beside this script.

    pip install scikit-learn && python3 reference.py
"""
import hashlib
import json
import pathlib

import numpy as np
import sklearn
from sklearn import datasets, preprocessing

here = pathlib.Path(__file__).parent
wine_names = [
    "alcohol", "malic acid", "ash", "alcalinity of ash", "magnesium", "total phenols", "flavanoids", "nonflavanoid phenols", "proanthocyanins",
    "color intensity", "hue", "OD280/OD315", "proline"]
diabetes_names = [
    "age", "sex", "body mass index", "blood pressure", "total cholesterol", "LDL", "HDL", "total cholesterol / HDL", "log triglycerides", "glucose"]


def number(v):
    """The shortest decimal number that reads back as v."""
    return repr(int(v)) if v == int(v) else repr(float(v)).lstrip("0")


def write(name, x, labels, features, last):
    lines = [",".join([*features, last])]
    lines += [",".join([*map(number, row), str(label)]) for row, label in zip(x, labels)]
    (here.parent / (name + ".csv")).write_text("\n".join(lines) + "\n")


def write_digits(name, x, labels):
    """One line for each picture: its 64 pixels as letters, a for 0 to q for 16, and the digit."""
    lines = ["".join(chr(ord("a") + int(v)) for v in row) + str(label) for row, label in zip(x, labels)]
    (here.parent / (name + ".txt")).write_text("\n".join(lines) + "\n")


def facts(name, x, y):
    scaler = preprocessing.StandardScaler().fit(x)
    return {
        "Name": name, "N": x.shape[0], "D": x.shape[1], "Mean": scaler.mean_.tolist(), "SD": np.sqrt(scaler.var_).tolist(),
        "Y": [int(v) for v in y], "Hash": hashlib.sha256(x.astype("<f8").tobytes()).hexdigest()}


digits, cancer, wine, diabetes = datasets.load_digits(), datasets.load_breast_cancer(), datasets.load_wine(), datasets.load_diabetes(scaled=False)
write_digits("digits", digits.data, digits.target)
write("cancer", cancer.data, [cancer.target_names[t] for t in cancer.target], cancer.feature_names, "diagnosis")
write("wine", wine.data, [f"cultivar {t + 1}" for t in wine.target], wine_names, "cultivar")
write("diabetes", diabetes.data, [int(t) for t in diabetes.target], diabetes_names, "progression")

# Labels as this package numbers them: classes with names in alphabetical order, from 1.
out = {"Version": "scikit-learn " + sklearn.__version__, "Sets": [
    facts("handwritten digits", digits.data, digits.target), facts("breast cancer", cancer.data, 2 - cancer.target),
    facts("wine", wine.data, wine.target + 1), facts("diabetes", diabetes.data, diabetes.target)]}
(here / "sklearn.json").write_text(json.dumps(out) + "\n")
