/**
 * What a sandbox makes of a saved state with a damage, by the code that reads one before anything is given
 * up for it (SANDBOX-STATE-3): it is the state that was saved, with its history, or it is refused.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { StateRefused } from "../../../src/edge/sandbox/state-refused.ts";
import { readState, SAVED_DIRECTORY } from "../../../src/edge/sandbox/states/saved-state.ts";
import { type Files, readFiles } from "./copied-disk.ts";
import { type Damage, damaged } from "./damages.ts";
import { STATE } from "./real-use.ts";
import { red, SAME, type Verdict } from "./verdict.ts";

const FOLDER = `${SAVED_DIRECTORY}/${STATE}`;
const STORE = `${FOLDER}/history/data.mdb`;

/** Its files; LMDB's lock file has nothing that is kept. */
export function readStateFiles(directory: string): Files {
  const files = readFiles(directory, [FOLDER, `${FOLDER}/snapshots`, `${FOLDER}/history`]);
  return new Map([...files].filter(([path]) => !path.endsWith("/lock.mdb")));
}

/** A directory that has the state alone; each case damages one file of it and mends it again. */
export class StateExaminer {
  readonly #files: Files;
  readonly #place: string;
  readonly #sound: string;

  constructor(files: Files, place: string) {
    this.#files = files;
    this.#place = place;
    for (const [path, bytes] of files) this.#write(path, bytes);
    this.#sound = this.#read();
  }

  examine(damage: Damage): Verdict {
    const before = this.#files.get(damage.file) ?? new Uint8Array(0);
    this.#write(damage.file, damaged(before, damage));
    try {
      return this.#read() === this.#sound ? SAME : red("another state would be loaded");
    } catch (error) {
      return refusalOf(error);
    } finally {
      this.#write(damage.file, before);
    }
  }

  #write(path: string, bytes: Uint8Array): void {
    const place = join(this.#place, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytes);
  }

  /** All that a load would take over. */
  #read(): string {
    const { snapshot } = readState(this.#place, STATE);
    const { body, stateHash, timeMs, digest, cursor } = snapshot;
    const store = readFileSync(join(this.#place, STORE));
    const parts = [body, stateHash, cursor.hash, store].map((one) =>
      Buffer.from(one).toString("hex"),
    );
    return JSON.stringify([...parts, timeMs, digest, { ...cursor, hash: "" }]);
  }
}

function refusalOf(error: unknown): Verdict {
  if (error instanceof StateRefused && error.message.startsWith("The saved state is damaged: ")) {
    return { outcome: "refused", sentence: error.message };
  }
  return red(`no refusal for people: ${error instanceof Error ? error.stack : error}`);
}
