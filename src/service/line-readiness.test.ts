/** Whether a line takes new orders, and if not, the one reason that a probe gives. */
import { expect, test } from "vitest";
import { ALICE, LineDesk, order } from "../../test/support/service-desk.ts";
import { NoDescriptors } from "../log/disk.ts";

test("USER-OPER-5 a line that takes orders is ready", async () => {
  expect((await LineDesk.open()).line.notReady).toBeUndefined();
});

test("LOG-DIGEST-1 USER-OPER-5 a halted line is not ready, and says so whatever else is wrong", async () => {
  const { line, log } = await LineDesk.open();
  log.isShortOfSpace = true;

  line.halt();

  expect(line.notReady).toBe("halted");
});

test("LOG-FULL-1 USER-OPER-5 a line that takes only cancels is not ready until there is space", async () => {
  const { line, log } = await LineDesk.open();

  log.isShortOfSpace = true;
  const short = line.notReady;
  log.isShortOfSpace = false;

  expect(short).toBe("short_of_space");
  expect(line.notReady).toBeUndefined();
});

test("LOG-FULL-2 USER-OPER-5 want of descriptors is told apart from want of space", async () => {
  const { line, log } = await LineDesk.open();

  Object.assign(log, { isShortOfSpace: true, spaceError: new NoDescriptors("EMFILE") });

  expect(line.notReady).toBe("short_of_descriptors");
});

test("USER-OPER-5 a line that stops is not ready", async () => {
  const { line, log } = await LineDesk.open();
  log.isHolding = false;

  await line.stop();

  expect(line.notReady).toBe("stopping");
});

test("LOG-DUR-1 USER-OPER-5 after a write of which nobody knows it is broken", async () => {
  const desk = await LineDesk.open();
  desk.submit(order(ALICE, "buy 1 @ 100"));

  await desk.log.release("unknown");

  expect(desk.line.notReady).toBe("broken");
});
