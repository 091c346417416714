# Made from the TypeScript source by `npm run python`; change that, not this file.

import hashlib

from ccxt.async_support.base.exchange import Exchange
from ccxt.base.errors import ArgumentsRequired
from ccxt.base.errors import AuthenticationError
from ccxt.base.errors import BadRequest
from ccxt.base.errors import BadSymbol
from ccxt.base.errors import BaseError
from ccxt.base.errors import DDoSProtection
from ccxt.base.errors import DuplicateOrderId
from ccxt.base.errors import ExchangeError
from ccxt.base.errors import ExchangeNotAvailable
from ccxt.base.errors import InsufficientFunds
from ccxt.base.errors import InvalidNonce
from ccxt.base.errors import InvalidOrder
from ccxt.base.errors import MarketClosed
from ccxt.base.errors import NotSupported
from ccxt.base.errors import OperationFailed
from ccxt.base.errors import OperationRejected
from ccxt.base.errors import OrderNotFillable
from ccxt.base.errors import OrderNotFound
from ccxt.base.errors import PermissionDenied
from ccxt.base.errors import RateLimitExceeded
from ccxt.base.errors import RequestTimeout
from ccxt.base.precise import Precise


# As many as a batch of orders takes.
ORDERS_MAX = 10


class BourseFeatures(Exchange):
    def describe_features(self):
        return {
            'spot': {
                'createOrder': self.pair_order_features(),
                'createOrders': {
                    'max': ORDERS_MAX,
                },
            },
            'swap': {
                'linear': {
                    'createOrder': self.contract_order_features(),
                },
                'inverse': {
                    'createOrder': self.contract_order_features(),
                },
            },
        }

    # Whatever the market.
    def order_features(self):
        return {
            'marginMode': True,
            'triggerPrice': True,
            'triggerPriceType': None,
            'stopLossPrice': True,
            'takeProfitPrice': True,
            'timeInForce': {
                'IOC': True,
                'FOK': True,
                'PO': True,
                'GTD': False,
            },
            'trailing': False,
            'leverage': False,
            'marketBuyRequiresPrice': False,
            'selfTradePrevention': False,
            'iceberg': False,
        }

    def pair_order_features(self):
        return self.extend(self.order_features(), {
            'triggerDirection': False,
            'attachedStopLossTakeProfit': {
                'triggerPriceType': {
                    'last': True,
                    'mark': False,
                    'index': False,
                },
                'price': True,
            },
            'hedged': False,
            'marketBuyByCost': True,
            'iceberg': True,
            'trailing': True,
        })

    def contract_order_features(self):
        return self.extend(self.order_features(), {
            'triggerDirection': True,
            'attachedStopLossTakeProfit': None,
            'hedged': True,
            'marketBuyByCost': False,
        })


class BourseDescribed(BourseFeatures):
    def describe(self):
        return self.deep_extend(super().describe(), {
            'id': 'bourse',
            'name': 'Bourse',
            'countries': [],
            'version': 'v1',
            'rateLimit': 12,
            'certified': False,
            'pro': False,
            'has': self.describe_has(),
            'features': self.describe_features(),
            'timeframes': self.describe_timeframes(),
            'urls': {
                'api': {
                    'rest': 'http://127.0.0.1:8080',
                },
                'www': 'http://127.0.0.1:8080',
                'doc': ['http://127.0.0.1:8080/docs'],
            },
            'api': {
                'public': self.describe_public_api(),
                'private': self.describe_private_api(),
            },
            'requiredCredentials': {
                'apiKey': True,
                'secret': True,
            },
            'quoteJsonNumbers': True,
            'precisionMode': 4,
            'exceptions': {
                'exact': self.describe_errors(),
                'broad': self.describe_error_texts(),
            },
            'options': self.describe_options(),
        })

    def describe_options(self):
        return {
            'defaultType': 'spot',
            'recvWindow': 5000,
            'adjustForTimeDifference': True,
            'timeDifference': 0,
            'createMarketBuyOrderRequiresPrice': True,
            'marketSlippage': '0.05',
            'fetchPlacedOrders': True,
            'lostOrderTries': 3,
            'lostOrderPauseMs': 200,
            'outcomeMs': 60000,
            'accountsByType': {
                'spot': 'EXCHANGE',
                'margin': 'MARGIN',
                'swap': 'FUTURE',
                'future': 'FUTURE',
            },
        }

    def describe_timeframes(self):
        return {
            '1m': '1min',
            '5m': '5min',
            '15m': '15min',
            '30m': '30min',
            '1h': '60min',
            '4h': '4hour',
            '1d': '1day',
            '1w': '1week',
            '1M': '1month',
        }

    def describe_has(self):
        orders = {
            'CORS': None,
            'spot': True,
            'margin': True,
            'swap': True,
            'future': False,
            'option': False,
            'cancelAllOrders': True,
            'cancelOrder': True,
            'cancelOrders': True,
            'createMarketBuyOrderWithCost': True,
            'createMarketOrderWithCost': True,
            'createMarketSellOrderWithCost': True,
            'createOrder': True,
            'createOrderWithTakeProfitAndStopLoss': True,
            'createOrders': True,
            'createPostOnlyOrder': True,
            'createReduceOnlyOrder': True,
            'createStopLimitOrder': True,
            'createStopLossOrder': True,
            'createStopMarketOrder': True,
            'createStopOrder': True,
            'createTakeProfitOrder': True,
            'createTrailingAmountOrder': False,
            'createTrailingPercentOrder': True,
            'createTriggerOrder': True,
            'createTwapOrder': False,
            'editOrder': True,
            'editOrderWithClientOrderId': False,
        }
        return self.extend(orders, self.describe_has_queries())

    def describe_has_queries(self):
        return {
            'fetchBalance': True,
            'fetchBidsAsks': True,
            'fetchCanceledAndClosedOrders': True,
            'fetchCanceledOrders': True,
            'fetchClosedOrders': True,
            'fetchCurrencies': True,
            'fetchDepositAddress': False,
            'fetchFundingHistory': True,
            'fetchFundingRate': True,
            'fetchFundingRateHistory': True,
            'fetchFundingRates': True,
            'fetchL2OrderBook': True,
            'fetchLedger': True,
            'fetchLeverage': True,
            'fetchLeverageTiers': True,
            'fetchMarginMode': True,
            'fetchMarketLeverageTiers': 'emulated',
            'fetchMarkets': True,
            'fetchMyTrades': True,
            'fetchOHLCV': True,
            'fetchOpenOrders': True,
            'fetchOrder': True,
            'fetchOrderBook': True,
            'fetchOrders': True,
            'fetchPosition': True,
            'fetchPositions': True,
            'fetchStatus': True,
            'fetchTicker': True,
            'fetchTickers': True,
            'fetchTime': True,
            'fetchTrades': True,
            'fetchTradingFee': True,
            'fetchTradingFees': True,
            'repayCrossMargin': True,
            'setLeverage': True,
            'setMarginMode': True,
            'setPositionMode': False,
            'transfer': True,
            'withdraw': False,
        }

    def describe_public_api(self):
        return {
            'get': {
                'sapi/v1/ping': 1,
                'sapi/v1/time': 1,
                'sapi/v1/symbols': 1,
                'sapi/v1/depth': 1,
                'sapi/v1/ticker': 1,
                'sapi/v1/tickers': 10,
                'sapi/v1/bookTickers': 10,
                'sapi/v1/trades': 1,
                'sapi/v1/klines': 1,
                'fapi/v1/ping': 1,
                'fapi/v1/time': 1,
                'fapi/v1/contracts': 1,
                'fapi/v1/depth': 1,
                'fapi/v1/ticker': 1,
                'fapi/v1/tickers': 10,
                'fapi/v1/bookTickers': 10,
                'fapi/v1/trades': 1,
                'fapi/v1/index': 1,
                'fapi/v1/klines': 1,
                'fapi/v1/fundingRate': 1,
            },
        }

    def describe_private_api(self):
        return {
            'get': {
                'sapi/v1/order': 10,
                'sapi/v1/openOrders': 10,
                'sapi/v1/openOrderLists': 10,
                'sapi/v1/orderList': 10,
                'sapi/v1/allOrderLists': 10,
                'sapi/v1/historyOrders': 10,
                'sapi/v1/myTrades': 10,
                'sapi/v1/myPreventedMatches': 10,
                'sapi/v1/account': 10,
                'sapi/v1/account/ledger': 10,
                'sapi/v1/feeRates': 10,
                'sapi/v1/margin/order': 10,
                'sapi/v1/margin/openOrders': 10,
                'sapi/v1/margin/historyOrders': 10,
                'sapi/v1/margin/myTrades': 10,
                'sapi/v1/margin/myPreventedMatches': 10,
                'sapi/v1/margin/account': 10,
                'sapi/v1/margin/account/ledger': 10,
                'fapi/v1/order': 10,
                'fapi/v1/openOrders': 10,
                'fapi/v1/myTrades': 10,
                'fapi/v1/account': 10,
                'fapi/v1/account/ledger': 10,
                'fapi/v1/get_user_config': 10,
                'fapi/v1/feeRates': 10,
            },
            'post': self.describe_posts(),
        }

    def describe_posts(self):
        return {
            'sapi/v1/order': 2,
            'sapi/v1/order/test': 2,
            'sapi/v1/batchOrders': 4,
            'sapi/v1/orderList': 2,
            'sapi/v1/orderList/test': 2,
            'sapi/v1/orderList/cancel': 2,
            'sapi/v1/cancel': 2,
            'sapi/v1/batchCancel': 4,
            'sapi/v1/cancelAll': 10,
            'sapi/v1/order/cancelReplace': 10,
            'sapi/v1/countdownCancelAll': 10,
            'sapi/v1/margin/order': 10,
            'sapi/v1/margin/cancel': 2,
            'sapi/v1/margin/cancelAll': 10,
            'sapi/v1/margin/order/cancelReplace': 10,
            'sapi/v1/margin/repay': 10,
            'sapi/v1/asset/transfer': 10,
            'fapi/v1/order': 2,
            'fapi/v1/conditionOrder': 10,
            'fapi/v1/cancel': 10,
            'fapi/v1/cancel_all': 10,
            'fapi/v1/orderHistorical': 10,
            'fapi/v1/profitHistorical': 10,
            'fapi/v1/edit_lever': 10,
            'fapi/v1/edit_user_margin_model': 10,
            'fapi/v1/edit_position_margin': 10,
        }

    def describe_errors(self):
        return {
            '-1000': ExchangeError,
            '-1001': ExchangeNotAvailable,
            '-1002': AuthenticationError,
            '-1003': RateLimitExceeded,
            '-1007': RequestTimeout,
            '-1014': InvalidOrder,
            '-1015': InvalidOrder,
            '-1017': BadRequest,
            '-1020': NotSupported,
            '-1021': InvalidNonce,
            '-1022': AuthenticationError,
            '-1023': AuthenticationError,
            '-1024': AuthenticationError,
            '-1100': BadRequest,
            '-1101': BadRequest,
            '-1102': BadRequest,
            '-1111': InvalidOrder,
            '-1112': OrderNotFillable,
            '-1116': InvalidOrder,
            '-1117': InvalidOrder,
            '-1121': BadSymbol,
            '-1136': InvalidOrder,
            '-1137': InvalidOrder,
            '-1138': InvalidOrder,
            '-1140': InvalidOrder,
            '-1145': InvalidOrder,
            '-1146': MarketClosed,
            '-1156': InvalidOrder,
            '-1157': OperationRejected,
            '-1160': InvalidOrder,
            '-1161': InvalidOrder,
            '-1163': OperationRejected,
            '-1165': OperationRejected,
            '-2010': DuplicateOrderId,
            '-2013': OrderNotFound,
            '-2015': AuthenticationError,
            '-2016': MarketClosed,
            '-2017': InsufficientFunds,
        }

    def describe_error_texts(self):
        return {
            'API key may only read': PermissionDenied,
        }


class BourseSigned(BourseDescribed):
    # The server's time: requests are signed with it, so a wrong clock does no harm.
    def nonce(self):
        return self.milliseconds() - self.safe_integer(self.options, 'timeDifference', 0)

    def rest_url(self):
        return self.safe_string(self.options, 'url', self.urls['api']['rest'])

    def sign(self, path, api='public', method='GET', params={}, headers=None, body=None):
        target = '/' + path
        query = params
        if api == 'private':
            query = self.extend({
                'recvWindow': self.safe_integer(self.options, 'recvWindow'),
            }, params)
        if method == 'GET':
            if len(list(query.keys())) > 0:
                target = target + '?' + self.urlencode(query)
        else:
            body = self.json(query)
        if api == 'private':
            headers = self.signed_headers(method, target, body)
        return {
            'url': self.rest_url() + target,
            'method': method,
            'body': body,
            'headers': headers,
        }

    def signed_headers(self, method, target, body):
        self.check_required_credentials()
        timestamp = self.number_to_string(self.nonce())
        payload = timestamp + method + target
        if body is not None:
            payload = payload + body
        signature = self.hmac(self.encode(payload), self.encode(self.secret), hashlib.sha256)
        return {
            'X-CH-APIKEY': self.apiKey,
            'X-CH-TS': timestamp,
            'X-CH-SIGN': signature,
            'Content-Type': 'application/json',
        }

    def handle_errors(self, code, _reason, url, method, _headers, body, response, _requestHeaders, _requestBody):
        if code < 400:
            return None
        feedback = self.id + ' ' + method + ' ' + url + ' ' + body
        errorCode = self.safe_string(response, 'code')
        if errorCode is None:
            if code >= 500:
                raise RequestTimeout(feedback)
            return None
        if code == 500:
            raise OperationFailed(feedback)
        if code == 418:
            raise DDoSProtection(feedback)
        self.throw_broadly_matched_exception(self.exceptions['broad'], body, feedback)
        self.throw_exactly_matched_exception(self.exceptions['exact'], errorCode, feedback)
        raise ExchangeError(feedback)

    # A failure after which the request may have been carried out, once, or not at all.
    def is_lost_reply(self, error):
        if isinstance(error, ExchangeNotAvailable):
            return False
        if isinstance(error, RateLimitExceeded):
            return False
        if isinstance(error, DDoSProtection):
            return False
        if isinstance(error, InvalidNonce):
            return False
        return isinstance(error, OperationFailed)

    def is_duplicate(self, error):
        return isinstance(error, DuplicateOrderId)

    async def post_private(self, path, request):
        config = {
            'cost': self.safe_integer(self.api['private']['post'], path),
        }
        return await self.request(path, 'private', 'POST', request, None, None, config)

    async def fetch_public(self, path, request):
        config = {
            'cost': self.safe_integer(self.api['public']['get'], path),
        }
        return await self.request(path, 'public', 'GET', request, None, None, config)

    async def fetch_private(self, path, request):
        config = {
            'cost': self.safe_integer(self.api['private']['get'], path),
        }
        return await self.request(path, 'private', 'GET', request, None, None, config)

    # Sends what is harmless when it comes twice again, as often as its reply is lost.
    async def post_again(self, path, request):
        tries = self.safe_integer(self.options, 'lostOrderTries', 3)
        for i in range(1, tries):
            try:
                return await self.post_private(path, request)
            except Exception as e:
                if not self.is_lost_reply(e):
                    raise e
        return await self.post_private(path, request)

    # A name that no order and no request ever had.
    def draw_id(self):
        return 'ccxt-' + self.uuid22()


