/** Room for rows: what was written stays, however often the room grows, and there is a last row. */
import { expect, test } from "vitest";
import { RowSpace } from "./row-space.ts";

function numbersOf(space: RowSpace): Float64Array {
  return new Float64Array(space.parts[0] as ArrayBufferLike);
}

test("CORE-BOUND-1 rows keep their cells while the space is copied, and when it is reserved whole", () => {
  const space = new RowSpace({ rowsMax: 1_000_000, widths: [8, 16] });
  const moves: number[] = [];
  let numbers = numbersOf(space);
  for (let count = 1; count <= 70_000; count++) {
    const isMoving = space.isFull;
    const row = space.take();
    if (isMoving) {
      numbers = numbersOf(space);
      moves.push(row);
    }
    if (row !== count || numbers[row] !== 0) expect.fail(`row ${row} is the next, and empty`);
    numbers[row] = count;
  }

  expect(moves).toEqual([128, 1024, 8192]);
  expect(numbers.length).toBe(1_000_001);
  expect(new Uint8Array(space.parts[1] as ArrayBufferLike).length).toBe(16 * 1_000_001);
  expect(numbers.subarray(0, 70_001).every((value, row) => value === row)).toBe(true);
});

test("CORE-BOUND-1 a space that grows by need has room for no more than twice its rows, and ends where any other does", () => {
  const space = new RowSpace({ rowsMax: 50_000, widths: [8], room: "by need" });
  let numbers = numbersOf(space);
  for (let row = 1; row <= 50_000; row++) {
    const isMoving = space.isFull;
    space.take();
    if (isMoving) numbers = numbersOf(space);
    numbers[row] = row;
    if (row > 1_024 && numbers.length > 8 * row) expect.fail(`${numbers.length} for ${row} rows`);
    if (row > 8_192 && numbers.length > 2 * row) expect.fail(`${numbers.length} for ${row} rows`);
  }
  expect(numbers.length).toBe(50_001);
  expect(numbers.every((value, row) => value === row)).toBe(true);
  expect(() => space.take()).toThrow("CORE-BOUND-1");
});

test("CORE-BOUND-1 a table has no more rows than it may have", () => {
  const space = new RowSpace({ rowsMax: 66_000, widths: [8] });
  for (let count = 1; count <= 66_000; count++) space.take();

  expect(space.end).toBe(66_001);
  expect(() => space.take()).toThrow("CORE-BOUND-1");
  expect(space.end).toBe(66_001);
});

test("a system that promises less memory is asked for less", () => {
  const whole = globalThis.SharedArrayBuffer;
  const asked: number[] = [];
  class Scarce extends whole {
    constructor(bytes: number) {
      asked.push(bytes);
      if (bytes > 10_000_000) throw new RangeError("Array buffer allocation failed");
      super(bytes);
    }
  }
  const space = new RowSpace({ rowsMax: 3_999_999, widths: [8] });
  globalThis.SharedArrayBuffer = Scarce as SharedArrayBufferConstructor;
  try {
    for (let count = 1; count <= 8_192; count++) space.take();
  } finally {
    globalThis.SharedArrayBuffer = whole;
  }

  expect(asked).toEqual([32_000_000, 16_000_000, 8_000_000]);
  expect(numbersOf(space).length).toBe(1_000_000);
});
