"""The tables of METHODS.md as the code has them. `npm run generate` runs it, and it writes them into the page."""

import inspect
import re
import typing
from pathlib import Path

from bourse import BourseClient
from bourse.api import account_words, contract_words, futures_words, market_words, pair_words, position_words

PAGE = Path(__file__).parents[1] / "METHODS.md"
AREAS = ("spot", "margin", "futures", "wallet")
MODULES = (market_words, pair_words, account_words, contract_words, futures_words, position_words)
CLIENT = BourseClient("http://127.0.0.1:9")


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
    lines = [f"| `{method}` | {parameters(one)} | {answer(one)} |" for method, one in rows(getattr(CLIENT, name))]
    return table(f"| `client.{name}` | parameters | answers |", lines)


def parameter_words():
    """Which parameters take one of some words; a name that takes others elsewhere says where."""
    taken = {}
    for area in AREAS:
        for method, _ in rows(getattr(CLIENT, area)):
            hints = typing.get_type_hints(inspect.unwrap(getattr(getattr(CLIENT, area), method)))
            for name, hint in hints.items():
                kind = next((one for one in [hint, *typing.get_args(hint)] if typing.get_origin(one) is typing.Literal), None)
                if kind is not None:
                    taken.setdefault(typing.get_args(kind), {}).setdefault(name, []).append(area)
    for values, names in taken.items():
        shown = [f"`{name}`{where(name, areas, taken)}" for name, areas in names.items()]
        yield f"| {', '.join(shown)} | {', '.join(f'`{value}`' for value in values)} |"


def where(name, areas, taken):
    return f" ({', '.join(dict.fromkeys(areas))})" if sum(name in names for names in taken.values()) > 1 else ""


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
    words = table("| parameter | words |", parameter_words())
    item = table("| item of `orders` |", [f"| {fields_of(pair_words.BatchItem, {})} |"])
    return [*map(methods, AREAS), item, words, dicts()]


def page():
    """The page with its tables as they are to be: each is known by its head."""
    written = PAGE.read_text()
    for one in tables():
        head = one.partition("\n")[0]
        before, _, rest = written.partition(head)
        written = before + one + rest[rest.index("\n\n") if "\n\n" in rest else len(rest.rstrip()) :]
    return written


if __name__ == "__main__":
    PAGE.write_text(page())
