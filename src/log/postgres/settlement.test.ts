/**
 * Appends to a PostgreSQL that loses answers, warns, refuses and is promoted, by nodes that take over from each other. What
 * counts is what each append was answered, and what the log has in the end.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { diskWith, draft, numberedTexts, textsOf } from "../../../test/support/log-desk.ts";
import { runs } from "../../../test/support/runs.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { SimulatedPostgres, type Trouble } from "../../../test/support/simulated-postgres.ts";
import { UNTIL_SEEN } from "../../../test/support/until.ts";
import { GENESIS } from "../log.ts";
import { inlineSegmentMaker } from "../segment/segments.ts";
import { ConnectChecks } from "./connect-checks.ts";
import { STATEMENTS } from "./log-table.ts";
import { openPostgresLog } from "./open-postgres-log.ts";
import type { PostgresLog } from "./postgres-log.ts";
import { NotSafe } from "./safety-settings.ts";
import { NotOurs } from "./schema.ts";

const CLAIMANT = { node: "one", address: "here" };

function timer(_ms: number, over: () => void): () => void {
  const handle = setImmediate(over);
  return () => clearImmediate(handle);
}

function openAt(database: SimulatedPostgres, disk = new SimulatedDisk(), doubts: string[] = []) {
  return openPostgresLog({
    database,
    checks: new ConnectChecks({ isSingle: false }),
    disk,
    maker: inlineSegmentMaker(disk),
    timer,
    onSpace: () => undefined,
    onDoubt: (reason) => void doubts.push(reason?.message ?? "over"),
  });
}

class Leader {
  readonly log: PostgresLog;
  readonly epoch: number;

  private constructor(log: PostgresLog, epoch: number) {
    this.log = log;
    this.epoch = epoch;
  }

  static async at(database: SimulatedPostgres, doubts?: string[]): Promise<Leader> {
    const log = await openAt(database, new SimulatedDisk(), doubts);
    const { epoch } = (await log.takeOver(draft("", 0), CLAIMANT)) ?? {};
    return new Leader(log, epoch ?? expect.fail("another leads"));
  }

  append(text: string) {
    return this.log.append(this.log.end.position + 1, this.epoch, draft(text));
  }
}

function simulated(): SimulatedPostgres {
  return new SimulatedPostgres({ origin: GENESIS, segmentBytes: 1024 });
}

/** What was appended, without claims. */
function texts(log: PostgresLog): readonly string[] {
  return textsOf(log).filter((text) => text !== "");
}

test.each<Trouble>(["request lost", "answer lost", "warned", "promoted", "refused"])(
  "LOG-PG-3 a batch whose append meets '%s' is in the log once, and the next behind it",
  async (trouble) => {
    const database = simulated();
    const doubts: string[] = [];
    const leader = await Leader.at(database, doubts);
    let isMet = false;
    database.trouble = (text) => {
      if (isMet || text !== STATEMENTS.append) return "none";
      isMet = true;
      return trouble;
    };

    expect(await leader.append("first")).toBe("durable");
    expect(await leader.append("second")).toBe("durable");

    expect(isMet).toBe(true);
    expect(doubts).toHaveLength(trouble === "warned" ? 0 : 2);
    expect(texts(await openAt(database))).toEqual(["first", "second"]);
  },
);

test("LOG-PG-2 a batch that only the primary has is not durable before the standby has it, too", async () => {
  const database = simulated();
  const leader = await Leader.at(database);
  let warned = 0;
  // A wait for the standby that an administrator cancels is answered with success and a warning.
  database.trouble = () => (warned++ < 6 ? "warned" : "none");

  expect(await leader.append("first")).toBe("durable");
  database.promote();

  expect(texts(await openAt(database))).toEqual(["first"]);
});

test("LOG-PG-1 who was taken over from gets nothing in any more, and is told so", async () => {
  const database = simulated();
  const one = await Leader.at(database);
  await one.append("of one");
  const two = await Leader.at(database);

  expect(await one.append("too late")).toBe("fenced");
  expect(await one.append("again")).toBe("fenced");
  expect(await two.append("of two")).toBe("durable");

  expect(two.epoch).toBe(one.epoch + 1);
  expect(texts(await openAt(database))).toEqual(["of one", "of two"]);
});

test("LOG-PG-1 of two nodes that claim at once, from the same state and with the same bytes, one leads", async () => {
  const database = simulated();
  const [one, two] = [await openAt(database), await openAt(database)];

  const epochs = await Promise.all([
    one.takeOver(draft("", 0), CLAIMANT),
    two.takeOver(draft("", 0), CLAIMANT),
  ]);

  expect(epochs.map((term) => term?.epoch)).toEqual([1, undefined]);
});

test("LOG-PG-3 a claim whose answer was lost is found to be one's own", async () => {
  const database = simulated();
  const log = await openAt(database);
  let isMet = false;
  database.trouble = (text) => {
    if (isMet || text !== STATEMENTS.claim) return "none";
    isMet = true;
    return "answer lost";
  };

  expect(await log.takeOver(draft("", 0), CLAIMANT)).toMatchObject({ epoch: 1 });
  expect(isMet).toBe(true);
});