class BourseParsedMarkets(BourseSigned):
    # A pair of spot, which margin trades as well.
    def parse_pair(self, pair):
        baseId = self.safe_string(pair, 'baseAsset')
        quoteId = self.safe_string(pair, 'quoteAsset')
        base = self.safe_currency_code(baseId)
        quote = self.safe_currency_code(quoteId)
        amountStep = self.parse_precision(self.safe_string(pair, 'quantityPrecision'))
        priceStep = self.parse_precision(self.safe_string(pair, 'pricePrecision'))
        return self.safe_market_structure({
            'id': self.safe_string(pair, 'symbol'),
            'symbol': base + '/' + quote,
            'base': base,
            'quote': quote,
            'settle': None,
            'baseId': baseId,
            'quoteId': quoteId,
            'settleId': None,
            'type': 'spot',
            'spot': True,
            'margin': self.safe_bool(pair, 'marginEnabled', False),
            'swap': False,
            'future': False,
            'option': False,
            'active': self.safe_string(pair, 'status') == '1',
            'contract': False,
            'linear': None,
            'inverse': None,
            'contractSize': None,
            'taker': self.safe_number(pair, 'takerFeeRate'),
            'maker': self.safe_number(pair, 'makerFeeRate'),
            'precision': {
                'amount': self.parse_number(amountStep),
                'price': self.parse_number(priceStep),
            },
            'limits': self.limits_of_pair(pair),
            'info': pair,
        })

    def limits_of_pair(self, pair):
        return {
            'leverage': {
                'min': None,
                'max': None,
            },
            'amount': {
                'min': self.safe_number(pair, 'limitVolumeMin'),
                'max': self.safe_number(pair, 'maxQty'),
            },
            'price': {
                'min': self.safe_number(pair, 'limitPriceMin'),
                'max': None,
            },
            'cost': {
                'min': self.safe_number(pair, 'marketBuyMin'),
                'max': None,
            },
        }

    # A perpetual contract: linear with its margin in the quote, inverse with its margin in the base.
    def parse_contract(self, contract):
        id = self.safe_string(contract, 'symbol', '')
        parts = id.split('-')
        baseId = self.safe_string(parts, 1)
        quoteId = self.safe_string(parts, 2)
        settleId = self.safe_string(contract, 'marginCoin')
        base = self.safe_currency_code(baseId)
        quote = self.safe_currency_code(quoteId)
        settle = self.safe_currency_code(settleId)
        isLinear = self.safe_string(contract, 'side') == '1'
        priceStep = self.parse_precision(self.safe_string(contract, 'pricePrecision'))
        return self.safe_market_structure({
            'id': id,
            'symbol': base + '/' + quote + ':' + settle,
            'base': base,
            'quote': quote,
            'settle': settle,
            'baseId': baseId,
            'quoteId': quoteId,
            'settleId': settleId,
            'type': 'swap',
            'spot': False,
            'margin': False,
            'swap': True,
            'future': False,
            'option': False,
            'active': self.safe_string(contract, 'status') == '1',
            'contract': True,
            'linear': isLinear,
            'inverse': not isLinear,
            'contractSize': self.safe_number(contract, 'multiplier'),
            'taker': self.safe_number(contract, 'openTakerFee'),
            'maker': self.safe_number(contract, 'openMakerFee'),
            'precision': {
                'amount': self.parse_number('1'),
                'price': self.parse_number(priceStep),
            },
            'marginModes': {
                'cross': True,
                'isolated': True,
            },
            'limits': self.limits_of_contract(contract),
            'info': contract,
        })

    def limits_of_contract(self, contract):
        return {
            'leverage': {
                'min': self.safe_number(contract, 'minLever'),
                'max': self.safe_number(contract, 'maxLever'),
            },
            'amount': {
                'min': self.safe_number(contract, 'minOrderVolume'),
                'max': self.safe_number(contract, 'maxLimitVolume'),
            },
            'price': {
                'min': None,
                'max': None,
            },
            'cost': {
                'min': self.safe_number(contract, 'minOrderMoney'),
                'max': self.safe_number(contract, 'maxLimitMoney'),
            },
        }

    # Lists of the API begin with the newest; those of ccxt end with it, also within a millisecond.
    def oldest_first(self, rows):
        result = []
        for i in range(0, len(rows)):
            result.append(rows[len(rows) - 1 - i])
        return result

    def parse_ticker(self, ticker, market=None):
        id = self.safe_string_2(ticker, 'contractName', 'symbol')
        known = self.safe_market(id, market)
        timestamp = self.safe_integer(ticker, 'time')
        last = self.omit_zero(self.safe_string(ticker, 'last'))
        return self.safe_ticker({
            'symbol': known['symbol'],
            'timestamp': timestamp,
            'datetime': self.iso8601(timestamp),
            'high': self.omit_zero(self.safe_string(ticker, 'high')),
            'low': self.omit_zero(self.safe_string(ticker, 'low')),
            'bid': self.omit_zero(self.safe_string_2(ticker, 'buy', 'bidPrice')),
            'bidVolume': self.omit_zero(self.safe_string(ticker, 'bidQty')),
            'ask': self.omit_zero(self.safe_string_2(ticker, 'sell', 'askPrice')),
            'askVolume': self.omit_zero(self.safe_string(ticker, 'askQty')),
            'vwap': None,
            'open': self.omit_zero(self.safe_string(ticker, 'open')),
            'close': last,
            'last': last,
            'previousClose': None,
            'change': None,
            'percentage': Precise.string_mul(self.safe_string(ticker, 'rose'), '100'),
            'average': None,
            'baseVolume': self.base_volume_of(self.safe_string(ticker, 'vol'), known),
            'quoteVolume': self.safe_string(ticker, 'amount'),
            'info': ticker,
        }, market)

    # The volume in the base: contracts of an inverse contract have a worth in the quote only.
    def base_volume_of(self, volume, market):
        if market['inverse']:
            return None
        if market['contract']:
            return Precise.string_mul(volume, self.number_to_string(market['contractSize']))
        return volume

    def parse_ohlcv(self, ohlcv, _market=None):
        return [self.safe_integer(ohlcv, 'idx'), self.safe_number(ohlcv, 'open'), self.safe_number(ohlcv, 'high'), self.safe_number(ohlcv, 'low'), self.safe_number(ohlcv, 'close'), self.safe_number(ohlcv, 'vol')]

    def parse_funding_rate(self, contract, market=None):
        timestamp = self.safe_integer(contract, 'time')
        return {
            'info': contract,
            'symbol': self.safe_symbol(self.safe_string(contract, 'contractName'), market),
            'markPrice': self.parse_number(self.omit_zero(self.safe_string(contract, 'markPrice'))),
            'indexPrice': self.parse_number(self.omit_zero(self.safe_string(contract, 'indexPrice'))),
            'interestRate': None,
            'estimatedSettlePrice': None,
            'timestamp': timestamp,
            'datetime': self.iso8601(timestamp),
            'fundingRate': self.safe_number(contract, 'currentFundRate'),
            'fundingTimestamp': None,
            'fundingDatetime': None,
            'nextFundingRate': self.safe_number(contract, 'nextFundRate'),
            'nextFundingTimestamp': None,
            'nextFundingDatetime': None,
            'previousFundingRate': None,
            'previousFundingTimestamp': None,
            'previousFundingDatetime': None,
            'interval': None,
        }

    def parse_funding_rate_history(self, contract, market=None):
        timestamp = self.safe_integer(contract, 'fundingTime')
        return {
            'info': contract,
            'symbol': self.safe_symbol(self.safe_string(contract, 'contractName'), market),
            'fundingRate': self.safe_number(contract, 'fundingRate'),
            'timestamp': timestamp,
            'datetime': self.iso8601(timestamp),
        }

    def parse_market_leverage_tiers(self, info, market=None):
        rows = self.safe_list(info, 'tiers', [])
        symbol = self.safe_symbol(self.safe_string(info, 'symbol'), market)
        tiers = []
        floor = '0'
        for i in range(0, len(rows)):
            row = rows[i]
            ceiling = self.safe_string(row, 'maxPositionValue', '0')
            tiers.append({
                'tier': self.sum(i, 1),
                'symbol': symbol,
                'currency': self.safe_currency_code(self.safe_string(info, 'marginCoin')),
                'minNotional': self.parse_number(floor),
                'maxNotional': self.parse_number(ceiling),
                'maintenanceMarginRate': self.safe_number(row, 'keepRate'),
                'maxLeverage': self.safe_number(row, 'maxLever'),
                'info': row,
            })
            floor = ceiling
        return tiers

    def parse_trading_fee(self, fee, market=None):
        id = self.safe_string_2(fee, 'contractName', 'symbol')
        return {
            'info': fee,
            'symbol': self.safe_symbol(id, market),
            'maker': self.safe_number_2(fee, 'makerFeeRate', 'openMakerFee'),
            'taker': self.safe_number_2(fee, 'takerFeeRate', 'openTakerFee'),
            'percentage': True,
            'tierBased': False,
        }


