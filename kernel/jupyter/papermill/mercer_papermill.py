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
    """Writes parameters as assignments. The parameters cell has given the variables their types: one declared by ``x := 2.0`` takes a 3 as well.
    The Go compiler refuses a name that is not declared, and a value that does not fit.
    """

    @classmethod
    def translate_str(cls, val):
        return json.dumps(val, ensure_ascii=False)  # its escapes are Go's too

    @classmethod
    def translate_escaped_str(cls, val):
        return cls.translate_str(str(val))  # what is of no other kind, as a date of YAML

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
        """The text of a list or a dict as JSON, in quotes of Go: json.Unmarshal reads it into the variable, whose declaration has the types."""
        text = json.dumps(val, ensure_ascii=False, allow_nan=False, default=str)
        return cls.translate_str(text) if "`" in text else f"`{text}`"

    translate_dict = translate_list

    @classmethod
    def codify(cls, parameters, comment="Parameters"):
        lines = [cls.comment(comment)]
        for name, val in parameters.items():
            if isinstance(val, (list, dict)):
                lines.append(cls.assign(name, "nil"))
                lines.append(f"if err := json.Unmarshal([]byte({cls.translate(val)}), &{name}); err != nil {{")
                lines.append(f'\tpanic(fmt.Sprintf("parameter {name}: %v", err))\n}}')
            else:
                lines.append(cls.assign(name, cls.translate(val)))
        return "\n".join(lines) + "\n"

    @classmethod
    def comment(cls, cmt_str):
        return f"// {' '.join(cmt_str.split())}"

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
