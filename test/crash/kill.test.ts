/** kill -9 of the real process under load, and two starts at the same moment. */
import { expect, test } from "vitest";
import { bourse, ServerProcess } from "../support/server-process.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { torture } from "./torture.ts";

const SEED = 20261115;

test("LOG-DUR-1 20 times kill -9 under load: 200 is kept, 503 never was, nothing is done twice", async () => {
  const claims = await torture({
    directory: temporaryDirectory(),
    seed: SEED,
    serverKills: 15,
    archivistKills: 5,
    report: () => undefined,
  });

  expect(claims.broken, `seed ${SEED}`).toEqual([]);
  expect(claims.counts.acknowledged).toBeGreaterThan(500);
  expect(claims.counts.lost).toBeGreaterThan(15);
  expect(claims.counts.canceled).toBeGreaterThan(50);
});

test("LOG-LOCK-1 of two processes started on one directory at the same moment one serves", async () => {
  const directory = temporaryDirectory();

  const starts = [ServerProcess.start(directory), ServerProcess.start(directory)];
  const servers = await Promise.all(starts);

  const [up, ...others] = servers.filter((server) => server.isRunning);
  const [down] = servers.filter((server) => !server.isRunning);
  expect(up && others.length === 0).toBe(true);
  expect(down?.exitCode).toBe(1);
  expect(down?.output).toMatch(/is in use by the process with pid \d+/);
  await up?.kill();

  const again = await ServerProcess.start(directory);
  expect(again.isRunning).toBe(true);
  await again.stop();
  expect(again.exitCode).toBe(0);
  expect((await bourse("verify", directory)).output).toContain("verified");
});
