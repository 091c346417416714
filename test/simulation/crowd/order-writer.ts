/** Writes orders: prices that cross, dust, numbers near 2^53, and every way to get a field wrong. */
import { present } from "../../../src/core/base/assert.ts";
import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import {
  type AskedExtras,
  type AskedInstructions,
  SELF_TRADES,
  UNITS,
} from "../../../src/core/engine/orders/instructions.ts";
import type { OrderKind } from "../../../src/core/engine/orders/order.ts";
import { lastTicksOf } from "../../../src/core/engine/prices/prices.ts";
import { isForAmount } from "../../../src/core/engine/spot/order-value.ts";
import type { OrderRequest } from "../../../src/core/engine/spot/spot.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import { formatSteps, formatUnits } from "../../../src/core/money/decimal.ts";
import type { Dice } from "../dice.ts";
import { drawDelta, drawWrongDelta } from "./deltas.ts";
import type { FairPrices } from "./fair-prices.ts";
import { PAIRS } from "./market.ts";

/** What the API lets pass as a decimal and the engine has to sort out. */
const ODD = ["0", "-1", "0.000", "-0.5", "9007199254740991", "9007199254740992"];
/** Too fine for every pair. */
const FINE = `0.${"0".repeat(39)}1`;
const ODDER = ["9".repeat(40), FINE, `1.${"3".repeat(40)}`, "00012.500000"];

/** How many orders have instructions, and how many of those wait for a price. */
const INSTRUCTED = 0.28;
const STOPS = 0.4;
/** How many market orders say what their quantity counts. */
const IN_UNIT = 0.2;
/** How many limit orders show slices. */
const SLICED = 0.12;
/** How many orders trail the last price, and how many of those that wait for a price first. */
const TRAILING = 0.05;
const STOPS_TRAILING = 0.25;

export class OrderWriter {
  private readonly dice: Dice;
  private readonly state: ExchangeState;
  private readonly fair: FairPrices;
  private readonly hasOrderSet: boolean;

  constructor(dice: Dice, state: ExchangeState, fair: FairPrices, hasOrderSet: boolean) {
    this.dice = dice;
    this.state = state;
    this.fair = fair;
    this.hasOrderSet = hasOrderSet;
  }

  /** A pair that trades, mostly. */
  drawPair(): number {
    const { dice, state } = this;
    const listed = state.catalogue.pairs.filter(({ status }) => status !== "delisted");
    if (listed.length === 0 || dice.chance(0.01)) return dice.between(0, 6);
    return dice.pick(listed).id;
  }

  clientId(): string {
    const { dice } = this;
    if (dice.chance(0.04)) return dice.pick(["a b", "bourse:7", "x".repeat(65), "ä", "bourse:0"]);
    return dice.pick(["alpha", "beta", "gamma", "delta", "epsilon", "x".repeat(64)]);
  }

  /** An order; `oddity` is the chance of each of its fields to be odd. */
  asked(pairId: number, oddity = 0.03): OrderRequest & { readonly pair: number } {
    const { dice } = this;
    const pair = this.state.catalogue.pairs[pairId - 1] ?? this.state.catalogue.pairs[0];
    const isMarket = dice.chance(0.3);
    const side = dice.pick(["buy", "sell"] as const);
    const ticks = this.ticks(present(pair, "a pair"));
    const kind = isMarket ? "market" : "limit";
    const more = this.hasOrderSet ? this.extras(kind, side, oddity) : {};
    const quantity = this.quantity(
      present(pair, "a pair"),
      ticks,
      isForAmount({ side, kind, ...more }),
    );
    const { pricePrecision = 0, quantityPrecision = 0 } = pair ?? {};
    const told = this.hasOrderSet ? this.instructed(pair, kind, oddity) : {};
    return {
      pair: pairId,
      side,
      kind,
      price: dice.chance(oddity)
        ? this.odd(pricePrecision, true)
        : isMarket
          ? ""
          : formatSteps(ticks, pricePrecision),
      quantity: dice.chance(oddity) ? this.odd(quantityPrecision, false) : quantity,
      clientId: dice.chance(0.4) ? this.clientId() : "",
      ...told,
      ...more,
      ...(this.hasOrderSet ? this.sliced(kind, quantity, oddity) : {}),
      ...(this.hasOrderSet ? this.trailing(told, oddity) : {}),
    };
  }

  /** SPOT-TRAIL-1: at once, or from its trigger on. */
  private trailing(
    { instructions }: Pick<OrderRequest, "instructions">,
    oddity: number,
  ): Pick<OrderRequest, "trailing"> {
    const { dice } = this;
    if (!dice.chance(instructions?.triggerPrice ? STOPS_TRAILING : TRAILING)) return {};
    return { trailing: { delta: dice.chance(oddity) ? drawWrongDelta(dice) : drawDelta(dice) } };
  }

