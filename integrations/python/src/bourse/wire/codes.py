"""The codes of refusals. What a refusal means to a bot is its kind.

Made by `npm run generate` from the contract of the API (src/contract): change that.
"""

from __future__ import annotations

#: By code: its name and its kind.
CODES: dict[int, tuple[str, str]] = {
    -1000: ("UNKNOWN", "failure"),
    -1001: ("DISCONNECTED", "unavailable"),
    -1002: ("UNAUTHORIZED", "credentials"),
    -1003: ("TOO_MANY_REQUESTS", "limit"),
    -1007: ("TIMEOUT", "failure"),
    -1014: ("UNKNOWN_ORDER_COMPOSITION", "malformed"),
    -1015: ("TOO_MANY_ORDERS", "not_allowed"),
    -1017: ("ILLEGAL_CONTENT_TYPE", "malformed"),
    -1020: ("UNSUPPORTED_OPERATION", "malformed"),
    -1021: ("INVALID_TIMESTAMP", "clock"),
    -1022: ("INVALID_SIGNATURE", "credentials"),
    -1023: ("NO_TIMESTAMP", "credentials"),
    -1024: ("NO_SIGNATURE", "credentials"),
    -1100: ("ILLEGAL_CHARS", "malformed"),
    -1101: ("TOO_MANY_PARAMETERS", "malformed"),
    -1102: ("MANDATORY_PARAM_EMPTY_OR_MALFORMED", "malformed"),
    -1111: ("BAD_PRECISION", "malformed"),
    -1112: ("NO_DEPTH", "not_allowed"),
    -1116: ("BAD_ORDER_TYPE", "malformed"),
    -1117: ("BAD_SIDE", "malformed"),
    -1121: ("BAD_SYMBOL", "malformed"),
    -1136: ("BELOW_MINIMUM", "not_allowed"),
    -1137: ("ABOVE_MAXIMUM", "not_allowed"),
    -1138: ("ORDER_PRICE_WAVE_EXCEED", "not_allowed"),
    -1140: ("POSITION_LIMIT", "not_allowed"),
    -1145: ("ORDER_NOT_SUPPORT_CANCELLATION", "order"),
    -1146: ("CONTRACT_HALTED", "not_allowed"),
    -1156: ("CLOSE_ABOVE_POSITION", "not_allowed"),
    -1157: ("POSITION_FROZEN", "not_allowed"),
    -1160: ("VALUE_BELOW_MINIMUM", "not_allowed"),
    -1161: ("VALUE_ABOVE_MAXIMUM", "not_allowed"),
    -1163: ("LEVERAGE_LOCKED", "not_allowed"),
    -1165: ("MARGIN_MODE_DIFFERS", "not_allowed"),
    -2010: ("DUPLICATE_CLIENT_ORDER_ID", "order"),
    -2013: ("NO_SUCH_ORDER", "order"),
    -2015: ("REJECTED_CH_KEY", "credentials"),
    -2016: ("EXCHANGE_LOCK", "not_allowed"),
    -2017: ("BALANCE_NOT_ENOUGH", "funds"),
}
