/**
 * The one PostgreSQL server of a worker, for all its files. It is started by the first who asks, and ends with the worker. One that
 * a file has left down is started again for the next.
 */
import { join } from "node:path";
import { PostgresServer } from "../../scripts/local-cluster/postgres-server.ts";
import { makeData } from "../../scripts/local-cluster/server-files.ts";
import { POSTGRES_PROGRAMS } from "./postgres.ts";
import { workerDirectory } from "./worker-directory.ts";

const programs = POSTGRES_PROGRAMS;
let template: Promise<string> | undefined;
let starting: Promise<PostgresServer> | undefined;

/** Data of a new server that none has used, to be copied for each that is started. */
export function serverTemplate(): Promise<string> {
  template ??= makeTemplate();
  return template;
}

async function makeTemplate(): Promise<string> {
  const directory = join(workerDirectory(), "template");
  await makeData({ directory, programs });
  return directory;
}

/** It runs. */
export async function workerServer(): Promise<PostgresServer> {
  starting ??= start();
  const server = await starting;
  if (!server.isRunning) await server.begin();
  return server;
}

async function start(): Promise<PostgresServer> {
  const directory = join(workerDirectory(), "server");
  return await PostgresServer.start({ directory, programs, template: await serverTemplate() });
}
