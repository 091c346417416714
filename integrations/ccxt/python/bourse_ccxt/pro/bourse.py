# Made from the TypeScript source by `npm run python`; change that, not this file.

from bourse_ccxt.async_support.bourse import BourseAccount
from ccxt.async_support.base.ws.cache import ArrayCache, ArrayCacheBySymbolById, ArrayCacheBySymbolBySide, ArrayCacheByTimestamp
from ccxt.base.errors import BadSymbol
from ccxt.base.errors import ExchangeError
from ccxt.base.errors import NotSupported


class BourseConnection(BourseAccount):
    def stream_url(self):
        given = self.safe_string(self.options, 'streamUrl')
        if given is not None:
            return given
        parts = self.rest_url().split('://')
        scheme = 'wss' if parts[0] == 'https' else 'ws'
        return scheme + '://' + parts[1] + '/ws'

    # What was heard last in each channel, and in which log of the server.
    def stream_state(self):
        if self.safe_dict(self.options, 'streams') is None:
            self.options['streams'] = {}
        return self.options['streams']

    # Goes on from what was heard last, if anything was.
    def subscription(self, channel):
        message = {
            'op': 'subscribe',
            'channel': channel,
            'id': channel,
        }
        heard = self.safe_dict(self.stream_state(), channel)
        if heard is not None:
            message['from'] = heard['seq']
            message['log'] = heard['log']
        return message

    async def watch_public(self, channel):
        return await self.watch_news(channel, channel)

    async def watch_private(self, channel, messageHash):
        await self.authenticate()
        return await self.watch_news(channel, messageHash)

    # The next news; at once if some came since the last call, while nobody waited.
    async def watch_news(self, channel, messageHash):
        url = self.stream_url()
        client = self.client(url)
        untold = self.take_untold(client, messageHash)
        if untold is not None:
            return untold
        client.subscriptions['asked#' + messageHash] = True
        told = await self.watch(url, messageHash, self.subscription(channel), channel)
        # Two messages may have come at once.
        newer = self.take_untold(client, messageHash)
        return told if newer is None else newer

    def take_untold(self, client, messageHash):
        key = 'untold#' + messageHash
        if not (key in client.subscriptions):
            return None
        untold = client.subscriptions[key]
        del client.subscriptions[key]
        return untold

    # Tells who waits, or the next call of those who have asked before.
    def tell(self, client, news, messageHash):
        if messageHash in client.futures:
            client.resolve(news, messageHash)
        elif 'asked#' + messageHash in client.subscriptions:
            client.subscriptions['untold#' + messageHash] = news

    async def authenticate(self):
        url = self.stream_url()
        client = self.client(url)
        if self.safe_bool(client.subscriptions, 'loggedIn', False):
            return
        await self.load_markets()
        headers = self.signed_headers('GET', '/ws', None)
        message = {
            'op': 'login',
            'id': 'login',
            'apiKey': headers['X-CH-APIKEY'],
            'ts': self.parse_to_int(headers['X-CH-TS']),
            'sign': headers['X-CH-SIGN'],
            'recvWindow': self.safe_integer(self.options, 'recvWindow'),
        }
        await self.watch(url, 'login', message, 'login')

    def handle_message(self, client, message):
        type = self.safe_string(message, 'type')
        if type == 'update':
            self.handle_update(client, message)
        elif type == 'snapshot':
            self.handle_snapshot(client, message)
        elif type == 'hello':
            client.subscriptions['log'] = self.safe_string(message, 'log')
        elif type == 'subscribed':
            self.handle_subscribed(message)
        elif type == 'loggedIn':
            client.subscriptions['loggedIn'] = True
            client.resolve(message, 'login')
        elif type == 'unsubscribed':
            self.handle_unsubscribed(client, message)
        elif type == 'error':
            self.handle_refusal(client, message)

    def handle_subscribed(self, message):
        heard = self.safe_dict(self.stream_state(), self.safe_string(message, 'channel', ''))
        if heard is not None:
            heard['isAsking'] = False

    def handle_snapshot(self, client, message):
        self.note_seq(client, message)
        self.handle_data(client, message, True)

    def handle_update(self, client, message):
        channel = self.safe_string(message, 'channel', '')
        heard = self.safe_dict(self.stream_state(), channel, {})
        if self.safe_string(heard, 'seq') == self.safe_string(message, 'prev'):
            self.note_seq(client, message)
            self.handle_data(client, message, False)
        elif not self.safe_bool(heard, 'isAsking', False):
            # Something is missing: the channel is asked for again, once, from what was heard last.
            heard['isAsking'] = True
            # A failure to send ends the connection, which ccxt tells.
            self.spawn(self.send_message, client, self.subscription(channel))

    async def send_message(self, client, message):
        await client.send(message)

    def note_seq(self, client, message):
        state = self.stream_state()
        state[self.safe_string(message, 'channel', '')] = {
            'seq': self.safe_string(message, 'seq'),
            'log': client.subscriptions['log'],
            'isAsking': False,
        }

    def handle_unsubscribed(self, client, message):
        reason = self.safe_string(message, 'reason')
        if reason is not None:
            channel = self.safe_string(message, 'channel', '')
            error = BadSymbol(self.id + ' ' + channel + ' has ended: ' + reason)
            self.end_channel(client, channel, error)

    # An error names in `id` what it answers: a channel, or the login.
    def handle_refusal(self, client, message):
        id = self.safe_string(message, 'id')
        feedback = self.id + ' ' + self.json(message)
        error = ExchangeError(feedback)
        try:
            self.throw_exactly_matched_exception(self.exceptions['exact'], self.safe_string(message, 'code'), feedback)
        except Exception as e:
            error = e
        if id == 'login':
            del client.subscriptions['login']
            client.reject(error, 'login')
        else:
            self.end_channel(client, id, error)

    # Everybody who waits for a channel is told, and the next call asks for it anew.
    def end_channel(self, client, channel, error):
        name = self.safe_string({
            'name': channel,
        }, 'name', '')
        state = self.stream_state()
        if name in client.subscriptions:
            del client.subscriptions[name]
        if name in state:
            del state[name]
        hashes = list(client.futures.keys())
        for i in range(0, len(hashes)):
            hash = hashes[i]
            if hash == name or hash.find(name + '#') == 0:
                client.reject(error, hash)

    # Told of every message of a channel that is the very next one.
    def handle_data(self, _client, message, _isSnapshot):
        raise NotSupported(self.id + ' handleData() is up to the class below: ' + self.json(message))


