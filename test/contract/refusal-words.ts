/** Of each refusal of refusal-rows.ts: its code, the plain message, and what a sandbox adds to it. */

type Words = readonly [code: number, plain: string, more: string];

export const WORDS: Readonly<Record<string, Words>> = {
  "no key": [
    -1002,
    "Header X-CH-APIKEY is missing.",
    "A signed request has three headers: X-CH-APIKEY, X-CH-TS and X-CH-SIGN.",
  ],
  "no time": [
    -1023,
    "Header X-CH-TS is missing.",
    "It is the time of the request in ms since 1970, and the first part of what is signed.",
  ],
  "no signature": [
    -1024,
    "Header X-CH-SIGN is missing.",
    "It is the HMAC-SHA256 of X-CH-TS, method, path and body, in hex.",
  ],
  "a header twice": [
    -1100,
    "A signed header is sent twice.",
    "X-CH-APIKEY, X-CH-TS and X-CH-SIGN are sent once each.",
  ],
  "a time that is none": [
    -1021,
    "X-CH-TS is not a time in milliseconds.",
    "It is 1 to 16 digits, the first not 0, and nothing else, as 1700000000123.",
  ],
  "an unknown key": [
    -2015,
    "API key is not valid for this request.",
    "There is no such key; small and capital letters differ.",
  ],
  "too old": [
    -1021,
    "Outside of the time window: server time 1700000000000, request time 1699999993000, recvWindow 5000.",
    "The request is 7000 ms old, 2000 more than recvWindow allows. Take the difference between GET /sapi/v1/time and your clock into account.",
  ],
  "too far ahead": [
    -1021,
    "Outside of the time window: server time 1700000000000, request time 1700000001500, recvWindow 5000.",
    "The request is 1500 ms ahead of the server; it must be less than 1000. Take the difference between GET /sapi/v1/time and your clock into account.",
  ],
  "in seconds": [
    -1021,
    "Outside of the time window: server time 1700000000000, request time 1700000000, recvWindow 5000.",
    "X-CH-TS looks like seconds; it is a time in milliseconds.",
  ],
  "a window too long": [
    -1102,
    "Parameter recvWindow is malformed.",
    "Expected is a whole number of ms from 0 to 60000; what came is the number 60001.",
  ],
  "two windows": [-1101, "Two of recvWindow.", "It is sent as one of recvWindow, recvwindow."],
  "not JSON": [
    -1100,
    "The body is not one JSON object.",
    "Reading it ended with: a key is not a string.",
  ],
  "another content type": [-1017, "Content type must be application/json.", ""],
  "a parameter twice": [-1101, "A query parameter is given twice.", ""],
  "no symbol": [
    -1102,
    "Parameter symbol is missing.",
    'Expected is a string. A GET has its parameters in the query, a POST in its JSON body; null and "" are none.',
  ],
  "a symbol that is none": [-1121, "Invalid symbol.", ""],
  "a number as symbol": [
    -1102,
    "Parameter symbol is malformed.",
    "Expected is a string; what came is the number 1.",
  ],
  "a volume with a comma": [
    -1102,
    "Parameter volume is malformed.",
    'Expected is a decimal number, as 0.5 or "0.5", with at most 40 digits on either side; what came is a string of 3 characters with a comma.',
  ],
  "a volume of true": [
    -1102,
    "Parameter volume is malformed.",
    'Expected is a decimal number, as 0.5 or "0.5", with at most 40 digits on either side; what came is true.',
  ],
  "a volume of 0": [-1102, "Parameter volume must be above zero.", ""],
  "a side that is none": [-1117, "Invalid side; BUY or SELL.", "In capital letters."],
  "a type that is none": [-1116, "Invalid type; LIMIT or MARKET.", "In capital letters."],
  "no price": [-1102, "Parameter price is mandatory for LIMIT.", ""],
  "a price too precise": [
    -1111,
    "Too many decimals in price.",
    "30000.123 has 3; at most 2 are taken here.",
  ],
  "a volume too precise": [
    -1111,
    "Too many decimals in volume.",
    "0.123456 has 6; at most 5 are taken here.",
  ],
  "a market buy too precise": [
    -1111,
    "Too many decimals in volume.",
    "10.123456789 has 9; at most 7 are taken here.",
  ],
  "a volume too large": [
    -1137,
    "Volume is above the maximum.",
    "It is 1000000000000; at most 90071992547.40991 is allowed.",
  ],
  "a price out of its band": [
    -1138,
    "Price is outside the price band.",
    "It is 400000; allowed now is 6000 to 150000.",
  ],
  "a price beyond any book": [
    -1138,
    "Price is outside the price band.",
    "It is 100000000000000000000; allowed now is below 90071992547409.92.",
  ],
  "a client id with a blank": [
    -1100,
    "Malformed parameter newClientOrderId.",
    "It has 1 to 64 of A-Z, a-z, 0-9 and . _ : / - and is not bourse: with digits.",
  ],
  "a client id that is a number": [
    -1100,
    "Malformed parameter newClientOrderId.",
    "Expected is a string; what came is the number 7.",
  ],
  "too little money": [-2017, "Balance is not enough: 10000000 free, 90000000 needed.", ""],
  "nobody to trade with": [-1112, "No orders on the other side of the book.", ""],
  "an unknown time in force": [
    -1014,
    "This value of timeInForce is not supported.",
    "It is one of GTC, IOC, FOK, POST_ONLY.",
  ],
  "a trigger on spot": [
    -1014,
    "A stop needs a last price, and this symbol has not traded yet.",
    "",
  ],
  "post only on spot": [
    -1014,
    "This value of postOnly is not supported.",
    "timeInForce says something else.",
  ],
  "an empty batch": [
    -1102,
    "Parameter orders is malformed.",
    "Expected is a list of 1 to 10 items; what came is a list of 0 items.",
  ],
  "a batch of one object": [
    -1102,
    "Parameter orders is malformed.",
    "Expected is a list of 1 to 10 items; what came is an object.",
  ],
  "a batch of numbers": [
    -1102,
    "Parameter orders[0] is malformed.",
    "Expected is an object of volume, side, batchType, price, newClientOrderId, timeInForce, postOnly, selfTrade, triggerPrice, stopPrice, icebergQty, trailingDelta, volumeUnit; what came is the number 1.",
  ],
  "a batch of eleven": [-1101, "Parameter orders has more than 10 items.", ""],
  "a batch with a bad item": [
    -1102,
    "Parameter orders[1].volume is malformed.",
    'Expected is a decimal number, as 0.5 or "0.5", with at most 40 digits on either side; what came is a string of 4 characters.',
  ],
  "a batch with a bad side": [
    -1117,
    "orders[1]: Invalid side; BUY or SELL.",
    "In capital letters.",
  ],
  "a batch with a bad type": [
    -1116,
    "orders[2]: Invalid type; LIMIT or MARKET.",
    "In capital letters.",
  ],
  "a batch with another order": [
    -1014,
    "orders[0]: This value of timeInForce is not supported.",
    "It is one of GTC, IOC, FOK, POST_ONLY.",
  ],
  "a batch with a price too precise": [
    -1111,
    "orders[1]: Too many decimals in price.",
    "30000.123 has 3; at most 2 are taken here.",
  ],
  "a batch of no symbol": [-1121, "Invalid symbol.", ""],
  "a cancel by nothing": [
    -1102,
    "Parameter orderId is missing.",
    'Expected is orderId, or newClientOrderId. A GET has its parameters in the query, a POST in its JSON body; null and "" are none.',
  ],
  "an id that is none": [
    -1100,
    "Malformed parameter orderId.",
    'Expected is an id, which is digits alone, as 1001 or "1001"; what came is a string of 2 characters.',
  ],
  "an order that is none": [
    -2013,
    "Order does not exist.",
    "An order of another user, symbol or area counts as none.",
  ],
  "an asked client id with a blank": [
    -1100,
    "Malformed parameter newClientOrderId.",
    "Expected is 1 to 64 of A-Z, a-z, 0-9 and . _ : / -.",
  ],
  "a limit of 0": [
    -1102,
    "Parameter limit is malformed.",
    "Expected is a whole number from 1 to 100 (more counts as 100); what came is the number 0.",
  ],
  "an interval that is none": [
    -1102,
    "Parameter interval must be one of 1min, 5min, 15min, 30min, 60min, 4hour, 1day, 1week, 1month, 1h.",
    "",
  ],
  "a time of candles that is none": [
    -1102,
    "Parameter startTime is malformed.",
    "Expected is a time in whole ms since 1970, as 1700000000123; what came is a string of 5 characters.",
  ],
  "an account that is none": [
    -1102,
    "Parameter toAccount must be one of EXCHANGE, MARGIN, FUTURE.",
    "",
  ],
  "an asset that is none": [
    -1102,
    "Parameter coinSymbol is unknown.",
    "GET /sapi/v1/account lists the assets.",
  ],
  "a request id that is a number": [
    -1100,
    "Malformed parameter clientRequestId.",
    "Expected is a string; what came is the number 7.",
  ],
  "an amount too precise": [
    -1111,
    "Too many decimals in amount.",
    "0.123456789 has 9; at most 8 are taken here.",
  ],
  "no contract": [
    -1102,
    "Parameter contractName is missing.",
    'Expected is a string. A GET has its parameters in the query, a POST in its JSON body; null and "" are none.',
  ],
  "two contracts": [
    -1101,
    "Two of contractName.",
    "It is sent as one of contractName, ContractName, Contract name.",
  ],
  "a contract that is none": [-1121, "Invalid symbol.", ""],
  "half a contract": [
    -1111,
    "Too many decimals in volume.",
    "0.5 has 1; at most 0 are taken here.",
  ],
  "a futures price too precise": [
    -1111,
    "Too many decimals in price.",
    "30000.12 has 2; at most 1 are taken here.",
  ],
  "a futures type that is none": [
    -1116,
    "Invalid type; one of LIMIT, MARKET, IOC, FOK, POST_ONLY.",
    "In capital letters.",
  ],
  "a futures type that is no word": [
    -1102,
    "Parameter type must be one of LIMIT, MARKET, IOC, FOK, POST_ONLY.",
    "",
  ],
  "neither open nor close": [-1102, "Parameter open must be one of OPEN, CLOSE.", ""],
  "a position type that is none": [
    -1102,
    "Parameter positionType must be one of 1, 2.",
    "1 is cross, 2 is isolated.",
  ],
  "a position type in a word": [
    -1102,
    "Parameter positionType must be one of 1, 2.",
    "1 is cross, 2 is isolated.",
  ],
  "no position type": [
    -1102,
    "Parameter positionType is missing.",
    'Expected is one of 1 (cross), 2 (isolated). A GET has its parameters in the query, a POST in its JSON body; null and "" are none.',
  ],
  "a futures value too small": [
    -1160,
    "The value is below the minimum.",
    "It is 0.0001; at least 1 is needed.",
  ],
  "a futures volume too large": [
    -1137,
    "Volume is above the maximum.",
    "It is 1000000000000; at most 10000000 is allowed.",
  ],
  "beyond the tier": [
    -1140,
    "Beyond the tier of this leverage.",
    "Position and orders would be worth 30000000; at this leverage at most 25000000 is allowed.",
  ],
  "a close of nothing": [-1156, "More than can be closed: 0 can, 10 wanted.", ""],
  "a stop price": [
    -1014,
    "This value of stopPrice is not supported.",
    "POST /fapi/v1/conditionOrder takes triggerPrice.",
  ],
  "a futures client id too long": [
    -1100,
    "Malformed parameter clientOrderId.",
    "Expected is 1 to 31 of A-Z, a-z, 0-9 and . _ : / -.",
  ],
  "a time in force against the type": [
    -1014,
    "This value of timeInForce is not supported.",
    "Supported is what the type says.",
  ],
  "a futures time in force that is none": [
    -1014,
    "This value of timeInForce is not supported.",
    "Supported is GTC, IOC, FOK, POST_ONLY.",
  ],
  "a trigger price too precise": [
    -1111,
    "Too many decimals in triggerPrice.",
    "31000.12 has 2; at most 1 are taken here.",
  ],
  "a trigger type that is none": [
    -1102,
    "Parameter triggerType must be one of 1, 2, 3, 4.",
    "1 is stop_loss, 2 is stop_gain, 3 is up, 4 is down.",
  ],
  "a trigger type in a word": [
    -1102,
    "Parameter triggerType must be one of 1, 2, 3, 4.",
    "1 is stop_loss, 2 is stop_gain, 3 is up, 4 is down.",
  ],
  "a leverage that is none": [
    -1102,
    "Parameter nowLevel is not a leverage of this contract.",
    "It is a whole number from 1 to 125.",
  ],
  "a method that is none": [-1020, "This path has no such method; it has POST.", ""],
  "a method that is neither": [-1020, "This path has no such method; it has POST and GET.", ""],
  "a path that is none": [
    -1000,
    "No such path.",
    "A path is matched letter by letter; /openapi.json lists them all.",
  ],
};
