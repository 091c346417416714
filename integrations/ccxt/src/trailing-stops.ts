/**
 * Stops of spot that trail the last price: how far and from which price on, as params say it. The API counts basis
 * points, ccxt percents; one that is no whole number of them would be another order, and is refused before it is sent.
 */
import { type Dict, InvalidOrder, Precise, type Str } from "ccxt";
import { type AskedOrder, BourseOrderRefusals } from "./order-refusals.ts";

/** In basis points. */
const DELTA_MIN = "10";
const DELTA_MAX = "2000";

export class BourseTrailingStops extends BourseOrderRefusals {
  override checkedParams(order: AskedOrder, params: Dict): Dict {
    const asked = super.checkedParams(order, params);
    this.checkTrailing(order, asked);
    return asked;
  }

  isTrailing(params: Dict): boolean {
    return this.isGiven(params, "trailingPercent") || this.isGiven(params, "trailingDelta");
  }

  checkTrailing(order: AskedOrder, params: Dict): void {
    if (!this.isTrailing(params)) {
      if (this.isGiven(params, "trailingTriggerPrice")) {
        this.refuseParam(order, "trailingTriggerPrice", "it goes with a trailingPercent");
      }
      return;
    }
    if (this.isGiven(params, "stopLossPrice")) {
      const why =
        "a stop that trails has no price of its own; trailingTriggerPrice says from where";
      this.refuseParam(order, "stopLossPrice", why);
    }
    this.checkTrailingTrigger(order, params);
    this.trailingDeltaOf(params);
  }

  checkTrailingTrigger(order: AskedOrder, params: Dict): void {
    const start = this.safeString(params, "trailingTriggerPrice");
    const trigger = this.safeString2(params, "triggerPrice", "stopPrice", start);
    if (start !== undefined && !Precise.stringEq(start, trigger)) {
      const name = this.isGiven(params, "triggerPrice") ? "triggerPrice" : "stopPrice";
      this.refuseParam(order, "trailingTriggerPrice", name + " says something else");
    }
  }

  /** How far a stop trails, in basis points; undefined of one that does not. */
  trailingDeltaOf(params: Dict): Str {
    const isNamed = this.isGiven(params, "trailingDelta");
    const named = isNamed ? this.safeString(params, "trailingDelta") : undefined;
    if (!this.isGiven(params, "trailingPercent")) {
      return named;
    }
    const percent = this.safeString(params, "trailingPercent", "");
    if (this.parseNumber(percent) === undefined) {
      throw new InvalidOrder(this.id + " params.trailingPercent is a number, not " + percent);
    }
    const delta = Precise.stringMul(percent, "100") as string;
    const isWhole = Precise.stringEq(Precise.stringMod(delta, "1"), "0");
    const isNear = Precise.stringGe(delta, DELTA_MIN) && Precise.stringGe(DELTA_MAX, delta);
    if (!isWhole || !isNear) {
      const what = " params.trailingPercent is from 0.1 to 20, in steps of 0.01, not ";
      throw new InvalidOrder(this.id + what + percent);
    }
    if (named !== undefined && !Precise.stringEq(named, delta)) {
      throw new InvalidOrder(this.id + " params.trailingDelta is not params.trailingPercent x 100");
    }
    return delta;
  }
}
