/** After a restart every account has its risk bounds as before: what a snapshot leaves out is made anew. */
import { expect, test } from "vitest";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";
import { newsOf } from "../../../../test/support/margin-news.ts";
import type { Command } from "../codec.ts";
import { apply } from "../engine.ts";
import type { ExchangeEvent } from "../events.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";

/** Ann and Bob bought 3 BTC at 100 and owe 200 USDT each. */
function longDesk(): MarginDesk {
  const desk = new MarginDesk({ ann: { USDT: "100" }, bob: { USDT: "100" } });
  desk.lend("10000 USDT");
  desk.addUser("lee");
  desk.deposit("lee", "10000 USDT");
  for (const name of ["ann", "bob"]) desk.owe(name, { usdt: "300", bought: "3" });
  return desk;
}

/** What a command would do after a restart, loaded forward and backward, and without one. */
function afterRestart(desk: MarginDesk, command: Command): string[] {
  const copies = (["forward", "backward"] as const).map((direction) =>
    readSnapshot(writeSnapshot(desk.state).slice(), direction),
  );
  desk.must(command);
  const news = desk.news();
  const bytes = writeSnapshot(desk.state).slice();
  for (const copy of copies) {
    const events: ExchangeEvent[] = [];
    apply(copy, command, { timeMs: desk.timeMs, events });
    expect(newsOf(copy, events)).toEqual(news);
    expect(writeSnapshot(copy)).toEqual(bytes);
  }
  return news;
}

test("MARG-WATCH-1 LOG-SNAP-1 a price that falls after a restart liquidates the same accounts", () => {
  const desk = longDesk();

  expect(afterRestart(desk, desk.indexing("BTC", "86"))).toEqual([
    "ann is warned",
    "bob is warned",
  ]);
  expect(afterRestart(desk, desk.indexing("BTC", "90"))).toEqual([]);
  expect(afterRestart(desk, desk.indexing("BTC", "80"))).toEqual([
    "ann is warned",
    "bob is warned",
  ]);
  expect(afterRestart(desk, desk.indexing("BTC", "70"))).toEqual([
    "ann is liquidated",
    "bob is liquidated",
  ]);
});

test("MARG-LIQ-6 LOG-SNAP-1 an account in liquidation is tried again after a restart", () => {
  const desk = longDesk();
  desk.index("BTC", "70");
  desk.place("lee", "buy 1 @ 70");

  expect(afterRestart(desk, desk.indexing("BTC", "70"))).toEqual([
    "ann repays 70 USDT",
    "ann sells 1 @ 70 on BTCUSDT",
  ]);
});

test("MARG-CALL-2 LOG-SNAP-1 a warning falls due after a restart as it would have", () => {
  const desk = longDesk();
  desk.index("BTC", "80");
  desk.passHours(23);
  desk.timeMs = desk.state.hourMs + 3_600_000;

  const hour = { type: "HourTick", hourMs: desk.timeMs } as const;

  expect(afterRestart(desk, hour)).toEqual(["ann is warned", "bob is warned"]);
});

test("MARG-LEVEL-2 LOG-SNAP-1 an account that waits for a price is assessed at it after a restart", () => {
  const desk = longDesk();
  desk.withdrawIndex("BTC");
  desk.index("BTC", "100", "feed");
  desk.advance(20_000);

  expect(afterRestart(desk, desk.indexing("BTC", "80", "feed"))).toEqual([
    "ann is warned",
    "bob is warned",
  ]);
});

test("MARG-LEVEL-2 LOG-SNAP-1 a debt without an index does not stop a restart", () => {
  const desk = new MarginDesk({ ann: { BTC: "1" } });
  desk.addAsset("ETH", 8);
  desk.addPair({ name: "ETHBTC", isMarginEnabled: true }, "ETH", "BTC");
  desk.lend("100 ETH");
  desk.index("BTC", "100");
  desk.index("ETH", "10");
  desk.placeMargin("ann", "sell 10 @ 0.1 on ETHBTC");
  desk.withdrawIndex("ETH");
  expect(desk.indexShown("ETH")).toBe("0");

  expect(afterRestart(desk, desk.indexing("BTC", "90"))).toEqual([]);
  expect(afterRestart(desk, desk.indexing("ETH", "40"))).toEqual(["ann is warned"]);
});

test("PRICE-INDEX-3 LOG-SNAP-1 an index that has not followed its last trade yet follows after a restart", () => {
  const desk = longDesk();
  desk.withdrawIndex("BTC");
  for (const bid of ["0.1 @ 71", "1 @ 70", "9 @ 63.5"]) desk.place("lee", `buy ${bid}`);
  desk.deposit("bob", "0.1 BTC");
  desk.place("bob", "sell 0.1 @ 71"); // Both are at risk, and Ann's sale takes all bids.
  expect(desk.indexShown("BTC")).toBe("71");

  const news = afterRestart(desk, { type: "BanAddress", block: "10.0.0.9", request: 0 });

  expect(desk.indexShown("BTC")).toBe("70");
  expect(news).toContain("bob sells 3 @ 63.5 on BTCUSDT");
});

test("MARG-INT-2 LOG-SNAP-1 interest goes on after a restart where it was, at rates that changed", () => {
  const desk = longDesk();
  desk.terms("USDT", "0.001", 1n);
  desk.passHours(3);
  desk.terms("USDT", "0.002", 1n);
  desk.timeMs = desk.state.hourMs + 3_600_000;

  afterRestart(desk, { type: "HourTick", hourMs: desk.timeMs });

  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "200", interest: "1" });
});