class BourseParsedOrders(BourseParsedMarkets):
    def parse_order_status(self, status):
        statuses = {
            'INIT': 'open',
            'NEW': 'open',
            'PENDING_NEW': 'open',
            'PARTIALLY_FILLED': 'open',
            'FILLED': 'closed',
            'CANCELED': 'canceled',
            'CANCELLED': 'canceled',
            'REJECTED': 'rejected',
            '0': 'open',
            '1': 'open',
            '2': 'closed',
            '3': 'open',
            '4': 'canceled',
            '6': 'rejected',
        }
        return self.safe_string(statuses, status, status)

    def parse_order_type(self, type):
        types = {
            'LIMIT': 'limit',
            'MARKET': 'market',
            '1': 'limit',
            '2': 'market',
            '3': 'limit',
            '4': 'limit',
            '5': 'limit',
        }
        return self.safe_string(types, type, type)

    def parse_time_in_force(self, order):
        words = {
            'POST_ONLY': 'PO',
            '1': 'GTC',
            '3': 'IOC',
            '4': 'FOK',
            '5': 'PO',
        }
        type = self.safe_string(order, 'type', '')
        word = self.safe_string(order, 'timeInForce')
        if word is None and self.safe_string(order, 'openOrClose') is not None:
            word = type
        if word is None and type == 'LIMIT':
            return 'GTC'
        if word is None:
            return None
        return self.safe_string(words, word, word)

    def parse_order(self, order, market=None):
        id = self.safe_string_2(order, 'contractName', 'symbol')
        known = self.safe_market(id, market)
        timestamp = self.safe_integer_n(order, ['transactTime', 'time', 'ctimeMs'])
        type = self.parse_order_type(self.safe_string(order, 'type'))
        side = self.safe_string_lower(order, 'side')
        action = self.safe_string_2(order, 'action', 'openOrClose')
        status = self.parse_order_status(self.safe_string(order, 'status'))
        filled = self.safe_string_2(order, 'executedQty', 'dealVolume')
        timeInForce = self.parse_time_in_force(order)
        counts = self.safe_string(order, 'volumeUnit', 'QUOTE' if side == 'buy' else 'BASE')
        isByCost = known['spot'] and type == 'market' and counts == 'QUOTE'
        isOpenByCost = known['contract'] and type == 'market' and action == 'OPEN'
        amount = self.safe_string_2(order, 'origQty', 'volume')
        if isByCost or isOpenByCost:
            # Such an order names a value; how much that is, is known when it is done.
            amount = filled if status == 'closed' else None
        prevented = self.safe_string(order, 'preventedQty')
        remaining = None
        if prevented is not None and amount is not None:
            # What it lost to an order of the same user is neither filled nor open.
            remaining = Precise.string_sub(Precise.string_sub(amount, filled), prevented)
        return self.safe_order({
            'id': self.safe_string(order, 'orderId'),
            'clientOrderId': self.safe_string_2(order, 'clientOrderId', 'clientId'),
            'timestamp': timestamp,
            'datetime': self.iso8601(timestamp),
            'lastTradeTimestamp': None,
            'lastUpdateTimestamp': None,
            'symbol': known['symbol'],
            'type': type,
            'timeInForce': timeInForce,
            'postOnly': timeInForce == 'PO',
            'reduceOnly': action == 'CLOSE' if known['contract'] else None,
            'side': side,
            'price': self.omit_zero(self.safe_string(order, 'price')),
            'triggerPrice': self.omit_zero(self.safe_string_2(order, 'trailingPrice', 'triggerPrice')),
            'amount': amount,
            'cost': self.omit_zero(self.safe_string(order, 'dealMoney')),
            'average': self.omit_zero(self.safe_string(order, 'avgPrice')),
            'filled': filled,
            'remaining': remaining,
            'status': status,
            'fee': None,
            'trades': None,
            'info': order,
        }, known)

    def parse_trade(self, trade, market=None):
        id = self.safe_string_2(trade, 'contractName', 'symbol')
        known = self.safe_market(id, market)
        timestamp = self.safe_integer(trade, 'time')
        feeCost = self.safe_string(trade, 'fee')
        isMaker = self.safe_bool(trade, 'isMaker')
        takerOrMaker = None
        fee = None
        if feeCost is not None:
            takerOrMaker = 'maker' if isMaker else 'taker'
            feeId = self.safe_string(trade, 'feeCoin', known['settleId'])
            fee = {
                'cost': feeCost,
                'currency': self.safe_currency_code(feeId),
            }
        return self.safe_trade({
            'id': self.safe_string(trade, 'id'),
            'info': trade,
            'timestamp': timestamp,
            'datetime': self.iso8601(timestamp),
            'symbol': known['symbol'],
            'order': self.order_id_of(trade),
            'type': None,
            'side': self.safe_string_lower(trade, 'side'),
            'takerOrMaker': takerOrMaker,
            'price': self.safe_string(trade, 'price'),
            'amount': self.safe_string(trade, 'qty'),
            'cost': self.safe_string(trade, 'amount'),
            'fee': fee,
        }, known)

    # An own trade of futures names both orders; its own is that of its side.
    def order_id_of(self, trade):
        orderId = self.safe_string(trade, 'orderId')
        isBuyer = self.safe_bool(trade, 'isBuyer')
        if orderId is not None or isBuyer is None:
            return orderId
        return self.safe_string(trade, 'bidId') if isBuyer else self.safe_string(trade, 'askId')

    def parse_pair_balances(self, rows, info):
        result = {
            'info': info,
            'timestamp': None,
            'datetime': None,
        }
        for i in range(0, len(rows)):
            row = rows[i]
            code = self.safe_currency_code(self.safe_string(row, 'asset'))
            result[code] = self.account_of_asset(row)
        return self.safe_balance(result)

    def account_of_asset(self, row):
        account = self.account()
        account['free'] = self.safe_string(row, 'free')
        account['used'] = self.safe_string(row, 'locked')
        borrowed = self.safe_string(row, 'borrowed')
        if borrowed is not None:
            account['debt'] = Precise.string_add(borrowed, self.safe_string(row, 'interest'))
        return account

    def parse_contract_balances(self, rows, info):
        result = {
            'info': info,
            'timestamp': None,
            'datetime': None,
        }
        for i in range(0, len(rows)):
            row = rows[i]
            code = self.safe_currency_code(self.safe_string(row, 'marginCoin'))
            result[code] = self.account_of_margin_coin(row)
        return self.safe_balance(result)

    # Free is what may be frozen, moved into a position or taken out (FUT-ACC-4); total leaves profit out.
    def account_of_margin_coin(self, row):
        account = self.account()
        normal = self.safe_string(row, 'accountNormal')
        free = Precise.string_sub(normal, self.safe_string(row, 'totalCost'))
        frozen = Precise.string_add(normal, self.safe_string(row, 'accountLock'))
        account['free'] = Precise.string_max(free, '0')
        account['total'] = Precise.string_add(frozen, self.safe_string(row, 'partPositionNormal'))
        return account

    def parse_position(self, position, market=None):
        id = self.safe_string(position, 'contractName')
        known = self.safe_market(id, market)
        date = self.safe_string(position, 'ctime')
        timestamp = None if date is None else self.parse8601(date + 'Z')
        notional = self.safe_string(position, 'positionBalance')
        keepRate = self.safe_string(position, 'keepRate')
        hold = self.safe_string(position, 'holdAmount')
        isIsolated = self.safe_string(position, 'positionType') == '2'
        maintenance = Precise.string_mul(notional, keepRate)
        liquidation = self.safe_string(position, 'reducePrice')
        isLiquidable = Precise.string_gt(liquidation, '0')
        return self.safe_position({
            'info': position,
            'id': self.safe_string(position, 'id'),
            'symbol': known['symbol'],
            'timestamp': timestamp,
            'datetime': self.iso8601(timestamp),
            'lastUpdateTimestamp': None,
            'hedged': True,
            'side': 'long' if self.safe_string(position, 'side') == 'BUY' else 'short',
            'contracts': self.safe_number(position, 'volume'),
            'contractSize': self.safe_number(known, 'contractSize'),
            'entryPrice': self.safe_number(position, 'openPrice'),
            'markPrice': self.safe_number(position, 'indexPrice'),
            'lastPrice': None,
            'notional': self.parse_number(notional),
            'leverage': self.safe_number(position, 'leverageLevel'),
            'collateral': self.parse_number(hold),
            'initialMargin': self.parse_number(hold),
            'initialMarginPercentage': self.parse_number(self.share_of(hold, notional)),
            'maintenanceMargin': self.parse_number(maintenance),
            'maintenanceMarginPercentage': self.parse_number(keepRate),
            'marginRatio': self.parse_number(self.share_of(maintenance, hold)),
            'unrealizedPnl': self.safe_number(position, 'unRealizedAmount'),
            'realizedPnl': self.safe_number(position, 'realizedAmount'),
            'liquidationPrice': self.parse_number(liquidation) if isLiquidable else None,
            'marginMode': 'isolated' if isIsolated else 'cross',
            'percentage': self.parse_number(Precise.string_mul(self.safe_string(position, 'returnRate'), '100')),
            'stopLossPrice': None,
            'takeProfitPrice': None,
        })

    def share_of(self, part, whole):
        if whole is None or Precise.string_eq(whole, '0'):
            return None
        return Precise.string_div(part, whole, 8)


class BourseMarkets(BourseParsedOrders):
    async def fetch_time(self, params={}):
        response = await self.fetch_public('sapi/v1/time', params)
        return self.safe_integer(response, 'serverTime')

    async def fetch_status(self, params={}):
        response = await self.fetch_public('sapi/v1/ping', params)
        return {
            'status': 'ok',
            'updated': self.milliseconds(),
            'eta': None,
            'url': None,
            'info': response,
        }

    async def fetch_markets(self, params={}):
        if self.safe_bool(self.options, 'adjustForTimeDifference', False):
            await self.load_time_difference()
        listed = await self.fetch_public('sapi/v1/symbols', params)
        pairs = self.safe_list(listed, 'symbols', [])
        contracts = await self.fetch_public('fapi/v1/contracts', params)
        markets = []
        for i in range(0, len(pairs)):
            markets.append(self.parse_pair(pairs[i]))
        for i in range(0, len(contracts)):
            markets.append(self.parse_contract(contracts[i]))
        return markets

    # The assets that the markets name: there is no list of them.
    async def fetch_currencies(self, params={}):
        listed = await self.fetch_public('sapi/v1/symbols', params)
        pairs = self.safe_list(listed, 'symbols', [])
        contracts = await self.fetch_public('fapi/v1/contracts', params)
        result = {}
        for i in range(0, len(contracts)):
            row = contracts[i]
            self.add_currency(result, row, 'marginCoin', 'marginCoinPrecision')
        for i in range(0, len(pairs)):
            row = pairs[i]
            self.add_currency(result, row, 'baseAsset', 'baseAssetPrecision')
            self.add_currency(result, row, 'quoteAsset', 'quoteAssetPrecision')
        return result

    def add_currency(self, currencies, row, assetKey, precisionKey):
        id = self.safe_string(row, assetKey)
        code = self.safe_currency_code(id)
        step = self.parse_precision(self.safe_string(row, precisionKey))
        currencies[code] = self.safe_currency_structure({
            'id': id,
            'code': code,
            'name': None,
            'type': 'crypto',
            'active': True,
            'deposit': None,
            'withdraw': None,
            'fee': None,
            'precision': self.parse_number(step),
            'limits': {},
            'networks': {},
            'info': {
                'asset': id,
            },
        })

    async def fetch_ticker(self, symbol, params={}):
        await self.load_markets()
        market = self.market(symbol)
        if market['contract']:
            request = {
                'contractName': market['id'],
            }
            row = await self.fetch_public('fapi/v1/ticker', self.extend(request, params))
            return self.parse_ticker(row, market)
        request = {
            'symbol': market['id'],
        }
        row = await self.fetch_public('sapi/v1/ticker', self.extend(request, params))
        return self.parse_ticker(row, market)

    async def fetch_tickers(self, symbols=None, params={}):
        await self.load_markets()
        wanted = self.market_symbols(symbols, None, True, True)
        [type, query] = self.type_of_many('fetchTickers', wanted, params)
        response = {}
        if type == 'swap':
            response = await self.fetch_public('fapi/v1/tickers', query)
        else:
            response = await self.fetch_public('sapi/v1/tickers', query)
        return self.timed_tickers(response, 'tickers', wanted)

    async def fetch_bids_asks(self, symbols=None, params={}):
        await self.load_markets()
        wanted = self.market_symbols(symbols, None, True, True)
        [type, query] = self.type_of_many('fetchBidsAsks', wanted, params)
        response = {}
        if type == 'swap':
            response = await self.fetch_public('fapi/v1/bookTickers', query)
        else:
            response = await self.fetch_public('sapi/v1/bookTickers', query)
        return self.timed_tickers(response, 'bookTickers', wanted)

    # The type that the first of the symbols has, or the usual one.
    def type_of_many(self, method, symbols, params):
        market = None
        if symbols is not None and len(symbols) > 0:
            market = self.market(symbols[0])
        [type, query] = self.handle_market_type_and_params(method, market, params)
        return [type, query]

    # The rows of a list of tickers, whose time stands once before them.
    def timed_tickers(self, response, key, symbols):
        time = self.safe_integer(response, 'time')
        rows = self.safe_list(response, key, [])
        timed = []
        for i in range(0, len(rows)):
            timed.append(self.extend({
                'time': time,
            }, rows[i]))
        return self.parse_tickers(timed, symbols)

    async def fetch_order_book(self, symbol, limit=None, params={}):
        await self.load_markets()
        market = self.market(symbol)
        request = {}
        if limit is not None:
            request['limit'] = min(limit, 100)
        response = {}
        if market['contract']:
            request['contractName'] = market['id']
            response = await self.fetch_public('fapi/v1/depth', self.extend(request, params))
        else:
            request['symbol'] = market['id']
            response = await self.fetch_public('sapi/v1/depth', self.extend(request, params))
        return self.parse_order_book(response, market['symbol'], self.safe_integer(response, 'time'))

    async def fetch_trades(self, symbol, since=None, limit=None, params={}):
        await self.load_markets()
        market = self.market(symbol)
        request = {
            'limit': 1000,
        }
        if limit is not None and since is None:
            request['limit'] = min(limit, 1000)
        response = {}
        if market['contract']:
            request['contractName'] = market['id']
            response = await self.fetch_public('fapi/v1/trades', self.extend(request, params))
        else:
            request['symbol'] = market['id']
            response = await self.fetch_public('sapi/v1/trades', self.extend(request, params))
        rows = self.oldest_first(self.safe_list(response, 'list', []))
        return self.parse_trades(rows, market, since, limit)

    # Candles, the oldest first. More than a page of 300 are read page by page, backwards by their end.
    async def fetch_ohlcv(self, symbol, timeframe='1m', since=None, limit=None, params={}):
        await self.load_markets()
        market = self.market(symbol)
        wanted = 300 if limit is None else limit
        until = self.safe_integer(params, 'until')
        request = {
            'interval': self.safe_string(self.timeframes, timeframe, timeframe),
        }
        request['contractName' if market['contract'] else 'symbol'] = market['id']
        end = until
        if since is not None:
            request['startTime'] = since
            last = self.sum(since, self.longest_of(timeframe) * wanted) - 1
            end = last if until is None else min(until, last)
        query = self.extend(request, self.omit(params, 'until'))
        path = 'fapi/v1/klines' if market['contract'] else 'sapi/v1/klines'
        rows = wanted if since is None else None
        candles = await self.fetch_pages_back(path, query, 'idx', 300, end, rows)
        return self.parse_ohlcvs(candles, market, timeframe, since, limit)

    # As long as an interval may be, in ms: a month has up to 31 days.
    def longest_of(self, timeframe):
        if timeframe == '1M':
            return 2678400000
        return self.parse_timeframe(timeframe) * 1000

    # Rows that come newest first, page by page backwards by their end; all of them where no number is wanted.
    async def fetch_pages_back(self, path, request, timeKey, most, lastEnd, wanted):
        rows = []
        end = lastEnd
        while wanted is None or len(rows) < wanted:
            rest = most if wanted is None else min(wanted - len(rows), most)
            query = self.extend(request, {
                'limit': rest,
            })
            if end is not None:
                query['endTime'] = end
            page = (await self.fetch_public(path, query))
            rows = self.array_concat(rows, page)
            if len(page) < rest:
                break
            oldest = self.safe_integer(page[len(page) - 1], timeKey, 0)
            end = oldest - 1
        return rows

    async def fetch_funding_rate(self, symbol, params={}):
        await self.load_markets()
        market = self.market(symbol)
        if not market['contract']:
            raise NotSupported(self.id + ' fetchFundingRate() is for swaps only')
        request = {
            'contractName': market['id'],
        }
        response = await self.fetch_public('fapi/v1/index', self.extend(request, params))
        return self.parse_funding_rate(response, market)

    # One request for each contract: the API has no list of them.
    async def fetch_funding_rates(self, symbols=None, params={}):
        await self.load_markets()
        wanted = self.swap_symbols() if symbols is None else self.market_symbols(symbols)
        result = {}
        for i in range(0, len(wanted)):
            symbol = wanted[i]
            result[symbol] = await self.fetch_funding_rate(symbol, params)
        return result

    # Fundings that were settled, the oldest first. More than a page of 1000 are read page by page, backwards.
    async def fetch_funding_rate_history(self, symbol=None, since=None, limit=None, params={}):
        if symbol is None:
            raise ArgumentsRequired(self.id + ' fetchFundingRateHistory() requires a symbol argument')
        await self.load_markets()
        market = self.market(symbol)
        if not market['contract']:
            raise NotSupported(self.id + ' fetchFundingRateHistory() is for swaps only')
        request = {
            'contractName': market['id'],
        }
        wanted = 100 if limit is None else limit
        if since is not None:
            request['startTime'] = since
            wanted = None
        end = self.safe_integer(params, 'until')
        query = self.extend(request, self.omit(params, 'until'))
        most = self.fundings_at_once()
        path = 'fapi/v1/fundingRate'
        rows = await self.fetch_pages_back(path, query, 'fundingTime', most, end, wanted)
        return self.parse_funding_rate_histories(rows, market, since, limit)

    # As many as the API gives in one page.
    def fundings_at_once(self):
        return 1000

    def swap_symbols(self):
        result = []
        for i in range(0, len(self.symbols)):
            symbol = self.symbols[i]
            market = self.market(symbol)
            if market['swap']:
                result.append(symbol)
        return result

    async def fetch_leverage_tiers(self, symbols=None, params={}):
        await self.load_markets()
        response = await self.fetch_public('fapi/v1/contracts', params)
        return self.parse_leverage_tiers(response, symbols, 'symbol')
