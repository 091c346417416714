"""A client of Bourse with nothing but Python's standard library.

Run: python3 examples/python/bourse_client.py

It signs, places, asks and cancels. The one thing that is not obvious is `create_order`: when no reply
comes, or a 504, the order may be there or not, and it is never sent again on a guess. It is asked for by
its client id. "No such order" counts only when the lost request can no longer come in (a 504 of the
service says that it was handed on; otherwise the server's clock must have passed its time and the
window) and a later command was answered: commands are answered in their order, so a cancel of a name
that nobody bears tells that all before it is decided. The TypeScript client does the same.
"""

import argparse
import hashlib
import hmac
import http.client
import json
import os
import secrets
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from decimal import Decimal

RECV_WINDOW_MS = 5_000
MARGIN_MS = 1_000
TIMEOUT_S = 15
OUTCOME_S = 60

NOT_EXECUTED = -1001
TIMEOUT = -1007
NO_SUCH_ORDER = -2013


class Refused(Exception):
    """The service said no."""

    def __init__(self, status, code, message):
        super().__init__(f"{code}: {message}")
        self.status = status
        self.code = code


class Unreachable(Exception):
    """Nobody is there: it was not executed."""

    def __init__(self, url):
        scheme, host, *_ = urllib.parse.urlsplit(url)
        # A name and a password before the host are nobody's business.
        where = f"{scheme}://{host.rpartition('@')[2]}"
        super().__init__(f"nobody listens on {where}; is the server running?")


class Lost(Exception):
    """No reply came: it was executed once, or not at all, or it still will be."""

    def __init__(self, was_handed_on, expires_at_ms):
        super().__init__("no reply")
        self.was_handed_on = was_handed_on
        self.expires_at_ms = expires_at_ms


class BourseClient:
    def __init__(self, url, api_key, secret):
        self._url = url.rstrip("/")
        self._api_key = api_key
        self._secret = secret.encode()
        self._offset_ms = None

    def server_time_ms(self):
        """Asks for the server's time, and remembers how far our own clock is off."""
        sent_ms = time.time() * 1000
        server_ms = self._send("GET", "/sapi/v1/time", "", {})["serverTime"]
        self._offset_ms = server_ms - (sent_ms + time.time() * 1000) / 2
        return server_ms

    def get(self, path, **parameters):
        """A read does no harm when it is sent twice."""
        for attempt in range(4):
            try:
                return self._signed("GET", path, parameters)
            except (Lost, Unreachable):
                if attempt == 3:
                    raise
            time.sleep(0.1 * 2**attempt)

    def post(self, path, **parameters):
        """A write is sent again only where it surely was not executed: after a 503, and unsent."""
        for attempt in range(4):
            try:
                return self._signed("POST", path, parameters)
            except Refused as refused:
                if refused.code != NOT_EXECUTED or attempt == 3:
                    raise
            except Unreachable:
                if attempt == 3:
                    raise
            time.sleep(1)

    def ticker(self, symbol):
        query = urllib.parse.urlencode({"symbol": symbol})
        return self._send("GET", f"/sapi/v1/ticker?{query}", "", {})

    def get_order(self, symbol, client_id):
        """The order, or None if there is none."""
        try:
            return self.get("/sapi/v1/order", symbol=symbol, newClientOrderId=client_id)
        except Refused as refused:
            if refused.code != NO_SUCH_ORDER:
                raise
            return None

    def cancel_order(self, symbol, client_id):
        return self.post("/sapi/v1/cancel", symbol=symbol, newClientOrderId=client_id)

    def create_order(self, symbol, **terms):
        """Places an order once, whatever becomes of the replies."""
        client_id = draw_client_id()
        for _ in range(4):
            try:
                order = {"symbol": symbol, **terms, "newClientOrderId": client_id}
                return self.post("/sapi/v1/order", **order)
            except Lost as lost:
                print(f"no reply: asking for {client_id}")
                found = self._find_out(symbol, client_id, lost)
                if found is not None:
                    print("it is there")
                    return found
                print("it surely is not there: sending it again")
        raise RuntimeError("not executed, as often as tried")

    def _find_out(self, symbol, client_id, lost):
        until = time.monotonic() + OUTCOME_S
        while time.monotonic() < until:
            try:
                found = self.get_order(symbol, client_id)
                if found is not None:
                    return found
                if lost.was_handed_on or self.server_time_ms() > lost.expires_at_ms + MARGIN_MS:
                    self._pass_line(symbol)
                    return self.get_order(symbol, client_id)
            except (Lost, Unreachable):
                pass
            except Refused as refused:
                if refused.code != NOT_EXECUTED:
                    raise
            time.sleep(0.5)
        raise RuntimeError(f"the outcome is not known: ask for {client_id} later")

    def _pass_line(self, symbol):
        try:
            self.cancel_order(symbol, draw_client_id())
        except Refused as refused:
            if refused.code != NO_SUCH_ORDER:
                raise

    def _signed(self, method, path, parameters):
        if self._offset_ms is None:
            self.server_time_ms()
        given = {**parameters, "recvWindow": RECV_WINDOW_MS}
        body = json.dumps(given) if method == "POST" else ""
        target = path if method == "POST" else f"{path}?{urllib.parse.urlencode(given)}"
        for is_last in (False, True):
            ts = round(time.time() * 1000 + self._offset_ms)
            text = f"{ts}{method}{target}{body}".encode()
            sign = hmac.new(self._secret, text, hashlib.sha256).hexdigest()
            headers = {"X-CH-APIKEY": self._api_key, "X-CH-TS": str(ts), "X-CH-SIGN": sign}
            try:
                return self._send(method, target, body, headers, ts + RECV_WINDOW_MS)
            except Refused as refused:
                # The clock was wrong: it was not executed, and goes out once more at the right time.
                if refused.code != -1021 or is_last:
                    raise
            self.server_time_ms()

    def _send(self, method, target, body, headers, expires_at_ms=0):
        request = urllib.request.Request(self._url + target, method=method)
        for name, value in headers.items():
            request.add_header(name, value)
        if body:
            request.data = body.encode()
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as reply:
                # Futures replies carry money as JSON numbers: no float may touch them.
                return json.loads(reply.read(), parse_float=Decimal)
        except urllib.error.HTTPError as error:
            raise refusal_of(error, expires_at_ms) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            if isinstance(getattr(error, "reason", None), ConnectionRefusedError):
                raise Unreachable(self._url) from None
            raise Lost(False, expires_at_ms) from error


