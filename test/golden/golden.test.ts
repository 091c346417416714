/**
 * The golden logs: what earlier versions wrote replays on this one to the same digests and the same
 * state. When this is red, a rule or a format has changed under the feet of everybody's data.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stateHashOf, verify } from "../../src/audit/verify.ts";
import { decodeCommands } from "../../src/engine/codec.ts";
import { brokenInvariants } from "../../src/engine/invariants.ts";
import { openFileLog } from "../../src/log/file/file-log.ts";
import { GENESIS } from "../../src/log/log.ts";
import { realDisk } from "../../src/log/real-disk.ts";
import { digestOf } from "../../src/service/replay.ts";
import { restore } from "../../src/service/restore.ts";

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

test("the newest golden log holds a command of every kind, and orders that traded", async () => {
  const disk = realDisk(join(import.meta.dirname, names.sort().at(-1) ?? ""));
  const log = await openFileLog({ disk, readOnly: true });

  const types = new Set<string>();
  for (const batch of log.read(GENESIS)) {
    for (const { type } of decodeCommands(batch.payload, batch.count)) types.add(type);
  }
  const { state } = restore(log, undefined);

  expect(types.size).toBe(34);
  const { marginBadDebt = 0n, interest = 0n } = state.ledger.houses[1] ?? {};
  expect([marginBadDebt < 0n, interest > 0n]).toEqual([true, true]);
  expect(state.orders.tradeIdLast).toBeGreaterThan(10);
  expect(state.orders.byId.size).toBeGreaterThan(5);
});
