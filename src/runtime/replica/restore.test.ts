/** Which snapshot a start uses, and that the start says what was wrong with the others. */
import { expect, test } from "vitest";
import { optionsOn } from "../../../test/support/archivist-desk.ts";
import {
  hashOfSequencer,
  openMarketOn,
  openOn,
  trade,
} from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import type { SimulatedSectors } from "../../../test/support/simulated-sectors.ts";
import {
  listSnapshots,
  readSnapshot,
  SNAPSHOT_HEADER_BYTES,
} from "../../log/file/snapshot-files.ts";
import { Archivist } from "../archivist/archivist.ts";
import { type Archive, JoinedHistory } from "../history/joined-history.ts";
import { chooseSnapshot } from "./restore.ts";

/** A directory with two snapshots and a tail, closed; and the hash of its state. */
async function directory(disk = new SimulatedDisk()) {
  const { sequencer, time } = await openMarketOn(disk);
  const archivist = new Archivist(optionsOn(disk, { keepsArchive: () => true }), 0);
  for (const name of ["first", "second", "tail"]) {
    await trade(sequencer, 60, name);
    archivist.advance(sequencer.state.position);
    if (name !== "tail") archivist.takeSnapshot();
  }
  await sequencer.stop();
  return { disk, time, hash: hashOfSequencer(sequencer), names: listSnapshots(disk) };
}

function sectorsOf(disk: SimulatedDisk, name: string): SimulatedSectors {
  return disk.sectorsOf(`snapshots/${name}`);
}

type Damage = (disk: SimulatedDisk, name: string) => void;

const DAMAGE: Readonly<Record<string, Damage>> = {
  empty: (disk, name) => sectorsOf(disk, name).truncate(0),
  "a header only": (disk, name) => sectorsOf(disk, name).truncate(SNAPSHOT_HEADER_BYTES),
  "half a header": (disk, name) => sectorsOf(disk, name).truncate(50),
  truncated: (disk, name) => sectorsOf(disk, name).truncate(sectorsOf(disk, name).size - 1),
  "a flipped bit of the head": flip(20),
  "a flipped bit of the body": flip(SNAPSHOT_HEADER_BYTES + 77),
  "all zeros": (disk, name) => {
    const sectors = sectorsOf(disk, name);
    sectors.damage(0, new Uint8Array(sectors.size));
  },
};

function flip(offset: number): Damage {
  return (disk, name) => {
    const sectors = sectorsOf(disk, name);
    const [byte = 0] = sectors.read(offset, 1);
    sectors.damage(offset, Uint8Array.of(byte ^ 4));
  };
}

test("LOG-SNAP-1 a start from the newest snapshot and the tail has the state that was live", async () => {
  const { disk, time, hash, names } = await directory();
  expect(names).toHaveLength(2);

  const { sequencer, reports } = await openOn(disk, time);

  expect(hashOfSequencer(sequencer)).toBe(hash);
  expect(reports).toEqual([]);
});

test("HIST-BOUND-1 after a start from a snapshot a store that lost what came before it is not asked", async () => {
  const { disk, time, names } = await directory();
  const { unarchived } = await openOn(disk, time);
  const snapshotAt = Number.parseInt(names[1] ?? "", 10);
  const archive: Archive = {
    ask: async (_, position, join) => {
      const found = { position: snapshotAt - 1, ranks: [], rows: [] };
      return found.position < position ? undefined : join(found);
    },
  };
  const history = new JoinedHistory({ unarchived, archive, write: () => "" });
  const page = { kind: "order", area: "spot", user: 1, market: 1, limit: 10, fromId: 0 } as const;

  expect(await history.page(page)).toBe("behind");
});

test.each(Object.entries(DAMAGE))(
  "LOG-SNAP-2 the newest snapshot is damaged (%s): the one before is used, and the start says so",
  async (_, damage) => {
    const { disk, time, hash, names } = await directory();
    const [older = "", newest = ""] = names;

    damage(disk, newest);
    const choice = chooseSnapshot(disk);
    const { sequencer, reports } = await openOn(disk, time);

    expect(choice.damaged.map(({ name }) => name)).toEqual([newest]);
    expect(choice.snapshot?.cursor.position).toBe(Number.parseInt(older, 10));
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatch(new RegExp(`^snapshot ${newest} is damaged \\(.+\\)$`));
    expect(hashOfSequencer(sequencer)).toBe(hash);
    expect(listSnapshots(disk)).toEqual(names); // Named, never repaired.
  },
);

test.each(Object.entries(DAMAGE))(
  "LOG-SNAP-2 both snapshots are damaged (%s): the start reads the log from its beginning",
  async (_, damage) => {
    const { disk, time, hash, names } = await directory();

    for (const name of names) damage(disk, name);
    const { sequencer, reports } = await openOn(disk, time);

    expect(reports.map((report) => report.split(" ")[1])).toEqual(names.toReversed());
    expect(hashOfSequencer(sequencer)).toBe(hash);
  },
);

test("LOG-SNAP-2 no snapshot and no beginning of the log: there is no start", async () => {
  const { disk, time } = await directory();
  for (const name of listSnapshots(disk)) sectorsOf(disk, name).truncate(0);
  disk.remove("log/00000001.log");

  await expect(openOn(disk, time)).rejects.toThrow("00000001.log");
});

test("LOG-SNAP-2 a snapshot that was never finished is no snapshot", async () => {
  const { disk, time, hash, names } = await directory();
  disk.rename(`snapshots/${names[1]}`, `snapshots/${names[1]}.tmp`);

  const { sequencer, reports } = await openOn(disk, time);

  expect(reports).toEqual([]);
  expect(hashOfSequencer(sequencer)).toBe(hash);
  expect(readSnapshot(disk, names[0] ?? "").ok).toBe(true);
});

/** A disk whose newest snapshot goes between the list and the look at it. */
class VanishingDisk extends SimulatedDisk {
  #rest: (() => void) | undefined;

  onRead(rest: () => void): void {
    this.#rest = rest;
  }

  override open(path: string, mode: "read" | "write" | "create" | "cached") {
    const rest = path.endsWith(".snap") && mode === "read" ? this.#rest : undefined;
    if (rest) this.#rest = undefined;
    rest?.();
    return super.open(path, mode);
  }
}

test("LOG-SNAP-2 a snapshot that goes while it is looked at is not there, and the rest is looked at anew", async () => {
  const disk = new VanishingDisk();
  const { names } = await directory(disk);
  const [older = "", newest = ""] = names;

  disk.onRead(() => disk.remove(`snapshots/${newest}`));
  const choice = chooseSnapshot(disk);
  disk.onRead(() => disk.rename(`snapshots/${older}`, `snapshots/${newest}`));
  const renamed = chooseSnapshot(disk);

  expect(choice.snapshot?.cursor.position).toBe(Number.parseInt(older, 10));
  expect(choice.damaged).toEqual([]);
  expect(renamed.damaged.map(({ name }) => name)).toEqual([newest]);
});

test("LOG-SNAP-2 a snapshot that is there and cannot be read is no reason to go on without it", async () => {
  const disk = new VanishingDisk();
  await directory(disk);

  disk.onRead(() => {
    throw new Error("EIO: the disk does not answer");
  });

  expect(() => chooseSnapshot(disk)).toThrow("EIO");
});
