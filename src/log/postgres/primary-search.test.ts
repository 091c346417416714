/** Which of several hosts is taken, with hosts that answer when the test says so. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { VirtualTime } from "../../../test/support/virtual-time.ts";
import { type Session, Unreachable } from "./database.ts";
import { findPrimary, type OpeningSession, SEARCH_MS } from "./primary-search.ts";
import { NotSafe } from "./safety-settings.ts";

/** What a host says when it is asked, the first time and later; it hangs when it is to say nothing. */
type Saying = "primary" | "late primary" | "standby" | "refused" | "nothing";

class Host {
  readonly opened: Session[] = [];
  readonly sayings: Saying[];

  constructor(...sayings: Saying[]) {
    this.sayings = sayings;
  }

  readonly begin = (): OpeningSession => {
    const saying = this.sayings[Math.min(this.opened.length, this.sayings.length - 1)];
    const session = {
      isOver: false,
      opened: async () => {
        if (saying === "refused") throw new Unreachable("nobody listens");
        if (saying === "late primary") for (let turn = 0; turn < 5; turn++) await nextTurn();
        if (saying === "nothing") await new Promise(() => undefined);
      },
      query: async () => ({ rows: [{ saying }], isWarned: false }),
      close: () => {
        session.isOver = true;
      },
    };
    this.opened.push(session);
    return session;
  };

  get left(): readonly Session[] {
    return this.opened.filter(({ isOver }) => !isOver);
  }
}

async function check(session: Session): Promise<void> {
  const [row] = (await session.query("")).rows;
  if (row?.["saying"] === "standby") throw new NotSafe("a standby");
}

/** Searches, while so much time passes as is needed, and answers how much that was. */
async function search(...hosts: Host[]) {
  const time = new VirtualTime(0);
  const { timer } = time;
  let isOver = false;
  const found = findPrimary({ hosts: hosts.map(({ begin }) => begin), check, timer });
  const ended = found.then(
    (session) => session,
    (error: Error) => error,
  );
  void ended.then(() => {
    isOver = true;
  });
  await time.pass(0);
  while (!isOver) await time.pass(10);
  return { outcome: await ended, tookMs: time.monotonicMs(), left: time.pending };
}

test("LOG-PG-7 the primary is found among standbys and hosts that are down, at once", async () => {
  const hosts = [new Host("refused"), new Host("standby"), new Host("primary")];
  const { outcome, tookMs, left } = await search(...hosts);

  expect(outcome).toBe(hosts[2]?.opened[0]);
  expect(tookMs).toBe(0);
  expect(left).toBe(0);
  expect(hosts.flatMap((host) => host.left)).toEqual([outcome]);
});

test("LOG-PG-7 a host that hangs holds up the others for a moment only, and is let go", async () => {
  const hosts = [new Host("nothing"), new Host("primary")];
  const { outcome, tookMs } = await search(...hosts);

  expect(outcome).toBe(hosts[1]?.opened[0]);
  expect(tookMs).toBeLessThanOrEqual(100);
  expect(hosts[0]?.left).toEqual([]);
});

test("LOG-PG-7 of two that pass the last is taken: the checks have let it pass behind the other", async () => {
  const hosts = [new Host("primary"), new Host("late primary")];
  const { outcome } = await search(...hosts);

  expect(outcome).toBe(hosts[1]?.opened[0]);
  expect(hosts[0]?.left).toEqual([]);
});

test("LOG-PG-7 while the old primary hangs, standbys are asked again: one is promoted", async () => {
  const hosts = [new Host("nothing"), new Host("standby", "standby", "primary")];
  const { outcome, tookMs } = await search(...hosts);

  expect(outcome).toBe(hosts[1]?.opened[2]);
  expect(tookMs).toBeLessThanOrEqual(300);
});

test("LOG-PG-7 when no host will do, it is said what each says", async () => {
  const { outcome, tookMs } = await search(new Host("standby"), new Host("refused"));

  expect(outcome).toBeInstanceOf(NotSafe);
  expect(outcome).toMatchObject({ message: "host 1: a standby; host 2: nobody listens" });
  expect(tookMs).toBe(0);
});

test("LOG-PG-7 hosts that all hang are given up, and nothing is left of them", async () => {
  const hosts = [new Host("nothing"), new Host("nothing")];
  const { outcome, tookMs } = await search(...hosts);

  expect(outcome).toBeInstanceOf(Unreachable);
  expect(tookMs).toBe(SEARCH_MS);
  expect(hosts.flatMap((host) => host.left)).toEqual([]);
});

test("LOG-PG-7 one host has said what it says in its own words", async () => {
  const { outcome } = await search(new Host("refused"));

  expect(outcome).toMatchObject({ name: "Unreachable", message: "nobody listens" });
});
