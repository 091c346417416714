/**
 * A film of a living directory: everything that an exchange and its archivist did to their disk, in
 * order, to be played again step by step while a reader reads. A write is played in two halves,
 * so a reader that looks in between sees a batch that is being written.
 */

import type { Disk, DiskFile, OpenMode } from "../../src/log/disk.ts";
import { Archivist } from "../../src/runtime/archivist/archivist.ts";
import { HistoryStore } from "../../src/runtime/history/store/history-store.ts";
import { MemoryStore } from "../../src/runtime/history/store/memory-store.ts";
import { optionsOn } from "../support/archivist-desk.ts";
import { openMarketOn, trade } from "../support/service-desk.ts";
import { SimulatedDisk } from "../support/simulated-disk.ts";

/** What one moment of the film changes. */
type Step = (disk: SimulatedDisk) => void;

export interface Film {
  readonly steps: readonly Step[];
  /** By step: the log's position and the history store's, as they were known when it was done. */
  readonly marks: readonly { readonly durable: number; readonly history: number }[];
  readonly disk: SimulatedDisk;
}

/** Shoots some rounds of trading; a sandbox deletes the segments that it does not need any more. */
export async function shoot(rounds: number, keepsArchive: boolean): Promise<Film> {
  const disk = new FilmingDisk();
  const keyValues = new MemoryStore();
  const history = new HistoryStore(keyValues);
  const { sequencer } = await openMarketOn(disk);
  const options = { history, snapshotEvery: 60, keepsArchive: () => keepsArchive };
  const archivist = new Archivist(optionsOn(disk, options), 0);
  disk.mark = () => ({ durable: sequencer.state.position, history: history.position });
  for (let round = 0; round < rounds; round++) {
    await trade(sequencer, 20, `r${round}`);
    archivist.advance(sequencer.state.position);
  }
  await sequencer.stop();
  return { steps: disk.steps, marks: disk.marks, disk };
}

class FilmingDisk extends SimulatedDisk {
  readonly steps: Step[] = [];
  readonly marks: Film["marks"][number][] = [];
  mark: () => Film["marks"][number] = () => ({ durable: 0, history: 0 });

  #shoot(step: Step): void {
    this.steps.push(step);
    this.marks.push(this.mark());
  }

  override makeDirectory(directory: string): void {
    super.makeDirectory(directory);
    this.#shoot((disk) => disk.makeDirectory(directory));
  }

  override rename(from: string, to: string): void {
    super.rename(from, to);
    this.#shoot((disk) => disk.rename(from, to));
  }

  override remove(path: string): void {
    super.remove(path);
    this.#shoot((disk) => disk.remove(path));
  }

  override open(path: string, mode: OpenMode): DiskFile {
    const file = super.open(path, mode);
    if (mode === "create") this.#shoot((disk) => disk.open(path, "create").close());
    const shootWrite = (offset: number, bytes: Uint8Array) => {
      const middle = Math.floor(bytes.length / 2);
      const [head, tail] = [bytes.slice(0, middle), bytes.slice(middle)];
      this.#shoot((disk) => writeTo(disk, path, offset, head));
      this.#shoot((disk) => writeTo(disk, path, offset + middle, tail));
    };
    return {
      ...file,
      write: (offset, bytes) => {
        file.write(offset, bytes);
        shootWrite(offset, bytes);
      },
      writeDurable: (offset, bytes, done) => {
        shootWrite(offset, bytes);
        file.writeDurable(offset, bytes, done);
      },
    };
  }
}

function writeTo(disk: SimulatedDisk, path: string, offset: number, bytes: Uint8Array): void {
  const file = disk.open(path, "write");
  file.write(offset, bytes);
  file.sync();
  file.close();
}

/** Plays a film, on a disk of its own. */
export class Projector {
  readonly disk = new SimulatedDisk();
  readonly #film: Film;
  #next = 0;

  constructor(film: Film) {
    this.#film = film;
  }

  play(count: number): void {
    const until = Math.min(this.#next + count, this.#film.steps.length);
    for (; this.#next < until; this.#next++) this.#film.steps[this.#next]?.(this.disk);
  }

  /** What was known when the last step was done. */
  get mark(): Film["marks"][number] {
    return this.#film.marks[this.#next - 1] ?? { durable: 0, history: 0 };
  }

  /** The disk as a reader has it: time passes with everything the reader does. */
  passing(pass: () => number): Disk {
    const tick = () => this.play(pass());
    const { disk } = this;
    const refuse = () => {
      throw new Error("a backup changes nothing");
    };
    return {
      makeDirectory: refuse,
      rename: refuse,
      remove: refuse,
      syncDirectory: refuse,
      list: (directory) => {
        tick();
        return disk.list(directory);
      },
      open: (path, mode) => {
        tick();
        return slowly(disk.open(path, mode), tick);
      },
    };
  }
}

function slowly(file: DiskFile, tick: () => void): DiskFile {
  return {
    ...file,
    read: (offset, length) => {
      tick();
      return file.read(offset, length);
    },
  };
}
