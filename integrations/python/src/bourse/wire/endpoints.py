"""Every endpoint of the API by the name of its operation, in the order of the documents.

Made by `npm run generate` from the contract of the API (src/contract): change that.
"""

from __future__ import annotations

from .endpoint import Endpoint

_ALL = (
    Endpoint("spotPing", "GET", "/sapi/v1/ping", is_signed=False, is_read=True, parameters=()),
    Endpoint("spotTime", "GET", "/sapi/v1/time", is_signed=False, is_read=True, parameters=()),
    Endpoint("spotSymbols", "GET", "/sapi/v1/symbols", is_signed=False, is_read=True, parameters=()),
    Endpoint("spotDepth", "GET", "/sapi/v1/depth", is_signed=False, is_read=True, parameters=(
        "symbol", "limit",
    )),
    Endpoint("spotTicker", "GET", "/sapi/v1/ticker", is_signed=False, is_read=True, parameters=(
        "symbol",
    )),
    Endpoint("spotTickers", "GET", "/sapi/v1/tickers", is_signed=False, is_read=True, parameters=()),
    Endpoint("spotBookTickers", "GET", "/sapi/v1/bookTickers", is_signed=False, is_read=True, parameters=()),
    Endpoint("spotTrades", "GET", "/sapi/v1/trades", is_signed=False, is_read=True, parameters=(
        "symbol", "limit",
    )),
    Endpoint("spotTradesAlias", "GET", "/api/v1/trades", is_signed=False, is_read=True, parameters=(
        "symbol", "limit",
    )),
    Endpoint("spotKlines", "GET", "/sapi/v1/klines", is_signed=False, is_read=True, parameters=(
        "symbol", "interval", "limit", "startTime", "endTime",
    )),
    Endpoint("spotCreateOrder", "POST", "/sapi/v1/order", is_signed=True, is_read=False, parameters=(
        "symbol", "volume", "side", "type", "price", "newClientOrderId", "timeInForce", "postOnly",
        "selfTrade", "triggerPrice", "stopPrice", "icebergQty", "trailingDelta", "volumeUnit",
    )),
    Endpoint("spotTestOrder", "POST", "/sapi/v1/order/test", is_signed=True, is_read=True, parameters=(
        "symbol", "volume", "side", "type", "price", "newClientOrderId", "timeInForce", "postOnly",
        "selfTrade", "triggerPrice", "stopPrice", "icebergQty", "trailingDelta", "volumeUnit",
    )),
    Endpoint("spotQueryOrder", "GET", "/sapi/v1/order", is_signed=True, is_read=True, parameters=(
        "symbol", "orderId", "newClientOrderId",
    )),
    Endpoint("spotCancelOrder", "POST", "/sapi/v1/cancel", is_signed=True, is_read=False, parameters=(
        "symbol", "orderId", "newClientOrderId",
    )),
    Endpoint("spotOpenOrders", "GET", "/sapi/v1/openOrders", is_signed=True, is_read=True, parameters=(
        "symbol", "limit",
    )),
    Endpoint("spotCreateBatch", "POST", "/sapi/v1/batchOrders", is_signed=True, is_read=False, parameters=(
        "symbol", "orders", "clientRequestId", "timeInForce", "postOnly", "selfTrade", "triggerPrice",
        "stopPrice", "icebergQty", "trailingDelta", "volumeUnit",
    )),
    Endpoint("spotCancelBatch", "POST", "/sapi/v1/batchCancel", is_signed=True, is_read=False, parameters=(
        "symbol", "orderIds",
    )),
    Endpoint("spotCreateOrderList", "POST", "/sapi/v1/orderList", is_signed=True, is_read=False, parameters=(
        "symbol", "listType", "orders", "listClientOrderId", "timeInForce", "postOnly", "selfTrade",
        "triggerPrice", "stopPrice", "icebergQty", "trailingDelta", "volumeUnit",
    )),
    Endpoint("spotTestOrderList", "POST", "/sapi/v1/orderList/test", is_signed=True, is_read=True, parameters=(
        "symbol", "listType", "orders", "listClientOrderId", "timeInForce", "postOnly", "selfTrade",
        "triggerPrice", "stopPrice", "icebergQty", "trailingDelta", "volumeUnit",
    )),
    Endpoint("spotCancelOrderList", "POST", "/sapi/v1/orderList/cancel", is_signed=True, is_read=False, parameters=(
        "symbol", "orderListId", "listClientOrderId",
    )),
    Endpoint("spotOpenOrderLists", "GET", "/sapi/v1/openOrderLists", is_signed=True, is_read=True, parameters=(
        "symbol",
    )),
    Endpoint("spotQueryOrderList", "GET", "/sapi/v1/orderList", is_signed=True, is_read=True, parameters=(
        "symbol", "orderListId", "listClientOrderId",
    )),
    Endpoint("spotAllOrderLists", "GET", "/sapi/v1/allOrderLists", is_signed=True, is_read=True, parameters=(
        "symbol", "limit", "fromId",
    )),
    Endpoint("spotCancelAll", "POST", "/sapi/v1/cancelAll", is_signed=True, is_read=False, parameters=(
        "symbol",
    )),
    Endpoint("spotCancelReplace", "POST", "/sapi/v1/order/cancelReplace", is_signed=True, is_read=False, parameters=(
        "symbol", "volume", "side", "type", "price", "newClientOrderId", "timeInForce", "postOnly",
        "selfTrade", "triggerPrice", "stopPrice", "icebergQty", "trailingDelta", "volumeUnit",
        "cancelOrderId", "cancelClientOrderId", "cancelReplaceMode",
    )),
    Endpoint("spotCountdownCancelAll", "POST", "/sapi/v1/countdownCancelAll", is_signed=True, is_read=False, parameters=(
        "symbol", "countdownTime",
    )),
    Endpoint("spotHistoryOrders", "GET", "/sapi/v1/historyOrders", is_signed=True, is_read=True, parameters=(
        "symbol", "limit", "fromId",
    )),
    Endpoint("spotMyTrades", "GET", "/sapi/v1/myTrades", is_signed=True, is_read=True, parameters=(
        "symbol", "limit", "fromId",
    )),
    Endpoint("spotMyPreventedMatches", "GET", "/sapi/v1/myPreventedMatches", is_signed=True, is_read=True, parameters=(
        "symbol", "limit", "fromId",
    )),
    Endpoint("spotAccount", "GET", "/sapi/v1/account", is_signed=True, is_read=True, parameters=()),
    Endpoint("spotFeeRates", "GET", "/sapi/v1/feeRates", is_signed=True, is_read=True, parameters=(
        "symbol",
    )),
    Endpoint("marginCreateOrder", "POST", "/sapi/v1/margin/order", is_signed=True, is_read=False, parameters=(
        "symbol", "volume", "side", "type", "price", "newClientOrderId", "timeInForce", "postOnly",
        "selfTrade", "triggerPrice", "stopPrice", "icebergQty", "trailingDelta", "volumeUnit",
    )),
    Endpoint("marginQueryOrder", "GET", "/sapi/v1/margin/order", is_signed=True, is_read=True, parameters=(
        "symbol", "orderId", "newClientOrderId",
    )),
    Endpoint("marginCancelOrder", "POST", "/sapi/v1/margin/cancel", is_signed=True, is_read=False, parameters=(
        "symbol", "orderId", "newClientOrderId",
    )),
    Endpoint("marginOpenOrders", "GET", "/sapi/v1/margin/openOrders", is_signed=True, is_read=True, parameters=(
        "symbol", "limit",
    )),
    Endpoint("marginCancelAll", "POST", "/sapi/v1/margin/cancelAll", is_signed=True, is_read=False, parameters=(
        "symbol",
    )),
    Endpoint("marginCancelReplace", "POST", "/sapi/v1/margin/order/cancelReplace", is_signed=True, is_read=False, parameters=(
        "symbol", "volume", "side", "type", "price", "newClientOrderId", "timeInForce", "postOnly",
        "selfTrade", "triggerPrice", "stopPrice", "icebergQty", "trailingDelta", "volumeUnit",
        "cancelOrderId", "cancelClientOrderId", "cancelReplaceMode",
    )),
    Endpoint("marginHistoryOrders", "GET", "/sapi/v1/margin/historyOrders", is_signed=True, is_read=True, parameters=(
        "symbol", "limit", "fromId",
    )),
    Endpoint("marginMyTrades", "GET", "/sapi/v1/margin/myTrades", is_signed=True, is_read=True, parameters=(
        "symbol", "limit", "fromId",
    )),
    Endpoint("marginMyPreventedMatches", "GET", "/sapi/v1/margin/myPreventedMatches", is_signed=True, is_read=True, parameters=(
        "symbol", "limit", "fromId",
    )),
    Endpoint("marginAccount", "GET", "/sapi/v1/margin/account", is_signed=True, is_read=True, parameters=()),
    Endpoint("marginRepay", "POST", "/sapi/v1/margin/repay", is_signed=True, is_read=False, parameters=(
        "asset", "amount", "clientRequestId",
    )),
    Endpoint("transfer", "POST", "/sapi/v1/asset/transfer", is_signed=True, is_read=False, parameters=(
        "coinSymbol", "amount", "fromAccount", "toAccount", "clientRequestId",
    )),
    Endpoint("spotLedger", "GET", "/sapi/v1/account/ledger", is_signed=True, is_read=True, parameters=(
        "asset", "type", "startTime", "endTime", "fromId", "toId", "limit",
    )),
    Endpoint("marginLedger", "GET", "/sapi/v1/margin/account/ledger", is_signed=True, is_read=True, parameters=(
        "asset", "type", "startTime", "endTime", "fromId", "toId", "limit",
    )),
    Endpoint("futuresPing", "GET", "/fapi/v1/ping", is_signed=False, is_read=True, parameters=()),
    Endpoint("futuresTime", "GET", "/fapi/v1/time", is_signed=False, is_read=True, parameters=()),
    Endpoint("futuresContracts", "GET", "/fapi/v1/contracts", is_signed=False, is_read=True, parameters=()),
    Endpoint("futuresDepth", "GET", "/fapi/v1/depth", is_signed=False, is_read=True, parameters=(
        "contractName", "limit",
    )),
    Endpoint("futuresTicker", "GET", "/fapi/v1/ticker", is_signed=False, is_read=True, parameters=(
        "contractName",
    )),
    Endpoint("futuresTickers", "GET", "/fapi/v1/tickers", is_signed=False, is_read=True, parameters=()),
    Endpoint("futuresBookTickers", "GET", "/fapi/v1/bookTickers", is_signed=False, is_read=True, parameters=()),
    Endpoint("futuresTrades", "GET", "/fapi/v1/trades", is_signed=False, is_read=True, parameters=(
        "contractName", "limit",
    )),
    Endpoint("futuresIndex", "GET", "/fapi/v1/index", is_signed=False, is_read=True, parameters=(
        "contractName", "limit",
    )),
    Endpoint("futuresKlines", "GET", "/fapi/v1/klines", is_signed=False, is_read=True, parameters=(
        "contractName", "interval", "limit", "startTime", "endTime",
    )),
    Endpoint("futuresFundingRate", "GET", "/fapi/v1/fundingRate", is_signed=False, is_read=True, parameters=(
        "contractName", "startTime", "endTime", "limit",
    )),
    Endpoint("futuresCreateOrder", "POST", "/fapi/v1/order", is_signed=True, is_read=False, parameters=(
        "contractName", "volume", "type", "side", "open", "positionType", "price", "clientOrderId",
        "timeInForce", "postOnly", "reduceOnly", "stopPrice", "orderUnit", "triggerPrice",
    )),
    Endpoint("futuresCreateConditionOrder", "POST", "/fapi/v1/conditionOrder", is_signed=True, is_read=False, parameters=(
        "contractName", "volume", "type", "side", "open", "positionType", "price", "clientOrderId",
        "timeInForce", "postOnly", "reduceOnly", "stopPrice", "orderUnit", "triggerType", "triggerPrice",
    )),
    Endpoint("futuresCancelOrder", "POST", "/fapi/v1/cancel", is_signed=True, is_read=False, parameters=(
        "contractName", "orderId", "clientOrderId",
    )),
    Endpoint("futuresCancelAll", "POST", "/fapi/v1/cancel_all", is_signed=True, is_read=False, parameters=(
        "contractName",
    )),
    Endpoint("futuresQueryOrder", "GET", "/fapi/v1/order", is_signed=True, is_read=True, parameters=(
        "contractName", "orderId", "clientOrderId",
    )),
    Endpoint("futuresOpenOrders", "GET", "/fapi/v1/openOrders", is_signed=True, is_read=True, parameters=(
        "contractName",
    )),
    Endpoint("futuresOrderHistorical", "POST", "/fapi/v1/orderHistorical", is_signed=True, is_read=True, parameters=(
        "contractName", "limit", "fromId",
    )),
    Endpoint("futuresProfitHistorical", "POST", "/fapi/v1/profitHistorical", is_signed=True, is_read=True, parameters=(
        "contractName", "limit", "fromId",
    )),
    Endpoint("futuresMyTrades", "GET", "/fapi/v1/myTrades", is_signed=True, is_read=True, parameters=(
        "contractName", "limit", "fromId",
    )),
    Endpoint("futuresEditLever", "POST", "/fapi/v1/edit_lever", is_signed=True, is_read=False, parameters=(
        "contractName", "nowLevel", "clientRequestId",
    )),
    Endpoint("futuresEditMarginModel", "POST", "/fapi/v1/edit_user_margin_model", is_signed=True, is_read=False, parameters=(
        "contractName", "marginModel", "clientRequestId",
    )),
    Endpoint("futuresEditPositionMargin", "POST", "/fapi/v1/edit_position_margin", is_signed=True, is_read=False, parameters=(
        "positionId", "amount", "clientRequestId",
    )),
    Endpoint("futuresUserConfig", "GET", "/fapi/v1/get_user_config", is_signed=True, is_read=True, parameters=(
        "contractName",
    )),
    Endpoint("futuresFeeRates", "GET", "/fapi/v1/feeRates", is_signed=True, is_read=True, parameters=(
        "contractName",
    )),
    Endpoint("futuresAccount", "GET", "/fapi/v1/account", is_signed=True, is_read=True, parameters=()),
    Endpoint("futuresLedger", "GET", "/fapi/v1/account/ledger", is_signed=True, is_read=True, parameters=(
        "asset", "type", "startTime", "endTime", "fromId", "toId", "limit",
    )),
)

ENDPOINTS: dict[str, Endpoint] = {one.operation: one for one in _ALL}
