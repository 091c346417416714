/** The console uses one word for a thing. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const CONSOLE = join(import.meta.dirname, "../../web/console");

test("an order is canceled with one l, wherever the console says so", () => {
  const files = readdirSync(CONSOLE, { recursive: true, encoding: "utf8" });
  const sources = files.filter((name) => /\.(?:ts|tsx|html)$/.test(name));
  const others = sources.filter((name) =>
    /[Cc]ancelled/.test(readFileSync(join(CONSOLE, name), "utf8")),
  );

  expect(sources.length).toBeGreaterThan(50);
  expect(others).toEqual([]);
});
