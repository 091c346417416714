/**
 * Packs this clone, installs the package into an empty project, and runs the tests against servers of it.
 * `npm test` runs them all, `npm test -- orders` those whose file names have `orders` in them.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LoopbackRegistry } from "../../../test/package/loopback-registry.ts";

const CLONE = join(import.meta.dirname, "../../..");

function run(
  command: readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<number> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  return new Promise((resolve) => child.on("close", (code) => resolve(code ?? 1)));
}

/** npm without the internet: everything comes from what the clone has installed. */
async function install(directory: string): Promise<void> {
  const registry = await LoopbackRegistry.open();
  const env = {
    npm_config_registry: registry.url,
    npm_config_cache: join(directory, ".cache"),
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_ignore_scripts: "true",
    npm_config_loglevel: "error",
  };
  writeFileSync(join(directory, "package.json"), '{"name":"a-bot","private":true}');
  const pack = ["npm", "pack", "--silent", "--pack-destination", directory, CLONE];
  const packed = await run(pack, CLONE, env);
  const tarball = readdirSync(directory).find((name) => name.endsWith(".tgz"));
  const installed = await run(["npm", "install", `./${tarball}`], directory, env);
  registry.close();
  if (packed !== 0 || installed !== 0) throw new Error("the package could not be installed");
}

const directory = mkdtempSync(join(tmpdir(), "bourse-ccxt-"));
const wanted = process.argv.slice(2);
const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".test.ts"))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .map((name) => join("test", name));
try {
  await install(directory);
  const test = [
    "node",
    "--import",
    "tsx",
    "--test",
    "--test-concurrency=2",
    "--test-timeout=180000",
    ...files,
  ];
  process.exitCode = await run(test, join(import.meta.dirname, ".."), {
    BOURSE_INSTALLED: directory,
  });
} finally {
  rmSync(directory, { recursive: true, force: true });
}
