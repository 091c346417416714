/** A stopped data directory whose log goes back to its beginning, or only to a snapshot, to be moved into a PostgreSQL. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { realDisk } from "../../src/log/real-disk.ts";
import { HistoryStore } from "../../src/runtime/history/store/history-store.ts";
import { openLmdbStore } from "../../src/runtime/history/store/lmdb-store.ts";
import { rebuildHistory } from "../../src/tools/audit/rebuild-history.ts";
import { type Film, shoot } from "../backup/film.ts";
import { cli } from "./cli-desk.ts";

const films = new Map<boolean, Promise<Film>>();
const ROUNDS = 12;

/** `isWhole`: with the segments that snapshots have made unnecessary, as production keeps them. */
export async function writeDirectory(directory: string, isWhole: boolean): Promise<void> {
  const film = films.get(isWhole) ?? shoot(ROUNDS, isWhole);
  films.set(isWhole, film);
  const { disk } = await film;
  for (const folder of ["log", "archive", "snapshots"]) {
    for (const name of disk.list(folder)) {
      const path = join(directory, folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, disk.sectorsOf(`${folder}/${name}`).read(0, Number.MAX_SAFE_INTEGER));
    }
  }
  const store = new HistoryStore(openLmdbStore(join(directory, "history")));
  if (!isWhole) store.add([], Number.parseInt(disk.list("snapshots")[0] ?? "", 10));
  await rebuildHistory(realDisk(directory), store);
  await store.close();
}

/** The line that a proof prints. */
export function stateHashIn(printed: string): string {
  return /^state hash +([0-9a-f]{64})$/m.exec(printed)?.[1] ?? `no state hash in: ${printed}`;
}

export async function stateHashOf(directory: string): Promise<string> {
  const { code, out, err } = await cli(["verify", directory]);
  return code === 0 ? stateHashIn(out) : `${code}: ${err}`;
}

/** What is in the segments of a directory that hold anything, log and archive alike, by their names. */
export function segmentsIn(directory: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const folder of ["archive", "log"]) {
    for (const name of namesIn(join(directory, folder))) {
      const bytes = readFileSync(join(directory, folder, name));
      if (bytes.some((byte) => byte !== 0)) found[name] = bytes.toString("base64");
    }
  }
  return found;
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}
