/** Requests with an id of the client's: carried out once, answered the same again, for a day. */
import { expect, test } from "vitest";
import { FuturesDesk } from "../../../../test/support/futures-desk.ts";
import { substanceOf } from "../../../../test/support/substance.ts";
import type { Command } from "../codec.ts";
import { HOUR_MS } from "../directory.ts";
import { readSnapshot, writeSnapshot } from "../snapshot/snapshot.ts";

const UNITS = 100_000_000n;

/** Alice has 1,000 USDT in futures, 1 BTC and 100 USDT in spot. */
function open(limits = {}): FuturesDesk {
  const balances = { alice: { USDT: "1000" }, bob: { USDT: "1000" } };
  const desk = new FuturesDesk(balances, { limits });
  desk.deposit("alice", "1 BTC");
  desk.deposit("alice", "100 USDT");
  return desk;
}

function transfer(desk: FuturesDesk, clientRequestId: string, amount = UNITS): Command {
  const way = { from: "spot", to: "margin", asset: desk.asset("BTC"), amount } as const;
  return { type: "Transfer", ...desk.hand("alice"), ...way, clientRequestId };
}

/** The next hours tick, up to now. */
function tickHours(desk: FuturesDesk): void {
  while (desk.state.hourMs + HOUR_MS <= desk.timeMs) {
    desk.must({ type: "HourTick", hourMs: desk.state.hourMs + HOUR_MS });
  }
}

test("USER-REPEAT-1 the same transfer five times moves the money once and answers the same", () => {
  const desk = open();
  const answers = Array.from({ length: 5 }, () => desk.must(transfer(desk, "once")));

  expect(answers).toEqual(Array(5).fill({ transferId: desk.state.margin.transferIdLast }));
  expect(desk.balances("alice")["BTC"]).toBe("0/0");
});

test("USER-REPEAT-1 every request that takes an id is carried out once, and nothing else follows", () => {
  const desk = open();
  desk.markAt("100");
  desk.trade("bob", "open sell 2 @ 100");
  desk.trade("alice", "open buy 1 @ 100");
  const position = desk.position("alice", "buy")?.id ?? 0;
  const hand = { ...desk.hand("alice"), clientRequestId: "again" };
  const item = { side: "buy", kind: "limit", quantity: "0.1", price: "10", clientId: "" } as const;
  const commands: readonly Command[] = [
    { type: "MovePositionMargin", ...hand, position, amount: UNITS },
    { type: "SetLeverage", ...hand, contract: 1, leverage: 7 },
    { type: "SetMarginMode", ...hand, contract: 1, mode: "isolated" },
    { type: "PlaceBatch", ...hand, pair: 1, items: [item, item, { ...item, quantity: "999" }] },
    { type: "Repay", ...hand, asset: 1, amount: 0n },
  ];

  for (const [index, written] of commands.entries()) {
    const command = { ...written, clientRequestId: `again-${index}` } as Command;
    const first = desk.must(command);
    const before = substanceOf(desk.state);
    expect(desk.must(command), command.type).toEqual(first);
    expect(desk.events, command.type).toEqual([]);
    expect(Buffer.compare(substanceOf(desk.state), before), command.type).toBe(0);
  }
});

test("USER-REPEAT-1 a setting that was changed since is not set back by a repetition", () => {
  const desk = open();
  const set = (leverage: number, clientRequestId: string) =>
    desk.must({
      type: "SetLeverage",
      ...desk.hand("alice"),
      contract: 1,
      leverage,
      clientRequestId,
    });
  set(5, "a");
  set(10, "b");

  expect(set(5, "a")).toEqual({ leverage: 5 });
  expect(desk.state.futures.contractAccounts.get(desk.user("alice"))?.[0]?.leverage).toBe(10);
});

test("USER-REPEAT-2 the same id with other content is refused; with another key of the user it is the same", () => {
  const desk = open();
  desk.must(transfer(desk, "x", 1n));
  const other = desk.addKey("alice");

  expect(desk.refusalOf(transfer(desk, "x", 2n))).toBe("request_id_used");
  const repay = { type: "Repay", asset: 1, amount: 0n, clientRequestId: "x" } as const;
  expect(desk.refusalOf({ ...repay, ...desk.hand("alice") })).toBe("request_id_used");
  expect(desk.must({ ...transfer(desk, "x", 1n), key: other } as Command)).toEqual({
    transferId: desk.state.margin.transferIdLast,
  });
  desk.must({ ...repay, ...desk.hand("bob") });
});

test("USER-REPEAT-1 a request that was refused is not remembered: the id may be tried again", () => {
  const desk = open();
  expect(desk.refusalOf(transfer(desk, "x", 5n * UNITS))).toBe("insufficient_balance");
  desk.deposit("alice", "4 BTC");

  desk.must(transfer(desk, "x", 5n * UNITS));

  expect(desk.balances("alice")["BTC"]).toBe("0/0");
});

test("USER-REPEAT-3 an id is kept for 24 hours and forgotten at the next hour's tick", () => {
  const desk = open();
  const first = desk.must(transfer(desk, "x", 1n));
  desk.advance(24 * HOUR_MS);
  tickHours(desk);
  expect(desk.must(transfer(desk, "x", 1n))).toEqual(first);

  desk.advance(HOUR_MS);
  tickHours(desk);

  expect(desk.state.requests.named.byName.size).toBe(0);
  expect(desk.state.requests.named.countOf.size).toBe(0);
  expect(desk.must(transfer(desk, "x", 1n))).not.toEqual(first);
});

test("USER-REPEAT-3 LOG-SNAP-1 an id is known after a restart from a snapshot", () => {
  const desk = open();
  const first = desk.must(transfer(desk, "x", 1n));
  const bytes = writeSnapshot(desk.state).slice();
  Object.assign(desk.state.requests, readSnapshot(bytes, "backward").requests);

  expect(desk.must(transfer(desk, "x", 1n))).toEqual(first);
});

test("USER-REPEAT-4 CORE-BOUND-1 no id is forgotten early: a user who has too many gets no more", () => {
  const desk = open({ requestIdsOfUser: 3, requestIds: 5 });
  for (const id of ["a", "b", "c"]) desk.must(transfer(desk, id, 1n));
  const ofBob = (clientRequestId: string): Command => ({
    type: "Repay",
    ...desk.hand("bob"),
    asset: 1,
    amount: 0n,
    clientRequestId,
  });

  expect(desk.refusalOf(transfer(desk, "d", 1n))).toBe("too_many_request_ids");
  desk.must(transfer(desk, "a", 1n));
  desk.must({ ...transfer(desk, "d", 1n), clientRequestId: undefined } as Command);
  desk.must(ofBob("a"));
  desk.must(ofBob("b"));
  expect(desk.refusalOf(ofBob("c"))).toBe("too_many_request_ids");

  desk.advance(25 * HOUR_MS);
  tickHours(desk);
  desk.must(transfer(desk, "d", 1n));
});
