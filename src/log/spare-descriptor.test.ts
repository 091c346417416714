/** LOG-FULL-2: the descriptor that is kept to be given up. */
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { NoDescriptors } from "./disk.ts";
import { SpareDescriptor } from "./spare-descriptor.ts";

/** A call that succeeds from its second time on. */
function secondTime(error: Error): () => string {
  let times = 0;
  return () => {
    times += 1;
    if (times === 1) throw error;
    return "opened";
  };
}

function spareHere(): SpareDescriptor {
  const spare = new SpareDescriptor(temporaryDirectory());
  onTestFinished(() => spare.release());
  return spare;
}

test("LOG-FULL-2 what finds no descriptor is tried once more with the spare one", () => {
  const spare = spareHere();

  expect(spare.run(secondTime(new NoDescriptors("EMFILE")))).toBe("opened");
  // It is given up until it is taken again.
  expect(() => spare.run(secondTime(new NoDescriptors("EMFILE")))).toThrow("EMFILE");
  spare.take();
  expect(spare.run(secondTime(new NoDescriptors("EMFILE")))).toBe("opened");
});

test("LOG-FULL-2 any other failure is one at once, and leaves the spare one", () => {
  const spare = spareHere();

  expect(() => spare.run(secondTime(new Error("ENOENT")))).toThrow("ENOENT");
  expect(spare.run(secondTime(new NoDescriptors("EMFILE")))).toBe("opened");
});

test("LOG-FULL-2 a spare one that cannot be had is none, and nothing is thrown for it", () => {
  const spare = new SpareDescriptor("/there/is/none");

  expect(() => spare.run(secondTime(new NoDescriptors("EMFILE")))).toThrow("EMFILE");
});
