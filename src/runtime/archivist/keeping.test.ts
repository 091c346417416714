/** What a sandbox keeps, and what production keeps: snapshots, log, and history of the demo's traders. */
import { expect, test } from "vitest";
import { historyOf, optionsOn, positionsOf } from "../../../test/support/archivist-desk.ts";
import {
  ALICE,
  BOB,
  deposit,
  HOUR_MS,
  MARKET,
  mustDo,
  openOn,
  order,
} from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { verify } from "../../tools/audit/verify.ts";
import { Archivist } from "./archivist.ts";
import { ForgettingPace, SANDBOX_SNAPSHOTS } from "./keeping.ts";

/** alice and bob trade in a directory of that kind, once an hour, over two days. */
async function traded(kind: "production" | "sandbox") {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openOn(disk);
  for (const command of MARKET) {
    await mustDo(sequencer, command.type === "OpenDirectory" ? { ...command, kind } : command);
  }
  const options = optionsOn(disk, { snapshotEveryMs: HOUR_MS, ofSandbox: SANDBOX_SNAPSHOTS });
  const archivist = new Archivist(options, 0);
  for (let hour = 0; hour < 48; hour++) {
    await mustDo(sequencer, order(ALICE, "sell 1 @ 100"));
    await mustDo(sequencer, order(BOB, "buy 1 @ 100"));
    for (let i = 0; i < 6; i++) await mustDo(sequencer, deposit(ALICE, `${hour}-${i}`));
    await time.pass(HOUR_MS);
    sequencer.flush();
    await time.pass(0);
    archivist.advance(sequencer.state.position);
  }
  return { disk, sequencer, time, archivist, history: historyOf(disk) };
}

function countOf(history: ReturnType<typeof historyOf>, user: number): number {
  return [...history.all()].filter(({ record }) => record.user === user).length;
}

test("LOG-KEEP-1 a sandbox keeps twelve snapshots and the log behind them, production two and the archive", async () => {
  const [sandbox, production] = [await traded("sandbox"), await traded("production")];

  expect(positionsOf(sandbox.disk)).toHaveLength(12);
  expect(positionsOf(production.disk)).toHaveLength(2);
  expect(sandbox.disk.list("archive")).toEqual([]);
  expect(sandbox.disk.list("log")).not.toContain("00000001.log");
  expect(production.disk.list("archive")).toContain("00000001.log");
  await sandbox.sequencer.stop();
  const report = await verify(sandbox.disk, sandbox.history);
  expect(report.startedAt).toContain(`${positionsOf(sandbox.disk)[0]}`);
});

test("LOG-KEEP-1 a sandbox makes a snapshot of half an hour with changes", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openOn(disk);
  for (const command of MARKET) {
    await mustDo(
      sequencer,
      command.type === "OpenDirectory" ? { ...command, kind: "sandbox" } : command,
    );
  }
  const ofSandbox = SANDBOX_SNAPSHOTS;
  const archivist = new Archivist(optionsOn(disk, { ofSandbox }), sequencer.state.position);
  for (const id of ["a", "b", "c"]) {
    await mustDo(sequencer, deposit(ALICE, id));
    archivist.advance(sequencer.state.position);
    if (id === "a") expect(positionsOf(disk)).toEqual([]);
    await time.pass(HOUR_MS / 2);
  }

  expect(positionsOf(disk)).toHaveLength(1);
});

test("HIST-FORGET-1 the archivist forgets a trader's day before, in rounds, and nothing of a person's", async () => {
  const { disk, sequencer, time, archivist, history } = await traded("sandbox");
  const people = countOf(history, ALICE);
  const before = countOf(history, BOB);

  let removed = 0;
  for (let round = 0; round < 60; round++) removed += archivist.forget(["bob", "nobody"], 10);

  expect(countOf(history, ALICE)).toBe(people);
  expect(countOf(history, BOB)).toBe(before - removed);
  // Of 48 hours 24 are left: an order, a trade and the entries of it in each.
  expect(countOf(history, BOB)).toBe(72);
  await mustDo(sequencer, deposit(ALICE, "behind"));
  await time.pass(2_000);
  archivist.advance(sequencer.state.position);
  await sequencer.stop();
  expect((await verify(disk, history)).history?.records).toBeGreaterThan(0);
});

test("HIST-FORGET-1 a production directory forgets nothing, whichever users are named", async () => {
  const { archivist, history } = await traded("production");
  const before = countOf(history, BOB);

  expect(archivist.forget(["alice", "bob"], 1_000)).toBe(0);

  expect(countOf(history, BOB)).toBe(before);
});

test("HIST-FORGET-1 more rows are looked at than are written, once a second, and never too many", () => {
  const looks: number[] = [];
  let nowMs = 0;
  const pace = new ForgettingPace(
    (rows) => looks.push(rows),
    () => nowMs,
  );

  for (const commands of [1, 10, 100, 1_000_000]) {
    pace.followed(commands);
    nowMs += 500;
  }
  nowMs += 1_000;
  pace.followed(0);

  expect(looks).toEqual([205, 750, 20_000]);
});
