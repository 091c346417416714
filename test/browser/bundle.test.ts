/** The production build of the two pages, as files: how much of it there is, and that it is whole. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const WEB = join(import.meta.dirname, "../../dist/web");
const CONSOLE_BYTES_MAX = 200_000;

function filesOf(page: string): { name: string; bytes: Buffer }[] {
  return readdirSync(join(WEB, page), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({ name, bytes: readFileSync(join(parentPath, name)) }));
}

test("the console is less than 200 kB, all of it and compressed", () => {
  const sizes = filesOf("console").map(({ bytes }) => gzipSync(bytes).length);

  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(CONSOLE_BYTES_MAX);
});

test.each(["console", "operator"])("in the %s no script or style stands in the page", (page) => {
  const files = filesOf(page);
  const html = files.find(({ name }) => name === "index.html")?.bytes.toString() ?? "";

  expect(html).toMatch(/<script type="module"[^>]* src="\.\/assets\/[^"]+"><\/script>/);
  expect(html.replaceAll(/<script[^>]* src="[^"]+"><\/script>/g, "")).not.toMatch(/<script|<style/);
  expect(html).not.toMatch(/\son\w+=|style=|https?:\/\//);
  expect(files.filter(({ name }) => name.endsWith(".map"))).toEqual([]);
  const unnamed = files.filter(({ name }) => !/^index\.html$|-[\w-]{8}\.\w+$/.test(name));
  expect(unnamed.map(({ name }) => name)).toEqual([]);
});

test.each(["console", "operator"])("the scripts of the %s make no code of text", (page) => {
  const scripts = filesOf(page).filter(({ name }) => name.endsWith(".js"));

  expect(scripts.length).toBeGreaterThan(0);
  for (const { name, bytes } of scripts) {
    expect(bytes.toString().match(/\bnew Function\b|\bFunction\(|\beval\(/), name).toBeNull();
  }
});