# Read by this class.
PARAMS = ['clientOrderId', 'newClientOrderId', 'cost', 'createMarketBuyOrderRequiresPrice', 'defaultType', 'marginMode', 'postOnly', 'post_only', 'stopLossPrice', 'stopPrice', 'takeProfitPrice', 'timeInForce', 'triggerPrice', 'type']
PAIR_PARAMS = ['icebergAmount', 'margin', 'stopLoss', 'stopLossLimitPrice', 'takeProfit', 'takeProfitLimitPrice', 'trailingPercent', 'trailingTriggerPrice']
CONTRACT_PARAMS = ['hedged', 'reduceOnly', 'slippage', 'triggerDirection']
# Sent on.
PAIR_WORDS = ['icebergQty', 'price', 'recvWindow', 'selfTrade', 'trailingDelta', 'volume']
CONTRACT_WORDS = ['open', 'positionType', 'price', 'recvWindow', 'triggerType', 'volume']
# Of an order that replaces another.
EDIT_WORDS = ['cancelReplaceMode']


class BourseOrderParams(BourseMarkets):
    # The params that are carried out in an order of a market.
    def order_params(self, market):
        own = CONTRACT_PARAMS if market['contract'] else PAIR_PARAMS
        return self.array_concat(PARAMS, self.array_concat(own, self.order_words(market)))

    def order_words(self, market):
        return CONTRACT_WORDS if market['contract'] else PAIR_WORDS

    def edit_words(self, market):
        return [] if market['contract'] else EDIT_WORDS

    # The words among the params that are given.
    def given_words(self, words, params):
        result = {}
        for i in range(0, len(words)):
            if self.is_given(params, words[i]):
                result[words[i]] = params[words[i]]
        return result

    # Whether a param switches something on: nothing and false do not.
    def is_given(self, params, name):
        # Not compared with false, which in Python is equal to 0.
        return self.safe_value(params, name) is not None and self.safe_bool(params, name, True)

    # Whether the call is about the margin account. It has cross margin only.
    def is_margin_call(self, method, params):
        type = self.safe_string_2(params, 'defaultType', 'type')
        isMargin = self.safe_bool(params, 'margin', False) or type == 'margin'
        mode = self.safe_string(params, 'marginMode', 'cross' if isMargin else None)
        usual = self.safe_string(self.options, 'defaultType')
        if mode == 'isolated':
            what = '() has no isolated margin of pairs (marginMode)'
            raise NotSupported(self.id + ' ' + method + what)
        return mode == 'cross' or (usual == 'margin' and type is None)

    def client_id_of(self, params):
        given = self.safe_string_2(params, 'clientOrderId', 'newClientOrderId')
        return self.draw_id() if given is None else given

    def trigger_of(self, params):
        exits = ['stopLossPrice', 'takeProfitPrice']
        keys = ['triggerPrice', 'stopPrice', 'trailingTriggerPrice']
        return self.safe_string_n(params, self.array_concat(keys, exits))

    def time_in_force_of(self, type, params):
        word = self.time_in_force_word(params)
        isMaker = self.is_post_only(type == 'market', word == 'POST_ONLY', params)
        return 'POST_ONLY' if isMaker else word

    def time_in_force_word(self, params):
        word = self.safe_string_upper(params, 'timeInForce')
        return 'POST_ONLY' if word == 'PO' else word

    def is_reduce_only(self, params):
        isClosing = self.safe_string_n(params, ['stopLossPrice', 'takeProfitPrice']) is not None
        isAsked = self.safe_bool(params, 'reduceOnly', isClosing)
        return isAsked or self.safe_string(params, 'open') == 'CLOSE'
# Params that are true or false; false may mean something.
FLAGS = ['createMarketBuyOrderRequiresPrice', 'hedged', 'margin', 'postOnly', 'post_only', 'reduceOnly']
# Params of a stop of a pair.
STOP_PARAMS = ['triggerPrice', 'stopPrice', 'stopLossPrice', 'takeProfitPrice', 'trailingPercent', 'trailingDelta', 'trailingTriggerPrice']
TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'PO', 'POST_ONLY']
DIRECTIONS = ['ascending', 'descending', 'up', 'down', 'above', 'below']


class BourseOrderRefusals(BourseOrderParams):
    # The params that switch something on, all of which are carried out in such an order.
    def checked_params(self, order, params):
        type = self.safe_string(order, 'type', '')
        side = self.safe_string(order, 'side', '')
        if side != 'buy' and side != 'sell':
            raise InvalidOrder(self.id + ' ' + order['method'] + '() takes the sides buy and sell')
        if type != 'limit' and type != 'market':
            self.refuse(order, 'the type ' + type, 'it is limit or market')
        asked = self.asked_params(order, params)
        self.check_words(order, asked)
        self.check_triggers(order, asked)
        self.check_margin_triggers(order, asked)
        self.check_value(order, asked)
        return asked

    def refuse(self, order, what, why):
        call = self.id + ' ' + order['method'] + '() does not support '
        market = order['market']
        raise NotSupported(call + what + ' of ' + market['symbol'] + ', and sent nothing: ' + why)

    def refuse_param(self, order, name, why):
        self.refuse(order, 'params.' + name, why)

    # Without what is switched off; whatever else is not carried out is refused.
    def asked_params(self, order, params):
        market = order['market']
        known = self.order_params(market)
        if order['method'] == 'editOrder':
            known = self.array_concat(known, self.edit_words(market))
        asked = {}
        names = list(params.keys())
        for i in range(0, len(names)):
            name = names[i]
            isFlag = self.in_array(name, FLAGS)
            if self.is_given(params, name):
                if not self.in_array(name, known):
                    self.refuse_param(order, name, self.instead_of(name))
                if isFlag and not self.safe_bool(params, name, False):
                    self.refuse_param(order, name, 'it is true or false')
                asked[name] = params[name]
            elif isFlag and self.safe_value(params, name) is not None:
                asked[name] = False
        return asked

    # What to do instead of a param that other exchanges know.
    def instead_of(self, name):
        ways = {
            'stopLoss': 'place a second order with stopLossPrice',
            'takeProfit': 'place a second order with takeProfitPrice',
            'leverage': 'setLeverage() sets it, for swaps',
            'positionSide': 'a sell opens a short, and with reduceOnly it closes a long',
            'reduceOnly': 'only swaps have positions',
            'hedged': 'only swaps have positions',
            'selfTradePrevention': 'the exchange\'s own word, of pairs, is selfTrade',
            'slippage': 'it is for market orders of swaps',
            'trailingAmount': 'a stop of spot trails by a share of the price, trailingPercent',
            'trailingPercent': 'only stops of spot trail',
            'trailingDelta': 'only stops of spot trail',
            'trailingTriggerPrice': 'only stops of spot trail',
            'triggerDirection': 'a stop of a pair waits on the side of the last price where it lies',
        }
        return self.safe_string(ways, name, 'the exchange has nothing like it')

    # Params that say one of a few words.
    def check_words(self, order, params):
        market = order['market']
        types = ['swap', 'future'] if market['contract'] else ['spot', 'margin']
        self.check_word(order, params, 'type', types)
        self.check_word(order, params, 'defaultType', types)
        self.check_word(order, params, 'marginMode', ['cross', 'isolated'])
        self.check_word(order, params, 'triggerDirection', DIRECTIONS)
        timeInForce = self.safe_string_upper(params, 'timeInForce')
        if timeInForce is not None:
            upper = {
                'timeInForce': timeInForce,
            }
            self.check_word(order, upper, 'timeInForce', TIMES_IN_FORCE)

    def check_word(self, order, params, name, words):
        word = self.safe_string(params, name)
        if word is not None and not self.in_array(word, words):
            self.refuse_param(order, name, 'it is one of ' + ', '.join(words))

    # An order waits for one price; two exits of a pair of spot are two orders.
    def check_triggers(self, order, params):
        stop = self.safe_string(params, 'stopPrice')
        trigger = self.safe_string(params, 'triggerPrice', stop)
        if stop is not None and not Precise.string_eq(stop, trigger):
            self.refuse_param(order, 'stopPrice', 'triggerPrice says something else')
        isStopLoss = self.is_given(params, 'stopLossPrice')
        isContract = self.safe_bool(order['market'], 'contract', False)
        if isContract and isStopLoss and self.is_given(params, 'takeProfitPrice'):
            why = 'stopLossPrice beside it needs an order of its own'
            self.refuse_param(order, 'takeProfitPrice', why)
        isClosing = isStopLoss or self.is_given(params, 'takeProfitPrice')
        if trigger is not None and isClosing:
            name = 'triggerPrice' if stop is None else 'stopPrice'
            self.refuse_param(order, name, 'stopLossPrice or takeProfitPrice is its trigger')
        if trigger is None and self.is_given(params, 'triggerDirection'):
            self.refuse_param(order, 'triggerDirection', 'it goes with a triggerPrice')
        if trigger is None and not isClosing and self.is_given(params, 'triggerType'):
            self.refuse_param(order, 'triggerType', 'it goes with a triggerPrice')

    def check_margin_triggers(self, order, params):
        market = order['market']
        if market['contract'] or not self.is_margin_call(order['method'], params):
            return
        for i in range(0, len(STOP_PARAMS)):
            if self.is_given(params, STOP_PARAMS[i]):
                self.refuse_param(order, STOP_PARAMS[i], 'margin has no stops')

    # A value instead of an amount is for market orders of pairs, in margin to buy, and for those that open a position.
    def check_value(self, order, params):
        isMarket = order['type'] == 'market'
        isContract = self.safe_bool(order['market'], 'contract', False)
        isOpening = isMarket and not self.is_reduce_only(params)
        hasCost = self.is_given(params, 'cost')
        isSpot = not isContract and not self.is_margin_call(order['method'], params)
        mayCost = isOpening if isContract else isMarket and (isSpot or order['side'] == 'buy')
        if hasCost and not mayCost:
            why = 'only a market order that opens' if isContract else 'only a market order'
            if not isContract and not isSpot:
                why = 'only a market order to buy'
            self.refuse_param(order, 'cost', why + ' names its value')
        if self.is_given(params, 'slippage') and (not isOpening or hasCost):
            why = 'only a market order that opens so many contracts has it'
            self.refuse_param(order, 'slippage', why)
# In basis points.
DELTA_MIN = '10'
DELTA_MAX = '2000'


class BourseTrailingStops(BourseOrderRefusals):
    def checked_params(self, order, params):
        asked = super().checked_params(order, params)
        self.check_trailing(order, asked)
        return asked

    def is_trailing(self, params):
        return self.is_given(params, 'trailingPercent') or self.is_given(params, 'trailingDelta')

    def check_trailing(self, order, params):
        if not self.is_trailing(params):
            if self.is_given(params, 'trailingTriggerPrice'):
                self.refuse_param(order, 'trailingTriggerPrice', 'it goes with a trailingPercent')
            return
        if self.is_given(params, 'stopLossPrice'):
            why = 'a stop that trails has no price of its own; trailingTriggerPrice says from where'
            self.refuse_param(order, 'stopLossPrice', why)
        self.check_trailing_trigger(order, params)
        self.trailing_delta_of(params)

    def check_trailing_trigger(self, order, params):
        start = self.safe_string(params, 'trailingTriggerPrice')
        trigger = self.safe_string_2(params, 'triggerPrice', 'stopPrice', start)
        if start is not None and not Precise.string_eq(start, trigger):
            name = 'triggerPrice' if self.is_given(params, 'triggerPrice') else 'stopPrice'
            self.refuse_param(order, 'trailingTriggerPrice', name + ' says something else')

    # How far a stop trails, in basis points; undefined of one that does not.
    def trailing_delta_of(self, params):
        isNamed = self.is_given(params, 'trailingDelta')
        named = self.safe_string(params, 'trailingDelta') if isNamed else None
        if not self.is_given(params, 'trailingPercent'):
            return named
        percent = self.safe_string(params, 'trailingPercent', '')
        if self.parse_number(percent) is None:
            raise InvalidOrder(self.id + ' params.trailingPercent is a number, not ' + percent)
        delta = Precise.string_mul(percent, '100')
        isWhole = Precise.string_eq(Precise.string_mod(delta, '1'), '0')
        isNear = Precise.string_ge(delta, DELTA_MIN) and Precise.string_ge(DELTA_MAX, delta)
        if not isWhole or not isNear:
            what = ' params.trailingPercent is from 0.1 to 20, in steps of 0.01, not '
            raise InvalidOrder(self.id + what + percent)
        if named is not None and not Precise.string_eq(named, delta):
            raise InvalidOrder(self.id + ' params.trailingDelta is not params.trailingPercent x 100')
        return delta
EXIT_LIMITS = ['stopLossLimitPrice', 'takeProfitLimitPrice']
# What two exits do not have: their kind, volume and prices are said otherwise.
NOT_OF_EXITS = ['cost', 'icebergAmount', 'icebergQty', 'postOnly', 'post_only', 'price', 'stopLoss', 'takeProfit', 'timeInForce', 'trailingTriggerPrice', 'volume']
NOT_OF_ENTRIES = ['cost', 'stopLossPrice', 'takeProfitPrice']


