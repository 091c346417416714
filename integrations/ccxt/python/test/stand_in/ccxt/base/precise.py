"""Arithmetic on decimal text, as ccxt's Precise has it: none of it by floats, None where a side is None."""

from decimal import ROUND_DOWN, Decimal, getcontext

getcontext().prec = 60


def text(value):
    plain = format(value, "f")
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def both(work):
    def checked(a, b, *rest):
        if a is None or b is None:
            return None
        return work(Decimal(a), Decimal(b), *rest)

    return staticmethod(checked)


class Precise:
    string_add = both(lambda a, b: text(a + b))
    string_sub = both(lambda a, b: text(a - b))
    string_mul = both(lambda a, b: text(a * b))
    string_mod = both(lambda a, b: text(a % b))
    string_min = both(lambda a, b: text(min(a, b)))
    string_max = both(lambda a, b: text(max(a, b)))
    string_eq = both(lambda a, b: a == b)
    string_gt = both(lambda a, b: a > b)
    string_ge = both(lambda a, b: a >= b)

    @staticmethod
    def string_div(a, b, decimals=18):
        if a is None or b is None or Decimal(b) == 0:
            return None
        step = Decimal(1).scaleb(-decimals)
        return text((Decimal(a) / Decimal(b)).quantize(step, rounding=ROUND_DOWN))
