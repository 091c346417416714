/**
 * A command that faults: the process stops before it acknowledges, the next start refuses, and
 * `void` passes it over, if no client was ever told that it happened. No real command faults, so the
 * engine here has planted ones: a deposit whose id is poison, while the engine is allergic to it, and
 * deposits after which the books do not agree, as if a posting had gone wrong.
 */

import { afterEach, expect, test, vi } from "vitest";
import { optionsOn } from "../../../test/support/archivist-desk.ts";
import { streamOf } from "../../../test/support/batch-stream.ts";
import {
  ALICE,
  answered,
  appendByHand,
  BOB,
  deposit,
  draftBehind,
  hashOfSequencer,
  MARKET,
  mustDo,
  openMarketOn,
  openOn,
  order,
} from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { settle, type VirtualTime } from "../../../test/support/virtual-time.ts";
import { viewOf } from "../../../test/support/wallet-view.ts";
import { Fault } from "../../core/base/assert.ts";
import type { Command } from "../../core/engine/codec.ts";
import type { apply } from "../../core/engine/engine.ts";
import { Views } from "../../core/views/views.ts";
import { Archivist } from "../../runtime/archivist/archivist.ts";
import { CommandFault } from "../../runtime/replica/replay.ts";
import { verify } from "./verify.ts";
import { verifyStream } from "./verify-stream.ts";
import { VoidRefused, voidCommand } from "./void.ts";

const engine = vi.hoisted(() => ({ isAllergic: true }));

vi.mock("../../core/engine/engine.ts", async (importOriginal) => {
  const original = await importOriginal<{ apply: typeof apply }>();
  const allergic: typeof apply = (state, command, context) => {
    const outcome = original.apply(state, command, context);
    const isPoison = command.type === "Deposit" && command.id.startsWith("poison");
    if (isPoison && engine.isAllergic) throw new Fault("broken: nobody deposits poison");
    if (command.type === "Deposit" && command.id.startsWith("skew")) {
      viewOf(state.ledger, "spot", command.user, command.asset).locked += 1n;
    }
    if (command.type === "Deposit" && command.id.startsWith("heal")) {
      viewOf(state.ledger, "spot", command.user, command.asset).locked -= 1n;
    }
    return outcome;
  };
  return { ...original, apply: allergic };
});

afterEach(() => {
  engine.isAllergic = true;
  vi.restoreAllMocks();
});

/** The position of the first command behind the market. */
const NEXT = MARKET.length + 1;

/** Void works with the space that is there: no test needs a new segment. */
async function makeVoid(disk: SimulatedDisk, position: number): Promise<string> {
  const { spaceBytes } = disk;
  disk.spaceBytes = 0;
  try {
    return await voidCommand(disk, position, 1);
  } finally {
    disk.spaceBytes = spaceBytes;
  }
}

/** A directory whose last batch has these commands; no client was told anything of it. */
async function directoryWith(commands: readonly Command[]) {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  await sequencer.stop();
  await appendByHand(disk, (replica) => draftBehind(replica, commands));
  return { disk, time };
}

/** What a start says when it refuses. */
async function refusalOf(disk: SimulatedDisk, time: VirtualTime): Promise<CommandFault> {
  const error = await openOn(disk, time).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CommandFault);
  return error as CommandFault;
}

test("LOG-VOID-1 a command that faults stops the live process before it is acknowledged", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, broken } = await openMarketOn(disk);
  const sent = ["first", "sound", "poison", "behind"].map((id) =>
    answered(sequencer.submit(deposit(ALICE, id))),
  );
  await settle();

  const kinds = sent.map(({ submitted }) => submitted?.kind);
  expect(kinds).toEqual(["done", "unknown", "unknown", "unknown"]);
  expect(String(broken[0])).toContain("nobody deposits poison");
  expect(await sequencer.submit(deposit(ALICE, "after"))).toEqual({ kind: "unavailable" });
});

test("LOG-VOID-1 the next start meets it again, refuses, and names position and sentence", async () => {
  const commands = [deposit(ALICE, "before"), deposit(ALICE, "poison"), deposit(BOB, "behind")];
  const { disk, time } = await directoryWith(commands);

  const refusal = await refusalOf(disk, time);
  const again = await refusalOf(disk, time);

  await expect(verifyStream(await streamOf(disk))).rejects.toThrow(refusal.message);
  expect(refusal.position).toBe(NEXT + 1);
  expect(refusal.message).toBe(
    `the command at position ${NEXT + 1} faults: broken: nobody deposits poison`,
  );
  expect(again.message).toBe(refusal.message);
});

