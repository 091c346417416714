/**
 * Ports of loopback for programs that have to be told theirs, no two alike. They lie below those that the system gives to outgoing
 * connections. A port that was given is this process's until it ends, also while the program that has it is killed and started
 * again: it is marked by a listener at another address of loopback, which every process that looks here sees.
 */
import { createServer, type Server } from "node:net";

export interface PortRange {
  readonly first: number;
  readonly last: number;
}

const BELOW_OUTGOING: PortRange = { first: 10_000, last: 31_999 };
const TRIES = 100;
const HOST = "127.0.0.1";
/** Where a system has only one address of loopback there are no marks, and a port is one that was free a moment ago. */
const MARK_HOST = "127.0.0.2";

export async function freePorts(
  count: number,
  range: PortRange = BELOW_OUTGOING,
): Promise<readonly number[]> {
  return Promise.all(Array.from({ length: count }, () => findPort(range)));
}

async function findPort({ first, last }: PortRange): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = first + Math.floor(Math.random() * (last - first + 1));
    if (await isTaken(port)) return port;
  }
  throw new Error(`none of ${TRIES} ports between ${first} and ${last} is free`);
}

/** Takes a port, unless somebody has it. */
async function isTaken(port: number): Promise<boolean> {
  const mark = await listen(MARK_HOST, port);
  if (mark === "EADDRINUSE") return false;
  const listener = await listen(HOST, port);
  const isFree = typeof listener !== "string";
  if (isFree) await close(listener);
  else if (typeof mark !== "string") await close(mark);
  return isFree;
}

/** A listener that keeps no process from its end, or why there is none. */
function listen(host: string, port: number): Promise<Server | string> {
  const listener = createServer().unref();
  return new Promise((resolve) => {
    listener.once("error", ({ code = "" }: NodeJS.ErrnoException) => resolve(code));
    listener.listen(port, host, () => resolve(listener));
  });
}

async function close(listener: Server): Promise<void> {
  await new Promise((resolve) => listener.close(resolve));
}
