/**
 * The golden logs: what earlier versions wrote replays on this one to the same digests and the same
 * state. When this is red, a rule or a format has changed under existing data.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decodeCommands } from "../../src/core/engine/codec.ts";
import { apply } from "../../src/core/engine/engine.ts";
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import { brokenInvariants } from "../../src/core/engine/invariants/invariants.ts";
import { emptyState } from "../../src/core/engine/state.ts";
import { openFileLog } from "../../src/log/file/file-log.ts";
import { GENESIS } from "../../src/log/log.ts";
import { realDisk } from "../../src/log/real-disk.ts";
import { digestOf } from "../../src/runtime/replica/replay.ts";
import { restore } from "../../src/runtime/replica/restore.ts";
import { stateHashOf, verify } from "../../src/tools/audit/verify.ts";
import { COMMAND_TYPES } from "../support/declarations.ts";

const names = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

test("there is a golden log", () => {
  expect(names.length).toBeGreaterThan(0);
});

test.each(names)(
  "CORE-REPLAY-1 the golden log %s replays to its digest and state",
  async (name) => {
    const disk = realDisk(join(import.meta.dirname, name));
    const golden = JSON.parse(readFileSync(join(import.meta.dirname, name, "golden.json"), "utf8"));

    const log = await openFileLog({ disk, readOnly: true });
    const replica = restore(log, undefined);

    expect(replica.state.position).toBe(golden.position);
    expect(digestOf(replica.state)).toEqual(golden.digest);
    expect(stateHashOf(replica)).toBe(golden.stateHash);
    expect(brokenInvariants(replica.state)).toEqual([]);
    expect((await verify(disk)).stateHash).toBe(golden.stateHash);
  },
);

async function newestLog() {
  const disk = realDisk(join(import.meta.dirname, names.sort().at(-1) ?? ""));
  return openFileLog({ disk, readOnly: true });
}

test("the newest golden log holds a command of every kind, and orders that traded", async () => {
  const log = await newestLog();

  const types = new Set<string>();
  for (const batch of log.read(GENESIS)) {
    for (const { type } of decodeCommands(batch.payload, batch.count)) types.add(type);
  }
  const { state } = restore(log, undefined);

  expect([...types].sort()).toEqual([...COMMAND_TYPES].sort());
  const { marginBadDebt = 0n, interest = 0n } = state.ledger.houses[1] ?? {};
  expect([marginBadDebt < 0n, interest > 0n]).toEqual([true, true]);
  expect(state.orders.tradeIdLast).toBeGreaterThan(10);
  expect(state.orders.byId.size).toBeGreaterThan(5);
});

/** What happened in a log to a contract of one kind, each thing once. */
function newsOf(log: Awaited<ReturnType<typeof newestLog>>, kind: string): string[] {
  const state = emptyState();
  const news = new Set<string>();
  const push = (event: ExchangeEvent) => {
    const id = "contract" in event && typeof event.contract === "number" ? event.contract : 0;
    const isHere = state.catalogue.contracts[id - 1]?.kind === kind;
    if (event.type === "FuturesLiquidated" && (isHere || id === 0)) {
      news.add(`${id === 0 ? "cross" : "isolated"} ${event.end}`);
    }
    if (event.type === "ForceClosed" && isHere) news.add(event.reason);
    if (event.type === "FundingSettled" && isHere && event.rate > 0) news.add("funding");
  };
  for (const batch of log.read(GENESIS)) {
    for (const command of decodeCommands(batch.payload, batch.count)) {
      apply(state, command, { timeMs: batch.timeMs, events: { push } });
    }
  }
  return [...news].sort();
}

test.each(["linear", "inverse"])(
  "the newest golden log has a %s contract with all that can happen to a position",
  async (kind) => {
    const log = await newestLog();

    expect(newsOf(log, kind)).toEqual([
      ...["cross reduced", "cross taken_over", "deleveraging", "funding"],
      ...["isolated taken_over", "takeover"],
    ]);
    const { ledger, futures } = restore(log, undefined).state;
    for (const { futuresBadDebt } of ledger.houses.slice(0, 2)) {
      expect(futuresBadDebt < 0n).toBe(true);
    }
    const market = futures.markets[kind === "linear" ? 0 : 1];
    expect(market?.positions.size).toBeGreaterThan(1);
    expect(market?.totals.engineProfit).not.toBe(0n);
    expect(market?.totals.liquidationFees).toBeGreaterThan(0n);
    expect(market?.triggers.waiting).toBeGreaterThan(0);
    expect(futures.markets[2]?.contract.status).toBe("delisted");
  },
);
