/** Which standby is promoted, and when nobody is. Time passes when a test says so. */
import { expect, onTestFinished, test } from "vitest";
import { VirtualTime } from "../../test/support/virtual-time.ts";
import { PostgresSupervisor, type WatchedServer } from "./postgres-supervisor.ts";

/** A server whose log ends where it is told to; each look takes the next end, and the last one stays. */
function serverAt(...ends: number[]): WatchedServer & { isRunning: boolean } {
  let looks = 0;
  const sql = async () => [{ bytes: `${ends[Math.min(looks++, ends.length - 1)]}` }];
  return { isRunning: true, sql };
}

type Server = ReturnType<typeof serverAt>;

function watch(one: Server, two: Server, three: Server) {
  const promoted: number[] = [];
  const said: string[] = [];
  const time = new VirtualTime(0);
  const servers = [one, two, three];
  let primary = one;
  const set = {
    servers,
    get primary() {
      return primary;
    },
    promote: async (index: number) => {
      promoted.push(index);
      primary = servers[index] ?? expect.fail(`there is no server ${index}`);
    },
  };
  const supervisor = new PostgresSupervisor(set, (sentence) => said.push(sentence), {
    now: () => time.monotonicMs(),
    sleep: (ms) => new Promise<void>((over) => time.timer(ms, over)),
  });
  onTestFinished(async () => {
    const stopped = supervisor.stop();
    await time.pass(1_000);
    await stopped;
  });
  return { promoted, said, time };
}

test("a primary that is gone for a second is replaced by the standby with the furthest log, once", async () => {
  const one = serverAt(0);
  const { promoted, said, time } = watch(one, serverAt(900), serverAt(1_000));
  one.isRunning = false;

  await time.pass(1_000);
  expect(promoted).toEqual([]);
  await time.pass(9_000);

  expect(promoted).toEqual([2]);
  expect(said.at(-1)).toContain("PostgreSQL s3 is the primary");
});

test("a standby that is still reading what it has is waited for", async () => {
  const one = serverAt(0);
  const { promoted, time } = watch(one, serverAt(1_000), serverAt(500, 800, 1_100));
  one.isRunning = false;

  await time.pass(10_000);

  expect(promoted).toEqual([2]);
});

test("with one server of three nobody is promoted: the others may have what it has not", async () => {
  const [one, two, three] = [serverAt(0), serverAt(900), serverAt(1_000)];
  for (const server of [one, three]) server.isRunning = false;
  const { promoted, said, time } = watch(one, two, three);

  await time.pass(10_000);
  expect(said).toHaveLength(1);
  expect(said[0]).toContain("1 of 3 PostgreSQL servers run");
  expect(promoted).toEqual([]);

  three.isRunning = true;
  await time.pass(10_000);
  expect(promoted).toEqual([2]);
});

test("a primary that is back before the pause is over stays it", async () => {
  const one = serverAt(0);
  const { promoted, time } = watch(one, serverAt(900), serverAt(1_000));

  for (let times = 0; times < 3; times++) {
    one.isRunning = false;
    await time.pass(900);
    one.isRunning = true;
    await time.pass(900);
  }

  expect(promoted).toEqual([]);
});
