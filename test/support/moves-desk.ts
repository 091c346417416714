/**
 * For a file of tests about the way between directories and clusters: a directory whose log is whole, one whose log begins
 * late, and databases to move them to.
 */
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { cli } from "./cli-desk.ts";
import { FileDatabases } from "./file-databases.ts";
import { writeDirectory } from "./moved-directory.ts";
import { hasPostgres } from "./postgres.ts";
import { directoryOfFile } from "./temporary-directory.ts";
import { PATIENCE_MS } from "./until.ts";

const isHere = hasPostgres();
/** A test that is passed over where there is no PostgreSQL. */
export const clusterTest = test.skipIf(!isHere);

export class MovesDesk {
  readonly #place = directoryOfFile();
  #databases: FileDatabases | undefined;

  static ofFile(): MovesDesk {
    const desk = new MovesDesk();
    beforeAll(() => (isHere ? desk.#begin() : undefined), PATIENCE_MS);
    return desk;
  }

  async #begin(): Promise<void> {
    this.#databases = await FileDatabases.open();
    await writeDirectory(this.at("whole"), true);
    await writeDirectory(this.at("late"), false);
  }

  get databases(): FileDatabases {
    return this.#databases ?? expect.fail("only in a test");
  }

  at(name: string): string {
    return join(this.#place, name);
  }

  /** A cluster made of a directory. */
  async cluster(kind: string, name: string): Promise<void> {
    const database = await this.databases.typed(name);
    const made = await cli(["cluster", "init", ...database, "--from", this.at(kind)]);
    expect(made.err).toBe("");
  }
}
