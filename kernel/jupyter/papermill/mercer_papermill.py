"""Parameters of papermill in notebooks of Go.

Once this is installed, ``papermill in.ipynb out.ipynb -p n 500`` works for notebooks of the language Go: values are assigned to the variables that the cell tagged
"parameters" declares, in a cell behind it.
"""

import json
import math
import re

from papermill.engines import NBClientEngine
from papermill.models import Parameter
from papermill.translators import Translator, papermill_translators

IDENTIFIER = re.compile(r"[^\W\d]\w*")
DECLARATION = re.compile(r"(?P<var>var\s+)?(?P<names>[^\W\d]\w*(?:\s*,\s*[^\W\d]\w*)*)(?(var)\s+(?P<type>[^=\s][^=]*?))?\s*(?(var)=|:=)\s*(?P<values>.*?)\s*(?://\s*(?P<help>.*))?")


class Engine(NBClientEngine):
    """papermill's own engine: it is here so that papermill imports this module."""


class GoTranslator(Translator):
    """Writes parameters as assignments. The parameters cell has given the variables their types: one declared by ``x := 2.0`` takes a 3 as well."""

    @classmethod
    def translate_str(cls, val):
        return json.dumps(val, ensure_ascii=False)  # its escapes are Go's too

    translate_escaped_str = translate_str

    @classmethod
    def translate_none(cls, val):
        return "nil"

    @classmethod
    def translate_float(cls, val):
        if math.isnan(val):
            return "math.NaN()"
        if math.isinf(val):
            return "math.Inf(1)" if val > 0 else "math.Inf(-1)"
        return repr(val)

    @classmethod
    def translate_list(cls, val):
        return cls.go_type(val) + "{" + ", ".join(cls.element(v) for v in val) + "}"

    @classmethod
    def translate_dict(cls, val):
        return cls.go_type(val) + "{" + ", ".join(f"{cls.translate_str(str(k))}: {cls.element(v)}" for k, v in val.items()) + "}"

    @classmethod
    def element(cls, val):
        return cls.translate(val)

    @classmethod
    def go_type(cls, val):
        """The Go type of a value: that of all elements, if they have one; numbers are float64 where one of them is."""
        if isinstance(val, bool):
            return "bool"
        if isinstance(val, (int, float, str)):
            return {int: "int", float: "float64", str: "string"}[type(val)]
        if isinstance(val, list):
            return "[]" + cls.common(val)
        if isinstance(val, dict):
            return "map[string]" + cls.common(val.values())
        return "any"

    @classmethod
    def common(cls, values):
        kinds = {cls.go_type(v) for v in values}
        if kinds == {"int", "float64"}:
            return "float64"
        return kinds.pop() if len(kinds) == 1 else "any"

    @classmethod
    def comment(cls, cmt_str):
        return f"// {cmt_str}".strip()

    @classmethod
    def assign(cls, name, str_val):
        if not IDENTIFIER.fullmatch(name):
            raise ValueError(f"parameter {name!r} is not a Go identifier")
        return f"{name} = {str_val}"

    @classmethod
    def inspect(cls, parameters_cell):
        """The variables that lines ``a, b := 1, 2`` and ``var x T = 3`` declare."""
        found = []
        for line in parameters_cell.source.splitlines():
            if m := DECLARATION.fullmatch(line.strip()):
                names = re.split(r"\s*,\s*", m["names"])
                default = m["values"] if len(names) == 1 else ""
                found += [Parameter(n, m["type"] or "None", default, m["help"] or "") for n in names]
        return found


papermill_translators.register("go", GoTranslator)
