/** The user's ledger: what came and went of each balance, and what was paid and received at fundings. */
import {
  type Currency,
  type Dict,
  type FundingHistory,
  type Int,
  type LedgerEntry,
  Precise,
  type Str,
} from "ccxt";
import { BourseOrderQueries } from "./order-queries.ts";

export class BourseLedgers extends BourseOrderQueries {
  /** Of the account that the type names, oldest first; without `since` the newest, 100 of them unless told. */
  override async fetchLedger(
    code: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    params: Dict = {},
  ): Promise<LedgerEntry[]> {
    await this.loadMarkets();
    const named = this.handleMarketTypeAndParams("fetchLedger", undefined, params);
    const isSwap = named[0] === "swap" || named[0] === "future";
    const isMargin = !isSwap && this.isMarginCall("fetchLedger", named[1]);
    const rest = this.omit(named[1], ["marginMode", "until"]);
    let path = "sapi/v1/account/ledger";
    if (isSwap) {
      path = "fapi/v1/account/ledger";
    } else if (isMargin) {
      path = "sapi/v1/margin/account/ledger";
    }
    let currency: Currency;
    const request: Dict = {};
    if (code !== undefined) {
      currency = this.currency(code) as Currency;
      request["asset"] = this.currency(code)["id"];
    }
    const until = this.safeInteger(params, "until");
    if (until !== undefined) {
      request["endTime"] = until;
    }
    const query = this.extend(request, rest);
    const rows = await this.fetchEntries(path, query, since, limit);
    const account = isSwap ? "swap" : isMargin ? "margin" : "spot";
    return this.parseLedger(rows, currency, since, limit, { account: account });
  }

  /** What the fundings of a swap, or of all, took and gave; below zero what was paid. */
  override async fetchFundingHistory(
    symbol: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    params: Dict = {},
  ): Promise<FundingHistory[]> {
    await this.loadMarkets();
    const request: Dict = { type: "FUNDING" };
    const until = this.safeInteger(params, "until");
    if (until !== undefined) {
      request["endTime"] = until;
    }
    const query = this.extend(request, this.omit(params, "until"));
    const most = symbol === undefined ? limit : undefined;
    const path = "fapi/v1/account/ledger";
    const start = symbol === undefined || since !== undefined ? since : 0;
    const rows = await this.fetchEntries(path, query, start, most);
    const result: FundingHistory[] = [];
    for (let i = 0; i < rows.length; i++) {
      result.push(this.parseFundingPaid(rows[i]));
    }
    return this.filterBySymbolSinceLimit(result, symbol, since, limit) as FundingHistory[];
  }

  /** Oldest first. From `since` on forward; without it the newest, back. */
  async fetchEntries(path: string, request: Dict, since: Int, limit: Int): Promise<Dict[]> {
    const wanted = limit === undefined && since === undefined ? 100 : limit;
    const query = this.extend({ limit: 1000 }, request);
    let key = "toId";
    if (since !== undefined) {
      key = "fromId";
      query["fromId"] = "1-0";
      query["startTime"] = since;
    }
    let all: Dict[] = [];
    while (true) {
      const page = await this.fetchPrivate(path, query);
      const rows = this.oldestFirst(this.safeList(page, "entries", []));
      all = since === undefined ? this.arrayConcat(rows, all) : this.arrayConcat(all, rows);
      const next = this.safeString(page, "nextId");
      if (next === undefined || (wanted !== undefined && all.length >= wanted)) {
        return wanted === undefined ? all : this.newestOrOldest(all, wanted, since);
      }
      query[key] = next;
    }
  }

  /** So many of a list that was read from one end. */
  newestOrOldest(rows: Dict[], wanted: number, since: Int): Dict[] {
    if (rows.length <= wanted) {
      return rows;
    }
    return since === undefined
      ? this.arraySlice(rows, rows.length - wanted)
      : this.arraySlice(rows, 0, wanted);
  }

  override parseLedgerEntry(item: Dict, currency: Currency = undefined): LedgerEntry {
    const own = this.safeCurrency(this.safeString(item, "asset"), currency);
    const timestamp = this.safeInteger(item, "time");
    const amount = this.safeString(item, "amount", "0");
    const after = this.safeString(item, "balance", "0");
    const trade = this.safeString(item, "tradeId");
    const transfer = this.safeString(item, "transferId", trade);
    const isOut = Precise.stringLt(amount, "0");
    return this.safeLedgerEntry(
      {
        info: item,
        id: this.safeString(item, "id"),
        timestamp: timestamp,
        datetime: this.iso8601(timestamp),
        direction: isOut ? "out" : "in",
        account: undefined,
        referenceId: this.safeString(item, "movementId", transfer),
        referenceAccount: undefined,
        type: this.entryTypeOf(this.safeString(item, "type", "")),
        currency: own["code"],
        amount: this.parseNumber(Precise.stringAbs(amount)),
        before: this.parseNumber(Precise.stringSub(after, amount)),
        after: this.parseNumber(after),
        status: "ok",
        fee: undefined,
      },
      own,
    ) as LedgerEntry;
  }

  /** Words of ccxt's where it has one; the others are as the API has them, in small letters. */
  entryTypeOf(type: string): string {
    const types: Dict = {
      DEPOSIT: "transaction",
      WITHDRAWAL: "transaction",
      LIQUIDATION_FEE: "fee",
    };
    return this.safeString(types, type, type.toLowerCase()) as string;
  }

  parseFundingPaid(row: Dict): FundingHistory {
    const market = this.safeMarket(this.safeString(row, "contractName"));
    const timestamp = this.safeInteger(row, "time");
    return {
      info: row,
      symbol: market["symbol"],
      code: this.safeCurrencyCode(this.safeString(row, "asset")),
      timestamp: timestamp,
      datetime: this.iso8601(timestamp),
      id: this.safeString(row, "id"),
      amount: this.safeNumber(row, "amount"),
    } as FundingHistory;
  }
}
