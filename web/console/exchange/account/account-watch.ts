/**
 * The account of the key, as it happens: open orders, own trades, balances, positions, margin level.
 * What is worth a line in the feed is noted there: fills, ended orders, liquidations. A snapshot is not:
 * it says how things are, not that something happened.
 */
import type { BourseError, LiquidationEvent } from "../../../../src/client/client.ts";
import { followRows } from "../../../../src/client/client.ts";
import type { Subscribes } from "../../../../src/client/stream/follow.ts";
import type {
  AccountBalance,
  AccountConfig,
  AccountList,
  AccountOrder,
  AccountPosition,
  AccountRates,
  AccountStores,
  AccountTrade,
  MarginLevel,
  NewFeedEntry,
} from "../exchange.ts";
import { LiveValue } from "../live.ts";
import {
  type CallMarket,
  fillNews,
  isToldElsewhere,
  liquidationText,
  marketNameOf,
  orderNews,
} from "./account-news.ts";
import { tellAgain, tellMore } from "./told-orders.ts";

export const OWN_TRADES_MAX = 200;

const NOTHING: ReadonlySet<AccountList> = new Set();

export const NO_RATES: AccountRates = { symbols: new Map(), contracts: new Map() };

export interface AccountListener {
  note(entry: NewFeedEntry): void;
  /** Something was done by force, or the account is in danger: the histories tell the rest. */
  alarmed(events: readonly LiquidationEvent[]): void;
  call: CallMarket;
  /** The streams of the account are refused: the key is wrong, or was revoked. */
  refused(error: BourseError): void;
}

export class AccountWatch implements AccountStores {
  readonly arrived = new LiveValue(NOTHING);
  readonly orders = new LiveValue<readonly AccountOrder[]>([]);
  readonly told = new LiveValue<readonly AccountOrder[]>([]);
  readonly trades = new LiveValue<readonly AccountTrade[]>([]);
  readonly balances = new LiveValue<readonly AccountBalance[]>([]);
  readonly positions = new LiveValue<readonly AccountPosition[]>([]);
  readonly margin = new LiveValue<MarginLevel | undefined>(undefined);
  readonly configs = new LiveValue<readonly AccountConfig[]>([]);
  readonly rates = new LiveValue<AccountRates>(NO_RATES);
  readonly #listener: AccountListener;
  #subscriptions: readonly { close(): void }[] = [];

  constructor(listener: AccountListener) {
    this.#listener = listener;
  }

  open(stream: Subscribes): void {
    this.close();
    const error = (refusal: BourseError) => this.#listener.refused(refusal);
    const takeMargin = (level: MarginLevel) => this.margin.set(level);
    this.#subscriptions = [
      followRows(stream, "my.orders", (rows, changed) => this.#takeOrders(rows, changed), {
        error,
      }),
      followRows(stream, "my.balances", (rows) => {
        this.balances.set(rows);
        this.#arrive("balances");
      }),
      followRows(stream, "my.positions", (rows) => {
        this.positions.set(rows);
        this.#arrive("positions");
      }),
      followRows(stream, "my.config", (rows) => this.configs.set(rows)),
      stream.subscribe("my.trades", {
        snapshot: () => undefined,
        update: ({ trades }) => this.#takeTrades(trades),
      }),
      stream.subscribe("my.margin", { snapshot: takeMargin, update: takeMargin }),
      stream.subscribe("my.liquidation", {
        snapshot: () => undefined,
        update: ({ events }) => this.#takeLiquidation(events),
      }),
    ];
  }

  /** Nothing of the last user stays. */
  close(): void {
    for (const subscription of this.#subscriptions) subscription.close();
    this.#subscriptions = [];
    this.arrived.set(NOTHING);
    this.orders.set([]);
    this.told.set([]);
    this.trades.set([]);
    this.balances.set([]);
    this.positions.set([]);
    this.margin.set(undefined);
    this.configs.set([]);
    this.rates.set(NO_RATES);
  }

  #arrive(list: AccountList): void {
    const { value: arrived } = this.arrived;
    if (!arrived.has(list)) this.arrived.set(new Set([...arrived, list]));
  }

  #takeOrders(rows: readonly AccountOrder[], changed: readonly AccountOrder[] | undefined): void {
    this.orders.set(rows);
    this.#arrive("orders");
    const { value: told } = this.told;
    this.told.set(changed ? tellMore(told, changed) : tellAgain(told, rows));
    for (const order of changed ?? []) {
      const news = orderNews(order, this.#listener.call(marketNameOf(order)));
      if (news) this.#listener.note(news);
    }
  }

  #takeTrades(trades: readonly AccountTrade[]): void {
    const kept = [...trades.toReversed(), ...this.trades.value];
    this.trades.set(kept.slice(0, OWN_TRADES_MAX));
    for (const trade of trades) {
      const news = fillNews(trade, this.#listener.call(marketNameOf(trade)));
      this.#listener.note({ ...news, time: trade.time });
    }
  }

  #takeLiquidation(events: readonly LiquidationEvent[]): void {
    for (const event of events) {
      if (isToldElsewhere(event)) continue;
      const text = liquidationText(event, (name) => this.#listener.call(name));
      this.#listener.note({ kind: "liquidation", tone: "bad", text, time: event.time });
    }
    this.#listener.alarmed(events);
  }
}