class BourseListRefusals(BourseTrailingStops):
    def checked_params(self, order, params):
        asked = super().checked_params(order, params)
        if not self.is_two_exits(asked):
            why = 'it goes with takeProfitPrice and a stop loss at once'
            self.refuse_each(order, asked, EXIT_LIMITS, why)
        if self.is_list(asked):
            self.check_list(order, asked)
        return asked

    def is_list(self, params):
        return self.is_two_exits(params) or self.is_bracket(params)

    # An OCO.
    def is_two_exits(self, params):
        isStop = self.is_given(params, 'stopLossPrice') or self.is_trailing(params)
        return isStop and self.is_given(params, 'takeProfitPrice')

    # An OTO or an OTOCO.
    def is_bracket(self, params):
        return self.is_given(params, 'stopLoss') or self.is_given(params, 'takeProfit')

    def check_list(self, order, params):
        naming = ['stopLoss', 'takeProfit', 'takeProfitPrice']
        if order['method'] != 'createOrder':
            self.refuse_each(order, params, naming, 'createOrder() places it, one at a time')
        if self.is_margin_call(order['method'], params):
            self.refuse_each(order, params, naming, 'margin has no order lists')
        if self.is_two_exits(params):
            self.refuse_each(order, params, NOT_OF_EXITS, 'takeProfitPrice beside a stop loss makes two exits')
        else:
            self.refuse_each(order, params, NOT_OF_ENTRIES, 'the order has a stopLoss or a takeProfit')
        self.check_counted(order, params)

    def refuse_each(self, order, params, names, why):
        for i in range(0, len(names)):
            if self.is_given(params, names[i]):
                self.refuse_param(order, names[i], why)

    # The orders of a list count the base asset, all of them.
    def check_counted(self, order, params):
        name = 'createMarketBuyOrderRequiresPrice'
        isPriced = self.safe_bool(params, name, self.safe_bool(self.options, name, True))
        if order['type'] == 'market' and order['side'] == 'buy' and not isPriced:
            what = ' createOrder() takes the amount of an order list, never a cost: not with '
            raise BadRequest(self.id + what + name + ' false')
EXIT_PARAMS = ['amount', 'price', 'priceType', 'stopPrice', 'trailingDelta', 'trailingPercent', 'triggerPrice', 'type']


class BourseOrderExits(BourseListRefusals):
    # Those that are given, each with `name`, `triggerPrice` or `trailingDelta` and, where it has them, `price` and `amount`.
    def exits_of(self, order, params):
        names = ['stopLoss', 'takeProfit']
        isAlone = self.is_two_exits(params)
        exits = []
        for i in range(0, len(names)):
            name = names[i]
            if isAlone:
                trigger = self.safe_string(params, name + 'Price')
                limit = self.safe_string(params, name + 'LimitPrice')
                delta = self.trailing_delta_of(params) if name == 'stopLoss' else None
                asked = {
                    'name': name,
                    'triggerPrice': trigger,
                    'trailingDelta': delta,
                    'price': limit,
                }
                exits.append(self.exit_of(order, asked))
            elif self.is_given(params, name):
                exits.append(self.exit_of(order, self.attached_exit(order, name, params)))
        if isAlone:
            self.check_limits(order, exits)
        return exits

    # With prices in steps, so that what is compared is what is sent.
    def exit_of(self, order, asked):
        market = order['market']
        exit = self.extend({}, asked)
        if asked['triggerPrice'] is not None:
            exit['triggerPrice'] = self.price_to_precision(market['symbol'], asked['triggerPrice'])
        if asked['price'] is not None:
            exit['price'] = self.price_to_precision(market['symbol'], asked['price'])
        return exit

    def attached_exit(self, order, name, params):
        asked = self.safe_dict(params, name)
        where = 'params.' + name
        if asked is None:
            raise BadRequest(self.id + ' createOrder() takes ' + where + ' with a triggerPrice in it')
        keys = list(asked.keys())
        for i in range(0, len(keys)):
            if self.is_given(asked, keys[i]) and not self.in_array(keys[i], EXIT_PARAMS):
                self.refuse(order, where + '.' + keys[i], 'the exchange has nothing like it')
        trigger = self.attached_trigger(order, where, asked)
        price = self.safe_string(asked, 'price')
        self.check_kind(order, where, asked, price)
        amount = self.safe_string(asked, 'amount')
        delta = self.trailing_delta_of(asked)
        return {
            'name': name,
            'triggerPrice': trigger,
            'trailingDelta': delta,
            'price': price,
            'amount': amount,
        }

    # Where an attached exit waits; undefined of a stop loss that trails, which it does from the moment at which it is live.
    def attached_trigger(self, order, where, asked):
        stop = self.safe_string(asked, 'stopPrice')
        trigger = self.safe_string(asked, 'triggerPrice', stop)
        isTrailing = self.is_trailing(asked)
        word = 'trailingPercent' if self.is_given(asked, 'trailingPercent') else 'trailingDelta'
        if isTrailing and where != 'params.stopLoss':
            self.refuse(order, where + '.' + word, 'only a stop loss trails')
        if isTrailing and trigger is not None:
            self.refuse(order, where + '.' + word, 'an exit that trails has no triggerPrice')
        if trigger is None and not isTrailing:
            raise ArgumentsRequired(self.id + ' createOrder() requires ' + where + '.triggerPrice')
        if stop is not None and not Precise.string_eq(stop, trigger):
            self.refuse(order, where + '.stopPrice', 'triggerPrice says something else')
        return trigger

    def check_kind(self, order, where, asked, price):
        kind = self.safe_string(asked, 'type', 'market' if price is None else 'limit')
        if kind != 'limit' and kind != 'market':
            self.refuse(order, where + '.type', 'it is limit or market')
        if kind == 'limit' and price is None:
            raise ArgumentsRequired(self.id + ' createOrder() requires ' + where + '.price of a limit')
        if kind == 'market' and price is not None:
            raise BadRequest(self.id + ' createOrder() takes no ' + where + '.price of a market order')
        if self.safe_string(asked, 'priceType', 'last') != 'last':
            self.refuse(order, where + '.priceType', 'stops of pairs wait for the last price')

    # Two exits of type `limit` have a limit each: one price for both would leave one of them without effect.
    def check_limits(self, order, exits):
        if order['type'] != 'limit':
            return
        if order['price'] is not None:
            instead = 'params.stopLossLimitPrice and params.takeProfitLimitPrice say those of each'
            raise BadRequest(self.id + ' createOrder() takes no one price of two exits: ' + instead)
        for i in range(0, len(exits)):
            if self.safe_string(exits[i], 'price') is None:
                name = 'params.' + self.safe_string(exits[i], 'name', '') + 'LimitPrice'
                raise ArgumentsRequired(self.id + ' createOrder() requires ' + name + ' of limit exits')

    # A stop loss lies where the price is worse than that of the entry, a take profit where it is better.
    def check_relation(self, exits, exitSide, entryPrice):
        worse = self.trigger_named(exits, 'stopLoss')
        better = self.trigger_named(exits, 'takeProfit')
        low = worse if exitSide == 'sell' else better
        high = better if exitSide == 'sell' else worse
        self.check_below(low, high)
        self.check_below(low, entryPrice)
        self.check_below(entryPrice, high)

    def check_below(self, low, high):
        if low is not None and high is not None and not Precise.string_gt(high, low):
            what = ' createOrder() takes a stop loss on the losing side of the price, and a take profit'
            raise InvalidOrder(self.id + what + ' on the other: ' + low + ' is not below ' + high)

    def trigger_named(self, exits, name):
        for i in range(0, len(exits)):
            if exits[i]['name'] == name:
                return self.safe_string(exits[i], 'triggerPrice')
        return None


class BourseOrderRequests(BourseOrderExits):
    # Where the orders of a market, and of a call, are: `sapi/v1`, `sapi/v1/margin` or `fapi/v1`.
    def area_of(self, market, method, params):
        if market['contract']:
            return 'fapi/v1'
        return 'sapi/v1/margin' if self.is_margin_call(method, params) else 'sapi/v1'

    # What names one order in a request: its client id if params have one, else its id.
    def order_named(self, market, id, params):
        clientId = self.safe_string_2(params, 'clientOrderId', 'newClientOrderId')
        request = {}
        if market['contract']:
            request['contractName'] = market['id']
        else:
            request['symbol'] = market['id']
        if clientId is None:
            request['orderId'] = id
        elif market['contract']:
            request['clientOrderId'] = clientId
        else:
            request['newClientOrderId'] = clientId
        return request

    def market_of(self, method, symbol):
        if symbol is None:
            raise ArgumentsRequired(self.id + ' ' + method + '() requires a symbol argument')
        return self.market(symbol)

    # An order of spot or margin, as `/order`, `/batchOrders` and `/order/cancelReplace` take it.
    def pair_order_request(self, market, type, side, amount, price, params):
        symbol = market['symbol']
        request = {
            'symbol': market['id'],
            'side': side.upper(),
            'type': type.upper(),
            'newClientOrderId': self.client_id_of(params),
        }
        timeInForce = self.time_in_force_of(type, params)
        if timeInForce is not None:
            request['timeInForce'] = timeInForce
        trigger = self.trigger_of(params)
        if trigger is not None:
            request['triggerPrice'] = self.price_to_precision(symbol, trigger)
        if type == 'limit':
            request['price'] = self.price_to_precision(symbol, price)
        if type == 'market':
            self.fill_market_volume(request, market, amount, price, params)
        else:
            request['volume'] = self.amount_to_precision(symbol, amount)
        if self.is_given(params, 'icebergAmount'):
            slice = self.safe_string(params, 'icebergAmount')
            request['icebergQty'] = self.amount_to_precision(symbol, slice)
        words = self.given_words(self.order_words(market), params)
        if self.is_trailing(params):
            words['trailingDelta'] = self.trailing_delta_of(params)
        return self.extend(request, words)

    # What a market order of a pair trades: an amount, or what it is to cost or bring.
    def fill_market_volume(self, request, market, amount, price, params):
        isBuy = request['side'] == 'BUY'
        hasCost = self.safe_string(params, 'cost') is not None
        name = 'createMarketBuyOrderRequiresPrice'
        isPriced = self.safe_bool(params, name, self.safe_bool(self.options, name, True))
        isMargin = self.is_margin_call('createOrder', params)
        if isBuy and not hasCost and isPriced and price is None and not isMargin:
            request['volume'] = self.amount_to_precision(market['symbol'], amount)
            request['volumeUnit'] = 'BASE'
        elif isBuy:
            request['volume'] = self.cost_of_market_buy(market, amount, price, params)
        elif hasCost:
            request['volume'] = self.cost_in_steps(market, self.safe_string(params, 'cost'))
            request['volumeUnit'] = 'QUOTE'
        else:
            request['volume'] = self.amount_to_precision(market['symbol'], amount)

    # A market buy of a pair names what it spends of the quote, exact to the decimals of both together.
    def cost_of_market_buy(self, market, amount, price, params):
        cost = self.safe_string(params, 'cost')
        if cost is not None:
            return self.cost_in_steps(market, cost)
        name = 'createMarketBuyOrderRequiresPrice'
        isPriced = self.safe_bool(params, name, self.safe_bool(self.options, name, True))
        asked = self.number_to_string(amount)
        if not isPriced:
            return self.cost_in_steps(market, asked)
        if price is None:
            what = ' createOrder() requires the price of a market buy in margin; or'
            how = ' params.cost, or createMarketBuyOrderRequiresPrice false, amount being the cost'
            raise InvalidOrder(self.id + what + how)
        return self.cost_in_steps(market, Precise.string_mul(asked, self.number_to_string(price)))

    def cost_in_steps(self, market, cost):
        priceStep = self.number_to_string(market['precision']['price'])
        amountStep = self.number_to_string(market['precision']['amount'])
        step = Precise.string_mul(priceStep, amountStep)
        remainder = Precise.string_mod(cost, step)
        return Precise.string_sub(cost, remainder)

    # What an order of a contract has whatever its kind.
    def contract_order_request(self, market, side, positionType, params):
        return {
            'contractName': market['id'],
            'side': side.upper(),
            'open': 'CLOSE' if self.is_reduce_only(params) else 'OPEN',
            'positionType': positionType,
            'clientOrderId': self.client_id_of(params),
        }

    # Puts kind, volume and price of a contract's order into its request; `reference` is a price near by.
    def fill_contract_request(self, request, market, type, amount, price, reference, params):
        symbol = market['symbol']
        cost = self.safe_string(params, 'cost')
        timeInForce = self.time_in_force_of(type, params)
        if timeInForce is not None:
            request['timeInForce'] = timeInForce
        if type == 'limit':
            request['type'] = 'LIMIT'
            request['price'] = self.price_to_precision(symbol, price)
            request['volume'] = self.amount_to_precision(symbol, amount)
        elif cost is not None:
            request['type'] = 'MARKET'
            request['volume'] = cost
        elif request['open'] == 'CLOSE':
            request['type'] = 'MARKET'
            request['volume'] = self.amount_to_precision(symbol, amount)
        else:
            # The API's own market order that opens names a value. So many contracts, and no more, are a
            # limit order that trades at once or not at all, as far from the mark as is allowed.
            request['type'] = 'LIMIT'
            request['timeInForce'] = 'FOK' if timeInForce == 'FOK' else 'IOC'
            request['price'] = self.farthest_price(market, request['side'], reference, params)
            request['volume'] = self.amount_to_precision(symbol, amount)
        return self.extend(request, self.given_words(self.order_words(market), params))

    def farthest_price(self, market, side, reference, params):
        if reference is None:
            raise ArgumentsRequired(self.id + ' createOrder() finds no mark price; give a price')
        usual = self.safe_string(self.options, 'marketSlippage', '0.05')
        asked = self.safe_string(params, 'slippage', usual)
        range = self.safe_string(market['info'], 'priceRange', asked)
        slippage = Precise.string_min(asked, range)
        factor = Precise.string_add('1', slippage) if side == 'BUY' else Precise.string_sub('1', slippage)
        tick = self.number_to_string(market['precision']['price'])
        exact = Precise.string_mul(reference, factor)
        below = Precise.string_sub(exact, Precise.string_mod(exact, tick))
        # A sell that is rounded down could leave the range; one tick more stays inside.
        return below if side == 'BUY' else Precise.string_add(below, tick)
