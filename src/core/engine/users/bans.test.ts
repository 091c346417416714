/** Bans: how long, how often, how many. The clock is the batch's, so a replay bans alike. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { runs } from "../../../../test/support/runs.ts";
import { newDigest } from "../../base/records/digest.ts";
import { type BanEvent, type Bans, banAddress, liftBan } from "./bans.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 1_440 * MINUTE_MS;
const BLOCK = "203.0.113.7";

function ban(desk: Desk, block = BLOCK): number {
  const answer = desk.must({ type: "BanAddress", block, request: 0 });
  return (answer as { endsAtMs: number }).endsAtMs - desk.timeMs;
}

test("USER-BAN-2 a ban lasts two minutes, and each repeat twice as long, up to three days", () => {
  const desk = new Desk();
  const minutes: number[] = [];

  for (let times = 1; times <= 14; times++) {
    const lengthMs = ban(desk);
    minutes.push(lengthMs / MINUTE_MS);
    desk.advance(lengthMs);
  }

  expect(minutes).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096, 4_320, 4_320]);
});

test("USER-BAN-2 a repeat is one within 24 hours of the end of the ban before", () => {
  const desk = new Desk();
  desk.advance(ban(desk) + DAY_MS);
  expect(ban(desk)).toBe(4 * MINUTE_MS);

  desk.advance(4 * MINUTE_MS + DAY_MS + 1);

  expect(ban(desk)).toBe(2 * MINUTE_MS);
});

test("USER-BAN-2 a second ban of a banned block changes nothing and answers the same", () => {
  const desk = new Desk();
  ban(desk);
  desk.advance(2 * MINUTE_MS - 1);

  expect(ban(desk)).toBe(1);
  expect(desk.events).toEqual([]);
  desk.advance(1);
  expect(ban(desk)).toBe(4 * MINUTE_MS);
});

test("USER-BAN-2 each block has bans of its own", () => {
  const desk = new Desk();
  ban(desk);
  desk.advance(2 * MINUTE_MS);

  expect([ban(desk), ban(desk, "2001:db8:0:1::/64")]).toEqual([4 * MINUTE_MS, 2 * MINUTE_MS]);
});

test("USER-BAN-5 a ban that is lifted is over and forgotten", () => {
  const desk = new Desk();
  ban(desk);
  desk.advance(2 * MINUTE_MS);
  ban(desk);

  desk.must({ type: "LiftBan", block: BLOCK, request: 0 });

  expect(desk.events).toEqual([{ type: "BanLifted", block: BLOCK }]);
  expect(desk.state.bans.byEnd).toEqual([]);
  expect(desk.refusalOf({ type: "LiftBan", block: BLOCK, request: 0 })).toBe("ban_not_found");
  expect(ban(desk)).toBe(2 * MINUTE_MS);
});

test("LOG-DIGEST-1 bans show in the digest, and so does which of them was lifted", () => {
  const blocks = ["10.0.0.1", "10.0.0.2"];
  const digests = blocks.flatMap((banned) =>
    blocks.map((lifted) => {
      const desk = new Desk();
      for (const block of [banned, "10.0.0.1", "10.0.0.2"]) ban(desk, block);
      desk.must({ type: "LiftBan", block: lifted, request: 0 });
      return desk.state.digest.join();
    }),
  );

  expect(new Set(digests).size).toBe(4);
});

test("a ban tells everything a reader needs", () => {
  const desk = new Desk();
  ban(desk);

  const told = { block: BLOCK, endsAtMs: desk.timeMs + 2 * MINUTE_MS, times: 1 };
  expect(desk.events).toEqual([{ type: "AddressBanned", ...told }]);
});

test.each([
  "",
  "203.0.113",
  "203.0.113.0/24",
  "2001:db8::1",
  "::/65",
  "2001:DB8::/64",
  "x",
  "::1/64x",
])("USER-ADDR-1 %j is no block of addresses", (block) => {
  const desk = new Desk();

  expect(desk.refusalOf({ type: "BanAddress", block, request: 0 })).toBe("address_malformed");
});

test("USER-BAN-4 the ban that has ended first, or will, makes room; of equals the first by its text", () => {
  const blocks = ["10.0.0.9", "10.0.0.10", "10.0.0.1", "10.0.0.2", "fd00::/64", "fd00:0:0:1::/64"];
  const step = fc.record({
    block: fc.constantFrom(...blocks),
    waitMs: fc.constantFrom(0, 0, 0, SECOND_MS, 2 * MINUTE_MS, DAY_MS),
    isLift: fc.boolean(),
  });

  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const bans: Bans = { byBlock: new Map(), byEnd: [], bansMax: 3, digest: newDigest() };
      let timeMs = 0;

      for (const { block, waitMs, isLift } of steps) {
        timeMs += waitMs;
        const events: BanEvent[] = [];
        const before = [...bans.byBlock.values()];
        if (isLift) liftBan(bans, { type: "LiftBan", block, request: 0 }, { timeMs, events });
        else banAddress(bans, { type: "BanAddress", block, request: 0 }, { timeMs, events });

        const isCrowded = !isLift && before.length === 3 && before.every((b) => b.block !== block);
        const [first] = before.sort(
          (a, b) => a.endsAtMs - b.endsAtMs || (a.block < b.block ? -1 : 1),
        );
        const lifted = events.flatMap((event) => (event.type === "BanLifted" ? [event.block] : []));
        if (!isLift) expect(lifted).toEqual(isCrowded ? [first?.block] : []);
        expect(bans.byEnd.length).toBeLessThanOrEqual(3);
      }
    }),
    { seed: 44, numRuns: runs(500, 500) },
  );
});

test("SEC-42 USER-BAN-4 ten thousand bans are kept, and one more pushes out the first to end", () => {
  const desk = new Desk();
  const { bans } = desk.state;
  const blockOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  for (let n = 0; n < 10_000; n++) {
    const command = { type: "BanAddress", block: blockOf(n), request: 0 } as const;
    banAddress(bans, command, { timeMs: desk.timeMs + n, events: [] });
  }
  const events: BanEvent[] = [];
  const last = { type: "BanAddress", block: "192.0.2.1", request: 0 } as const;

  banAddress(bans, last, { timeMs: desk.timeMs + 10_000, events });

  expect(bans.byEnd.length).toBe(10_000);
  expect(events).toMatchObject([
    { type: "BanLifted", block: blockOf(0) },
    { type: "AddressBanned" },
  ]);
  expect(bans.byBlock.has(blockOf(1))).toBe(true);
});
