/**
 * A port of loopback that is free, for a program that has to be told one. It is below those that the kernel
 * gives to whoever asks for any, so that nobody gets it by chance before the program does; each process of
 * tests looks in a place of its own.
 */
import { createServer } from "node:http";

const FIRST = 10_000;
const COUNT = 20_000;
/** Processes that are started one behind the other look far from each other. */
const STRIDE = 7_919;

let next = (process.pid * STRIDE) % COUNT;

export async function freePort(): Promise<number> {
  for (let tried = 0; tried < COUNT; tried += 1) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
  throw new Error("no port is free");
}

async function isFree(port: number): Promise<boolean> {
  const listener = createServer();
  return await new Promise((resolve) => {
    listener.on("error", () => resolve(false));
    listener.listen(port, "127.0.0.1", () => listener.close(() => resolve(true)));
  });
}