# More than the server's clock may jump back.
MARGIN_MS = 1000


class BourseLostOrders(BourseOrderRequests):
    # `area` is `sapi/v1`, `sapi/v1/margin` or `fapi/v1`; `path` the endpoint that places the order.
    async def place_once(self, area, path, request):
        tries = self.safe_integer(self.options, 'lostOrderTries', 3)
        for i in range(0, tries):
            usual = self.safe_integer(self.options, 'recvWindow', 5000)
            window = self.safe_integer(request, 'recvWindow', usual)
            lateAt = self.sum(self.nonce(), window, MARGIN_MS)
            try:
                return await self.post_private(path, request)
            except Exception as e:
                isOwnName = i > 0 and self.is_duplicate(e)
                if not self.is_lost_reply(e) and not isOwnName:
                    raise e
            found = await self.find_lost_order(area, request, lateAt)
            if found is not None:
                return found
        name = self.name_of(request)
        raise ExchangeNotAvailable(self.id + ' the order ' + name + ' was not carried out')

    # The order, or undefined when it surely was not placed.
    async def find_lost_order(self, area, request, lateAt):
        patience = self.safe_integer(self.options, 'outcomeMs', 60000)
        pause = self.safe_integer(self.options, 'lostOrderPauseMs', 200)
        giveUpAt = self.sum(self.milliseconds(), patience)
        while self.milliseconds() < giveUpAt:
            try:
                now = await self.fetch_time()
                isLate = self.safe_integer({
    'now': now,
}, 'now', 0) > lateAt
                if isLate:
                    await self.await_earlier_commands(area, request)
                found = await self.find_by_name(area, request)
                if found is not None or isLate:
                    return found
            except Exception as e:
                if not self.is_passing(e):
                    raise self.outcome_unknown(request)
            await self.sleep(pause)
        raise self.outcome_unknown(request)

    def is_passing(self, error):
        return self.is_lost_reply(error) or isinstance(error, ExchangeNotAvailable)

    def outcome_unknown(self, request):
        what = ' it is not known whether the order was placed; ask for its clientOrderId '
        return RequestTimeout(self.id + what + self.name_of(request))

    # Of a list that of its first order.
    def name_of(self, request):
        orders = self.safe_list(request, 'orders', [])
        named = self.safe_dict(orders, 0, request)
        return self.safe_string_2(named, 'newClientOrderId', 'clientOrderId', '')

    # Cancels a name that no order has: the refusal comes after everything before it.
    async def await_earlier_commands(self, area, request):
        try:
            await self.post_private(area + '/cancel', self.named_order(request, self.draw_id()))
        except Exception as e:
            if not (isinstance(e, OrderNotFound)):
                raise e

    async def find_by_name(self, area, request):
        try:
            found = await self.fetch_private(area + '/order', self.named_order(request, self.name_of(request)))
            return self.first_of(found)
        except Exception as e:
            if not (isinstance(e, OrderNotFound)):
                raise e
        return None

    # Futures answer a query with a list of one.
    def first_of(self, found):
        return self.safe_dict(found, 0) if isinstance(found, list) else found

    # What names an order of the same market by a client id.
    def named_order(self, request, clientId):
        contract = self.safe_string(request, 'contractName')
        if contract is not None:
            return {
                'contractName': contract,
                'clientOrderId': clientId,
            }
        return {
            'symbol': self.safe_string(request, 'symbol'),
            'newClientOrderId': clientId,
        }
# As many as a batch of cancels takes.
CANCELS_MAX = 10


class BourseCancels(BourseLostOrders):
    async def cancel_order(self, id, symbol=None, params={}):
        await self.load_markets()
        market = self.market_of('cancelOrder', symbol)
        area = self.area_of(market, 'cancelOrder', params)
        if self.is_given(params, 'orderListId'):
            return await self.cancel_list(market, params)
        request = self.order_named(market, id, params)
        try:
            canceled = await self.post_private(area + '/cancel', request)
            return self.canceled_order(market, canceled)
        except Exception as e:
            if not self.is_lost_reply(e):
                raise e
        return await self.cancel_again(market, area, request)

    # After a lost reply: the cancel once more, or the order that it has canceled already.
    async def cancel_again(self, market, area, request):
        try:
            canceled = await self.post_again(area + '/cancel', request)
            return self.canceled_order(market, canceled)
        except Exception as e:
            if not (isinstance(e, InvalidOrder)):
                raise e
            found = self.first_of(await self.fetch_private(area + '/order', request))
            order = self.parse_order(found, market)
            if order['status'] != 'canceled':
                raise e
            return order

    # All that is open of an order list.
    async def cancel_list(self, market, params):
        if market['contract'] or self.is_margin_call('cancelOrder', params):
            what = ' cancelOrder() knows params.orderListId of pairs of spot, which alone have lists'
            raise NotSupported(self.id + what)
        request = {
            'symbol': market['id'],
            'orderListId': params['orderListId'],
        }
        canceled = await self.post_again('sapi/v1/orderList/cancel', request)
        orders = self.safe_list(canceled, 'orders', [])
        order = self.canceled_order(market, self.safe_dict(orders, 0, {}))
        order['info'] = canceled
        return order

    def canceled_order(self, market, canceled):
        return self.safe_order({
            'id': self.safe_string(canceled, 'orderId'),
            'clientOrderId': self.safe_string(canceled, 'clientOrderId'),
            'symbol': market['symbol'],
            'status': 'canceled',
            'info': canceled,
        }, market)

    async def cancel_orders(self, ids, symbol=None, params={}):
        await self.load_markets()
        market = self.market_of('cancelOrders', symbol)
        if self.is_given(params, 'clientOrderIds'):
            raise NotSupported(self.id + ' cancelOrders() takes ids, not params.clientOrderIds')
        isMargin = not market['contract'] and self.is_margin_call('cancelOrders', params)
        result = []
        if market['contract'] or isMargin:
            for i in range(0, len(ids)):
                result.append(await self.cancel_order(ids[i], symbol, params))
            return result
        if len(ids) > CANCELS_MAX:
            raise BadRequest(self.id + ' cancelOrders() takes at most 10 ids')
        request = {
            'symbol': market['id'],
            'orderIds': ids,
        }
        response = await self.post_again('sapi/v1/batchCancel', request)
        canceled = self.safe_list(response, 'success', [])
        for i in range(0, len(canceled)):
            result.append(self.canceled_order(market, {
                'orderId': canceled[i],
            }))
        return result

    async def cancel_all_orders(self, symbol=None, params={}):
        await self.load_markets()
        type = self.handle_market_type_and_params('cancelAllOrders', None, params)[0]
        if symbol is None and type == 'swap':
            response = await self.post_again('fapi/v1/cancel_all', {})
            return [self.safe_order({
    'status': 'canceled',
    'info': response,
})]
        market = self.market_of('cancelAllOrders', symbol)
        if market['contract']:
            response = await self.post_again('fapi/v1/cancel_all', {
                'contractName': market['id'],
            })
            return [self.all_canceled(market, response)]
        path = self.area_of(market, 'cancelAllOrders', params) + '/cancelAll'
        response = await self.post_again(path, {
            'symbol': market['id'],
        })
        while self.safe_bool(response, 'more', False):
            response = await self.post_again(path, {
                'symbol': market['id'],
            })
        return [self.all_canceled(market, response)]

    # Which orders they were is not told.
    def all_canceled(self, market, response):
        return self.safe_order({
            'symbol': market['symbol'],
            'status': 'canceled',
            'info': response,
        })
# As many open orders as are told at once.
OPEN_MAX = 1000


class BoursePlacedOrders(BourseCancels):
    def is_placed_asked_for(self):
        return self.safe_bool(self.options, 'fetchPlacedOrders', True)

    # The order as the exchange has it; undefined where that is not to be asked, or not to be had.
    async def find_placed(self, market, area, placed):
        if self.safe_string(placed, 'status') is not None:
            return placed
        if not self.is_placed_asked_for():
            return None
        return await self.look_up(market, area, self.safe_string(placed, 'orderId'))

    # Orders of a pair of spot by their ids: most of a batch still stand, and are found at once.
    async def find_batch(self, market, ids):
        found = {}
        if not self.is_placed_asked_for():
            return found
        open = await self.look_up_open(market)
        for i in range(0, len(open)):
            found[self.safe_string(open[i], 'orderId', '')] = open[i]
        for i in range(0, len(ids)):
            if not (ids[i] in found):
                found[ids[i]] = await self.look_up(market, 'sapi/v1', ids[i])
        return found

    # A look that fails leaves the order placed: it must not look like a failure of the placing.
    def ignore_failure(self, error):
        if not (isinstance(error, BaseError)):
            raise error

    async def look_up(self, market, area, id):
        found = None
        try:
            request = self.order_named(market, id, {})
            found = self.first_of(await self.fetch_private(area + '/order', request))
        except Exception as e:
            self.ignore_failure(e)
        return found

    async def look_up_open(self, market):
        found = []
        try:
            request = {
                'symbol': market['id'],
                'limit': OPEN_MAX,
            }
            found = (await self.fetch_private('sapi/v1/openOrders', request))
        except Exception as e:
            self.ignore_failure(e)
        return found


class BourseContractOrders(BoursePlacedOrders):
    # The request of an order, and in `path` where it goes; nothing is placed yet.
    async def contract_request(self, order, amount, price, params):
        market = order['market']
        type = order['type']
        positionType = await self.position_type_of(market, params)
        request = self.contract_order_request(market, order['side'], positionType, params)
        trigger = self.trigger_of(params)
        path = 'fapi/v1/order'
        reference = trigger
        if trigger is not None:
            path = 'fapi/v1/conditionOrder'
            request['triggerPrice'] = self.price_to_precision(market['symbol'], trigger)
            request['triggerType'] = await self.trigger_type_of(market, trigger, params)
        elif self.is_market_opening(type, request, params):
            reference = await self.mark_price_of(market, price)
        filled = self.fill_contract_request(request, market, type, amount, price, reference, params)
        return {
            'path': path,
            'request': filled,
        }

    async def place_contract_order(self, asked, wanted):
        market = asked['market']
        request = wanted['request']
        placed = await self.place_once('fapi/v1', wanted['path'], request)
        found = await self.find_placed(market, 'fapi/v1', placed)
        if found is None:
            return self.acknowledged_order(asked, request, placed)
        order = self.parse_order(found, market)
        if asked['type'] == 'market':
            # It may have been sent as a limit order; the farthest price of that is nobody's wish.
            order['type'] = asked['type']
            order['price'] = order['average']
        return order

    def is_market_opening(self, type, request, params):
        hasCost = self.safe_string(params, 'cost') is not None
        return type == 'market' and request['open'] == 'OPEN' and not hasCost

    # The mark, which prices may not be far from; before there is one, the price of the caller.
    async def mark_price_of(self, market, price):
        index = await self.fetch_public('fapi/v1/index', {
            'contractName': market['id'],
        })
        mark = self.omit_zero(self.safe_string(index, 'markPrice'))
        return self.number_to_string(price) if mark is None and price is not None else mark

    # Cross is 1 and isolated 2: what the order says, else what the user has set for the contract.
    async def position_type_of(self, market, params):
        mode = self.handle_margin_mode_and_params('createOrder', params)[0]
        if mode is not None:
            return self.margin_model_of(mode)
        config = await self.fetch_user_config(market['id'])
        return self.safe_integer(config, 'marginModel', 1)

    def margin_model_of(self, mode):
        if mode != 'cross' and mode != 'isolated':
            raise BadRequest(self.id + ' marginMode is cross or isolated, not ' + mode)
        return 1 if mode == 'cross' else 2

    async def fetch_user_config(self, contractName):
        configs = await self.fetch_private('fapi/v1/get_user_config', {
            'contractName': contractName,
        })
        return self.safe_dict(configs, 0, {})

    # 1 stop loss and 2 stop gain close a position; 3 waits for a rise, 4 for a fall.
    async def trigger_type_of(self, market, trigger, params):
        if self.safe_string(params, 'stopLossPrice') is not None:
            return '1'
        if self.safe_string(params, 'takeProfitPrice') is not None:
            return '2'
        direction = self.handle_trigger_direction_and_params(params, None, True)[0]
        if direction is not None:
            return '3' if direction == 'ascending' else '4'
        ticker = await self.fetch_public('fapi/v1/ticker', {
            'contractName': market['id'],
        })
        last = self.safe_string(ticker, 'last')
        return '3' if Precise.string_ge(trigger, last) else '4'

    # An order of which no more is known than that it was placed.
    def acknowledged_order(self, asked, request, placed):
        market = asked['market']
        type = asked['type']
        isByCost = request['type'] == 'MARKET' and request['open'] == 'OPEN'
        return self.safe_order({
            'id': self.safe_string(placed, 'orderId'),
            'clientOrderId': request['clientOrderId'],
            'symbol': market['symbol'],
            'type': type,
            'side': asked['side'],
            'amount': None if isByCost else self.safe_string(request, 'volume'),
            'price': self.safe_string(request, 'price') if type == 'limit' else None,
            'triggerPrice': self.safe_string(request, 'triggerPrice'),
            'reduceOnly': request['open'] == 'CLOSE',
            'status': 'open',
            'info': placed,
        }, market)


