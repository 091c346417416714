/**
 * `npm run left-running -- --days N`: a demo on the real server that is led on by N days (3), as if it had
 * been left running for them: every second and every step of its traders, on the disk of the machine. After
 * each day it prints the bytes of the directory, and at the end how long a start takes, after a stop and
 * after a kill, beside one of a new directory, and what `bourse verify` says. Ends with 1 when the
 * directory has grown beyond 1 GB or grows from day to day; the time of a start counts on a quiet machine.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bourse, ServerProcess } from "../support/server-process.ts";

const PARTS = ["log", "snapshots", "history"] as const;
const MB = 1_000_000;
const BYTES_MAX = 1_000 * MB;

const { values } = parseArgs({ options: { days: { type: "string", default: "3" } } });
const days = Number(values.days);
if (!(Number.isInteger(days) && days > 0)) throw new Error("--days is a whole number");

const directory = mkdtempSync(join(tmpdir(), "bourse-left-running-"));
const problems: string[] = [];
let sizes: number[] = [];

/** What a directory takes on the disk, holes left out. */
function bytesIn(path: string): number {
  if (!existsSync(path)) return 0;
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce(
    (sum, file) => sum + statSync(join(file.parentPath, file.name)).blocks * 512,
    0,
  );
}

function report(when: string): number {
  const parts = PARTS.map((part) => `${part} ${(bytesIn(join(directory, part)) / MB).toFixed(1)}`);
  const all = bytesIn(directory);
  console.log(`${when}: ${(all / MB).toFixed(1)} MB (${parts.join(", ")})`);
  return all;
}

async function must(...args: string[]): Promise<string> {
  const { code, output } = await bourse(...args, "--data", directory);
  if (code !== 0) throw new Error(`bourse ${args.join(" ")}: ${output}`);
  return output;
}

/** A start, by the clock on the wall; it is up when it says where it listens. */
async function start(when: string, at = directory): Promise<ServerProcess> {
  const beganMs = performance.now();
  const started = await ServerProcess.startAsIs(at);
  console.log(`${when}: up after ${(performance.now() - beganMs).toFixed(0)} ms`);
  return started;
}

async function startFresh(): Promise<void> {
  const fresh = mkdtempSync(join(tmpdir(), "bourse-left-running-"));
  await (await start("a fresh directory", fresh)).stop();
  rmSync(fresh, { recursive: true });
}

let server = await start("first start");
await server.archived();
report("at first");
await must("clock", "freeze");
for (let day = 1; day <= days; day++) {
  const beganMs = Date.now();
  for (let hour = 0; hour < 24; hour++) await must("clock", "advance", "1h");
  await server.archived();
  sizes = [
    ...sizes,
    report(`day ${day}, led on in ${Math.round((Date.now() - beganMs) / 1_000)} s`),
  ];
}
await server.kill();
server = await start("after a kill");
await server.stop();
await startFresh();
server = await start("after a stop");
await server.stop();
await startFresh();
const { code, output } = await bourse("verify", directory);
console.log(output.trim());
if (code !== 0) problems.push("verify fails");

const last = sizes.at(-1) ?? 0;
if (last > BYTES_MAX) problems.push(`${last} bytes`);
// The first day fills what the days after it use again.
const grown = last - (sizes.at(1) ?? last);
if (grown > (sizes.at(1) ?? last) * 0.02 * days)
  problems.push(`it grew by ${grown} bytes since day 2`);
for (const problem of problems) console.error(problem);
rmSync(directory, { recursive: true });
process.exitCode = problems.length === 0 ? 0 : 1;
