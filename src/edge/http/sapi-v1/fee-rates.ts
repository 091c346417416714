/** The fee rates that a new order of the user would have, in spot and in margin. Rules SPOT-FEE-2, SPOT-FEE-4. */
import type { ValueOf, Written } from "../../../contract/field.ts";
import { feeRates as feeRatesEndpoint, SYMBOL_RATES } from "../../../contract/pairs/account.ts";
import { writerOf, writtenList } from "../../../contract/writer.ts";
import { findPair, type Pair } from "../../../core/engine/catalogue/catalogue.ts";
import { type PairFeeRates, pairRatesOf } from "../../../core/engine/catalogue/user-fees.ts";
import { formatSteps } from "../../../core/money/decimal.ts";
import { RATE_DECIMALS } from "../../../core/money/rate.ts";
import { serve } from "../dialect/endpoint.ts";
import { getPairNamed } from "./order-request.ts";

const ratesText = writerOf(SYMBOL_RATES);
type Row = Written<ValueOf<typeof SYMBOL_RATES>>;

const feeRates = serve(feeRatesEndpoint, (call, { symbol }) => {
  const { catalogue } = call.exchange.state;
  const isListed = ({ id }: Pair) => findPair(catalogue, id) !== undefined;
  const wanted =
    symbol === undefined ? catalogue.pairs.filter(isListed) : [getPairNamed(call, symbol)];
  const rowOf = (pair: Pair) => {
    const rates = pairRatesOf(catalogue.userFees, call.user, pair);
    return rates === pair ? ownRowOf(pair) : writeRow(pair, rates);
  };
  return writtenList(wanted.map(rowOf));
});

/** A change of a pair puts another in its place, so the text of one is made only once. */
const ownRows = new WeakMap<Pair, Row>();

/** The row of every user who has no rates of its own there. */
function ownRowOf(pair: Pair): Row {
  const known = ownRows.get(pair);
  if (known !== undefined) return known;
  const written = writeRow(pair, pair);
  ownRows.set(pair, written);
  return written;
}

function writeRow(pair: Pair, { makerRate, takerRate }: PairFeeRates): Row {
  const makerFeeRate = formatSteps(makerRate, RATE_DECIMALS);
  const takerFeeRate = formatSteps(takerRate, RATE_DECIMALS);
  return ratesText({ symbol: pair.name, makerFeeRate, takerFeeRate });
}

export const FEE_RATE_ROUTES = [feeRates];
