/**
 * From the words of the dialect to a command: the checks of text that the engine does not make, in
 * the order of the rules (SPOT-CHECK-1, the symbol's name, SPOT-CHECK-3, SPOT-CHECK-4), then the fields
 * that would make it another order than the engine can place. In a batch each check goes over every
 * item before the next check begins (SPOT-BATCH-5).
 */

import { decimal } from "../../../contract/forms.ts";
import { askAbout } from "../../../contract/list-forms.ts";
import type { NO_INSTRUCTIONS } from "../../../contract/pairs/order-instructions.ts";
import type {
  BATCH_PARAMETERS,
  ORDER_PARAMETERS,
} from "../../../contract/pairs/order-parameters.ts";
import { type Given, readAs, type ValuesOf } from "../../../contract/parameter.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { findPair, type Pair } from "../../../core/engine/catalogue/catalogue.ts";
import type { PlaceBatch, PlaceOrder } from "../../../core/engine/spot/spot.ts";
import type { Call, SignedCall } from "../dialect/endpoint.ts";
import type { OrderArea } from "./areas.ts";
import {
  extrasIn,
  instructionsIn,
  readTriggers,
  refuseInstructions,
  tacticsIn,
  trailingIn,
} from "./order-instructions.ts";

/**
 * The command that places an order in either area. It is written out, field by field: what is spread together has a hidden class of its
 * own, and every reader down to the engine would look for each field anew.
 */
export type OrderCommand = Omit<PlaceOrder, "type"> & { readonly type: OrderArea["place"] };

export function toAsk(
  call: SignedCall,
  area: OrderArea,
  values: ValuesOf<typeof ORDER_PARAMETERS>,
): { pair: Pair; ask: OrderCommand } {
  const price = readPrice(values.price, { type: values.type, name: "price" });
  const triggers = readTriggers(values);
  const tactics = tacticsIn(values);
  const trailing = trailingIn(values);
  const pair = getPairNamed(call, values.symbol);
  // The engine checks this, too; here it comes before the side, as any symbol that is not known.
  if (!area.hasPair(pair)) throw new Refusal("BAD_SYMBOL"); // MARG-ORDER-1
  const side = sideOf(values.side);
  const kind = kindOf(values.type);
  const instructions = instructionsIn(values, triggers);
  const ask: OrderCommand = {
    type: area.place,
    user: call.user,
    key: call.key,
    request: call.request,
    pair: pair.id,
    side,
    kind,
    quantity: values.volume,
    price,
    clientId: values.newClientOrderId ?? "",
    instructions,
    extras: extrasIn(values, { side, kind }),
    tactics,
    trailing,
  };
  return { pair, ask };
}

/** SPOT-BATCH-5: each check goes over all items before the next check begins; SPOT-BATCH-6. */
export function toPlaceBatch(
  call: SignedCall,
  values: ValuesOf<typeof BATCH_PARAMETERS>,
): PlaceBatch {
  const { pair, items, told, more, sliced, trailed } = readItems(call, values);
  const { user, key, request } = call;
  const { clientRequestId } = values;
  const placing = { user, key, request, pair: pair.id, items, clientRequestId };
  const besides = {
    instructions: anyOf(told),
    extras: anyOf(more),
    tactics: anyOf(sliced),
    trailing: anyOf(trailed),
  };
  return { type: "PlaceBatch", ...placing, ...besides };
}

type Items = Pick<
  ValuesOf<typeof BATCH_PARAMETERS>,
  "symbol" | "orders" | keyof typeof NO_INSTRUCTIONS
>;

/** Several orders of one symbol: what each asks for, and what it asks for besides. */
export function readItems(call: SignedCall, { symbol, orders, ...others }: Items) {
  const priced = orders.map(({ price, ...item }, at) => {
    const its = `${itemNamed(at)}.`;
    return {
      ...item,
      price: readPrice(price, { type: item.batchType, name: `${its}price` }),
      triggers: readTriggers(item, its),
      tactics: tacticsIn(item, its),
      trailing: trailingIn(item, its),
    };
  });
  const pair = getPairNamed(call, symbol);
  const sided = priced.map((item, at) => {
    return { ...item, side: askAbout(itemNamed(at), () => sideOf(item.side)) };
  });
  const kinded = sided.map((item, at) => {
    return { ...item, kind: askAbout(itemNamed(at), () => kindOf(item.batchType)) };
  });
  const items = kinded.map(({ side, kind, volume, price, newClientOrderId = "" }) => {
    return { side, kind, quantity: volume, price, clientId: newClientOrderId };
  });
  refuseInstructions(others);
  const told = priced.map((item, at) => {
    return askAbout(itemNamed(at), () => instructionsIn(item, item.triggers));
  });
  const more = kinded.map((item, at) => askAbout(itemNamed(at), () => extrasIn(item, item)));
  const sliced = priced.map(({ tactics }) => tactics);
  return { pair, items, told, more, sliced, trailed: priced.map(({ trailing }) => trailing) };
}

/** What no item has is no part of the command. */
export function anyOf<T>(
  items: readonly (T | undefined)[],
): readonly (T | undefined)[] | undefined {
  return items.some((item) => item !== undefined) ? items : undefined;
}

/** The name of an item in a refusal. */
function itemNamed(at: number): string {
  return `orders[${at}]`;
}

/** SPOT-CHECK-15: a price sent with a market order is ignored, whatever it is. */
function readPrice(
  price: Given | undefined,
  { type, name }: { readonly type: string; readonly name: string },
): string {
  return type === "MARKET" || !price ? "" : readAs(decimal, name, price); // SPOT-CHECK-1
}

const NAME = /^[A-Za-z0-9]{1,64}(?:\/[A-Za-z0-9]{1,64})?$/;

/** The pair of a symbol in either case, `BTCUSDT` or `BTC/USDT`; of ASCII letters only. */
export function getPairNamed(call: Pick<Call, "exchange">, symbol: string): Pair {
  const pair = getPairEver(call, symbol);
  if (!findPair(call.exchange.state.catalogue, pair.id)) throw new Refusal("BAD_SYMBOL");
  return pair;
}

/** A pair that was ever listed: a user's records there stay the user's, also when it is delisted. */
export function getPairEver({ exchange }: Pick<Call, "exchange">, symbol: string): Pair {
  const { catalogue } = exchange.state;
  const name = NAME.test(symbol) ? symbol.toUpperCase() : "";
  const pair = catalogue.pairsByName.get(name.replace("/", ""));
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
