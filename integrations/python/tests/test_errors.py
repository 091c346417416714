"""Refusals: every code has the class of its kind."""

import pytest

from bourse.wire.codes import CODES
from bourse.wire.errors import error_class


@pytest.mark.parametrize("code, row", CODES.items())
def test_a_code_has_the_class_of_its_kind(code, row):
    name, kind = row

    refusal = error_class(code)("refused", code=code)
    assert (refusal.name, refusal.kind) == (name, kind)


def test_a_code_that_is_not_known_is_a_failure():
    refusal = error_class(-7)("refused", code=-7)
    assert (refusal.name, refusal.kind) == ("UNKNOWN", "failure")
