/**
 * Databases of a file's own in the one PostgreSQL server of its worker. A worker runs one file at a time: one that kills the
 * server, or changes a setting for a while, does so for itself.
 */
import { Client } from "pg";
import type { PostgresServer } from "../../scripts/local-cluster/postgres-server.ts";
import { workerServer } from "./worker-server.ts";

let files = 0;

type Row = Readonly<Record<string, unknown>>;

export class FileDatabases {
  readonly server: PostgresServer;
  readonly #prefix: string;

  private constructor(server: PostgresServer) {
    this.server = server;
    this.#prefix = `f${++files}_`;
  }

  static async open(): Promise<FileDatabases> {
    return new FileDatabases(await workerServer());
  }

  /** A new database; its URL. */
  async create(name: string): Promise<string> {
    await this.server.sql(`create database ${this.#prefix}${name}`);
    return this.url(name);
  }

  /** A new one; what is typed to work with it. */
  async typed(name: string): Promise<readonly [url: string, flag: string]> {
    return [await this.create(name), "--single-postgres"];
  }

  /** Of one that may be there or not. */
  url(name: string): string {
    return this.server.url.replace(/[^/]+$/, `${this.#prefix}${name}`);
  }

  /** Asks a database as its administrator. */
  async sql(name: string, text: string): Promise<readonly Row[]> {
    const client = new Client({ connectionString: this.url(name) });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }
}