class BourseOrderBatches(BourseContractOrders):
    # The rows of a call with the params that hold for all; each is checked before any is sent.
    def checked_rows(self, orders, params):
        rows = []
        for i in range(0, len(orders)):
            row = orders[i]
            market = self.market(self.safe_string(row, 'symbol', ''))
            type = self.safe_string(row, 'type', '')
            side = self.safe_string(row, 'side', '')
            order = {
                'method': 'createOrders',
                'market': market,
                'type': type,
                'side': side,
            }
            own = self.extend(params, self.safe_dict(row, 'params', {}))
            rows.append(self.extend(row, {
                'params': self.checked_params(order, own),
            }))
        return rows

    def is_one_spot_pair(self, rows):
        first = self.safe_string(rows[0], 'symbol', '')
        for i in range(0, len(rows)):
            isMargin = self.is_margin_call('createOrders', rows[i]['params'])
            if self.safe_string(rows[i], 'symbol') != first or isMargin:
                return False
        market = self.market(first)
        return market['spot']

    async def create_batch(self, rows):
        market = self.market(self.safe_string(rows[0], 'symbol', ''))
        request = {
            'symbol': market['id'],
            'clientRequestId': self.draw_id(),
        }
        items = []
        for i in range(0, len(rows)):
            row = rows[i]
            price = self.safe_number(row, 'price')
            amount = self.safe_number(row, 'amount')
            type = self.safe_string(row, 'type', '')
            side = self.safe_string(row, 'side', '')
            item = self.pair_order_request(market, type, side, amount, price, row['params'])
            if 'recvWindow' in item:
                # Of the whole request: it is for no longer than any of its orders.
                window = self.safe_integer(item, 'recvWindow', 0)
                request['recvWindow'] = min(window, self.safe_integer(request, 'recvWindow', window))
            items.append(self.batch_item(item))
        request['orders'] = items
        response = await self.post_again('sapi/v1/batchOrders', request)
        return await self.orders_of_batch(market, items, response)

    # An order as one of several in a request, which has the symbol and the window of all.
    def batch_item(self, item):
        asked = self.omit(item, ['symbol', 'type', 'recvWindow'])
        return self.extend(asked, {
            'batchType': item['type'],
        })

    # A batch is answered with a number for each item, and says which were rejected.
    async def orders_of_batch(self, market, items, response):
        ids = self.safe_list(response, 'ids', [])
        rejected = self.index_by(self.safe_list(response, 'rejected', []), 'index')
        accepted = []
        for i in range(0, len(items)):
            if self.safe_dict(rejected, self.number_to_string(i)) is None:
                accepted.append(self.safe_string(ids, i, ''))
        found = await self.find_batch(market, accepted)
        result = []
        for i in range(0, len(items)):
            id = self.safe_string(ids, i)
            placed = self.safe_dict(found, id)
            refusal = self.safe_dict(rejected, self.number_to_string(i))
            if placed is None:
                result.append(self.order_of_item(market, id, items[i], refusal))
            else:
                result.append(self.parse_order(placed, market))
        return result

    # An item that was rejected, or of which no more is known than that it was placed.
    def order_of_item(self, market, id, item, refusal):
        return self.safe_order({
            'id': id,
            'clientOrderId': self.safe_string(item, 'newClientOrderId'),
            'symbol': market['symbol'],
            'type': self.safe_string_lower(item, 'batchType'),
            'side': self.safe_string_lower(item, 'side'),
            'amount': self.safe_string(item, 'volume'),
            'price': self.safe_string(item, 'price'),
            'triggerPrice': self.safe_string(item, 'triggerPrice'),
            'status': 'open' if refusal is None else 'rejected',
            'info': item if refusal is None else refusal,
        }, market)


class BourseOrderLists(BourseOrderBatches):
    # `order` has its amount and its price.
    async def create_list(self, order, params):
        market = order['market']
        exits = self.exits_of(order, params)
        request = {
            'symbol': market['id'],
        }
        if self.is_given(params, 'recvWindow'):
            request['recvWindow'] = params['recvWindow']
        if self.is_two_exits(params):
            request['listType'] = 'OCO'
            request['orders'] = self.exit_items(order, exits, params)
        else:
            request['listType'] = 'OTOCO' if len(exits) > 1 else 'OTO'
            request['orders'] = await self.bracket_items(order, exits, params)
        placed = await self.place_once('sapi/v1', 'sapi/v1/orderList', request)
        return self.order_of_list(market, await self.whole_list(market, request, placed), exits)

    # The legs of an OCO; the first has the name that the call gives.
    def exit_items(self, order, exits, params):
        market = order['market']
        side = self.safe_string(order, 'side', '')
        self.check_relation(exits, side, None)
        volume = self.amount_to_precision(market['symbol'], order['amount'])
        leg = {
            'side': side.upper(),
            'volume': volume,
        }
        items = self.legs_of(exits, leg, params)
        items[0]['newClientOrderId'] = self.client_id_of(params)
        return items

    # The entry, and the legs on the other side.
    async def bracket_items(self, order, exits, params):
        market = order['market']
        side = self.safe_string(order, 'side', '')
        type = self.safe_string(order, 'type', '')
        # That of a market order would make a cost of its amount.
        price = None if type == 'market' else order['price']
        entry = self.pair_order_request(market, type, side, order['amount'], price, params)
        exitSide = 'sell' if side == 'buy' else 'buy'
        # One at market that trails trades where nobody knows yet.
        trigger = None if self.is_trailing(params) else self.safe_string(entry, 'triggerPrice')
        self.check_relation(exits, exitSide, self.safe_string(entry, 'price', trigger))
        volume = await self.exit_volume(market, exits, entry)
        leg = {
            'side': exitSide.upper(),
            'volume': volume,
        }
        return self.array_concat([self.batch_item(entry)], self.legs_of(exits, leg, params))

    # `leg` is what all of them have.
    def legs_of(self, exits, leg, params):
        items = []
        for i in range(0, len(exits)):
            item = self.extend(leg, self.given_words(['selfTrade'], params))
            price = self.safe_string(exits[i], 'price')
            item['newClientOrderId'] = self.draw_id()
            if exits[i]['trailingDelta'] is not None:
                item['trailingDelta'] = exits[i]['trailingDelta']
            else:
                item['triggerPrice'] = exits[i]['triggerPrice']
            if price is not None:
                item['batchType'] = 'LIMIT'
                item['price'] = price
            else:
                item['batchType'] = 'MARKET'
                item['volumeUnit'] = 'BASE'
            items.append(item)
        return items

    # What the legs say, else what the entry brings: one that buys pays its fee of that, and a leg for more is rejected.
    async def exit_volume(self, market, exits, entry):
        symbol = market['symbol']
        asked = self.asked_exit_amount(exits)
        if asked is not None:
            return self.amount_to_precision(symbol, asked)
        volume = self.safe_string(entry, 'volume')
        if entry['side'] == 'SELL':
            return self.amount_to_precision(symbol, volume)
        fees = await self.fetch_trading_fee(symbol)
        maker = self.safe_string(fees, 'maker', '0')
        taker = self.safe_string(fees, 'taker', '0')
        rate = Precise.string_max('0', Precise.string_max(maker, taker))
        kept = Precise.string_sub('1', rate)
        return self.amount_to_precision(symbol, Precise.string_mul(volume, kept))

    def asked_exit_amount(self, exits):
        asked = None
        for i in range(0, len(exits)):
            amount = self.safe_string(exits[i], 'amount', asked)
            if asked is not None and not Precise.string_eq(asked, amount):
                raise BadRequest(self.id + ' createOrder() takes one amount of stopLoss and takeProfit')
            asked = amount
        return asked

    # The list as it was answered; after a lost reply its first order was found, and its others have the next ids.
    async def whole_list(self, market, request, placed):
        if self.safe_list(placed, 'orders') is not None:
            return placed
        id = self.safe_integer(placed, 'orderId', 0)
        orders = [placed]
        for i in range(1, len(request['orders'])):
            found = await self.look_up(market, 'sapi/v1', self.number_to_string(self.sum(id, i)))
            if found is not None:
                orders.append(found)
        return {
            'orderListId': placed['orderListId'],
            'symbol': market['id'],
            'listType': request['listType'],
            'orders': orders,
        }

    def order_of_list(self, market, list, exits):
        orders = self.safe_list(list, 'orders', [])
        order = self.parse_order(self.safe_dict(orders, 0, {}), market)
        return self.extend(order, {
            'stopLossPrice': self.parse_number(self.trigger_named(exits, 'stopLoss')),
            'takeProfitPrice': self.parse_number(self.trigger_named(exits, 'takeProfit')),
            'info': list,
        })
# As many as a batch of orders takes.
ORDERS_MAX = 10


class BourseOrders(BourseOrderLists):
    async def create_order(self, symbol, type, side, amount, price=None, params={}):
        await self.load_markets()
        market = self.market(symbol)
        order = {
            'method': 'createOrder',
            'market': market,
            'type': type,
            'side': side,
        }
        asked = self.checked_params(order, params)
        if market['contract']:
            wanted = await self.contract_request(order, amount, price, asked)
            return await self.place_contract_order(order, wanted)
        if self.is_list(asked):
            return await self.create_list(self.extend(order, {
                'amount': amount,
                'price': price,
            }), asked)
        request = self.pair_order_request(market, type, order['side'], amount, price, asked)
        area = self.area_of(market, 'createOrder', asked)
        placed = await self.place_once(area, area + '/order', request)
        return self.parse_order(placed, market)

    async def create_market_buy_order_with_cost(self, symbol, cost, params={}):
        byCost = self.extend(params, {
            'cost': self.number_to_string(cost),
        })
        return await self.create_order(symbol, 'market', 'buy', cost, None, byCost)

    async def create_market_sell_order_with_cost(self, symbol, cost, params={}):
        byCost = self.extend(params, {
            'cost': self.number_to_string(cost),
        })
        return await self.create_order(symbol, 'market', 'sell', cost, None, byCost)

    async def create_market_order_with_cost(self, symbol, side, cost, params={}):
        if side == 'buy':
            return await self.create_market_buy_order_with_cost(symbol, cost, params)
        return await self.create_market_sell_order_with_cost(symbol, cost, params)

    # Ten at once of one pair of spot; any others one after the other.
    async def create_orders(self, orders, params={}):
        await self.load_markets()
        if len(orders) == 0:
            raise ArgumentsRequired(self.id + ' createOrders() requires at least one order')
        rows = self.checked_rows(orders, params)
        if len(rows) <= ORDERS_MAX and self.is_one_spot_pair(rows):
            return await self.create_batch(rows)
        result = []
        for i in range(0, len(rows)):
            row = rows[i]
            price = self.safe_number(row, 'price')
            amount = self.safe_number(row, 'amount')
            symbol = self.safe_string(row, 'symbol', '')
            type = self.safe_string(row, 'type', '')
            side = self.safe_string(row, 'side', '')
            result.append(await self.create_order(symbol, type, side, amount, price, row['params']))
        return result

    # One command in spot and margin (cancelReplace); of a contract a cancel, then a new order.
    async def edit_order(self, id, symbol, type, side, amount=None, price=None, params={}):
        await self.load_markets()
        if id is None or id == '':
            what = ' editOrder() names the old order by its id: '
            raise NotSupported(self.id + what + 'there is no editOrderWithClientOrderId()')
        market = self.market(symbol)
        order = {
            'method': 'editOrder',
            'market': market,
            'type': type,
            'side': side,
        }
        asked = self.checked_params(order, params)
        if market['contract']:
            # All that can be wrong with the new order is found while the old one stands.
            wanted = await self.contract_request(order, amount, price, asked)
            await self.cancel_order(id, symbol)
            return await self.place_contract_order(order, wanted)
        request = self.pair_order_request(market, type, order['side'], amount, price, asked)
        return await self.replace_order(market, id, request, asked)

    async def replace_order(self, market, id, request, params):
        if self.safe_string_2(params, 'clientOrderId', 'newClientOrderId') is None:
            # With a new name it would be another order; without one less of the same stays in its place.
            del request['newClientOrderId']
        request['cancelOrderId'] = id
        words = self.given_words(self.edit_words(market), params)
        area = self.area_of(market, 'editOrder', params)
        path = area + '/order/cancelReplace'
        response = await self.post_private(path, self.extend(request, words))
        if self.safe_string(response, 'newOrderResult') == 'FAILURE':
            self.throw_refusal(self.safe_dict(response, 'newOrderError', {}))
        return self.parse_order(self.safe_dict(response, 'newOrderResponse', {}), market)

    def throw_refusal(self, refusal):
        feedback = self.id + ' ' + self.json(refusal)
        code = self.safe_string(refusal, 'code')
        self.throw_exactly_matched_exception(self.exceptions['exact'], code, feedback)
        raise ExchangeError(feedback)
# As many rows as a page has at most.
PAGE_MAX = 1000


