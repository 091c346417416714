/**
 * What ccxt is told of the venue: which unified calls there are, which endpoints, which error class each
 * code is. Each table is a method of its own, so that it can be read alone.
 */
import {
  AuthenticationError,
  BadRequest,
  BadSymbol,
  type Dict,
  DuplicateOrderId,
  ExchangeError,
  ExchangeNotAvailable,
  InsufficientFunds,
  InvalidNonce,
  InvalidOrder,
  MarketClosed,
  NotSupported,
  OperationRejected,
  OrderNotFillable,
  OrderNotFound,
  PermissionDenied,
  RateLimitExceeded,
  RequestTimeout,
} from "ccxt";
import { BourseFeatures } from "./features.ts";

export class BourseDescribed extends BourseFeatures {
  override describe(): Dict {
    return this.deepExtend(super.describe(), {
      id: "bourse",
      name: "Bourse",
      countries: [],
      version: "v1",
      // 200 public requests in 2 s, and a fifth less, since they may arrive closer together than they were sent;
      // what costs more has its weight in the table of endpoints.
      rateLimit: 12,
      certified: false,
      pro: false,
      has: this.describeHas(),
      features: this.describeFeatures(),
      timeframes: this.describeTimeframes(),
      urls: {
        api: { rest: "http://127.0.0.1:8080" },
        www: "http://127.0.0.1:8080",
        doc: ["http://127.0.0.1:8080/docs"],
      },
      api: { public: this.describePublicApi(), private: this.describePrivateApi() },
      requiredCredentials: { apiKey: true, secret: true },
      // In Python the base keeps the digits of JSON numbers when this is set.
      quoteJsonNumbers: true,
      // TICK_SIZE of ccxt: precisions are steps, not counts of decimals.
      precisionMode: 4,
      exceptions: { exact: this.describeErrors(), broad: this.describeErrorTexts() },
      options: this.describeOptions(),
    });
  }

  describeOptions(): Dict {
    return {
      defaultType: "spot",
      recvWindow: 5000,
      adjustForTimeDifference: true,
      timeDifference: 0,
      createMarketBuyOrderRequiresPrice: true,
      // How far from the mark a market order of a contract may trade; see the README.
      marketSlippage: "0.05",
      // Whether an order whose reply has its number only is asked for; else it counts as open.
      fetchPlacedOrders: true,
      lostOrderTries: 3,
      lostOrderPauseMs: 200,
      outcomeMs: 60000,
      accountsByType: {
        spot: "EXCHANGE",
        margin: "MARGIN",
        swap: "FUTURE",
        future: "FUTURE",
      },
    };
  }

  describeTimeframes(): Dict {
    return {
      "1m": "1min",
      "5m": "5min",
      "15m": "15min",
      "30m": "30min",
      "1h": "60min",
      "4h": "4hour",
      "1d": "1day",
      "1w": "1week",
      "1M": "1month",
    };
  }

  describeHas(): Dict {
    const orders = {
      CORS: undefined,
      spot: true,
      margin: true,
      swap: true,
      future: false,
      option: false,
      cancelAllOrders: true,
      cancelOrder: true,
      cancelOrders: true,
      createMarketBuyOrderWithCost: true,
      createMarketOrderWithCost: true,
      createMarketSellOrderWithCost: true,
      createOrder: true,
      createOrderWithTakeProfitAndStopLoss: true,
      createOrders: true,
      createPostOnlyOrder: true,
      createReduceOnlyOrder: true,
      createStopLimitOrder: true,
      createStopLossOrder: true,
      createStopMarketOrder: true,
      createStopOrder: true,
      createTakeProfitOrder: true,
      createTrailingAmountOrder: false,
      createTrailingPercentOrder: true,
      createTriggerOrder: true,
      createTwapOrder: false,
      editOrder: true,
      editOrderWithClientOrderId: false,
    };
    return this.extend(orders, this.describeHasQueries());
  }

  describeHasQueries(): Dict {
    return {
      fetchBalance: true,
      fetchBidsAsks: true,
      fetchCanceledAndClosedOrders: true,
      fetchCanceledOrders: true,
      fetchClosedOrders: true,
      fetchCurrencies: true,
      fetchDepositAddress: false,
      fetchFundingHistory: true,
      fetchFundingRate: true,
      fetchFundingRateHistory: true,
      fetchFundingRates: true,
      fetchL2OrderBook: true,
      fetchLedger: true,
      fetchLeverage: true,
      fetchLeverageTiers: true,
      fetchMarginMode: true,
      fetchMarketLeverageTiers: "emulated",
      fetchMarkets: true,
      fetchMyTrades: true,
      fetchOHLCV: true,
      fetchOpenOrders: true,
      fetchOrder: true,
      fetchOrderBook: true,
      fetchOrders: true,
      fetchPosition: true,
      fetchPositions: true,
      fetchStatus: true,
      fetchTicker: true,
      fetchTickers: true,
      fetchTime: true,
      fetchTrades: true,
      fetchTradingFee: true,
      fetchTradingFees: true,
      repayCrossMargin: true,
      setLeverage: true,
      setMarginMode: true,
      setPositionMode: false,
      transfer: true,
      withdraw: false,
    };
  }

