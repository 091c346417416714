/**
 * From the words of the dialect to a command: the questions about text that the engine does not
 * ask, in the order of the law (SPOT-CHECK-1, the symbol's name, SPOT-CHECK-3, SPOT-CHECK-4), then
 * the fields that would make it another order than the engine can place.
 */
import { findPair, type Pair } from "../../engine/catalogue/catalogue.ts";
import type { PlaceOrder } from "../../engine/spot/spot.ts";
import {
  type Given,
  malformed,
  optional,
  required,
  type SignedCall,
  type ValuesOf,
} from "./endpoint.ts";
import { Refusal } from "./errors.ts";
import { anything, decimal, newClientId, words } from "./forms.ts";

/** SPOT-CHECK-1: read in this order. The last five are known only to be refused. */
export const ORDER_PARAMETERS = {
  symbol: required(words),
  volume: required(decimal),
  side: required(words),
  type: required(words),
  price: optional(anything),
  newClientOrderId: optional(newClientId),
  timeInForce: optional(anything),
  triggerPrice: optional(anything),
  stopPrice: optional(anything),
  postOnly: optional(anything),
};

type OrderValues = ValuesOf<typeof ORDER_PARAMETERS>;

export function toPlaceOrder(
  call: SignedCall,
  values: OrderValues,
): { pair: Pair; command: PlaceOrder } {
  const price = readPrice(values);
  const pair = getPairNamed(call, values.symbol);
  const side = sideOf(values.side);
  const kind = kindOf(values.type);
  refuseOtherOrders(values);
  const { user, key, request } = call;
  const asked = { side, kind, quantity: values.volume, price };
  const clientId = values.newClientOrderId ?? "";
  return {
    pair,
    command: { type: "PlaceOrder", user, key, request, pair: pair.id, ...asked, clientId },
  };
}

/** SPOT-CHECK-15: a price sent with a market order is ignored, whatever it is. */
function readPrice({ type, price }: OrderValues): string {
  if (type === "MARKET" || !price) return "";
  const plain = decimal.read(price, "price");
  if (plain === undefined) throw malformed("price", "malformed"); // SPOT-CHECK-1
  return plain;
}

const NAME = /^[A-Za-z0-9]{1,64}(?:\/[A-Za-z0-9]{1,64})?$/;

/** The pair of a symbol in either case, `BTCUSDT` or `BTC/USDT`; of ASCII letters only. */
export function getPairNamed({ exchange }: SignedCall, symbol: string): Pair {
  const { catalogue } = exchange.state;
  const name = NAME.test(symbol) ? symbol.toUpperCase() : "";
  const listed = catalogue.pairsByName.get(name.replace("/", ""));
  const pair = listed && findPair(catalogue, listed.id);
  if (!pair) throw new Refusal("BAD_SYMBOL");
  if (name.includes("/")) {
    const [base, quote] = [catalogue.assets[pair.base - 1], catalogue.assets[pair.quote - 1]];
    if (name !== `${base?.name}/${quote?.name}`) throw new Refusal("BAD_SYMBOL");
  }
  return pair;
}

/** SPOT-CHECK-3 */
function sideOf(side: string): PlaceOrder["side"] {
  if (side === "BUY") return "buy";
  if (side === "SELL") return "sell";
  throw new Refusal("BAD_SIDE");
}

/** SPOT-CHECK-4 */
function kindOf(type: string): PlaceOrder["kind"] {
  if (type === "LIMIT") return "limit";
  if (type === "MARKET") return "market";
  throw new Refusal("BAD_ORDER_TYPE");
}

/** What a client asked for is done or refused, never left out in silence. */
function refuseOtherOrders(values: OrderValues): void {
  const { timeInForce, triggerPrice, stopPrice, postOnly } = values;
  if (timeInForce && !isText(timeInForce, "GTC")) throw unsupported("timeInForce");
  if (triggerPrice) throw unsupported("triggerPrice");
  if (stopPrice) throw unsupported("stopPrice");
  if (postOnly && !isFalse(postOnly)) throw unsupported("postOnly");
}

function isText(given: Given, text: string): boolean {
  return given.kind === "text" && given.text === text;
}

function isFalse(given: Given): boolean {
  return given.kind === "flag" ? !given.isTrue : isText(given, "false");
}

function unsupported(name: string): Refusal {
  const msg = `This value of ${name} is not supported for spot orders.`;
  return new Refusal("UNKNOWN_ORDER_COMPOSITION", { msg });
}
