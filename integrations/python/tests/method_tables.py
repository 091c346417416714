"""The tables of METHODS.md as the code has them. Run with src in PYTHONPATH it prints them."""

import inspect
import re
import sys

from bourse import BourseClient
from bourse.api import futures_words, market_words, pair_words

AREAS = ("spot", "margin", "futures", "wallet")
MODULES = (market_words, pair_words, futures_words)
#: Parameters that take one of some words, and where these stand.
WORDS = {
    "side": pair_words.Side,
    "type": pair_words.OrderType,
    "timeInForce": pair_words.PairTimeInForce,
    "selfTrade": pair_words.SelfTradeMode,
    "interval": market_words.Interval,
    "fromAccount`, `toAccount": pair_words.AccountName,
    "open": futures_words.Action,
    "positionType`, `marginModel": futures_words.PositionType,
    "triggerType": futures_words.TriggerType,
}


def rows(area):
    """The methods of an area in the order of the code, its base class first."""
    found = {}
    for one in reversed(type(area).__mro__):
        found.update({name: method for name, method in vars(one).items() if not name.startswith("_")})
    return [(name, inspect.signature(method)) for name, method in found.items()]


def parameters(signature):
    named = [one for one in signature.parameters.values() if one.name != "self"]
    return ", ".join(f"`{one.name}`" + ("" if one.default is one.empty else "?") for one in named) or "none"


def answer(signature):
    written = signature.return_annotation
    if written in ("None", "Dict[str, Any]"):
        return {"None": "nothing", "Dict[str, Any]": "an empty dict"}[written]
    return re.sub(r"^List\[(\w+)\]$", r"list of `\1`", written) if written.startswith("List") else f"`{written}`"


def table(head, lines):
    return "\n".join([head, re.sub(r"[^|]+", " --- ", head), *lines])


def methods(name):
    area = getattr(BourseClient("http://127.0.0.1:9"), name)
    lines = [f"| `{method}` | {parameters(one)} | {answer(one)} |" for method, one in rows(area)]
    return table(f"| `client.{name}` | parameters | answers |", lines)


def words():
    lines = [f"| `{name}` | {', '.join(f'`{word}`' for word in kind.__args__)} |" for name, kind in WORDS.items()]
    return table("| parameter | words |", lines)


def dicts():
    """All types of dicts that an answer has, at any depth, by name."""
    kinds = {name: kind for module in MODULES for name, kind in vars(module).items() if hasattr(kind, "__total__")}
    written = "".join(map(methods, AREAS))
    reached = set()
    todo = {name for name in kinds if re.search(rf"\b{name}\b", written)}
    while todo:
        name = todo.pop()
        reached.add(name)
        fields = " ".join(map(str, annotations(kinds[name]).values()))
        todo |= {other for other in kinds if re.search(rf"\b{other}\b", fields)} - reached
    return table("| dict | fields |", [f"| `{name}` | {fields_of(kinds[name], kinds)} |" for name in sorted(reached)])


def fields_of(kind, kinds):
    return ", ".join(field(name, written, kinds) for name, written in annotations(kind).items())


def annotations(kind):
    return {name: getattr(value, "__forward_arg__", str(value)) for name, value in kind.__annotations__.items()}


def field(name, written, kinds):
    inner = next((other for other in kinds if re.search(rf"\b{other}\b", written)), None)
    if inner is None:
        return f"`{name}`"
    return f"`{name}` ({'list of ' if 'List[' in written else ''}`{inner}`)"


def tables():
    return [*map(methods, AREAS), words(), dicts()]


if __name__ == "__main__":
    sys.stdout.write("\n\n".join(tables()) + "\n")