test("LOG-PG-4 what is read is put into the copy only behind a barrier", async () => {
  const database = simulated();
  const leader = await Leader.at(database);
  await leader.append("first");
  const disk = new SimulatedDisk();
  // Seen at the primary, on no standby: it must not be applied, for a promotion loses it.
  database.trouble = (text) => (text === STATEMENTS.barrier ? "request lost" : "none");

  await expect(openAt(database, disk)).rejects.toThrow("the session ended");

  database.trouble = () => "none";
  const { end } = await openAt(database, disk);
  expect(end).toEqual(leader.log.end);
});

test("LOG-PG-1 a directory with another log is refused", async () => {
  const [here, elsewhere] = [simulated(), simulated()];
  const disk = new SimulatedDisk();
  const leader = await Leader.at(elsewhere);
  await leader.append("elsewhere");
  (await openAt(elsewhere, disk)).close();
  await (await Leader.at(here)).append("here");

  await expect(openAt(here, disk)).rejects.toThrow(NotOurs);
});

test("LOG-COPY-1 a directory with a log of its own is refused, damaged or not, and nothing of it is touched", async () => {
  for (const damageAt of [undefined, 10, 300]) {
    const { disk } = await diskWith(numberedTexts(4));
    const sectors = disk.sectorsOf("log/00000001.log");
    if (damageAt !== undefined) sectors.damage(damageAt, Uint8Array.of(0xaa));
    const before = Buffer.from(sectors.read(0, 1024)).toString("hex");

    await expect(openAt(simulated(), disk)).rejects.toThrow("has a log of its own");

    expect(Buffer.from(sectors.read(0, 1024)).toString("hex")).toBe(before);
  }
});

test("LOG-COPY-1 a copy that a crash has damaged anywhere is cut there and fetched again", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(3_000), fc.nat(255), async (place, byte) => {
      const database = simulated();
      const leader = await Leader.at(database);
      for (let number = 0; number < 15; number++) await leader.append(`${number}`.repeat(100));
      const disk = new SimulatedDisk();
      (await openAt(database, disk)).close();
      const path = `log/0000000${1 + Math.floor(place / 1024)}.log`;
      disk.sectorsOf(path).damage(place % 1024, Uint8Array.of(byte));

      const again = await openAt(database, disk);

      expect(again.end).toEqual(leader.log.end);
      expect(texts(again)).toEqual(texts(leader.log));
      again.close();
    }),
    { seed: 2201, numRuns: runs(60, 600) },
  );
});

test("LOG-PG-5 a server that is not safe is refused with a sentence, and so is a primary of before", async () => {
  const unsafe = [
    { version: 14 },
    { is_standby: true },
    { fsync: "off" },
    { full_page_writes: "off" },
    { synchronous_commit: "local" },
    { standbys: "" },
  ];
  for (const change of unsafe) {
    const database = simulated();
    database.settings = { ...database.settings, ...change };

    await expect(openAt(database)).rejects.toThrow(NotSafe);
  }
  const database = simulated();
  const doubts: string[] = [];
  const leader = await Leader.at(database, doubts);
  database.timeline = 2;
  await leader.append("seen in the new time");
  database.timeline = 1;
  const answer = leader.append("not in the old");
  await expect.poll(() => doubts.at(-1), UNTIL_SEEN).toContain("timeline");
  database.timeline = 3;

  expect(await answer).toBe("durable");
  expect(doubts.join()).toContain("of timeline 1, and 2 was seen");
});

test("LOG-PG-3 whatever happens, durable is there once, fenced is not, and all copies agree", async () => {
  const troubles = [
    "none",
    "request lost",
    "answer lost",
    "warned",
    "promoted",
    "refused",
  ] as const;
  const step = fc.record({
    isTakenOver: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
    troubles: fc.array(fc.constantFrom(...troubles), { maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const database = simulated();
      const told = new Map<string, string>();
      let leader = await Leader.at(database);
      let older: Leader | undefined;
      for (const [number, { isTakenOver, troubles: coming }] of steps.entries()) {
        if (isTakenOver) [older, leader] = [leader, await Leader.at(database)];
        const due = [...coming];
        database.trouble = (text) => (isWrite(text) ? (due.shift() ?? "none") : "none");
        for (const one of older ? [older, leader] : [leader]) {
          const text = `${number} of ${one.epoch}`;
          told.set(text, await one.append(text));
        }
        database.trouble = () => "none";
      }

      const copies = [await openAt(database), await openAt(database, new SimulatedDisk())];
      const found = texts(copies[0] as PostgresLog);
      const durable = [...told].filter(([, answer]) => answer === "durable").map(([text]) => text);
      expect(found).toEqual(durable);
      expect(texts(copies[1] as PostgresLog)).toEqual(found);
    }),
    { seed: 2202, numRuns: runs(150, 3_000) },
  );
});

function isWrite(text: string): boolean {
  return text === STATEMENTS.append || text === STATEMENTS.barrier;
}