  describePublicApi(): Dict {
    return {
      get: {
        "sapi/v1/ping": 1,
        "sapi/v1/time": 1,
        "sapi/v1/symbols": 1,
        "sapi/v1/depth": 1,
        "sapi/v1/ticker": 1,
        "sapi/v1/tickers": 10,
        "sapi/v1/bookTickers": 10,
        "sapi/v1/trades": 1,
        "sapi/v1/klines": 1,
        "fapi/v1/ping": 1,
        "fapi/v1/time": 1,
        "fapi/v1/contracts": 1,
        "fapi/v1/depth": 1,
        "fapi/v1/ticker": 1,
        "fapi/v1/tickers": 10,
        "fapi/v1/bookTickers": 10,
        "fapi/v1/trades": 1,
        "fapi/v1/index": 1,
        "fapi/v1/klines": 1,
        "fapi/v1/fundingRate": 1,
      },
    };
  }

  describePrivateApi(): Dict {
    return {
      get: {
        "sapi/v1/order": 10,
        "sapi/v1/openOrders": 10,
        "sapi/v1/openOrderLists": 10,
        "sapi/v1/orderList": 10,
        "sapi/v1/allOrderLists": 10,
        "sapi/v1/historyOrders": 10,
        "sapi/v1/myTrades": 10,
        "sapi/v1/myPreventedMatches": 10,
        "sapi/v1/account": 10,
        "sapi/v1/account/ledger": 10,
        "sapi/v1/feeRates": 10,
        "sapi/v1/margin/order": 10,
        "sapi/v1/margin/openOrders": 10,
        "sapi/v1/margin/historyOrders": 10,
        "sapi/v1/margin/myTrades": 10,
        "sapi/v1/margin/myPreventedMatches": 10,
        "sapi/v1/margin/account": 10,
        "sapi/v1/margin/account/ledger": 10,
        "fapi/v1/order": 10,
        "fapi/v1/openOrders": 10,
        "fapi/v1/myTrades": 10,
        "fapi/v1/account": 10,
        "fapi/v1/account/ledger": 10,
        "fapi/v1/get_user_config": 10,
        "fapi/v1/feeRates": 10,
      },
      post: this.describePosts(),
    };
  }

  describePosts(): Dict {
    return {
      "sapi/v1/order": 2,
      "sapi/v1/order/test": 2,
      "sapi/v1/batchOrders": 4,
      "sapi/v1/orderList": 2,
      "sapi/v1/orderList/test": 2,
      "sapi/v1/orderList/cancel": 2,
      "sapi/v1/cancel": 2,
      "sapi/v1/batchCancel": 4,
      "sapi/v1/cancelAll": 10,
      "sapi/v1/order/cancelReplace": 10,
      "sapi/v1/countdownCancelAll": 10,
      "sapi/v1/margin/order": 10,
      "sapi/v1/margin/cancel": 2,
      "sapi/v1/margin/cancelAll": 10,
      "sapi/v1/margin/order/cancelReplace": 10,
      "sapi/v1/margin/repay": 10,
      "sapi/v1/asset/transfer": 10,
      "fapi/v1/order": 2,
      "fapi/v1/conditionOrder": 10,
      "fapi/v1/cancel": 10,
      "fapi/v1/cancel_all": 10,
      "fapi/v1/orderHistorical": 10,
      "fapi/v1/profitHistorical": 10,
      "fapi/v1/edit_lever": 10,
      "fapi/v1/edit_user_margin_model": 10,
      "fapi/v1/edit_position_margin": 10,
    };
  }

  describeErrors(): Dict {
    return {
      "-1000": ExchangeError,
      "-1001": ExchangeNotAvailable,
      "-1002": AuthenticationError,
      "-1003": RateLimitExceeded,
      "-1007": RequestTimeout,
      "-1014": InvalidOrder,
      "-1015": InvalidOrder,
      "-1017": BadRequest,
      "-1020": NotSupported,
      "-1021": InvalidNonce,
      "-1022": AuthenticationError,
      "-1023": AuthenticationError,
      "-1024": AuthenticationError,
      "-1100": BadRequest,
      "-1101": BadRequest,
      "-1102": BadRequest,
      "-1111": InvalidOrder,
      "-1112": OrderNotFillable,
      "-1116": InvalidOrder,
      "-1117": InvalidOrder,
      "-1121": BadSymbol,
      "-1136": InvalidOrder,
      "-1137": InvalidOrder,
      "-1138": InvalidOrder,
      "-1140": InvalidOrder,
      "-1145": InvalidOrder,
      "-1146": MarketClosed,
      "-1156": InvalidOrder,
      "-1157": OperationRejected,
      "-1160": InvalidOrder,
      "-1161": InvalidOrder,
      "-1163": OperationRejected,
      "-1165": OperationRejected,
      "-2010": DuplicateOrderId,
      "-2013": OrderNotFound,
      "-2015": AuthenticationError,
      "-2016": MarketClosed,
      "-2017": InsufficientFunds,
    };
  }

  describeErrorTexts(): Dict {
    return {
      "API key may only read": PermissionDenied,
    };
  }
}
