/** The account's stores, over a stream that tells what the test says. */
import { expect, test } from "vitest";
import type { ChannelListener, LiquidationEvent } from "../../../../src/client/client.ts";
import type { Subscribes } from "../../../../src/client/stream/follow.ts";
import type { AccountOrder, AccountTrade, NewFeedEntry } from "../exchange.ts";
import { AccountWatch, OWN_TRADES_MAX } from "./account-watch.ts";

const AT = { seq: "1-0", time: 0 };

class ToldStream implements Subscribes {
  readonly #listeners = new Map<string, ChannelListener<never>>();

  subscribe(channel: string, listener: ChannelListener<never>) {
    this.#listeners.set(channel, listener);
    return { close: () => void this.#listeners.delete(channel) };
  }

  get channels(): string[] {
    return [...this.#listeners.keys()];
  }

  tell(kind: "snapshot" | "update", channel: string, told: object): void {
    this.#listeners.get(channel)?.[kind](told as never, AT);
  }
}

function open() {
  const stream = new ToldStream();
  const notes: NewFeedEntry[] = [];
  const alarms: LiquidationEvent[] = [];
  const account = new AccountWatch({
    note: (entry) => notes.push(entry),
    alarmed: (events) => alarms.push(...events),
    call: (name) => ({ title: name, coin: "USDT" }),
    refused: () => undefined,
  });
  account.open(stream);
  return { stream, account, notes, alarms };
}

const tradeOf = (id: number) =>
  ({
    area: "spot",
    symbol: "BTCUSDT",
    id,
    side: "BUY",
    price: "1",
    qty: "1",
    forced: "NONE",
  }) as AccountTrade;
const orderOf = (orderId: number, status: string) =>
  ({
    area: "spot",
    symbol: "BTCUSDT",
    orderId,
    status,
    side: "BUY",
    price: "1",
    origQty: "1",
  }) as AccountOrder;

test("how things are is no news; what happens is", () => {
  const { stream, account, notes } = open();

  stream.tell("snapshot", "my.orders", { orders: [orderOf(1, "NEW")] });
  expect([account.orders.value.length, notes.length]).toEqual([1, 0]);
  stream.tell("update", "my.orders", { orders: [orderOf(1, "CANCELED"), orderOf(2, "NEW")] });

  expect(account.orders.value.map(({ orderId }) => orderId)).toEqual([2]);
  expect(notes.map(({ kind }) => kind)).toEqual(["cancel", "order"]);
});

test("the newest 200 of one's own trades are kept, newest first", () => {
  const { stream, account } = open();
  for (let id = 0; id < OWN_TRADES_MAX + 4; id += 2) {
    stream.tell("update", "my.trades", { trades: [tradeOf(id), tradeOf(id + 1)] });
  }

  const ids = account.trades.value.map(({ id }) => id);

  expect([ids.length, ids[0], ids.at(-1)]).toEqual([OWN_TRADES_MAX, OWN_TRADES_MAX + 3, 4]);
});

test("what is closed follows nothing and holds nothing", () => {
  const { stream, account } = open();
  stream.tell("snapshot", "my.margin", { marginLevel: "3", state: "NORMAL" });
  stream.tell("update", "my.trades", { trades: [tradeOf(1)] });

  account.close();

  expect(stream.channels).toEqual([]);
  expect([account.margin.value, account.trades.value]).toEqual([undefined, []]);
});

test("what was done by force is noted at its own time, and an alarm", () => {
  const { stream, notes, alarms } = open();
  const event = { event: "MARGIN_CALLED", area: "margin", time: 77 };
  stream.tell("update", "my.liquidation", { events: [event] });

  expect(notes).toMatchObject([{ kind: "liquidation", tone: "bad", time: 77 }]);
  expect(alarms).toEqual([event]);
  const forced = { event: "FORCE_CLOSED", area: "futures", time: 78 };
  stream.tell("update", "my.liquidation", { events: [forced] });
  // Its trade tells of it.
  expect([notes.length, alarms.length]).toEqual([1, 2]);
});
