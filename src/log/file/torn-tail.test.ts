/** A torn tail is one write of ours that was cut short; nothing else passes for it. */
import { expect, test } from "vitest";
import { diskWith, draft, EPOCH, numberedTexts, openLog } from "../../../test/support/log-desk.ts";
import { seededRandom } from "../../../test/support/random.ts";
import type { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { BatchEncoder } from "../batch.ts";
import { openFileLog } from "./file-log.ts";
import { LogCorrupt } from "./read-chain.ts";

const FIRST = "log/00000001.log";
const TEXTS = numberedTexts(5);
const BATCH_BYTES = 188;
/** All five lie in the first segment; here the last one begins. */
const LAST = 4 * BATCH_BYTES;

function damaged(disk: SimulatedDisk, offset: number, bytes: Uint8Array): SimulatedDisk {
  disk.sectorsOf(FIRST).damage(offset, bytes);
  return disk;
}

/** The verdicts of a start and of a look without repair: the same. */
async function verdictsOn(disk: SimulatedDisk): Promise<unknown[]> {
  const looked = await openFileLog({ disk, readOnly: true }).then(
    ({ recovery }) => recovery,
    (error: unknown) => error,
  );
  const before = Buffer.from(disk.sectorsOf(FIRST).read(0, 1024));
  const started = await openLog({ disk }).then(
    ({ recovery }) => recovery,
    (error: unknown) => error,
  );
  // A start that refuses has changed nothing.
  if (started instanceof Error) {
    expect(Buffer.from(disk.sectorsOf(FIRST).read(0, 1024)).equals(before)).toBe(true);
  }
  return [looked, started];
}

async function expectRefused(disk: SimulatedDisk, sentence: RegExp): Promise<void> {
  for (const verdict of await verdictsOn(disk)) {
    expect(verdict).toBeInstanceOf(LogCorrupt);
    expect(`${verdict}`).toMatch(sentence);
  }
}

/** From the header of the last batch on, and over more than one of them. */
test.each([187, 200, 376, 700])(
  "LOG-TAIL-1 junk over the last %i bytes is no torn write, and is refused",
  async (count) => {
    for (let seed = 1; seed <= 20; seed++) {
      const { disk } = await diskWith(TEXTS);
      const draw = seededRandom(seed);
      const junk = Uint8Array.from({ length: count }, () => 1 + Math.floor(draw() * 255));
      damaged(disk, 5 * BATCH_BYTES - count, junk);

      const verdicts = await verdictsOn(disk);

      for (const verdict of verdicts) expect(verdict, `seed ${seed}`).toBeInstanceOf(LogCorrupt);
    }
  },
);

test("LOG-TAIL-1 an intact header bounds the write by its length", async () => {
  const { disk } = await diskWith(TEXTS);
  damaged(disk, LAST + 100, Uint8Array.of(0xee));
  damaged(disk, LAST + BATCH_BYTES, Uint8Array.of(0xee));

  await expectRefused(disk, /and more than one batch at log\/00000001\.log offset 940/);
});

test("LOG-TAIL-1 a second header is no part of one write, also when its batch is not sound", async () => {
  const { disk } = await diskWith(TEXTS);
  // The first of the two was lost but for its end, of the second only a byte is wrong.
  damaged(disk, 3 * BATCH_BYTES, new Uint8Array(BATCH_BYTES - 5));
  damaged(disk, LAST + 150, Uint8Array.of(0xee));

  await expectRefused(disk, /found no magic, and another batch at log\/00000001\.log offset 752/);
});

/** The batch that would come next, as an append writes it. */
async function nextBatch(disk: SimulatedDisk, payload: string): Promise<Uint8Array> {
  const { end } = await openFileLog({ disk, readOnly: true });
  const place = { firstPosition: end.position + 1, epoch: EPOCH, segment: end.segment };
  return new BatchEncoder().encode(draft(payload), { ...place, hashBefore: end.hash });
}

test("LOG-TAIL-1 whichever of its sectors reached the disk, a torn write is a torn tail", async () => {
  const SECTOR = 64;
  for (let kept = 1; kept < 2 ** 5 - 1; kept++) {
    const { disk } = await diskWith(TEXTS, 4096);
    const whole = await nextBatch(disk, "x".repeat(200));
    expect(Math.ceil(whole.length / SECTOR)).toBe(5);
    const torn = whole.map((byte, at) => ((kept >> Math.floor(at / SECTOR)) & 1 ? byte : 0));
    damaged(disk, 5 * BATCH_BYTES, torn);

    const verdicts = await verdictsOn(disk);

    const tail = { tornTail: { file: FIRST, offset: 5 * BATCH_BYTES } };
    for (const verdict of verdicts) {
      expect(verdict, `sectors ${kept.toString(2)}`).toMatchObject(tail);
    }
  }
});
