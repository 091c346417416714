/**
 * What the futures order endpoints do not take: changes to a good order (BUY OPEN 10 @ 40000, mark
 * 40000, an empty book), each with the code it is answered with, in the order of the law. A row often
 * has a second fault of a later check, which must not win.
 */
import { ABSENT } from "./order-tables.ts";

export type Fields = Record<string, unknown>;
export type Refused = readonly [string, Fields, number];

const REQUIRED = ["contractName", "volume", "type", "side", "open", "positionType", "price"];
const NO_NUMBERS = ["x", "", "1e400", "NaN", " 1", "0x10", true, [], {}];
const NOT_POSITIVE = ["0", 0, "-1", "-0.0", "1e-400"];

const missing = REQUIRED.flatMap((name) =>
  ABSENT.map((value): Refused => [`FUT-CHECK-1 ${name} not given`, { [name]: value }, -1102]),
);
const noNumbers = ["volume", "price", "positionType"].flatMap((name) =>
  NO_NUMBERS.map(
    (value): Refused => [
      `FUT-CHECK-1 ${name} no number`,
      { [name]: value, ...(name === "contractName" ? {} : { contractName: "NONE" }) },
      -1102,
    ],
  ),
);
const notPositive = ["volume", "price"].flatMap((name) =>
  NOT_POSITIVE.map(
    (value): Refused => [
      `FUT-CHECK-1 ${name} not above zero`,
      { [name]: value, contractName: "NONE" },
      -1102,
    ],
  ),
);
const wrongTypes = ["contractName", "type", "side", "open"].map(
  (name): Refused => [`FUT-CHECK-1 ${name} of a wrong type`, { [name]: 5 }, -1102],
);
const unknownContracts = [
  ...["NONE", "BTCUSDT", "E-BTC-USDT ", "E BTC USDT", "__proto__", "constructor"],
  ...["ｅ-btc-usdt", "E-BTC-USDT-E", "x".repeat(10_000)],
].map(
  (contractName): Refused => [
    "FUT-CHECK-2 FUT-WIRE-2 no such contract",
    { contractName, side: "HOLD" },
    -1121,
  ],
);

/** Fields that would make it another order. */
export const OTHER_ORDERS: readonly Refused[] = [
  ["FUT-CHECK-6 an unknown time in force", { timeInForce: "DAY", volume: "1.5" }, -1014],
  ["FUT-CHECK-6 a time in force in lower case", { timeInForce: "ioc" }, -1014],
  ["FUT-CHECK-6 a time in force of a wrong type", { timeInForce: 5 }, -1014],
  ["FUT-WIRE-7 a type that says otherwise", { type: "IOC", timeInForce: "FOK" }, -1014],
  ["FUT-WIRE-7 a type that says otherwise", { type: "FOK", timeInForce: "GTC" }, -1014],
  ["FUT-CHECK-6 MARKET that is no IOC", { type: "MARKET", timeInForce: "FOK" }, -1014],
  ["FUT-CHECK-6 MARKET that is no IOC", { type: "MARKET", timeInForce: "POST_ONLY" }, -1014],
  ["FUT-WIRE-7 post only and something else", { postOnly: true, timeInForce: "IOC" }, -1014],
  ["FUT-WIRE-7 post only and something else", { postOnly: "true", type: "FOK" }, -1014],
  ["FUT-WIRE-7 post only that is no truth", { postOnly: "yes" }, -1014],
  ["FUT-WIRE-7 reduce only", { reduceOnly: true, volume: "1.5" }, -1014],
  ["FUT-WIRE-7 reduce only", { reduceOnly: "true" }, -1014],
  ["FUT-WIRE-7 a stop price", { stopPrice: "39000" }, -1014],
];