class bourse(BourseConnection):
    def describe(self):
        return self.deep_extend(super().describe(), {
            'pro': True,
            'has': {
                'ws': True,
                'watchBalance': True,
                'watchMyTrades': True,
                'watchOHLCV': True,
                'watchOrderBook': True,
                'watchOrders': True,
                'watchPositions': True,
                'watchTicker': True,
                'watchTrades': True,
            },
            'options': {
                'tradesLimit': 1000,
                'ordersLimit': 1000,
                'OHLCVLimit': 1000,
            },
        })

    async def watch_order_book(self, symbol, limit=None, _params={}):
        await self.load_markets()
        market = self.market(symbol)
        book = await self.watch_public('depth:' + market['id'])
        # The book is kept whole; a limit is only about what is shown.
        if limit is not None:
            shown = self.extend({}, book)
            shown['bids'] = self.array_slice(book['bids'], 0, limit)
            shown['asks'] = self.array_slice(book['asks'], 0, limit)
            return shown
        return book

    async def watch_ticker(self, symbol, _params={}):
        await self.load_markets()
        market = self.market(symbol)
        return (await self.watch_public('ticker:' + market['id']))

    async def watch_trades(self, symbol, since=None, limit=None, _params={}):
        await self.load_markets()
        market = self.market(symbol)
        trades = await self.watch_public('trades:' + market['id'])
        shown = trades.getLimit(market['symbol'], limit) if self.newUpdates else limit
        return self.filter_by_since_limit(trades, since, shown, 'timestamp', True)

    async def watch_ohlcv(self, symbol, timeframe='1m', since=None, limit=None, _params={}):
        await self.load_markets()
        market = self.market(symbol)
        interval = self.safe_string(self.timeframes, timeframe, timeframe)
        candles = await self.watch_public('kline:' + market['id'] + ':' + interval)
        shown = candles.getLimit(market['symbol'], limit) if self.newUpdates else limit
        return self.filter_by_since_limit(candles, since, shown, 0, True)

    async def watch_orders(self, symbol=None, since=None, limit=None, _params={}):
        await self.load_markets()
        orders = await self.watch_private('my.orders', self.hash_of('my.orders', symbol))
        shown = orders.getLimit(symbol, limit) if self.newUpdates else limit
        return self.filter_by_symbol_since_limit(orders, symbol, since, shown, True)

    async def watch_my_trades(self, symbol=None, since=None, limit=None, _params={}):
        await self.load_markets()
        trades = await self.watch_private('my.trades', self.hash_of('my.trades', symbol))
        shown = trades.getLimit(symbol, limit) if self.newUpdates else limit
        return self.filter_by_symbol_since_limit(trades, symbol, since, shown, True)

    async def watch_positions(self, symbols=None, since=None, limit=None, _params={}):
        await self.load_markets()
        wanted = self.market_symbols(symbols, 'swap', True)
        rows = await self.watch_private('my.positions', 'my.positions')
        shown = rows.getLimit(None, limit) if self.newUpdates else limit
        newest = self.filter_by_since_limit(rows, None, shown, 'timestamp', True)
        return self.filter_by_symbols_since_limit(newest, wanted, since, limit, True)

    # The balances of spot; with a type or a marginMode those of margin or of swaps.
    async def watch_balance(self, params={}):
        await self.load_markets()
        [type, query] = self.handle_market_type_and_params('watchBalance', None, params)
        area = 'spot'
        if type == 'swap' or type == 'future':
            area = 'futures'
        elif self.is_margin_call('watchBalance', self.extend(query, {
    'type': type,
})):
            area = 'margin'
        return (await self.watch_private('my.balances', 'my.balances#' + area))

    def hash_of(self, channel, symbol):
        return channel if symbol is None else channel + '#' + symbol

    def handle_data(self, client, message, isSnapshot):
        channel = self.safe_string(message, 'channel', '')
        data = self.safe_dict(message, 'data', {})
        parts = channel.split(':')
        kind = parts[0]
        if kind == 'depth':
            self.handle_depth(client, channel, parts[1], message, isSnapshot)
        elif kind == 'trades':
            self.handle_trades(client, channel, parts[1], data)
        elif kind == 'ticker':
            market = self.safe_market(parts[1])
            self.tell(client, self.parse_ticker(data, market), channel)
        elif kind == 'kline':
            self.handle_candles(client, channel, parts[1], parts[2], data)
        elif kind == 'my.orders':
            self.handle_orders(client, data)
        elif kind == 'my.trades':
            self.handle_my_trades(client, data)
        elif kind == 'my.balances':
            self.handle_balances(client, data, isSnapshot)
        elif kind == 'my.positions':
            self.handle_positions(client, data)

    def handle_depth(self, client, channel, id, message, isSnapshot):
        symbol = self.safe_symbol(id)
        data = self.safe_dict(message, 'data', {})
        timestamp = self.safe_integer(message, 'time')
        if isSnapshot:
            self.orderbooks[symbol] = self.order_book(self.parse_order_book(data, symbol, timestamp))
        book = self.orderbooks[symbol]
        if not isSnapshot:
            self.change_levels(book['bids'], self.safe_list(data, 'bids', []))
            self.change_levels(book['asks'], self.safe_list(data, 'asks', []))
        book['timestamp'] = timestamp
        book['datetime'] = self.iso8601(timestamp)
        self.tell(client, book, channel)

    def change_levels(self, side, levels):
        for i in range(0, len(levels)):
            price = self.safe_number(levels[i], 0)
            amount = self.safe_number(levels[i], 1)
            side.store(price, amount)

    # Of a snapshot only what is newer than the last row that was told: ids grow.
    def handle_trades(self, client, channel, id, data):
        symbol = self.safe_symbol(id)
        market = self.market(symbol)
        if not (symbol in self.trades):
            self.trades[symbol] = ArrayCache(self.safe_integer(self.options, 'tradesLimit'))
        told = self.trades[symbol]
        rows = self.safe_list(data, 'trades', [])
        isNews = False
        for i in range(0, len(rows)):
            if len(told) == 0 or self.is_newer(rows[i], told[len(told) - 1]):
                told.append(self.parse_trade(rows[i], market))
                isNews = True
        if isNews:
            self.tell(client, told, channel)

    def is_newer(self, row, last):
        return self.safe_integer(row, 'id', 0) > self.safe_integer(last, 'id', 0)

    def handle_candles(self, client, channel, id, interval, data):
        market = self.safe_market(id)
        symbol = market['symbol']
        timeframe = self.find_timeframe(interval)
        if not (symbol in self.ohlcvs):
            self.ohlcvs[symbol] = {}
        if not (timeframe in self.ohlcvs[symbol]):
            limit = self.safe_integer(self.options, 'OHLCVLimit')
            self.ohlcvs[symbol][timeframe] = ArrayCacheByTimestamp(limit)
        told = self.ohlcvs[symbol][timeframe]
        rows = self.safe_list(data, 'candles', [])
        for i in range(0, len(rows)):
            told.append(self.parse_ohlcv(rows[i], market))
        if len(rows) > 0:
            self.tell(client, told, channel)

    def handle_orders(self, client, data):
        if self.orders is None:
            self.orders = ArrayCacheBySymbolById(self.safe_integer(self.options, 'ordersLimit'))
        told = self.orders
        rows = self.safe_list(data, 'orders', [])
        symbols = {}
        for i in range(0, len(rows)):
            order = self.parse_order(rows[i])
            told.append(order)
            symbols[self.safe_string(order, 'symbol', '')] = True
        self.resolve_symbols(client, 'my.orders', told, symbols)

    def handle_my_trades(self, client, data):
        if self.myTrades is None:
            self.myTrades = ArrayCacheBySymbolById(self.safe_integer(self.options, 'tradesLimit'))
        told = self.myTrades
        rows = self.safe_list(data, 'trades', [])
        symbols = {}
        for i in range(0, len(rows)):
            trade = self.parse_trade(rows[i])
            told.append(trade)
            symbols[self.safe_string(trade, 'symbol', '')] = True
        self.resolve_symbols(client, 'my.trades', told, symbols)

    def resolve_symbols(self, client, channel, rows, symbols):
        names = list(symbols.keys())
        for i in range(0, len(names)):
            self.tell(client, rows, self.hash_of(channel, names[i]))
        if len(names) > 0:
            self.tell(client, rows, channel)

    def handle_balances(self, client, data, isSnapshot):
        rows = self.safe_list(data, 'balances', [])
        areas = {}
        if isSnapshot:
            self.balance = {
                'spot': {},
                'margin': {},
                'futures': {},
            }
            areas['spot'] = True
            areas['margin'] = True
            areas['futures'] = True
        for i in range(0, len(rows)):
            row = rows[i]
            area = self.safe_string(row, 'area', '')
            code = self.safe_currency_code(self.safe_string_2(row, 'asset', 'marginCoin'))
            account = self.account_of_margin_coin(row) if area == 'futures' else self.account_of_asset(row)
            self.balance[area][code] = account
            areas[area] = True
        names = list(areas.keys())
        for i in range(0, len(names)):
            area = names[i]
            accounts = self.extend({
                'info': rows,
            }, self.balance[area])
            self.tell(client, self.safe_balance(accounts), 'my.balances#' + area)

    def handle_positions(self, client, data):
        if self.positions is None:
            self.positions = ArrayCacheBySymbolBySide()
        rows = self.safe_list(data, 'positions', [])
        for i in range(0, len(rows)):
            self.positions.append(self.parse_position(rows[i]))
        if len(rows) > 0:
            self.tell(client, self.positions, 'my.positions')
