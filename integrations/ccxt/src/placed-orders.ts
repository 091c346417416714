/**
 * What became of orders that were placed. Futures and batches answer with numbers only, so that the exchange is
 * asked once more: an order that traded at once, or was canceled at once, is told as that.
 */
import { BaseError, type Dict, type MarketInterface, type Str } from "ccxt";
import { BourseCancels } from "./cancels.ts";

/** As many open orders as are told at once. */
const OPEN_MAX = 1000;

export class BoursePlacedOrders extends BourseCancels {
  isPlacedAskedFor(): boolean {
    return this.safeBool(this.options, "fetchPlacedOrders", true);
  }

  /** The order as the exchange has it; undefined where that is not to be asked, or not to be had. */
  async findPlaced(market: MarketInterface, area: string, placed: Dict): Promise<Dict | undefined> {
    if (this.safeString(placed, "status") !== undefined) {
      return placed;
    }
    if (!this.isPlacedAskedFor()) {
      return undefined;
    }
    return await this.lookUp(market, area, this.safeString(placed, "orderId"));
  }

  /** Orders of a pair of spot by their ids: most of a batch still stand, and are found at once. */
  async findBatch(market: MarketInterface, ids: string[]): Promise<Dict> {
    const found: Dict = {};
    if (!this.isPlacedAskedFor()) {
      return found;
    }
    const open = await this.lookUpOpen(market);
    for (let i = 0; i < open.length; i++) {
      found[this.safeString(open[i], "orderId", "")] = open[i];
    }
    for (let i = 0; i < ids.length; i++) {
      if (!(ids[i] in found)) {
        found[ids[i]] = await this.lookUp(market, "sapi/v1", ids[i]);
      }
    }
    return found;
  }

  /** A look that fails leaves the order placed: it must not look like a failure of the placing. */
  ignoreFailure(error: unknown): void {
    if (!(error instanceof BaseError)) {
      throw error;
    }
  }

  async lookUp(market: MarketInterface, area: string, id: Str): Promise<Dict | undefined> {
    let found: Dict | undefined;
    try {
      const request = this.orderNamed(market, id, {});
      found = this.firstOf(await this.fetchPrivate(area + "/order", request));
    } catch (e) {
      this.ignoreFailure(e);
    }
    return found;
  }

  async lookUpOpen(market: MarketInterface): Promise<Dict[]> {
    let found: Dict[] = [];
    try {
      const request: Dict = { symbol: market["id"], limit: OPEN_MAX };
      found = (await this.fetchPrivate("sapi/v1/openOrders", request)) as Dict[];
    } catch (e) {
      this.ignoreFailure(e);
    }
    return found;
  }
}
