/** An order on a pair, in spot or in margin: its preview against what the exchange does with it. */
import type { PlaceMarginOrder } from "../../src/engine/margin/margin.ts";
import { testOrder } from "../../src/engine/spot/place-order.ts";
import type { PlaceOrder } from "../../src/engine/spot/spot.ts";
import { formatSteps } from "../../src/money/decimal.ts";
import { checkPairOrder } from "../../src/preview/pair/check-pair-order.ts";
import { previewPairOrder } from "../../src/preview/pair/preview-pair-order.ts";
import { readPairFacts, readPairView } from "../../src/preview/read/read-pair-view.ts";
import {
  type Compared,
  isExchangeFull,
  isOfTheKey,
  type Met,
  placedIn,
  throughText,
} from "./compared.ts";
import type { Done, PreviewedExchange } from "./previewed-exchange.ts";
import { beyondOrder, feesOf, fillsIn, lentIn, pairAccountOf } from "./what-was-done.ts";

export function comparePair(
  { state, timeMs }: PreviewedExchange,
  command: PlaceOrder | PlaceMarginOrder,
  carryOut: () => Done,
  met: Met,
): Compared | undefined {
  const { user, pair, clientId, side, kind } = command;
  const area = command.type === "PlaceOrder" ? "spot" : "margin";
  const view = throughText(readPairView(state, { user, area, pair, clientId }, timeMs));
  const preview = previewPairOrder(view, { ...command, area });

  const carriedOut = carryOut();

  if (isOfTheKey(carriedOut)) return undefined;
  const { outcome, events } = carriedOut;
  met.count(area);
  if (!outcome.ok) met.count(`${area} refused: ${outcome.reason}`);
  if (isExchangeFull(carriedOut)) met.count("full exchange");
  if (!outcome.ok || !preview.ok) return { told: preview, done: outcome };
  const { base, quote, pricePrecision: price, quantityPrecision: quantity } = view.terms;
  const [gets, gives] = side === "buy" ? [base, quote] : [quote, base];
  const { status, fills, borrows, after, fee, now } = preview;
  const more = beyondOrder(events, { status, fills, isDue: false });
  met.count(`${area} ${kind}: ${more ?? status}`);
  met.count(`${area} fills`, fills.length);
  const { executed, ...answer } = placedIn(outcome.answer);
  const traded = fillsIn(events, { price, quantity, fee: gets.scale }).slice(0, fills.length);
  const told = { status, fills, fee: fee.now, executed: now.base };
  const done = {
    status: answer.status,
    fills: traded,
    fee: feesOf(traded, gets.scale),
    executed: formatSteps(executed, quantity),
  };
  if (more) return { told, done };
  const lent = lentIn(events, gives.scale);
  if (lent !== "0") met.count("margin loans");
  const account = pairAccountOf(state, { user, timeMs }, { area, pair });
  return {
    told: { ...told, borrows, after },
    done: { ...done, borrows: lent, after: account },
  };
}

/** SPOT-CHECK-16: the checks on what an endpoint reads are those on the live state. */
export function compareTestOrder(
  { state, timeMs }: PreviewedExchange,
  command: PlaceOrder,
): Compared {
  const asked = { ...command, area: "spot" } as const;
  const told = checkPairOrder(throughText(readPairFacts(state, asked, timeMs)), asked);
  const outcome = testOrder(state, command, timeMs);
  return { told, done: outcome.ok ? undefined : outcome };
}
