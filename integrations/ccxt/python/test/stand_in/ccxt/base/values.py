"""Helpers of ccxt's base that read values, merge dicts and write numbers."""

import json
from datetime import datetime, timezone
from decimal import Decimal

from ccxt.base.precise import text


def look(row, key):
    """What a dict or a list has at a key; None where it has nothing."""
    try:
        value = row[key]
    except (KeyError, IndexError, TypeError):
        return None
    return None if value == "" else value


class Values:
    def safe_value(self, row, key, default=None):
        value = look(row, key)
        return default if value is None else value

    def safe_string(self, row, key, default=None):
        value = look(row, key)
        return default if value is None else self.number_to_string(value)

    def safe_string_2(self, row, first, second, default=None):
        return self.safe_string_n(row, [first, second], default)

    def safe_string_n(self, row, keys, default=None):
        for key in keys:
            if look(row, key) is not None:
                return self.safe_string(row, key)
        return default

    def safe_string_lower(self, row, key, default=None):
        value = self.safe_string(row, key, default)
        return None if value is None else value.lower()

    def safe_string_upper(self, row, key, default=None):
        value = self.safe_string(row, key, default)
        return None if value is None else value.upper()

    def safe_integer(self, row, key, default=None):
        value = look(row, key)
        return default if value is None else int(Decimal(str(value)))

    def safe_integer_n(self, row, keys, default=None):
        for key in keys:
            if look(row, key) is not None:
                return self.safe_integer(row, key)
        return default

    def safe_number(self, row, key, default=None):
        value = look(row, key)
        return default if value is None else float(value)

    def safe_number_2(self, row, first, second, default=None):
        value = self.safe_number(row, first)
        return self.safe_number(row, second, default) if value is None else value

    def safe_bool(self, row, key, default=None):
        value = look(row, key)
        return value if isinstance(value, bool) else default

    def safe_dict(self, row, key, default=None):
        value = look(row, key)
        return value if isinstance(value, dict) else default

    def safe_list(self, row, key, default=None):
        value = look(row, key)
        return value if isinstance(value, list) else default

    def parse_number(self, value, default=None):
        try:
            return default if value is None else float(value)
        except ValueError:
            return default

    def parse_to_int(self, value):
        return int(value)

    def number_to_string(self, value):
        if value is None or isinstance(value, str):
            return value
        return text(Decimal(repr(value) if isinstance(value, float) else str(value)))

    def omit_zero(self, value):
        return None if value is None or Decimal(value) == 0 else value

    def parse_precision(self, decimals):
        return None if decimals is None else text(Decimal(1).scaleb(-int(decimals)))

    def iso8601(self, timestamp):
        if timestamp is None:
            return None
        moment = datetime.fromtimestamp(timestamp / 1000, timezone.utc)
        return moment.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (timestamp % 1000)

    def parse8601(self, date):
        moment = datetime.fromisoformat(date.replace("Z", "+00:00"))
        return int(moment.timestamp() * 1000)

    def parse_timeframe(self, timeframe):
        seconds = {"m": 60, "h": 3600, "d": 86400, "w": 604800, "M": 2592000}
        return int(timeframe[:-1]) * seconds[timeframe[-1]]

    def sum(self, *numbers):
        return sum(numbers)

    def extend(self, *dicts):
        result = {}
        for one in dicts:
            result.update(one or {})
        return result

    def deep_extend(self, *dicts):
        result = {}
        for one in dicts:
            for key, value in (one or {}).items():
                old = result.get(key)
                is_both = isinstance(old, dict) and isinstance(value, dict)
                result[key] = self.deep_extend(old, value) if is_both else value
        return result

    def omit(self, row, keys):
        left_out = keys if isinstance(keys, list) else [keys]
        return {key: value for key, value in row.items() if key not in left_out}

    def index_by(self, rows, key):
        return {row[key]: row for row in rows}

    def filter_by(self, rows, key, value):
        return [row for row in rows if row[key] == value]

    def sort_by(self, rows, key):
        return sorted(rows, key=lambda row: row[key])

    def to_array(self, rows):
        return list(rows.values()) if isinstance(rows, dict) else list(rows)

    def array_concat(self, first, second):
        return first + second

    def in_array(self, value, values):
        return value in values

    def filter_by_since_limit(self, rows, since=None, limit=None, key="timestamp", tail=False):
        kept = [row for row in rows if since is None or row[key] >= since]
        if limit is None:
            return kept
        return kept[:limit] if since is not None and not tail else kept[-limit:]

    def json(self, value):
        return json.dumps(value, separators=(",", ":"))
