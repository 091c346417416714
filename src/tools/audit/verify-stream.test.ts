/** The proof of a log that is sent: the same as that of a directory, and it fails where that fails. */
import { expect, test } from "vitest";
import { shoot } from "../../../test/backup/film.ts";
import { moved, streamOf } from "../../../test/support/batch-stream.ts";
import { listSnapshots } from "../../log/file/snapshot-files.ts";
import type { Batch } from "../../log/log.ts";
import { DigestDiffers } from "../../runtime/replica/replay.ts";
import { VerifyFailed, verify } from "./verify.ts";
import { type BatchStream, verifyStream } from "./verify-stream.ts";

const film = shoot(8, true);

test("CLUSTER-VERIFY-1 what is sent is proved as what lies on a disk, from the beginning", async () => {
  const { disk } = await film;
  const progress: number[] = [];

  const report = await verifyStream(await streamOf(disk), (done) => void progress.push(done));

  expect(report).toEqual(await verify(disk));
  expect(progress.at(-1)).toBe(report.position);
});

test("CLUSTER-VERIFY-1 from a snapshot, what stands before it in its segment is passed over", async () => {
  const { disk } = await film;
  const whole = await verify(disk);
  for (const name of listSnapshots(disk)) {
    const report = await verifyStream(await streamOf(disk, name));

    expect(report.startedAt).toBe(name);
    expect(report.stateHash).toBe(whole.stateHash);
    expect(report.batches).toBeLessThan(whole.batches);
  }
});

test("CLUSTER-VERIFY-1 a snapshot that lies at no place of the log is not proved, be it the first or another", async () => {
  const { disk } = await film;
  const stream = await streamOf(disk, listSnapshots(disk)[0]);
  const [first, other] = stream.sound;
  const stray = other && {
    ...other,
    snapshot: { ...other.snapshot, cursor: { ...other.snapshot.cursor, hash: new Uint8Array(32) } },
  };
  const wrong = first && {
    ...first,
    snapshot: { ...first.snapshot, cursor: moved(first.snapshot.cursor) },
  };

  for (const each of [
    { ...stream, sound: [first ?? expect.fail(), stray ?? expect.fail()] },
    { ...stream, start: wrong },
  ]) {
    await expect(verifyStream(each)).rejects.toThrow(VerifyFailed);
  }
});

test("CLUSTER-VERIFY-1 LOG-DIGEST-1 a batch with another digest is found", async () => {
  const { disk } = await film;
  const stream = await streamOf(disk);

  await expect(verifyStream({ ...stream, read: () => skewed(stream) })).rejects.toThrow(
    DigestDiffers,
  );
});

async function* skewed(stream: BatchStream): AsyncGenerator<Batch> {
  for await (const batch of stream.read()) {
    const { high, low } = batch.digest;
    yield batch.firstPosition < 100 ? batch : { ...batch, digest: { high, low: low ^ 1 } };
  }
}
