"""Looks at answers by the types that the methods promise: no field is missing, none is more, each is of its kind.
And at what the methods asked for."""

import inspect
import typing


class Watched:
    """An area of a client, whose answers are looked at; `endpoints` are what its methods asked for, by their names."""

    def __init__(self, area, recorder):
        self._area = area
        self._recorder = recorder
        self.endpoints = {}

    def __getattr__(self, name):
        method = getattr(self._area, name)
        promised = typing.get_type_hints(inspect.unwrap(method)).get("return")

        def call(**given):
            before = len(self._recorder.asked)
            answer = method(**given)
            # The server's clock may be learned before.
            self.endpoints[name] = self._recorder.asked[before:][-1]
            check(answer, promised, name)
            return answer

        return call


def check(value, kind, at):
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if hasattr(kind, "__total__"):
        check_fields(value, kind, at)
    elif origin is list:
        assert isinstance(value, list), at
        for item in value:
            check(item, inner[0], f"{at}[]")
    elif origin is typing.Literal:
        assert value in inner, f"{at}: {value!r} is none of {inner}"
    elif origin is typing.Union:
        if value is not None:
            check(value, next(one for one in inner if one is not type(None)), at)
    elif inspect.isclass(kind):
        is_flag = isinstance(value, bool) and kind is not bool
        assert isinstance(value, kind) and not is_flag, f"{at}: {value!r} is no {kind.__name__}"


def check_fields(value, kind, at):
    fields = typing.get_type_hints(kind)
    assert set(value) <= set(fields), f"{at} has {set(value) - set(fields)} more"
    assert set(kind.__required_keys__) <= set(value), f"{at} lacks {set(kind.__required_keys__) - set(value)}"
    for name, item in value.items():
        check(item, fields[name], f"{at}.{name}")