test("LOG-VOID-1 made void it is passed over, what stood around it is applied, and the log goes on", async () => {
  const commands = [deposit(ALICE, "before"), deposit(ALICE, "poison"), deposit(BOB, "behind")];
  const { disk, time } = await directoryWith(commands);

  expect(await makeVoid(disk, NEXT + 1)).toContain("nobody deposits poison");
  const { sequencer } = await openOn(disk, time);
  await mustDo(sequencer, order(BOB, "buy 1 @ 100"));
  const hash = hashOfSequencer(sequencer);
  await sequencer.stop();

  const { movements } = sequencer.state;
  expect(["before", "poison", "behind"].map((id) => movements.byId.has(id))).toEqual([
    true,
    false,
    true,
  ]);
  const again = await openOn(disk, time);
  expect(hashOfSequencer(again.sequencer)).toBe(hash);
  expect(again.sequencer.state.position).toBe(NEXT + 2 + 1 + 1); // The void record and the order.
  expect((await verify(disk)).stateHash).toBe(hash);
  expect((await verifyStream(await streamOf(disk))).stateHash).toBe(hash);
});

test("LOG-VOID-1 of a live fault, too: what was answered done stays done", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  const ids = ["first", "sound", "poison", "behind"];
  await Promise.all(ids.map((id) => sequencer.submit(deposit(ALICE, id))));
  const fault = await refusalOf(disk, time);

  await makeVoid(disk, fault.position);
  const again = await openOn(disk, time);

  const { byId } = again.sequencer.state.movements;
  expect(ids.map((id) => byId.has(id))).toEqual([true, true, false, true]);
});

test("LOG-VOID-1 two faults in one batch are made void one after the other, in any batch after it", async () => {
  const commands = ["poison-1", "between", "poison-2", "last"].map((id) => deposit(ALICE, id));
  const { disk, time } = await directoryWith(commands);

  await expect(makeVoid(disk, NEXT + 2)).rejects.toThrow(
    `the command that faults is at position ${NEXT}`,
  );
  await makeVoid(disk, NEXT);
  expect((await refusalOf(disk, time)).position).toBe(NEXT + 2);
  await makeVoid(disk, NEXT + 2);
  const { sequencer } = await openOn(disk, time);

  const { byId } = sequencer.state.movements;
  expect(["poison-1", "between", "poison-2", "last"].map((id) => byId.has(id))).toEqual([
    false,
    true,
    false,
    true,
  ]);
  await mustDo(sequencer, deposit(ALICE, "goes-on"));
  await sequencer.stop();
  expect((await verify(disk)).position).toBe(sequencer.state.position);
});

test("LOG-VOID-1 a second fault long after the first was made void is refused and made void, too", async () => {
  const { disk, time } = await directoryWith([deposit(ALICE, "poison-1")]);
  await makeVoid(disk, NEXT);
  const { sequencer } = await openOn(disk, time);
  await mustDo(sequencer, deposit(ALICE, "sound"));
  await sequencer.submit(deposit(ALICE, "poison-2"));

  const fault = await refusalOf(disk, time);
  await makeVoid(disk, fault.position);
  const again = await openOn(disk, time);

  expect(again.sequencer.state.movements.byId.has("sound")).toBe(true);
  expect(again.sequencer.state.movements.byId.has("poison-2")).toBe(false);
});

test("LOG-VOID-1 another position is refused, and nothing is written", async () => {
  const { disk, time } = await directoryWith([deposit(ALICE, "poison")]);

  for (const position of [1, NEXT - 1, NEXT + 1, 4_000]) {
    await expect(makeVoid(disk, position)).rejects.toThrow(VoidRefused);
  }

  expect((await refusalOf(disk, time)).position).toBe(NEXT);
});

test("LOG-VOID-1 where nothing faults there is nothing to make void", async () => {
  const { disk, time } = await directoryWith([deposit(ALICE, "sound")]);

  await expect(makeVoid(disk, NEXT)).rejects.toThrow("every command of this log can be applied");
  expect((await openOn(disk, time)).sequencer.state.position).toBe(NEXT);
});

