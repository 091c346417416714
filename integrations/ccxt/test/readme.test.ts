/** The package as its README has it: packed, unpacked where a bot is, imported by its name, and the bot run. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { Venue } from "./support/venue.ts";

const run = promisify(execFile);
const FOLDER = join(import.meta.dirname, "..");
const README = readFileSync(join(FOLDER, "README.md"), "utf8");

let venue: Venue;
const directory = mkdtempSync(join(tmpdir(), "bourse-ccxt-readme-"));

before(async () => {
  venue = await Venue.open(["--no-limits"]);
  symlinkSync(venue.data, join(directory, "data"));
  await run("npm", ["run", "package", "--", "--pack-destination", directory], { cwd: FOLDER });
  const modules = join(directory, "node_modules");
  const [packed = ""] = readdirSync(directory).filter((name) => name.endsWith(".tgz"));
  mkdirSync(join(modules, "bourse-ccxt"), { recursive: true });
  const into = ["-C", join(modules, "bourse-ccxt"), "--strip-components=1"];
  await run("tar", ["-xzf", join(directory, packed), ...into]);
  // What npm would bring besides.
  for (const name of ["ccxt", "@noble"]) {
    symlinkSync(join(FOLDER, "node_modules", name), join(modules, name));
  }
});
after(async () => {
  await venue.close();
  rmSync(directory, { recursive: true, force: true });
});

test("the bot of the README runs as it is written", async () => {
  const [, bot = ""] = /```js bot\.mjs\n([\s\S]*?)```/.exec(README) ?? [];
  const path = join(directory, "bot.mjs");
  writeFileSync(path, bot);

  const env = { ...process.env, BOURSE_URL: venue.url };
  const { stdout } = await run(process.execPath, [path], { cwd: directory, env });

  assert.match(stdout, /^\d+ open\nbest \[ [\d.]+, [\d.]+ \] \[ [\d.]+, [\d.]+ \]\n$/);
});

test("every test that the README names is there, and every call it names", () => {
  for (const [, path = ""] of README.matchAll(/`((?:test|python)\/[\w/.-]+)`/g)) {
    assert.ok(readFileSync(join(FOLDER, path.replace(/stand_in$/, "unified_calls.py"))), path);
  }
  const tests = ["markets", "orders", "swaps", "ledgers", "streams"]
    .map((name) => readFileSync(join(FOLDER, `test/${name}.test.ts`), "utf8"))
    .join("\n");
  const table = README.slice(README.indexOf("## What each call is"), README.indexOf("## Errors"));
  for (const [, calls = ""] of table.matchAll(/^\| (`.*?`) \|/gm)) {
    for (const [, call = ""] of calls.matchAll(/`(\w+)`/g)) {
      assert.match(tests, new RegExp(`\\.${call}\\(`), `${call} has no test`);
    }
  }
});

test("the version is that of the product, wherever it stands", () => {
  const versionOf = (path: string) => JSON.parse(readFileSync(join(FOLDER, path), "utf8")).version;
  const version = versionOf("../../package.json");

  assert.equal(versionOf("package.json"), version);
  const project = readFileSync(join(FOLDER, "python/pyproject.toml"), "utf8");
  assert.match(project, new RegExp(`^version = "${version}"$`, "m"));
  assert.match(README, new RegExp(`bourse-ccxt-${version}\\.tgz`));
});