class BourseOrderQueries(BourseOrders):
    async def fetch_order(self, id, symbol=None, params={}):
        await self.load_markets()
        market = self.market_of('fetchOrder', symbol)
        area = self.area_of(market, 'fetchOrder', params)
        found = await self.fetch_private(area + '/order', self.order_named(market, id, params))
        return self.parse_order(self.first_of(found), market)

    async def fetch_open_orders(self, symbol=None, since=None, limit=None, params={}):
        await self.load_markets()
        type = self.handle_market_type_and_params('fetchOpenOrders', None, params)[0]
        if symbol is None and type == 'swap':
            all = await self.fetch_private('fapi/v1/openOrders', {})
            return self.parse_orders(self.oldest_first(all), None, since, limit)
        market = self.market_of('fetchOpenOrders', symbol)
        path = self.area_of(market, 'fetchOpenOrders', params) + '/openOrders'
        rows = await self.fetch_private(path, self.page_request(market))
        return self.parse_orders(self.oldest_first(rows), market, since, limit)

    def page_request(self, market):
        if market['contract']:
            return {
                'contractName': market['id'],
            }
        return {
            'symbol': market['id'],
            'limit': PAGE_MAX,
        }

    async def fetch_canceled_and_closed_orders(self, symbol=None, since=None, limit=None, params={}):
        await self.load_markets()
        market = self.market_of('fetchCanceledAndClosedOrders', symbol)
        rows = await self.fetch_ended_orders(market, since, params)
        return self.parse_orders(rows, market, since, limit)

    async def fetch_closed_orders(self, symbol=None, since=None, limit=None, params={}):
        ended = await self.fetch_canceled_and_closed_orders(symbol, since, None, params)
        closed = self.filter_by(ended, 'status', 'closed')
        return self.filter_by_since_limit(closed, since, limit)

    async def fetch_canceled_orders(self, symbol=None, since=None, limit=None, params={}):
        ended = await self.fetch_canceled_and_closed_orders(symbol, since, None, params)
        canceled = self.filter_by(ended, 'status', 'canceled')
        return self.filter_by_since_limit(canceled, since, limit)

    # The open ones are asked for first: one that ends in between is then in both, and shown as ended.
    async def fetch_orders(self, symbol=None, since=None, limit=None, params={}):
        await self.load_markets()
        market = self.market_of('fetchOrders', symbol)
        open = await self.fetch_open_orders(symbol, None, None, params)
        ended = await self.fetch_ended_orders(market, since, params)
        all = self.array_concat(open, self.parse_orders(ended, market))
        byId = self.index_by(all, 'id')
        sorted = self.sort_by(self.to_array(byId), 'timestamp')
        return self.filter_by_since_limit(sorted, since, limit)

    async def fetch_ended_orders(self, market, since, params):
        area = self.area_of(market, 'fetchClosedOrders', params)
        if market['contract']:
            asked = {
                'contractName': market['id'],
            }
            return await self.fetch_history('fapi/v1/orderHistorical', asked, 'orderId', 'ctimeMs', since)
        request = {
            'symbol': market['id'],
        }
        return await self.fetch_history(area + '/historyOrders', request, 'orderId', 'time', since)

    async def fetch_my_trades(self, symbol=None, since=None, limit=None, params={}):
        await self.load_markets()
        market = self.market_of('fetchMyTrades', symbol)
        path = self.area_of(market, 'fetchMyTrades', params) + '/myTrades'
        request = {}
        if market['contract']:
            request['contractName'] = market['id']
        else:
            request['symbol'] = market['id']
        rows = await self.fetch_history(path, request, 'id', 'time', since)
        return self.parse_trades(rows, market, since, limit)

    # The newest page of a history. If it does not reach back to `since`, all of the history, which can be
    # read from its beginning only ("Reading a history to its end" in docs/api.md).
    async def fetch_history(self, path, request, idKey, timeKey, since):
        newest = await self.fetch_history_page(path, request, None)
        if since is None or len(newest) < PAGE_MAX:
            return newest
        if self.safe_integer(newest[0], timeKey, 0) < since:
            return newest
        all = []
        fromId = 1
        while True:
            page = await self.fetch_history_page(path, request, fromId)
            if len(page) == 0:
                return all
            all = self.array_concat(all, page)
            fromId = self.sum(self.safe_integer(page[len(page) - 1], idKey, 0), 1)

    # Oldest first.
    async def fetch_history_page(self, path, request, fromId):
        query = self.extend(request, {
            'limit': PAGE_MAX,
        })
        if fromId is not None:
            query['fromId'] = fromId
        if path == 'fapi/v1/orderHistorical':
            return self.oldest_first((await self.post_private(path, query)))
        return self.oldest_first((await self.fetch_private(path, query)))


class BourseLedgers(BourseOrderQueries):
    # Of the account that the type names, oldest first; without `since` the newest, 100 of them unless told.
    async def fetch_ledger(self, code=None, since=None, limit=None, params={}):
        await self.load_markets()
        named = self.handle_market_type_and_params('fetchLedger', None, params)
        isSwap = named[0] == 'swap' or named[0] == 'future'
        isMargin = not isSwap and self.is_margin_call('fetchLedger', named[1])
        rest = self.omit(named[1], ['marginMode', 'until'])
        path = 'sapi/v1/account/ledger'
        if isSwap:
            path = 'fapi/v1/account/ledger'
        elif isMargin:
            path = 'sapi/v1/margin/account/ledger'
        currency = None
        request = {}
        if code is not None:
            currency = self.currency(code)
            request['asset'] = self.currency(code)['id']
        until = self.safe_integer(params, 'until')
        if until is not None:
            request['endTime'] = until
        query = self.extend(request, rest)
        rows = await self.fetch_entries(path, query, since, limit)
        account = 'swap' if isSwap else 'margin' if isMargin else 'spot'
        return self.parse_ledger(rows, currency, since, limit, {
            'account': account,
        })

    # What the fundings of a swap, or of all, took and gave; below zero what was paid.
    async def fetch_funding_history(self, symbol=None, since=None, limit=None, params={}):
        await self.load_markets()
        request = {
            'type': 'FUNDING',
        }
        until = self.safe_integer(params, 'until')
        if until is not None:
            request['endTime'] = until
        query = self.extend(request, self.omit(params, 'until'))
        most = limit if symbol is None else None
        path = 'fapi/v1/account/ledger'
        start = since if symbol is None or since is not None else 0
        rows = await self.fetch_entries(path, query, start, most)
        result = []
        for i in range(0, len(rows)):
            result.append(self.parse_funding_paid(rows[i]))
        return self.filter_by_symbol_since_limit(result, symbol, since, limit)

    # Oldest first. From `since` on forward; without it the newest, back.
    async def fetch_entries(self, path, request, since, limit):
        wanted = 100 if limit is None and since is None else limit
        query = self.extend({
            'limit': 1000,
        }, request)
        key = 'toId'
        if since is not None:
            key = 'fromId'
            query['fromId'] = '1-0'
            query['startTime'] = since
        all = []
        while True:
            page = await self.fetch_private(path, query)
            rows = self.oldest_first(self.safe_list(page, 'entries', []))
            all = self.array_concat(rows, all) if since is None else self.array_concat(all, rows)
            next = self.safe_string(page, 'nextId')
            if next is None or (wanted is not None and len(all) >= wanted):
                return all if wanted is None else self.newest_or_oldest(all, wanted, since)
            query[key] = next

    # So many of a list that was read from one end.
    def newest_or_oldest(self, rows, wanted, since):
        if len(rows) <= wanted:
            return rows
        return self.array_slice(rows, len(rows) - wanted) if since is None else self.array_slice(rows, 0, wanted)

    def parse_ledger_entry(self, item, currency=None):
        own = self.safe_currency(self.safe_string(item, 'asset'), currency)
        timestamp = self.safe_integer(item, 'time')
        amount = self.safe_string(item, 'amount', '0')
        after = self.safe_string(item, 'balance', '0')
        trade = self.safe_string(item, 'tradeId')
        transfer = self.safe_string(item, 'transferId', trade)
        isOut = Precise.string_lt(amount, '0')
        return self.safe_ledger_entry({
            'info': item,
            'id': self.safe_string(item, 'id'),
            'timestamp': timestamp,
            'datetime': self.iso8601(timestamp),
            'direction': 'out' if isOut else 'in',
            'account': None,
            'referenceId': self.safe_string(item, 'movementId', transfer),
            'referenceAccount': None,
            'type': self.entry_type_of(self.safe_string(item, 'type', '')),
            'currency': own['code'],
            'amount': self.parse_number(Precise.string_abs(amount)),
            'before': self.parse_number(Precise.string_sub(after, amount)),
            'after': self.parse_number(after),
            'status': 'ok',
            'fee': None,
        }, own)

    # Words of ccxt's where it has one; the others are as the API has them, in small letters.
    def entry_type_of(self, type):
        types = {
            'DEPOSIT': 'transaction',
            'WITHDRAWAL': 'transaction',
            'LIQUIDATION_FEE': 'fee',
        }
        return self.safe_string(types, type, type.lower())

    def parse_funding_paid(self, row):
        market = self.safe_market(self.safe_string(row, 'contractName'))
        timestamp = self.safe_integer(row, 'time')
        return {
            'info': row,
            'symbol': market['symbol'],
            'code': self.safe_currency_code(self.safe_string(row, 'asset')),
            'timestamp': timestamp,
            'datetime': self.iso8601(timestamp),
            'id': self.safe_string(row, 'id'),
            'amount': self.safe_number(row, 'amount'),
        }


class BourseAccount(BourseLedgers):
    async def fetch_balance(self, params={}):
        await self.load_markets()
        type = self.handle_market_type_and_params('fetchBalance', None, params)[0]
        if type == 'swap' or type == 'future':
            response = await self.fetch_private('fapi/v1/account', {})
            return self.parse_contract_balances(self.safe_list(response, 'account', []), response)
        if self.is_margin_call('fetchBalance', params):
            response = await self.fetch_private('sapi/v1/margin/account', {})
            return self.parse_pair_balances(self.safe_list(response, 'balances', []), response)
        response = await self.fetch_private('sapi/v1/account', {})
        return self.parse_pair_balances(self.safe_list(response, 'balances', []), response)

    async def fetch_positions(self, symbols=None, params={}):
        await self.load_markets()
        wanted = self.market_symbols(symbols, 'swap', True)
        response = await self.fetch_private('fapi/v1/account', params)
        rows = self.position_rows(self.safe_list(response, 'account', []))
        positions = []
        for i in range(0, len(rows)):
            positions.append(self.parse_position(rows[i]))
        return self.filter_by_array_positions(positions, 'symbol', wanted, False)

    # Positions stand by margin coin and contract; each is told the name of its contract.
    def position_rows(self, coins):
        result = []
        for i in range(0, len(coins)):
            contracts = self.safe_list(coins[i], 'positionVos', [])
            for j in range(0, len(contracts)):
                name = self.safe_string(contracts[j], 'contractName')
                rows = self.safe_list(contracts[j], 'positions', [])
                for k in range(0, len(rows)):
                    result.append(self.extend({
                        'contractName': name,
                    }, rows[k]))
        return result

    # The long, if there are both; params.side names the other. Without a position its contracts are 0.
    async def fetch_position(self, symbol, params={}):
        side = self.safe_string(params, 'side')
        positions = await self.fetch_positions([symbol], self.omit(params, 'side'))
        for i in range(0, len(positions)):
            position = positions[i]
            if side is None or position['side'] == side:
                return position
        none = {
            'volume': '0',
            'side': 'SELL' if side == 'short' else 'BUY',
        }
        return self.parse_position(none, self.market(symbol))

    async def set_leverage(self, leverage, symbol=None, params={}):
        await self.load_markets()
        market = self.market_of('setLeverage', symbol)
        request = {
            'contractName': market['id'],
            'nowLevel': self.number_to_string(leverage),
        }
        return await self.post_again('fapi/v1/edit_lever', self.extend(request, params))

    async def set_margin_mode(self, marginMode, symbol=None, params={}):
        await self.load_markets()
        market = self.market_of('setMarginMode', symbol)
        model = self.margin_model_of(marginMode)
        request = {
            'contractName': market['id'],
            'marginModel': model,
        }
        rest = self.omit(params, ['leverage'])
        return await self.post_again('fapi/v1/edit_user_margin_model', self.extend(request, rest))

    async def fetch_leverage(self, symbol, _params={}):
        await self.load_markets()
        market = self.market(symbol)
        config = await self.fetch_user_config(market['id'])
        level = self.safe_integer(config, 'nowLevel')
        return {
            'info': config,
            'symbol': market['symbol'],
            'marginMode': 'isolated' if self.safe_integer(config, 'marginModel') == 2 else 'cross',
            'longLeverage': level,
            'shortLeverage': level,
        }

    async def fetch_margin_mode(self, symbol, _params={}):
        await self.load_markets()
        market = self.market(symbol)
        config = await self.fetch_user_config(market['id'])
        return {
            'info': config,
            'symbol': market['symbol'],
            'marginMode': 'isolated' if self.safe_integer(config, 'marginModel') == 2 else 'cross',
        }

    async def fetch_trading_fees(self, params={}):
        await self.load_markets()
        pairs = await self.fetch_private('sapi/v1/feeRates', params)
        contracts = await self.fetch_private('fapi/v1/feeRates', params)
        rows = self.array_concat(pairs, contracts)
        result = {}
        for i in range(0, len(rows)):
            fee = self.parse_trading_fee(rows[i])
            result[self.safe_string(fee, 'symbol', '')] = fee
        return result

    async def fetch_trading_fee(self, symbol, params={}):
        await self.load_markets()
        market = self.market(symbol)
        if market['contract']:
            asked = {
                'contractName': market['id'],
            }
            rows = await self.fetch_private('fapi/v1/feeRates', self.extend(asked, params))
            return self.parse_trading_fee(self.safe_dict(rows, 0, {}), market)
        request = {
            'symbol': market['id'],
        }
        rows = await self.fetch_private('sapi/v1/feeRates', self.extend(request, params))
        return self.parse_trading_fee(self.safe_dict(rows, 0, {}), market)

    # Between spot, margin and swap. It has a name of its own, so a lost reply is sent again.
    async def transfer(self, code, amount, fromAccount, toAccount, params={}):
        await self.load_markets()
        currency = self.currency(code)
        request = {
            'coinSymbol': currency['id'],
            'amount': self.currency_to_precision(code, amount),
            'fromAccount': self.account_named(fromAccount),
            'toAccount': self.account_named(toAccount),
            'clientRequestId': self.draw_id(),
        }
        response = await self.post_again('sapi/v1/asset/transfer', self.extend(request, params))
        return {
            'info': response,
            'id': self.safe_string(response, 'transferId'),
            'timestamp': None,
            'datetime': None,
            'currency': code,
            'amount': amount,
            'fromAccount': fromAccount,
            'toAccount': toAccount,
            'status': 'ok',
        }

    def account_named(self, account):
        accounts = self.safe_dict(self.options, 'accountsByType', {})
        name = self.safe_string(accounts, account)
        if name is None:
            raise ArgumentsRequired(self.id + ' transfer() knows spot, margin and swap: ' + account)
        return name

    # Pays back what margin has borrowed; without an amount all that is owed and free.
    async def repay_cross_margin(self, code, amount, params={}):
        await self.load_markets()
        currency = self.currency(code)
        request = {
            'asset': currency['id'],
            'clientRequestId': self.draw_id(),
        }
        if amount is not None:
            request['amount'] = self.currency_to_precision(code, amount)
        response = await self.post_again('sapi/v1/margin/repay', self.extend(request, params))
        return {
            'info': response,
            'id': None,
            'currency': code,
            'amount': self.safe_number(response, 'repaid'),
            'symbol': None,
            'timestamp': None,
            'datetime': None,
        }


class bourse(BourseAccount):
    pass
