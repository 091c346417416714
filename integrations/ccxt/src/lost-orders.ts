/**
 * Placing an order once, whatever becomes of the replies ("After a 504" in docs/api.md). After a lost reply
 * the order is looked for by its client id. "No such order" is a proof only when the request can no longer
 * come in (the server's clock has passed its time, `recvWindow` and a second) and all that stood before in
 * the sequencer is done (a cancel of a name that no order has was answered). With that proof it is sent
 * again; without it the outcome stays unknown, which is a RequestTimeout that names the client id.
 */
import { type Dict, ExchangeNotAvailable, OrderNotFound, RequestTimeout, type Str } from "ccxt";
import { BourseOrderRequests } from "./order-requests.ts";

/** More than the server's clock may jump back. */
const MARGIN_MS = 1000;

export class BourseLostOrders extends BourseOrderRequests {
  /** `area` is `sapi/v1`, `sapi/v1/margin` or `fapi/v1`; `path` the endpoint that places the order. */
  async placeOnce(area: string, path: string, request: Dict): Promise<Dict> {
    const tries = this.safeInteger(this.options, "lostOrderTries", 3);
    for (let i = 0; i < tries; i++) {
      const usual = this.safeInteger(this.options, "recvWindow", 5000);
      const window = this.safeInteger(request, "recvWindow", usual);
      const lateAt = this.sum(this.nonce(), window, MARGIN_MS);
      try {
        return await this.postPrivate(path, request);
      } catch (e) {
        const isOwnName = i > 0 && this.isDuplicate(e);
        if (!this.isLostReply(e) && !isOwnName) {
          throw e;
        }
      }
      const found = await this.findLostOrder(area, request, lateAt);
      if (found !== undefined) {
        return found;
      }
    }
    const name = this.nameOf(request);
    throw new ExchangeNotAvailable(this.id + " the order " + name + " was not carried out");
  }

  /** The order, or undefined when it surely was not placed. */
  async findLostOrder(area: string, request: Dict, lateAt: number): Promise<Dict | undefined> {
    const patience = this.safeInteger(this.options, "outcomeMs", 60000);
    const pause = this.safeInteger(this.options, "lostOrderPauseMs", 200);
    const giveUpAt = this.sum(this.milliseconds(), patience);
    while (this.milliseconds() < giveUpAt) {
      try {
        const now = await this.fetchTime();
        const isLate = this.safeInteger({ now: now }, "now", 0) > lateAt;
        if (isLate) {
          await this.awaitEarlierCommands(area, request);
        }
        const found = await this.findByName(area, request);
        if (found !== undefined || isLate) {
          return found;
        }
      } catch (e) {
        if (!this.isPassing(e)) {
          throw this.outcomeUnknown(request);
        }
      }
      await this.sleep(pause);
    }
    throw this.outcomeUnknown(request);
  }

  isPassing(error: unknown): boolean {
    return this.isLostReply(error) || error instanceof ExchangeNotAvailable;
  }

  outcomeUnknown(request: Dict): RequestTimeout {
    const what = " it is not known whether the order was placed; ask for its clientOrderId ";
    return new RequestTimeout(this.id + what + this.nameOf(request));
  }

  /** Of a list that of its first order. */
  nameOf(request: Dict): string {
    const orders = this.safeList(request, "orders", []);
    const named = this.safeDict(orders, 0, request);
    return this.safeString2(named, "newClientOrderId", "clientOrderId", "");
  }

  /** Cancels a name that no order has: the refusal comes after everything before it. */
  async awaitEarlierCommands(area: string, request: Dict): Promise<void> {
    try {
      await this.postPrivate(area + "/cancel", this.namedOrder(request, this.drawId()));
    } catch (e) {
      if (!(e instanceof OrderNotFound)) {
        throw e;
      }
    }
  }

  async findByName(area: string, request: Dict): Promise<Dict | undefined> {
    try {
      const found = await this.fetchPrivate(
        area + "/order",
        this.namedOrder(request, this.nameOf(request)),
      );
      return this.firstOf(found);
    } catch (e) {
      if (!(e instanceof OrderNotFound)) {
        throw e;
      }
    }
    return undefined;
  }

  /** Futures answer a query with a list of one. */
  firstOf(found: Dict | Dict[]): Dict | undefined {
    return Array.isArray(found) ? this.safeDict(found, 0) : found;
  }

  /** What names an order of the same market by a client id. */
  namedOrder(request: Dict, clientId: Str): Dict {
    const contract = this.safeString(request, "contractName");
    if (contract !== undefined) {
      return { contractName: contract, clientOrderId: clientId };
    }
    return { symbol: this.safeString(request, "symbol"), newClientOrderId: clientId };
  }
}
