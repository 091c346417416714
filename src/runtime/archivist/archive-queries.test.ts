/** Queries to the archivist: which wait, for what, how long, and how many. */
import { expect, test } from "vitest";
import { VirtualTime } from "../../../test/support/virtual-time.ts";
import type { FoundRows, Query } from "../history/history.ts";
import { ArchiveQueries, IN_FLIGHT_MAX, PATIENCE_MS, QUERIES_MAX } from "./archive-queries.ts";

const QUERY: Query = { kind: "name", area: "spot", user: 1, market: 1, clientId: "a" };

function desk() {
  const time = new VirtualTime(0);
  const sent: number[] = [];
  const send = (number: number) => void sent.push(number);
  return { time, sent, queries: new ArchiveQueries({ send, timer: time.timer }) };
}

function itself(rows: FoundRows): FoundRows {
  return rows;
}

function found(position: number): FoundRows {
  return { position, ranks: [1], rows: ["row"] };
}

test("a query is sent at once when the archive has come far enough, and answered", async () => {
  const { queries, sent } = desk();
  queries.archived(5);
  const answer = queries.ask(QUERY, 5, itself);

  expect(sent).toEqual([1]);
  queries.found(1, found(5));
  expect(await answer).toEqual(found(5));
  queries.found(1, found(6));
  expect(queries.size).toBe(0);
});

test("HIST-BOUND-1 one that needs more waits for the archive, five seconds at most", async () => {
  const { queries, sent, time } = desk();
  const early = queries.ask(QUERY, 7, itself);
  const late = queries.ask(QUERY, 9, itself);
  expect(sent).toEqual([]);

  queries.archived(8);
  queries.archived(8);
  expect(sent).toEqual([1]);
  queries.found(1, found(8));
  expect(await early).toEqual(found(8));
  await time.pass(PATIENCE_MS);
  expect(await late).toBeUndefined();
  expect(queries.size).toBe(0);
});

test("a new archivist is asked again what the dead one was asked", async () => {
  const { queries, sent } = desk();
  const answer = queries.ask(QUERY, 0, itself);
  void queries.ask(QUERY, 3, itself);
  queries.sendAgain();

  expect(sent).toEqual([1, 1]);
  queries.found(1, found(0));
  expect(await answer).toEqual(found(0));
});

test("HIST-BOUND-1 no more than a few hundred wait; the next is refused at once", async () => {
  const { queries, sent } = desk();
  for (let i = 0; i < QUERIES_MAX; i++) void queries.ask(QUERY, 0, itself);

  expect(await queries.ask(QUERY, 0, itself)).toBeUndefined();
  expect(sent).toHaveLength(IN_FLIGHT_MAX);
  expect(queries.size).toBe(QUERIES_MAX);
});

test("HIST-BOUND-1 a hung archivist has few queries before it, however many were asked", async () => {
  const { queries, sent, time } = desk();
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < QUERIES_MAX; i++) void queries.ask(QUERY, 0, itself);
    await time.pass(PATIENCE_MS);
  }
  expect(queries.size).toBe(0);
  expect(sent).toHaveLength(IN_FLIGHT_MAX);

  const last = queries.ask(QUERY, 0, itself);
  for (const number of [...sent]) queries.found(number, found(1));
  queries.found(sent.at(-1) ?? 0, found(1));
  expect(await last).toEqual(found(1));
});

test("a query that an archivist dies of is sent once more, and then refused", async () => {
  const { queries, sent } = desk();
  const poison = queries.ask(QUERY, 0, itself);
  queries.sendAgain();
  queries.sendAgain();

  expect(sent).toEqual([1, 1]);
  expect(await poison).toBeUndefined();
});

test("a query that cannot be answered is refused at once", async () => {
  const { queries } = desk();
  const answer = queries.ask(QUERY, 0, itself);
  queries.found(1, undefined);

  expect(await answer).toBeUndefined();
});

test("HIST-OWN-1 an answer is joined before the next word of the archivist is heard", async () => {
  const { queries } = desk();
  const heard: string[] = [];
  const answer = queries.ask(QUERY, 0, ({ position }) => heard.push(`joined ${position}`));
  queries.found(1, found(4));
  heard.push("archived 9");

  await answer;
  expect(heard).toEqual(["joined 4", "archived 9"]);
});
