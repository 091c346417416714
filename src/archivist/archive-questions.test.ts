/** Questions to the archivist: who waits, for what, how long, and how many. */
import { expect, test } from "vitest";
import { VirtualTime } from "../../test/support/virtual-time.ts";
import type { FoundRows, Question } from "../history/history.ts";
import {
  ArchiveQuestions,
  IN_FLIGHT_MAX,
  PATIENCE_MS,
  QUESTIONS_MAX,
} from "./archive-questions.ts";

const QUESTION: Question = { kind: "name", area: "spot", user: 1, pair: 1, clientId: "a" };

function desk() {
  const time = new VirtualTime(0);
  const sent: number[] = [];
  const send = (number: number) => void sent.push(number);
  return { time, sent, questions: new ArchiveQuestions({ send, alarm: time.alarm }) };
}

function itself(rows: FoundRows): FoundRows {
  return rows;
}

function found(position: number): FoundRows {
  return { position, ranks: [1], rows: ["row"] };
}

test("a question is sent at once when the archive has come far enough, and answered", async () => {
  const { questions, sent } = desk();
  questions.archived(5);
  const answer = questions.ask(QUESTION, 5, itself);

  expect(sent).toEqual([1]);
  questions.found(1, found(5));
  expect(await answer).toEqual(found(5));
  questions.found(1, found(6));
  expect(questions.size).toBe(0);
});

test("HIST-BOUND-1 one that needs more waits for the archive, five seconds at most", async () => {
  const { questions, sent, time } = desk();
  const early = questions.ask(QUESTION, 7, itself);
  const late = questions.ask(QUESTION, 9, itself);
  expect(sent).toEqual([]);

  questions.archived(8);
  questions.archived(8);
  expect(sent).toEqual([1]);
  questions.found(1, found(8));
  expect(await early).toEqual(found(8));
  await time.pass(PATIENCE_MS);
  expect(await late).toBeUndefined();
  expect(questions.size).toBe(0);
});

test("a new archivist is asked again what the dead one was asked", async () => {
  const { questions, sent } = desk();
  const answer = questions.ask(QUESTION, 0, itself);
  void questions.ask(QUESTION, 3, itself);
  questions.sendAgain();

  expect(sent).toEqual([1, 1]);
  questions.found(1, found(0));
  expect(await answer).toEqual(found(0));
});

test("HIST-BOUND-1 no more than a few hundred wait; the next is refused at once", async () => {
  const { questions, sent } = desk();
  for (let i = 0; i < QUESTIONS_MAX; i++) void questions.ask(QUESTION, 0, itself);

  expect(await questions.ask(QUESTION, 0, itself)).toBeUndefined();
  expect(sent).toHaveLength(IN_FLIGHT_MAX);
  expect(questions.size).toBe(QUESTIONS_MAX);
});

test("HIST-BOUND-1 a hung archivist has few questions before it, however many were asked", async () => {
  const { questions, sent, time } = desk();
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < QUESTIONS_MAX; i++) void questions.ask(QUESTION, 0, itself);
    await time.pass(PATIENCE_MS);
  }
  expect(questions.size).toBe(0);
  expect(sent).toHaveLength(IN_FLIGHT_MAX);

  const last = questions.ask(QUESTION, 0, itself);
  for (const number of [...sent]) questions.found(number, found(1));
  questions.found(sent.at(-1) ?? 0, found(1));
  expect(await last).toEqual(found(1));
});

test("a question that an archivist dies of is sent once more, and then refused", async () => {
  const { questions, sent } = desk();
  const poison = questions.ask(QUESTION, 0, itself);
  questions.sendAgain();
  questions.sendAgain();

  expect(sent).toEqual([1, 1]);
  expect(await poison).toBeUndefined();
});

test("a question that cannot be answered is refused at once", async () => {
  const { questions } = desk();
  const answer = questions.ask(QUESTION, 0, itself);
  questions.found(1, undefined);

  expect(await answer).toBeUndefined();
});

test("HIST-OWN-1 an answer is joined before the next word of the archivist is heard", async () => {
  const { questions } = desk();
  const heard: string[] = [];
  const answer = questions.ask(QUESTION, 0, ({ position }) => heard.push(`joined ${position}`));
  questions.found(1, found(4));
  heard.push("archived 9");

  await answer;
  expect(heard).toEqual(["joined 4", "archived 9"]);
});
