import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { isTerminal, typedLine } from "./typed-line.ts";

/** A terminal at which these bytes are typed; then its input ends. */
async function answered(...typed: string[]) {
  const input = new PassThrough();
  const output = new PassThrough();
  const answer = typedLine({ input, output }, "Type it: ");
  for (const piece of typed) input.write(piece);
  input.end();
  const line = await answer;
  output.end();
  return { line, shown: await text(output) };
}

test("OPER-ASK-1 a line that is typed is the answer, without its end", async () => {
  expect(await answered("BTC", "USDT\n")).toEqual({ line: "BTCUSDT", shown: "Type it: " });
  expect(await answered("BTCUSDT\r\nmore\n")).toMatchObject({ line: "BTCUSDT" });
  expect(await answered("\n")).toMatchObject({ line: "" });
});

test("OPER-ASK-1 an input that ends without a line is no answer, and what follows has a line of its own", async () => {
  expect(await answered()).toEqual({ line: undefined, shown: "Type it: \n" });
});

test("OPER-ASK-1 a person is asked only where the question is seen and the answer typed", () => {
  const end = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY });

  expect(isTerminal({ input: end(true), output: end(true) })).toBe(true);
  expect(isTerminal({ input: end(false), output: end(true) })).toBe(false);
  expect(isTerminal({ input: end(true), output: end(false) })).toBe(false);
  expect(isTerminal({ input: new PassThrough(), output: new PassThrough() })).toBe(false);
});