  /** SPOT-ICE-1: what it shows at a time, mostly a few slices. */
  private sliced(kind: OrderKind, quantity: string, oddity: number): Pick<OrderRequest, "tactics"> {
    const { dice } = this;
    if (!dice.chance(kind === "limit" ? SLICED : 0.2 * oddity)) return {};
    if (dice.chance(8 * oddity))
      return { tactics: { slice: dice.pick(["0", "-1", FINE, FINE, "9007199254740991"]) } };
    const [whole = "1"] = quantity.split(".");
    const least = Number(whole) / dice.pick([1, 2, 3, 5, 20, 150]);
    return { tactics: { slice: `${Math.max(1, Math.ceil(least))}` } };
  }

  /** What it asks for since rules 7: a market order may count the other asset. */
  private extras(
    kind: OrderKind,
    side: "buy" | "sell",
    oddity: number,
  ): { readonly extras?: AskedExtras } {
    const { dice } = this;
    if (!dice.chance(kind === "market" ? IN_UNIT : 0.3 * oddity)) return {};
    if (dice.chance(oddity)) return { extras: { unit: dice.pick(UNITS) } };
    return { extras: { unit: side === "buy" ? "base" : "quote" } };
  }

  /** What an order asks for besides: most ask for nothing. */
  instructed(
    pair: Pair | undefined,
    kind: OrderKind,
    oddity: number,
    stops = STOPS,
  ): { readonly instructions?: AskedInstructions } {
    const { dice } = this;
    if (!this.hasOrderSet || !pair || !dice.chance(INSTRUCTED)) return {};
    const isPlain = kind === "market" && !dice.chance(2 * oddity);
    const timeInForce = isPlain
      ? dice.pick(["gtc", "gtc", "ioc"] as const)
      : dice.pick(["gtc", "gtc", "ioc", "ioc", "fok", "fok", "post_only"] as const);
    const selfTrade = dice.chance(0.5) ? dice.pick(SELF_TRADES) : undefined;
    const triggerPrice = dice.chance(stops) ? this.triggerPrice(pair, oddity) : "";
    return { instructions: { timeInForce, selfTrade, triggerPrice } };
  }

  /** A price that a few trades reach. */
  private triggerPrice(pair: Pair, oddity: number): string {
    const { dice } = this;
    if (dice.chance(oddity)) return this.odd(pair.pricePrecision, false);
    const last = lastTicksOf(this.state.prices, pair.id) || this.fair.ticksOf(pair);
    return formatSteps(Math.max(1, last + dice.between(-4, 4)), pair.pricePrecision);
  }

  private odd(precision: number, isPrice: boolean): string {
    const { dice } = this;
    const tooPrecise = `1.${"0".repeat(precision)}1`;
    const zeros = `${formatSteps(dice.between(1, 99), precision)}${precision > 0 ? "" : ".0"}00`;
    return dice.pick([...ODD, ...ODDER, tooPrecise, zeros, ...(isPrice ? [""] : [])]);
  }

  /** Near the fair price, so that orders cross; sometimes far out, for bands and ranges. */
  ticks(pair: Pair): number {
    const { dice } = this;
    const fair = this.fair.ticksOf(pair);
    if (dice.chance(0.08)) {
      const factor = dice.pick([0.19, 0.2, 0.4, 0.5, 0.51, 1.9, 2, 2.1, 4.9, 5, 5.1]);
      return Math.max(1, Math.floor(fair * factor));
    }
    if (dice.chance(0.01)) return Number.MAX_SAFE_INTEGER - dice.between(0, 2);
    this.fair.drift(pair.base);
    return Math.max(1, fair + dice.between(-5, 5));
  }

  private quantity(pair: Pair, ticks: number, isAmount: boolean): string {
    const { dice } = this;
    const usual = PAIRS[(pair.id - 1) % PAIRS.length]?.lots ?? 10;
    const isHuge = pair.baseUnit === 1n && dice.chance(0.22);
    const lots = isHuge
      ? Number.MAX_SAFE_INTEGER - dice.between(0, 3)
      : dice.chance(0.1)
        ? dice.between(1, 4)
        : dice.between(1, usual);
    if (!isAmount) return formatSteps(lots, pair.quantityPrecision);
    const wanted = dice.chance(0.1) ? dice.between(1, ticks) : 0;
    const amount =
      wanted > 0 ? BigInt(wanted) : BigInt(ticks) * BigInt(lots) + BigInt(dice.between(0, 9));
    return formatUnits(amount, pair.pricePrecision + pair.quantityPrecision);
  }
}