/** What both endpoints refuse. */
export const REFUSALS: readonly Refused[] = [
  ...[...missing, ...noNumbers, ...notPositive, ...wrongTypes],
  ["a client id that is a number", { clientOrderId: 7 }, -1100],
  ["FUT-WIRE-1 two names of the contract", { ContractName: "E-BTC-USDT" }, -1101],
  ["FUT-WIRE-1 two names of the contract", { "Contract name": "x", contractName: "" }, -1121],
  ...unknownContracts,
  ["FUT-CHECK-4 no side", { side: "HOLD", type: "STOP" }, -1117],
  ["FUT-CHECK-4 a side in lower case", { side: "buy" }, -1117],
  ["FUT-CHECK-4 no type", { type: "STOP", open: "HOLD" }, -1116],
  ["FUT-CHECK-4 no type, and no price", { type: "limit", price: "" }, -1116],
  ["FUT-CHECK-5 neither OPEN nor CLOSE", { open: "open", timeInForce: "DAY" }, -1102],
  ["FUT-CHECK-5 no positionType", { positionType: 3, timeInForce: "DAY" }, -1102],
  ["FUT-CHECK-5 no positionType", { positionType: "0", timeInForce: "DAY" }, -1102],
  ...OTHER_ORDERS,
  ["FUT-CHECK-7 a price between ticks", { price: "40000.05", volume: "1" }, -1111],
  ["FUT-CHECK-7 a part of a contract", { volume: "1.5" }, -1111],
  ["FUT-CHECK-7 a value beyond the coin", { type: "MARKET", volume: "10.123456789" }, -1111],
  ["FUT-CHECK-10 too few contracts", { volume: "1", price: "99999" }, -1136],
  ["FUT-CHECK-10 too many contracts", { volume: "200001", price: "99999" }, -1137],
  ["SEC-31 more contracts than a number holds", { volume: "9007199254740993" }, -1137],
  ["FUT-CHECK-11 too small a value", { volume: "2", price: "40000" }, -1160],
  ["FUT-CHECK-11 too large a value", { volume: "125001", clientOrderId: "a b" }, -1161],
  ["FUT-CHECK-11 too small a value", { type: "MARKET", volume: "9.99" }, -1160],
  ["FUT-CHECK-11 too large a value", { type: "MARKET", volume: "400000.01" }, -1161],
  ["FUT-CHECK-13 a malformed client id", { clientOrderId: "a b" }, -1100],
  ["FUT-CHECK-13 a client id of 32", { clientOrderId: "x".repeat(32) }, -1100],
  ["FUT-CHECK-13 a client id of thousands", { clientOrderId: "x".repeat(9_999) }, -1100],
  ["SEC-35 the server's form", { clientOrderId: "bourse:1" }, -1100],
];

/** What only an order for now is asked: a condition order is asked at its trigger. */
export const MOMENT_REFUSALS: readonly Refused[] = [
  ["FUT-CHECK-12 too dear", { price: "44000.1", clientOrderId: "a b" }, -1138],
  ["FUT-CHECK-12 too cheap", { side: "SELL", price: "35999.9" }, -1138],
  ["FUT-CHECK-15 nothing to close", { side: "SELL", open: "CLOSE" }, -1156],
  ["FUT-CHECK-17 an empty side", { type: "MARKET", volume: "100" }, -1112],
  ["FUT-WIRE-7 a trigger price", { triggerPrice: "41000", volume: "1.5" }, -1014],
];

export const CONDITION_REFUSALS: readonly Refused[] = [
  ...["triggerType", "triggerPrice"].flatMap((name) =>
    ABSENT.map((value): Refused => [`FUT-CHECK-1 ${name} not given`, { [name]: value }, -1102]),
  ),
  ...NO_NUMBERS.flatMap((value): Refused[] => [
    ["FUT-CHECK-1 triggerType no number", { triggerType: value, contractName: "NONE" }, -1102],
    ["FUT-CHECK-1 triggerPrice no number", { triggerPrice: value, contractName: "NONE" }, -1102],
  ]),
  ...NOT_POSITIVE.map(
    (triggerPrice): Refused => [
      "FUT-CHECK-1 triggerPrice not above zero",
      { triggerPrice, contractName: "NONE" },
      -1102,
    ],
  ),
  ["FUT-CHECK-5 no trigger type", { triggerType: 5, timeInForce: "DAY" }, -1102],
  ["FUT-CHECK-5 no trigger type", { triggerType: "0" }, -1102],
  ["FUT-CHECK-6 a stop loss that opens", { triggerType: 1, volume: "1.5" }, -1014],
  ["FUT-CHECK-6 a stop gain that opens", { triggerType: "2" }, -1014],
  ["FUT-CHECK-7 a trigger between ticks", { triggerPrice: "40000.05" }, -1111],
];

/** Changes that an order does not mind. */
export const HARMLESS: readonly Fields[] = [
  { timeInForce: "GTC" },
  { timeInForce: null, stopPrice: "", postOnly: false, reduceOnly: "false" },
  { postOnly: "false", clientOrderId: null, leverage: 5, unknown: { deep: [1] } },
  { contractName: "e-btc-usdt", volume: 10, price: 4e4, positionType: "1" },
  { contractName: null, ContractName: "E-BTC-USDT" },
  { contractName: undefined, "Contract name": "E-btc-USDT", volume: "1e1", price: "40000.0" },
  JSON.parse('{"__proto__":{"x":1},"constructor":1,"toString":2}'),
];
