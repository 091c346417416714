"""Helpers of ccxt's base about markets and unified structures."""

from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal

from ccxt.base.errors import BadSymbol, InvalidOrder
from ccxt.base.precise import Precise, text
from ccxt.base.values import Values

ORDER_NUMBERS = ["price", "triggerPrice", "amount", "cost", "average", "filled", "remaining"]
TRADE_NUMBERS = ["price", "amount", "cost"]


class Structures(Values):
    def account(self):
        return {"free": None, "used": None, "total": None}

    def safe_market_structure(self, market):
        return market

    def safe_currency_structure(self, currency):
        return currency

    def safe_currency_code(self, asset, currency=None):
        return None if asset is None else asset.upper()

    def set_markets(self, markets):
        self.markets = {market["symbol"]: market for market in markets}
        self.markets_by_id = {market["id"]: market for market in markets}
        self.symbols = sorted(self.markets)
        return self.markets

    def market(self, symbol):
        if symbol not in self.markets:
            raise BadSymbol(self.id + " does not have market symbol " + symbol)
        return self.markets[symbol]

    def safe_market(self, id=None, market=None, delimiter=None, type=None):
        return self.markets_by_id.get(id, market)

    def safe_symbol(self, id, market=None):
        return self.safe_market(id, market)["symbol"]

    def market_symbols(self, symbols, type=None, allow_empty=True, same_type=False, *rest):
        return symbols

    def currency(self, code):
        return {"id": code, "code": code}

    def steps(self, value, step, rounding):
        exact = Decimal(self.number_to_string(value))
        size = Decimal(self.number_to_string(step))
        return text((exact / size).quantize(Decimal(1), rounding=rounding) * size)

    def amount_to_precision(self, symbol, amount):
        result = self.steps(amount, self.market(symbol)["precision"]["amount"], ROUND_DOWN)
        if Decimal(result) == 0:
            raise InvalidOrder(self.id + " amount is below one step")
        return result

    def price_to_precision(self, symbol, price):
        return self.steps(price, self.market(symbol)["precision"]["price"], ROUND_HALF_UP)

    def currency_to_precision(self, code, amount):
        return self.number_to_string(amount)

    def as_numbers(self, row, keys):
        numbers = {key: self.parse_number(row.get(key)) for key in keys}
        return self.extend(row, numbers)

    def safe_order(self, order, market=None):
        order = self.extend({key: None for key in ["id", "status", "side"]}, order)
        if order.get("remaining") is None:
            order["remaining"] = Precise.string_sub(order.get("amount"), order.get("filled"))
        if order.get("cost") is None and market is not None and market["spot"]:
            order["cost"] = Precise.string_mul(order.get("filled"), order.get("average"))
        return self.as_numbers(order, ORDER_NUMBERS)

    def safe_trade(self, trade, market=None):
        if trade["cost"] is None:
            trade["cost"] = Precise.string_mul(trade["price"], trade["amount"])
        if trade["fee"] is not None:
            trade["fee"]["cost"] = self.parse_number(trade["fee"]["cost"])
        return self.as_numbers(trade, TRADE_NUMBERS)

    def safe_ticker(self, ticker, market=None):
        named = ("symbol", "timestamp", "datetime", "info")
        return self.as_numbers(ticker, [key for key in ticker if key not in named])

    def safe_position(self, position):
        return position

    def safe_balance(self, balance):
        for account in balance.values():
            if isinstance(account, dict) and "free" in account:
                self.complete(account)
        return balance

    def complete(self, account):
        if account["total"] is None:
            account["total"] = Precise.string_add(account["free"], account["used"])
        if account["used"] is None:
            account["used"] = Precise.string_sub(account["total"], account["free"])
        for key in account:
            account[key] = self.parse_number(account[key])

    def parse_orders(self, orders, market=None, since=None, limit=None):
        rows = self.sort_by([self.parse_order(order, market) for order in orders], "timestamp")
        return self.filter_by_since_limit(rows, since, limit)

    def parse_trades(self, trades, market=None, since=None, limit=None):
        rows = self.sort_by([self.parse_trade(trade, market) for trade in trades], "timestamp")
        return self.filter_by_since_limit(rows, since, limit)

    def parse_ohlcvs(self, candles, market=None, timeframe="1m", since=None, limit=None):
        rows = self.sort_by([self.parse_ohlcv(candle, market) for candle in candles], 0)
        return self.filter_by_since_limit(rows, since, limit, 0)

    def parse_funding_rate_histories(self, rows, market=None, since=None, limit=None):
        rates = self.sort_by([self.parse_funding_rate_history(row, market) for row in rows], "timestamp")
        return self.filter_by_since_limit(rates, since, limit)

    def parse_tickers(self, tickers, symbols=None):
        rows = self.index_by([self.parse_ticker(ticker) for ticker in tickers], "symbol")
        return {key: rows[key] for key in rows if symbols is None or key in symbols}

    def parse_order_book(self, book, symbol, timestamp=None):
        def numbers(levels):
            return [[float(price), float(amount)] for price, amount in levels]

        sides = {"bids": numbers(book["bids"]), "asks": numbers(book["asks"])}
        times = {"timestamp": timestamp, "datetime": self.iso8601(timestamp), "nonce": None}
        return self.extend({"symbol": symbol}, sides, times)

    def filter_by_array_positions(self, rows, key, values=None, indexed=True):
        return [row for row in rows if values is None or row[key] in values]
