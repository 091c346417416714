/**
 * A history store with other bytes, seen as `bourse verify` sees it and as the archivist of a server does:
 * what each says, and what users would get. Rules HIST-SEAL-1, HIST-SEAL-2.
 */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rowsWriter } from "../../../../src/edge/public/rows-writer.ts";
import { Archivist } from "../../../../src/runtime/archivist/archivist.ts";
import { type HistoryRecord, type Query, rankOf } from "../../../../src/runtime/history/history.ts";
import { rowsOf } from "../../../../src/runtime/history/joined-history.ts";
import { entriesQuery } from "../../../../src/runtime/history/ledger-entries.ts";
import { HistoryStore } from "../../../../src/runtime/history/store/history-store.ts";
import { openLmdbStore } from "../../../../src/runtime/history/store/lmdb-store.ts";
import { chooseSnapshot } from "../../../../src/runtime/replica/restore.ts";
import { verify } from "../../../../src/tools/audit/verify.ts";
import { CopiedDisk, type Files, readFiles } from "../copied-disk.ts";

export const STORE = "history/data.mdb";
const ROWS_MAX = 1_000;
const SCRUB_ROWS = 1_000_000;
const NEVER = Number.POSITIVE_INFINITY;

/** What went wrong: its name tells whether it was expected. */
export interface Said {
  readonly name: string;
  readonly message: string;
}

/** Rows as a reply has them, of all that ended up to a position; or why there are none. */
export type Page = { readonly position: number; readonly rows: readonly string[] } | Said;

export interface Looked {
  readonly verified: Said | undefined;
  /** The archivist could not go on. */
  readonly failed: Said | undefined;
  readonly scrubbed: Said | undefined;
  readonly pages: readonly Page[];
}

/** What is right: also where each row came from, and from where on the server knows the rows itself. */
export interface Sound extends Looked {
  readonly bornAt: readonly (readonly number[])[];
  readonly snapshotAt: number;
}

export class HistoryLook {
  readonly #files: Files;
  readonly #place: string;
  readonly #onPhase: (phase: string) => void;
  readonly store: Uint8Array;
  #queries: readonly Query[] = [];
  #end = 0;
  #number = 0;

  constructor(directory: string, place: string, onPhase: (phase: string) => void) {
    this.#files = readFiles(directory, ["log", "archive", "snapshots", "history"]);
    this.store = readFileSync(join(directory, STORE));
    this.#place = place;
    this.#onPhase = onPhase;
  }

  /** Without damage; it is what the others are held against. */
  async sound(): Promise<Sound> {
    const disk = new CopiedDisk(this.#files);
    return await this.#in(this.store, async (folder) => {
      const store = new HistoryStore(openLmdbStore(folder));
      this.#end = (await verify(disk, store)).position;
      this.#openArchivist(store);
      this.#queries = queriesAbout(store);
      const births = birthsIn(store);
      const bornAt = this.#queries.map((query) =>
        store.find(query).records.map((found) => births.get(placeOf(found)) ?? 0),
      );
      await store.close();
      const snapshotAt = chooseSnapshot(disk).snapshot?.cursor.position ?? 0;
      return { ...(await this.#look(folder)), bornAt, snapshotAt };
    });
  }

  async look(bytes: Uint8Array): Promise<Looked> {
    return await this.#in(bytes, (folder) => this.#look(folder));
  }

  async #in<T>(bytes: Uint8Array, work: (folder: string) => Promise<T>): Promise<T> {
    const folder = join(this.#place, `${process.pid}-${++this.#number}`);
    mkdirSync(folder);
    writeFileSync(join(folder, "data.mdb"), bytes);
    try {
      return await work(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  async #look(folder: string): Promise<Looked> {
    this.#onPhase("verify");
    const verified = await saidBy(async () => {
      const store = new HistoryStore(openLmdbStore(folder, "read"));
      await verify(new CopiedDisk(this.#files), store).finally(() => store.close());
    });
    this.#onPhase("archivist");
    let pages: Page[] = [];
    let scrubbed: Said | undefined;
    const failed = await saidBy(async () => {
      const history = new HistoryStore(openLmdbStore(folder));
      try {
        const archivist = this.#openArchivist(history);
        pages = this.#queries.map((query) => ask(archivist, query));
        scrubbed = scrubOf(history);
      } finally {
        await history.close();
      }
    });
    return { verified, failed, scrubbed, pages };
  }

  #openArchivist(history: HistoryStore): Archivist {
    const due = { snapshotEvery: NEVER, snapshotEveryMs: NEVER, keepsArchive: () => true };
    const disk = new CopiedDisk(this.#files);
    const archivist = new Archivist({ disk, history, ...due }, this.#end);
    archivist.advance(this.#end);
    return archivist;
  }
}

function ask(archivist: Archivist, query: Query): Page {
  try {
    const { position, rows } = rowsOf(archivist.find(query), rowsWriter(archivist.catalogue));
    return { position, rows };
  } catch (error) {
    return saidOf(error);
  }
}

function scrubOf(history: HistoryStore): Said | undefined {
  try {
    const problem = history.scrub(SCRUB_ROWS);
    return problem && saidOf(problem);
  } catch (error) {
    return saidOf(error);
  }
}

async function saidBy(work: () => Promise<void>): Promise<Said | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return saidOf(error);
  }
}

function saidOf(error: unknown): Said {
  const { name, message } = error instanceof Error ? error : new Error(`${error}`);
  return { name, message };
}

/** The position of the command that each record came from. */
function birthsIn(store: HistoryStore): Map<string, number> {
  return new Map([...store.all()].map((found) => [placeOf(found), found.position]));
}

function placeOf(found: HistoryRecord): string {
  const { area, user, market: pair } = found.record;
  return [found.kind, area, user, pair, rankOf(found)].join(" ");
}

/** All lists of all owners, from both ends, and each order by its id and by its name. */
function queriesAbout(store: HistoryStore): Query[] {
  const queries = new Map<string, Query>();
  for (const { kind, record } of store.all()) {
    const { area, user, market: pair } = record;
    if (kind === "candles" || kind === "funding") continue;
    if (kind === "entries") {
      const query: Query = { ...entriesQuery({ limit: ROWS_MAX }), area, user };
      queries.set(JSON.stringify(query), query);
      continue;
    }
    for (const fromId of [0, 1]) {
      const query: Query = { kind, area, user, market: pair, limit: ROWS_MAX, fromId };
      queries.set(JSON.stringify(query), query);
    }
    if (kind === "list" && record.name !== "") {
      const query: Query = { kind: "list_name", area, user, market: pair, name: record.name };
      queries.set(JSON.stringify(query), query);
    }
    if (!("clientId" in record)) continue;
    const byId: Query = { kind, area, user, market: pair, limit: 1, fromId: record.id };
    queries.set(JSON.stringify(byId), byId);
    const named: Query = { kind: "name", area, user, market: pair, clientId: record.clientId };
    queries.set(JSON.stringify(named), named);
  }
  return [...queries.values()];
}
