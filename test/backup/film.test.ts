/** A directory that lives while it is copied: whatever comes between, the copy is of one moment. */
import { expect, test } from "vitest";
import { DiskFull } from "../../src/log/disk.ts";
import { LogCorrupt } from "../../src/log/file/read-chain.ts";
import { listSnapshots } from "../../src/log/file/snapshot-files.ts";
import { verify } from "../../src/tools/audit/verify.ts";
import { BackupRefused, backUp } from "../../src/tools/backup/back-up.ts";
import { BackupDamaged, type Manifest, readManifest } from "../../src/tools/backup/manifest.ts";
import { restoreFiles } from "../../src/tools/backup/restore-backup.ts";
import { seededRandom } from "../support/random.ts";
import { runs } from "../support/runs.ts";
import { SimulatedDisk } from "../support/simulated-disk.ts";
import { type Film, Projector, shoot } from "./film.ts";

const RUNS = runs(16, 40);
const TAKEN_AT_MS = 1_700_000_000_000;

interface Taken {
  readonly manifest: Manifest;
  readonly draft: SimulatedDisk;
  readonly attempts: number;
}

/** Backs up while the film goes on; the history store is a note of how far it went. */
async function backUpDuring(projector: Projector, pass: () => number): Promise<Taken> {
  let attempts = 0;
  let draft = new SimulatedDisk();
  const manifest = await backUp({
    from: projector.passing(pass),
    draft: () => {
      attempts++;
      draft = new SimulatedDisk();
      return draft;
    },
    copyHistory: async () => {
      const { history } = projector.mark;
      draft.makeDirectory("history");
      const file = draft.open("history/data.mdb", "create");
      file.write(0, Buffer.from(`${history}`));
      file.close();
      projector.play(pass() * 10);
      return history;
    },
    takenAtMs: TAKEN_AT_MS,
  });
  return { manifest, draft, attempts };
}

function restored({ manifest, draft }: Taken): SimulatedDisk {
  const to = new SimulatedDisk();
  restoreFiles({ manifest, from: draft, to });
  return to;
}

async function copies(film: Film, name: string): Promise<number[]> {
  const attempts: number[] = [];
  for (let seed = 1; seed <= RUNS; seed++) {
    const random = seededRandom(seed);
    const projector = new Projector(film);
    projector.play(200 + Math.floor(random() * (film.steps.length - 200)));
    const speed = [1, 4, 16, 64][seed % 4] ?? 1;
    const { durable } = projector.mark;
    const taken = await backUpDuring(projector, () => Math.floor(random() * speed));
    attempts.push(taken.attempts);
    const { manifest } = taken;
    const disk = restored(taken);
    const report = await verify(disk);
    const snapshots = listSnapshots(disk).map((each) => Number.parseInt(each, 10));
    const context = `${name}, seed ${seed}`;
    expect(report, context).toMatchObject({ position: manifest.position, tornTail: undefined });
    expect(manifest.position, context).toBeGreaterThanOrEqual(durable);
    // HIST-SNAP-1 holds of the copy: no snapshot is later than history, nor history than the log.
    expect(manifest.history ?? 0, context).toBeGreaterThanOrEqual(snapshots.at(-1) ?? 0);
    expect(manifest.history ?? 0, context).toBeLessThanOrEqual(manifest.position);
    expect(readManifest(taken.draft), context).toEqual(manifest);
  }
  return attempts;
}

test.each([
  ["a sandbox that deletes what it does not need", false],
  ["a production directory that keeps its archive", true],
])(
  "LOG-BACKUP-1 LOG-BACKUP-2 a copy of %s, made while it changes, is of one moment and verifies",
  async (name, keepsArchive) => {
    const film = await shoot(30, keepsArchive);

    const attempts = await copies(film, name);

    // The film would prove little if nothing ever went away under the copy's hands.
    if (!keepsArchive) expect(Math.max(...attempts)).toBeGreaterThan(1);
  },
);

/** The directory at the end of the film, when nothing moves any more. */
async function ended(): Promise<Projector> {
  const projector = new Projector(await shoot(12, false));
  projector.play(Number.POSITIVE_INFINITY);
  return projector;
}

const still = () => 0;

