/** Whether a sequencer takes new orders, and if not, the one reason that a probe gives. */
import { expect, test } from "vitest";
import { ALICE, order, SequencerDesk } from "../../../test/support/service-desk.ts";
import { NoDescriptors } from "../../log/disk.ts";

test("OPER-API-5 a sequencer that takes orders is ready", async () => {
  expect((await SequencerDesk.open()).sequencer.notReady).toBeUndefined();
});

test("LOG-DIGEST-1 OPER-API-5 a halted sequencer is not ready, and says so whatever else is wrong", async () => {
  const { sequencer, log } = await SequencerDesk.open();
  log.isShortOfSpace = true;

  sequencer.halt();

  expect(sequencer.notReady).toBe("halted");
});

test("LOG-FULL-1 OPER-API-5 a sequencer that takes only cancels is not ready until there is space", async () => {
  const { sequencer, log } = await SequencerDesk.open();

  log.isShortOfSpace = true;
  const short = sequencer.notReady;
  log.isShortOfSpace = false;

  expect(short).toBe("short_of_space");
  expect(sequencer.notReady).toBeUndefined();
});

test("LOG-FULL-2 OPER-API-5 want of descriptors is told apart from want of space", async () => {
  const { sequencer, log } = await SequencerDesk.open();

  Object.assign(log, { isShortOfSpace: true, spaceError: new NoDescriptors("EMFILE") });

  expect(sequencer.notReady).toBe("short_of_descriptors");
});

test("OPER-API-5 a sequencer that stops is not ready", async () => {
  const { sequencer, log } = await SequencerDesk.open();
  log.isHolding = false;

  await sequencer.stop();

  expect(sequencer.notReady).toBe("stopping");
});

test("LOG-DUR-1 OPER-API-5 after a write whose outcome is unknown it is broken", async () => {
  const desk = await SequencerDesk.open();
  desk.submit(order(ALICE, "buy 1 @ 100"));

  await desk.log.release("unknown");

  expect(desk.sequencer.notReady).toBe("broken");
});
