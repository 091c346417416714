/** The examples that the documents of the streams show: from a recorded day, and as the contract has them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EXAMPLES_FILE, streamExamples } from "../../scripts/contract/stream-examples.ts";
import { STREAM_EXAMPLES } from "../../src/contract/streams/examples.ts";
import { STREAM_MESSAGES } from "../../src/contract/streams/messages.ts";
import { messageNamed, streamProblem } from "../support/stream-contract.ts";

const CHANGED = "run npm run generate";

test("STREAM-DOC-1 every message of the contract has an example, said on a recorded day", async () => {
  expect(readFileSync(EXAMPLES_FILE, "utf8"), CHANGED).toBe(await streamExamples());
});

test("STREAM-DOC-1 an example is the message that it is an example of, and as the contract has it", () => {
  const wrong = Object.entries(STREAM_MESSAGES).flatMap(([name, { path, from }]) => {
    const text = STREAM_EXAMPLES[name] ?? "{}";
    const problem = streamProblem(path, from, text);
    return messageNamed(path, from, JSON.parse(text)) === name && !problem ? [] : [name, problem];
  });

  expect(wrong).toEqual([]);
  expect(Object.keys(STREAM_EXAMPLES)).toEqual(Object.keys(STREAM_MESSAGES));
});
