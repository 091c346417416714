"""
A stand-in of ccxt's base class: only the helpers that the class uses, written from ccxt's manual. It is used
by the tests where `import ccxt` fails, with a real server underneath. It proves that the Python form of the class
runs and speaks the API; it does not prove that ccxt's own base behaves the same.
"""

import hashlib
import hmac
import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

from ccxt.base.errors import AuthenticationError, InvalidOrder, NetworkError
from ccxt.base.structures import Structures

KEYS = ["apiKey", "secret"]


class Exchange(Structures):
    id = None
    apiKey = ""
    secret = ""
    markets = None
    timeout = 10000

    def __init__(self, config={}):
        for key, value in self.deep_extend(self.describe(), config).items():
            setattr(self, key, value)

    def describe(self):
        return {"has": {}, "options": {}}

    def milliseconds(self):
        return int(time.time() * 1000)

    def sleep(self, ms):
        time.sleep(ms / 1000)

    def uuid22(self):
        return uuid.uuid4().hex[:22]

    def encode(self, value):
        return value.encode()

    def hmac(self, request, secret, algorithm=hashlib.sha256):
        return hmac.new(secret, request, algorithm).hexdigest()

    def urlencode(self, params):
        return urllib.parse.urlencode(params)

    def check_required_credentials(self):
        for key in KEYS:
            if not getattr(self, key):
                raise AuthenticationError(self.id + " requires " + key)

    def handle_market_type_and_params(self, method, market=None, params={}, default=None):
        type = self.safe_string_2(params, "defaultType", "type")
        usual = default or (market["type"] if market else self.options["defaultType"])
        return [type or usual, self.omit(params, ["defaultType", "type"])]

    def handle_margin_mode_and_params(self, method, params={}, default=None):
        return [self.safe_string(params, "marginMode", default), self.omit(params, "marginMode")]

    def handle_trigger_direction_and_params(self, params, key=None, allow_empty=False):
        direction = self.safe_string(params, "triggerDirection")
        return [direction, self.omit(params, "triggerDirection")]

    def is_post_only(self, is_market, own_param, params={}):
        is_asked = self.safe_bool(params, "postOnly", False) or own_param
        if is_asked and is_market:
            raise InvalidOrder(self.id + " market orders cannot be postOnly")
        return is_asked

    def throw_exactly_matched_exception(self, exact, key, message):
        if key in exact:
            raise exact[key](message)

    def throw_broadly_matched_exception(self, broad, text, message):
        for key, kind in broad.items():
            if key in text:
                raise kind(message)

    def load_markets(self, reload=False, params={}):
        if self.markets is None or reload:
            self.set_markets(self.fetch_markets(params))
        return self.markets

    def load_time_difference(self, params={}):
        self.options["timeDifference"] = self.milliseconds() - self.fetch_time(params)

    def request(self, path, api="public", method="GET", params={}, headers=None, body=None, config={}):
        return self.answer(self.sign(path, api, method, params, headers, body))

    def answer(self, signed):
        """Sends a signed request; numbers of the reply keep their digits, as text."""
        body = None if signed["body"] is None else signed["body"].encode()
        url, method = signed["url"], signed["method"]
        request = urllib.request.Request(url, body, signed["headers"] or {}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout / 1000) as reply:
                status, text = reply.status, reply.read().decode()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read().decode()
        except OSError as error:
            raise NetworkError(self.id + " " + url + " " + str(error))
        response = json.loads(text, parse_float=str, parse_int=str)
        self.handle_errors(status, "", url, method, {}, text, response, signed["headers"], body)
        return response