def refusal_of(error, expires_at_ms):
    """What a reply other than 200 means: a no, or that nobody knows."""
    try:
        refused = json.loads(error.read())
        code, message = refused["code"], refused["msg"]
    except (OSError, ValueError, KeyError, TypeError):
        return Lost(False, expires_at_ms)
    if code == TIMEOUT or error.code == 500:
        return Lost(True, expires_at_ms)
    return Refused(error.code, code, message)


def draw_client_id():
    return "auto-" + secrets.token_hex(13)


def main():
    parser = argparse.ArgumentParser(description="Places an order, looks at it and cancels it.")
    parser.add_argument("--url", default=os.environ.get("BOURSE_URL", "http://127.0.0.1:8080"))
    parser.add_argument("--keys", default=os.environ.get("BOURSE_KEYS", "data/demo-keys.json"))
    parser.add_argument("--user", default="demo1")
    parser.add_argument("--symbol", default="BTCUSDT")
    flags = parser.parse_args()

    if not os.path.exists(flags.keys):
        sys.exit(f"{flags.keys} is not there; npm start makes it")
    with open(flags.keys, encoding="utf-8") as file:
        key = json.load(file).get(flags.user)
    if key is None:
        sys.exit(f"{flags.keys} has no user {flags.user}")
    client = BourseClient(flags.url, key["apiKey"], key["secret"])
    symbol = flags.symbol

    last = Decimal(client.ticker(symbol)["last"])
    price = str((last * Decimal("0.95")).quantize(Decimal("0.01")))
    terms = {"side": "BUY", "type": "LIMIT", "volume": "0.01", "price": price}
    placed = client.create_order(symbol, **terms)
    client_id = placed["clientOrderId"]
    print(f"order {placed['orderId']}: BUY {placed['origQty']} at {placed['price']}")

    order = client.get_order(symbol, client_id)
    print(f"asked by its client id: {order['status']}")
    print(f"canceled: {client.cancel_order(symbol, client_id)['status']}")


if __name__ == "__main__":
    try:
        main()
    except (Unreachable, Refused) as problem:
        sys.exit(str(problem))
