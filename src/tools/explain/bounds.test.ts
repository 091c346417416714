/** What may be long is cut at a number, and how much is left out is told. */
import { expect, test } from "vitest";
import { Desk } from "../../../test/support/desk.ts";
import { ExplainDesk } from "../../../test/support/explain-desk.ts";
import { COMMANDS_MAX } from "./find-commands.ts";
import { MOMENTS_MAX } from "./life-witness.ts";
import { EFFECTS_MAX } from "./step-witness.ts";
import { tell } from "./tell.ts";

const MANY = { rules: { openOrdersMax: 10_000 } };

test("EXPLAIN-FIND-1 of many commands with one number the first 16 are told", async () => {
  const story = new Desk({ alice: { USDT: "100" } });
  const opened = story.sent.length;
  for (let i = 0; i < COMMANDS_MAX + 4; i++) story.order("alice", "buy 0.001 @ 100");
  const numbered = story.sent.map((sent, at) => (at < opened ? sent : { ...sent, request: 5_555 }));
  const desk = await ExplainDesk.of(numbered);

  const explained = desk.explained((5_555).toString(36));

  expect(COMMANDS_MAX).toBe(16);
  expect(explained).toMatchObject({ found: "request" });
  if (explained.found !== "request") return;
  expect(explained.steps.map(({ position }) => position)).toEqual(
    Array.from({ length: COMMANDS_MAX }, (_, at) => opened + 1 + at),
  );
});

test("EXPLAIN-VERDICT-1 of what one command did the first 200 are told, and how many more", async () => {
  const story = new Desk({ alice: { USDT: "1000" } }, MANY);
  for (let i = 0; i < EFFECTS_MAX + 7; i++) story.order("alice", "buy 0.001 @ 100");
  story.delist();
  const desk = await ExplainDesk.of(story.sent);

  const request = desk.request();

  expect(request.steps[0]?.followUps).toHaveLength(EFFECTS_MAX);
  expect(request.steps[0]?.untold).toBe(7);
  expect(tell(request).some((line) => line.trim() === "and 7 more")).toBe(true);
});

test("EXPLAIN-LIFE-1 of an order's life the first 500 commands are told, and where it is now", async () => {
  const story = new Desk({ alice: { USDT: "1000" }, bob: { BTC: "10" } }, MANY);
  story.order("alice", "buy 1 @ 100");
  for (let i = 0; i < MOMENTS_MAX + 10; i++) story.order("bob", "sell 0.001 @ 100");
  const desk = await ExplainDesk.of(story.sent);

  const { life, notes, now } = desk.order(1);

  expect(life).toHaveLength(MOMENTS_MAX);
  expect(notes).toEqual(["11 more commands concerned it and are not told"]);
  expect(now).toBe("open: partially_filled, 0.51 executed, 0.49 left, 49 USDT locked");
});