test.each([
  ["before its snapshots", () => 700],
  ["behind them", (bytes: number) => bytes - 700],
])(
  "LOG-CORRUPT-1 a log that has lost a batch %s is not copied as if it ended there",
  async (_, offsetIn) => {
    const projector = await ended();
    const { files } = (await backUpDuring(projector, still)).manifest;
    const { path, bytes } = files.findLast((file) => file.path.startsWith("log/")) ?? NO_FILE;
    const sectors = projector.disk.sectorsOf(path);
    const [byte = 0] = sectors.read(offsetIn(bytes), 1);
    sectors.damage(offsetIn(bytes), Uint8Array.of(byte ^ 1));

    await expect(backUpDuring(projector, still)).rejects.toThrow(LogCorrupt);
    const withoutHistory = backUp({
      from: projector.passing(still),
      draft: () => new SimulatedDisk(),
      copyHistory: async () => undefined,
      takenAtMs: TAKEN_AT_MS,
    });
    await expect(withoutHistory).rejects.toThrow(LogCorrupt);
  },
);

const NO_FILE = { path: "", bytes: 0 };

test("LOG-TAIL-1 a torn tail is left out, and what is before it is all there", async () => {
  const projector = await ended();
  const whole = (await backUpDuring(projector, still)).manifest;
  const last = whole.files.findLast(({ path }) => path.startsWith("log/"));
  projector.disk.sectorsOf(last?.path ?? "").damage((last?.bytes ?? 0) + 3, Uint8Array.of(7));

  const taken = await backUpDuring(projector, still);

  expect(taken.manifest).toEqual(whole);
  expect(await verify(restored(taken))).toMatchObject({ tornTail: undefined });
});

test("LOG-SNAP-2 a damaged snapshot is left out of the copy", async () => {
  const projector = await ended();
  const name = listSnapshots(projector.disk).at(-1);
  projector.disk.sectorsOf(`snapshots/${name}`).damage(200, Uint8Array.of(1, 2, 3));

  const taken = await backUpDuring(projector, still);

  expect(taken.manifest.files.map(({ path }) => path)).not.toContain(`snapshots/${name}`);
  expect(await verify(restored(taken))).toMatchObject({ damagedSnapshots: [] });
});

test("LOG-BACKUP-1 a history store of another, later log is not copied with this one", async () => {
  const projector = await ended();
  const from = projector.passing(still);
  const later = projector.mark.durable + 1;

  const taken = backUp({
    from,
    draft: () => new SimulatedDisk(),
    takenAtMs: TAKEN_AT_MS,
    copyHistory: async () => later,
  });

  await expect(taken).rejects.toThrow("the history store is later than the log");
});

test("SANDBOX-STATE-2 a log that is being put into the place of another is not copied", async () => {
  const projector = await ended();
  projector.disk.makeDirectory("next");
  projector.disk.open("next/ready.json", "create").close();

  await expect(backUpDuring(projector, still)).rejects.toThrow(BackupRefused);
});

test("LOG-BACKUP-2 a machine that goes down at any step of a copy leaves a whole backup or none", async () => {
  const projector = await ended();
  const random = seededRandom(7);
  const found = new Set<string>();
  for (let step = 0; step < 80; step++) {
    const to = new SimulatedDisk();
    to.operationsLeft = step;
    const copying = backUp({
      from: projector.passing(still),
      draft: () => to,
      takenAtMs: TAKEN_AT_MS,
      copyHistory: async () => undefined,
    });
    await copying.catch(() => undefined);
    to.crash(random);
    const manifest = manifestIn(to);
    found.add(manifest ? "whole" : "none");
    if (manifest) restored({ manifest, draft: to, attempts: 1 });
  }
  expect(found).toEqual(new Set(["whole", "none"]));
});

test.each([true, false])(
  "LOG-FULL-1 a disk that is too small is told as such, whether it knows its size (%s) or not",
  async (tellsFreeBytes) => {
    const projector = await ended();
    const to = new SimulatedDisk({ spaceBytes: 10_000, tellsFreeBytes });

    const copying = backUp({
      from: projector.passing(still),
      draft: () => to,
      takenAtMs: TAKEN_AT_MS,
      copyHistory: async () => undefined,
    });

    await expect(copying).rejects.toThrow(DiskFull);
    expect(to.list(".")).not.toContain("manifest.json");
  },
);

function manifestIn(disk: SimulatedDisk): Manifest | undefined {
  try {
    return readManifest(disk);
  } catch (error) {
    if (error instanceof BackupDamaged) return undefined;
    throw error;
  }
}

test("LOG-VERIFY-1 a verification tells how far it has come, from its start to its end", async () => {
  const taken = await backUpDuring(await ended(), still);
  const told: number[] = [];
  const totals = new Set<number>();

  const report = await verify(restored(taken), undefined, (done, total) => {
    told.push(done);
    totals.add(total);
  });

  const length = report.position - Number.parseInt(report.startedAt, 10);
  expect([told[0], told.at(-1)]).toEqual([0, length]);
  expect([...totals]).toEqual([length]);
});
