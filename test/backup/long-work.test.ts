/** Long work shows its progress on a terminal, and its result as JSON to a program. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../../src/cli/run.ts";
import { cli } from "../support/cli-desk.ts";
import { realDirectory } from "./real-directory.ts";

interface Watched {
  readonly code: number;
  readonly out: readonly string[];
  /** By title and unit: the last that was told of it. */
  readonly told: Readonly<Record<string, readonly [number, number]>>;
}

async function watched(...args: string[]): Promise<Watched> {
  const out: string[] = [];
  const told: Record<string, readonly [number, number]> = {};
  const code = await runCli(args, {
    out: (line) => void out.push(line),
    err: (line) => void out.push(line),
    progress: (title, unit) => (done, total) => {
      const [before] = told[`${title} ${unit}`] ?? [0, 0];
      expect(done).toBeGreaterThanOrEqual(before);
      expect(done).toBeLessThanOrEqual(total);
      told[`${title} ${unit}`] = [done, total];
    },
  });
  return { code, out, told };
}

/** Told to its end. */
function ends(told: Watched["told"]): string[] {
  return Object.entries(told).map(([work, [done, total]]) => `${work} ${done === total}`);
}

test("backup, restore, drill, verify and rebuild-history tell how far they have come", async () => {
  const { place, directory } = await realDirectory();
  const backups = join(place, "backups");

  const backup = await watched("backup", directory, backups);
  const drill = await watched("drill", backups);
  const path = join(backups, readdirSync(backups)[0] ?? "");
  const restore = await watched("restore", path, join(place, "restored"));
  const verify = await watched("verify", directory);
  const rebuild = await watched("rebuild-history", directory);

  const all = [backup, drill, restore, verify, rebuild];
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
  // Of the segment in use the rest is not copied, and the copy of the store is denser.
  expect(Object.keys(backup.told)).toEqual(["copying bytes"]);
  expect(ends(drill.told)).toEqual(["restoring bytes true", "verifying commands true"]);
  expect(ends(restore.told)).toEqual(["restoring bytes true"]);
  expect(ends(verify.told)).toEqual(["verifying commands true"]);
  expect(ends(rebuild.told)).toEqual(["rebuilding commands true"]);
});

test("--json prints one line that scripts can read", async () => {
  const { place, directory } = await realDirectory();
  const backups = join(place, "backups");
  const printed = async (...args: string[]) => {
    const { code, out, err } = await cli([...args, "--json"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).not.toContain("\n");
    return JSON.parse(out);
  };

  const { path, position, ...backup } = await printed("backup", directory, backups);
  const restored = await printed("restore", path, join(place, "restored"));
  const verified = await printed("verify", directory);

  expect(backup).toMatchObject({ kind: "sandbox", history: position, files: expect.any(Number) });
  expect(restored).toMatchObject({ path, position, directory: join(place, "restored") });
  expect(verified).toMatchObject({ startedAt: "the beginning", position, damagedSnapshots: [] });
  expect(await printed("rebuild-history", directory)).toEqual({ from: 0, to: position });
});

test("a failure is one line on stderr with --json, too", async () => {
  const { directory } = await realDirectory();

  expect(await cli(["backup", directory, directory, "--json"])).toEqual({
    code: 2,
    out: "",
    err: `${directory} lies in ${directory}: a backup is kept outside of what it copies`,
  });
});
