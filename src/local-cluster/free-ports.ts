/**
 * Ports of loopback that were free a moment ago, no two alike, for programs that have to be told theirs. They lie below those that
 * the system gives to outgoing connections: one of these would have been in use again by the time the program listens.
 */
import { createServer, type Server } from "node:net";

const [FIRST, LAST] = [10_000, 32_000];
const TRIES = 100;

export async function freePorts(count: number): Promise<readonly number[]> {
  const listeners = await Promise.all(Array.from({ length: count }, findListener));
  const ports = listeners.map(portOf);
  await Promise.all(listeners.map(close));
  return ports;
}

async function findListener(): Promise<Server> {
  for (let tries = 0; tries < TRIES; tries++) {
    const listener = await listen(FIRST + Math.floor(Math.random() * (LAST - FIRST)));
    if (listener) return listener;
  }
  throw new Error(`none of ${TRIES} ports between ${FIRST} and ${LAST} is free`);
}

/** Undefined when somebody else has it. */
function listen(port: number): Promise<Server | undefined> {
  const listener = createServer();
  return new Promise((resolve) => {
    listener.once("error", () => resolve(undefined));
    listener.listen(port, "127.0.0.1", () => resolve(listener));
  });
}

function portOf(listener: Server): number {
  const place = listener.address();
  return typeof place === "object" && place ? place.port : 0;
}

async function close(listener: Server): Promise<void> {
  await new Promise((resolve) => listener.close(resolve));
}
