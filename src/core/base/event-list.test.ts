/** The list of a command's events: in order, each once, and empty for the next command. */
import { expect, test } from "vitest";
import { EventList } from "./event-list.ts";

function drained(list: EventList<number>): number[] {
  const taken: number[] = [];
  list.drain((event) => taken.push(event));
  return taken;
}

test("events are handed over in their order, each once", () => {
  const list = new EventList<number>();
  for (const event of [3, 1, 2]) list.push(event);

  expect(drained(list)).toEqual([3, 1, 2]);
  expect(drained(list)).toEqual([]);
});

test("a short command after a long one has its own events and no others", () => {
  const list = new EventList<number>();
  for (let event = 1; event <= 100; event++) list.push(event);
  drained(list);
  list.push(7);

  expect(drained(list)).toEqual([7]);
  expect(drained(list)).toEqual([]);
});

test("a reader that fails leaves nothing for the next command", () => {
  const list = new EventList<number>();
  list.push(1);
  list.push(2);
  const fail = () => {
    throw new Error("a reader failed");
  };

  expect(() => list.drain(fail)).toThrow("a reader failed");
  list.push(9);
  expect(drained(list)).toEqual([9]);
});
