/** Which standby is promoted, and when nobody is. */
import { expect, onTestFinished, test } from "vitest";
import { PostgresSupervisor, type WatchedServer } from "./postgres-supervisor.ts";

/** A server whose log ends where it is told to; each look takes the next end, and the last one stays. */
function serverAt(...ends: number[]): WatchedServer & { isRunning: boolean } {
  let looks = 0;
  const sql = async () => [{ bytes: `${ends[Math.min(looks++, ends.length - 1)]}` }];
  return { isRunning: true, sql };
}

function setRunning(server: ReturnType<typeof serverAt> | undefined, isRunning: boolean): void {
  if (server) server.isRunning = isRunning;
}

function watch(servers: readonly ReturnType<typeof serverAt>[], pauseMs = 0) {
  const promoted: number[] = [];
  const said: string[] = [];
  let primary = servers[0] as WatchedServer;
  const set = {
    servers,
    get primary() {
      return primary;
    },
    promote: async (index: number) => {
      promoted.push(index);
      primary = servers[index] as WatchedServer;
    },
  };
  const supervisor = new PostgresSupervisor(set, (sentence) => said.push(sentence), pauseMs);
  onTestFinished(() => supervisor.stop());
  return { promoted, said, supervisor };
}

test("the standby with the furthest log is promoted, once", async () => {
  const servers = [serverAt(0), serverAt(900), serverAt(1_000)];
  const { promoted, said } = watch(servers);
  setRunning(servers[0], false);

  await expect.poll(() => said.at(-1)).toContain("PostgreSQL s3 is the primary");
  expect(promoted).toEqual([2]);
});

test("a standby that is still reading what it has is waited for", async () => {
  const servers = [serverAt(0), serverAt(1_000), serverAt(500, 800, 1_100)];
  const { promoted } = watch(servers);
  setRunning(servers[0], false);

  await expect.poll(() => promoted).toEqual([2]);
});

test("with one server of three nobody is promoted: the others may have what it has not", async () => {
  const servers = [serverAt(0), serverAt(900), serverAt(1_000)];
  for (const index of [0, 2]) setRunning(servers[index], false);
  const { promoted, said } = watch(servers);

  await expect.poll(() => said.length).toBe(1);
  expect(said[0]).toContain("1 of 3 PostgreSQL servers run");
  expect(promoted).toEqual([]);
  setRunning(servers[2], true);
  await expect.poll(() => promoted).toEqual([2]);
});

test("a primary that is back before the pause is over stays it", async () => {
  const servers = [serverAt(0), serverAt(900), serverAt(1_000)];
  setRunning(servers[0], false);
  const { promoted, supervisor } = watch(servers, 60_000);
  setRunning(servers[0], true);
  await supervisor.stop();

  expect(promoted).toEqual([]);
});