test("LOG-VOID-1 a command that was acknowledged is never made void: a later digest is past it", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  engine.isAllergic = false;
  await mustDo(sequencer, deposit(ALICE, "poison"));
  await sequencer.stop();
  engine.isAllergic = true;

  expect((await refusalOf(disk, time)).position).toBe(NEXT);
  await expect(makeVoid(disk, NEXT)).rejects.toThrow(
    `a later batch carries the digest at position ${NEXT}`,
  );
  expect((await refusalOf(disk, time)).position).toBe(NEXT);
});

test("LOG-VOID-1 it is passed over behind a snapshot as well, and by the archivist", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  const options = optionsOn(disk, { snapshotEvery: 1, keepsArchive: () => true });
  new Archivist(options, 0).advance(sequencer.state.position);
  await sequencer.submit(deposit(ALICE, "poison"));
  await makeVoid(disk, NEXT);

  const again = await openOn(disk, time);
  await mustDo(again.sequencer, deposit(ALICE, "goes-on"));
  const archivist = new Archivist(options, again.sequencer.state.position);
  archivist.takeSnapshot();
  await again.sequencer.stop();

  const third = await openOn(disk, time);
  expect(archivist.position).toBe(NEXT + 2);
  expect(hashOfSequencer(third.sequencer)).toBe(hashOfSequencer(again.sequencer));
  expect((await verify(disk)).snapshotsCompared).toHaveLength(2);
});

test("LOG-VOID-1 a fault in a view is a fault of its command: named, and made void", async () => {
  const { disk, time } = await directoryWith([deposit(ALICE, "unseen")]);
  const fold = Views.prototype.fold;
  vi.spyOn(Views.prototype, "fold").mockImplementation(function (this: Views, event) {
    if (event.type === "Moved" && event.id === "unseen") throw new Fault("broken: view");
    fold.call(this, event);
  });

  expect((await refusalOf(disk, time)).message).toContain(`position ${NEXT} faults: broken: view`);
  await makeVoid(disk, NEXT);
  const { sequencer } = await openOn(disk, time);

  expect(sequencer.state.movements.byId.has("unseen")).toBe(false);
});

test("LOG-VOID-1 CORE-TIME-1 a batch whose time goes back faults without any planted engine", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  await sequencer.stop();
  const timeMs = sequencer.state.timeMs - 60_000;
  await appendByHand(disk, (replica) => draftBehind(replica, [deposit(BOB, "late")], { timeMs }));

  const refusal = await refusalOf(disk, time);

  expect(refusal.message).toBe(
    `the command at position ${NEXT} faults: broken: time never goes back`,
  );
  await makeVoid(disk, NEXT);
  const again = await openOn(disk, time);
  expect(again.sequencer.state.movements.byId.has("late")).toBe(false);
  await mustDo(again.sequencer, order(ALICE, "buy 1 @ 100"));
  await again.sequencer.stop();
});

test("CORE-TRIP-4 a start meets what the tripwire stopped for, names the command, and void passes it over", async () => {
  const commands = [deposit(ALICE, "before"), deposit(ALICE, "skew"), deposit(ALICE, "behind")];
  const { disk, time } = await directoryWith([...commands, deposit(BOB, "last")]);

  const refusal = await refusalOf(disk, time);
  expect(refusal.position).toBe(NEXT + 1);
  expect(refusal.message).toMatch(/I-3 I-12 user 1, asset \d: 1 is locked and .* need 0$/);

  expect(await makeVoid(disk, NEXT + 1)).toContain("1 is locked");
  const { sequencer } = await openOn(disk, time);
  const { movements } = sequencer.state;
  const ids = ["before", "skew", "behind", "last"];
  expect(ids.map((id) => movements.byId.has(id))).toEqual([true, false, true, true]);
  await mustDo(sequencer, order(ALICE, "buy 1 @ 100"));
  await sequencer.stop();
});

test("CORE-TRIP-4 what is right again at the end of its batch was no reason to stop, live or later", async () => {
  const healed = [deposit(ALICE, "skew"), deposit(BOB, "between"), deposit(ALICE, "heal")];
  const { disk, time } = await directoryWith(healed);

  const { sequencer } = await openOn(disk, time);

  expect(sequencer.state.movements.byId.has("heal")).toBe(true);
  await sequencer.stop();
});

test("CORE-TRIP-4 the archivist and verify meet it, too", async () => {
  const { disk } = await directoryWith([deposit(ALICE, "skew")]);

  expect(() => new Archivist(optionsOn(disk), NEXT)).toThrow("1 is locked");
  await expect(verify(disk)).rejects.toThrow(`position ${NEXT} faults: I-3 I-12`);
});
