/** The fee rates that a new order of the user would have, in spot and in margin. Rules SPOT-FEE-2, SPOT-FEE-4. */

import { list, name, record, signedText, told } from "../../contract/field.ts";
import { optional } from "../../contract/parameter.ts";
import { findPair, type Pair } from "../../engine/catalogue/catalogue.ts";
import { type PairFeeRates, pairRatesOf } from "../../engine/catalogue/user-fees.ts";
import { formatSteps } from "../../money/decimal.ts";
import { RATE_DECIMALS } from "../../money/rate.ts";
import { signedEndpoint } from "../dialect/endpoint.ts";
import { jsonList, jsonObject, jsonText } from "../dialect/json-text.ts";
import { symbolName } from "./order-parameters.ts";
import { getPairNamed } from "./order-request.ts";

const ROW = record({
  symbol: name("name of the symbol"),
  makerFeeRate: signedText("your fee as a maker, as a fraction; below zero a rebate"),
  takerFeeRate: signedText("your fee as a taker"),
});

export const feeRates = signedEndpoint({
  method: "GET",
  path: "/sapi/v1/feeRates",
  security: "USER_DATA",
  limit: { count: 20, perMs: 2_000 },
  parameters: {
    symbol: optional(told(symbolName, { description: "Without it every symbol." })),
  },
  about: {
    operation: "spotFeeRates",
    tags: ["spot", "margin", "extensions"],
    summary: "Your fee rates at a symbol, or at all",
    description: "What a new order would have, in spot and in margin. Open orders keep theirs.",
    reply: list(ROW, "in the order they were listed"),
    codes: ["BAD_SYMBOL"],
  },
  handle(call, { symbol }) {
    const { catalogue } = call.exchange.state;
    const isListed = ({ id }: Pair) => findPair(catalogue, id) !== undefined;
    const wanted =
      symbol === undefined ? catalogue.pairs.filter(isListed) : [getPairNamed(call, symbol)];
    const rowOf = (pair: Pair) => {
      const rates = pairRatesOf(catalogue.userFees, call.user, pair);
      return rates === pair ? ownRowOf(pair) : writeRow(pair, rates);
    };
    return jsonList(wanted.map(rowOf));
  },
});

/** A change of a pair puts another in its place, so the text of one is made only once. */
const ownRows = new WeakMap<Pair, string>();

/** The row of every user who has no rates of its own there. */
function ownRowOf(pair: Pair): string {
  const known = ownRows.get(pair);
  if (known !== undefined) return known;
  const written = writeRow(pair, pair);
  ownRows.set(pair, written);
  return written;
}

function writeRow(pair: Pair, { makerRate, takerRate }: PairFeeRates): string {
  return jsonObject({
    symbol: jsonText(pair.name),
    makerFeeRate: jsonText(formatSteps(makerRate, RATE_DECIMALS)),
    takerFeeRate: jsonText(formatSteps(takerRate, RATE_DECIMALS)),
  });
}
