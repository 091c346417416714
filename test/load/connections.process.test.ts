/**
 * A crowd on the real server: 500 kept connections at once, 100 of them slow, and four requests on
 * each, however long the machine takes for them. The program that sends, and holds every reply against its own request, is the one of
 * `npm run bench -- --only connections`, which does the same for longer and watches the memory.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runToEnd } from "../support/run-to-end.ts";
import { ServerProcess, SMALL_LOG } from "../support/server-process.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const CROWD = join(import.meta.dirname, "../../bench/http/crowd.mjs");
/** An order that trades, one that rests, a query for it and its end are four. */
const ROUNDS = 4;
const CROWD_SIZE = { connections: 500, slow: 100, users: 50 };
const SHAPE = { ...CROWD_SIZE, tradesMin: 50, seconds: 0, rounds: ROUNDS, name: "c" };
const MEMORY_BYTES_MAX = 512 * 1024 * 1024;
const PAGE_BYTES = 4096;

/** What the crowd tells: replies by status, replies that belong to another request or to none. */
interface Tally {
  readonly requests: number;
  readonly slowRequests: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly wrong: number;
  readonly broken: number;
  readonly silent: number;
  /** The first that was wrong. */
  readonly first?: string;
}

async function crowd({ directory, port, operatorPort }: ServerProcess): Promise<Tally> {
  const operatorToken = readFileSync(join(directory, "operator-token"), "utf8").trim();
  const task = { ...SHAPE, port, operatorPort, operatorToken };
  const { out, output } = await runToEnd([process.execPath, CROWD, JSON.stringify(task)]);
  expect(out, output).not.toBe("");
  return JSON.parse(out);
}

/** The resident memory of a process, where the kernel tells it. */
function residentBytesOf(pid: number): number {
  const path = `/proc/${pid}/statm`;
  return existsSync(path) ? Number(readFileSync(path, "utf8").split(" ")[1]) * PAGE_BYTES : 0;
}

test("of 500 connections, 100 of them slow, each gets its own replies, and no failure", async () => {
  const args = ["--no-demo", "--sandbox", "--no-limits", ...SMALL_LOG];
  const server = await ServerProcess.startAsIs(temporaryDirectory(), args);
  onTestFinished(() => server.kill());

  const tally = await crowd(server);

  expect(tally.first).toBeUndefined();
  expect(tally).toMatchObject({ wrong: 0, broken: 0, silent: 0 });
  // 503 that does not say when to come again is counted as wrong.
  const others = Object.keys(tally.statuses).filter((status) => !["200", "503"].includes(status));
  expect(others).toEqual([]);
  expect(tally.slowRequests).toBe(ROUNDS * SHAPE.slow);
  expect(tally.requests).toBe(ROUNDS * SHAPE.connections);
  expect(residentBytesOf(server.pid)).toBeLessThan(MEMORY_BYTES_MAX);
  await server.stop();
  expect(server.exitCode).toBe(0);
});
