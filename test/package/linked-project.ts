/**
 * An empty project that has the packed package without an install: its files as they lie in the packed
 * file, and beside them, as links into this clone, what its list of dependencies names. What is not packed,
 * or not listed, is not found there. That npm itself installs it is tested in packed.package.test.ts.
 */
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect } from "vitest";
import { runToEnd } from "../support/run-to-end.ts";
import { ROOT, tarball } from "./empty-project.ts";

interface Manifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

export async function makeLinkedProject(directory: string): Promise<void> {
  const modules = join(directory, "node_modules");
  const folder = join(modules, "bourse");
  mkdirSync(folder, { recursive: true });
  const bot = { name: "a-bot", private: true, type: "module" };
  writeFileSync(join(directory, "package.json"), JSON.stringify(bot));
  const pack = ["npm", "pack", "--loglevel=error", "--ignore-scripts"];
  await succeed([...pack, "--pack-destination", directory, ROOT]);
  await succeed(["tar", "-xzf", join(directory, tarball), "--strip-components=1", "-C", folder]);
  const { bin, dependencies } = readManifest(folder);
  for (const [name, version] of Object.entries(dependencies)) linkModule(modules, name, version);
  for (const [name, program] of Object.entries(bin)) {
    linkCommand(join(modules, ".bin", name), join(folder, program));
  }
}

async function succeed(command: readonly string[]): Promise<void> {
  const { code, output } = await runToEnd(command);
  expect(code, output).toBe(0);
}

/** The version that is listed is the one that is here: versions are listed exactly. */
function linkModule(modules: string, name: string, version: string): void {
  const own = join(ROOT, "node_modules", name);
  expect(readManifest(own).version, name).toBe(version);
  mkdirSync(dirname(join(modules, name)), { recursive: true });
  symlinkSync(own, join(modules, name));
}

/** As an install does it. */
function linkCommand(link: string, program: string): void {
  mkdirSync(dirname(link), { recursive: true });
  chmodSync(program, 0o755);
  symlinkSync(relative(dirname(link), program), link);
}
