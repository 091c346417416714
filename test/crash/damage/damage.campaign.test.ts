/**
 * A few dozen damages of a directory that was used. `npm run damage` makes thousands, opens damaged history
 * stores (src/runtime/history/sealed-store.process.test.ts opens some) and starts the program on some.
 */
import { expect, test } from "vitest";
import { seededRandom } from "../../support/random.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { damageAll, type KnownDamage, PLACES, placeOf } from "./damage.ts";
import { DAMAGES, damaged, drawDamage, tell } from "./damages.ts";
import { judge } from "./history/judge.ts";
import type { Sound } from "./history/look.ts";

const CAMPAIGN = { count: 60, seed: 20261117, without: ["program", "history"] } as const;
/** LOG-SNAP-2: a snapshot has another before it, and the log behind that; a batch has nothing. */
const KNOWN: readonly KnownDamage[] = [
  { where: "clean log", outcome: "refused" },
  { where: "killed log", outcome: "refused" },
  { where: "small archive", outcome: "same" },
  { where: "clean snapshots", outcome: "same" },
  { where: "killed snapshots", outcome: "same" },
  { where: "saved state", outcome: "refused" },
];
/** Some seconds on a machine that has nothing else to do. */
const PATIENCE_MS = 300_000;

test(
  "LOG-CORRUPT-1 LOG-TAIL-1 LOG-WITNESS-1 LOG-SNAP-2 SANDBOX-STATE-3 whatever is damaged, nothing wrong is served",
  async () => {
    const place = temporaryDirectory();

    const report = () => undefined;
    const { red } = await damageAll({ place, report, known: KNOWN, ...CAMPAIGN });

    expect(red, [`seed ${CAMPAIGN.seed}`, ...red].join("\n")).toEqual([]);
  },
  PATIENCE_MS,
);

test("of a hundred cases each kind of file has its share", () => {
  const met = new Set(Array.from({ length: 100 }, (_, at) => placeOf(at + 1)));

  expect([...met].sort()).toEqual([...PLACES].sort());
});

test("a damage changes the file, and the same one again does the same", () => {
  const bytes = Uint8Array.from({ length: 5_000 }, (_, at) => (at < 3_000 ? at % 251 : 0));
  const random = seededRandom(1);

  const drawn = Array.from({ length: 300 }, () => drawDamage("log/a", bytes, random));

  expect(new Set(drawn.map(({ kind }) => kind))).toEqual(new Set(DAMAGES));
  for (const damage of drawn) {
    const after = damaged(bytes, damage);
    expect(Buffer.compare(after, bytes), tell(damage)).not.toBe(0);
    expect(Buffer.compare(after, damaged(bytes, damage)), tell(damage)).toBe(0);
  }
});

const NOTHING = { verified: undefined, failed: undefined, scrubbed: undefined };
const RIGHT = { position: 9, rows: ["c", "b", "a"] };
const SOUND: Sound = { ...NOTHING, pages: [RIGHT], bornAt: [[9, 5, 2]], snapshotAt: 4 };
const DAMAGE = {
  name: "HistoryDamaged",
  message: "the history store is damaged: row 01 has no checksum",
};

test.each([
  ["same", { pages: [RIGHT] }],
  // The server has seen the newest itself.
  ["same", { pages: [{ position: 8, rows: ["b", "a"] }] }],
  ["refused", { pages: [{ position: 3, rows: ["a"] }] }],
  ["refused", { pages: [DAMAGE] }],
  ["refused", { pages: [], failed: DAMAGE }],
  ["red", { pages: [{ position: 9, rows: ["c", "a"] }], scrubbed: DAMAGE }],
  ["red", { pages: [{ position: 9, rows: ["c", "a"] }] }],
  ["red", { pages: [{ position: 9, rows: ["c", "x", "a"] }], scrubbed: DAMAGE }],
  ["red", { pages: [{ position: 9, rows: ["b", "c", "a"] }] }],
  ["red", { pages: [RIGHT], verified: { name: "TypeError", message: "undefined is no function" } }],
])("a look at a history is %s: %j", (outcome, looked) => {
  expect(judge({ ...NOTHING, ...looked }, SOUND).outcome).toBe(outcome);
});
