/** What the bundler may not change: one class for both packages, and stacks that lead to the source. */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { runToEnd } from "../support/run-to-end.ts";

const ROOT = pathToFileURL(`${join(import.meta.dirname, "../..")}/`).href;

const REFUSED = `
  const { BourseError } = await import("${ROOT}dist/client/client.js");
  const { createExchange } = await import("${ROOT}dist/create-exchange.js");
  const exchange = await createExchange();
  const error = await exchange.client().spot.account().catch((error) => error);
  console.log(error instanceof BourseError, error.stack);
  await exchange.close();
`;

test("an error of the in-process client is the class that bourse/client exports, and its stack names sources", async () => {
  const node = [process.execPath, "--enable-source-maps", "--input-type=module", "-e", REFUSED];
  const { code, out } = await runToEnd(node);

  expect(code).toBe(0);
  expect(out).toMatch(/^true /);
  expect(out).toMatch(/src\/client\/session\/\S+\.ts:\d+/);
  expect(out).not.toContain("dist/chunks");
});
