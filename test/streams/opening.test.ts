/** How often an address may connect: the streams on a bare server, with bounds of the test. */
import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import WebSocket from "ws";
import { STREAM_LIMITS } from "../../src/edge/ws/socket/limits.ts";
import { Rounds } from "../../src/edge/ws/socket/rounds.ts";
import { StreamApi } from "../../src/edge/ws/socket/stream-api.ts";
import { VirtualTime } from "../support/virtual-time.ts";

let server: Server | undefined;

afterEach(() => new Promise<void>((resolve) => void server?.close(() => resolve())));

async function openApi(opening: { count: number; perMs: number }) {
  const time = new VirtualTime(0);
  const now = () => time.monotonicMs();
  const rounds = new Rounds({
    now,
    timer: time.timer,
    makeWay: (goOn) => goOn(),
    make: () => true,
    hasWork: () => false,
    isSilent: () => false,
  });
  const peer = { hear: () => undefined, leave: () => undefined, heartbeat: () => Buffer.alloc(0) };
  const limits = { ...STREAM_LIMITS, opening };
  const dialects = new Map([["/ws", () => peer]]);
  const api = new StreamApi({ dialects, rounds, now, hasLimits: true, limits });
  server = createServer().on("upgrade", ({ url: path = "", rawHeaders }, socket, head) => {
    const refused = api.take({ path, address: "10.0.0.1", rawHeaders, socket, head });
    if (refused) socket.end(`HTTP/1.1 429 ${refused}\r\n\r\n`);
  });
  const port = await new Promise<number>((resolve) => {
    server?.listen(0, "127.0.0.1", () => {
      const address = server?.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  return { time, come: () => comeAndGo(`ws://127.0.0.1:${port}/ws`) };
}

/** What became of a client that leaves again at once. */
function comeAndGo(url: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.on("open", () => socket.close());
    socket.on("close", (code) => resolve(`closed ${code}`));
    socket.on("unexpected-response", (_request, { statusMessage }) => {
      resolve(statusMessage ?? "");
      socket.terminate();
    });
    socket.on("error", () => undefined);
  });
}

test("STREAM-LIMIT-2: an address that opens too many streams in a while is refused until it is over, however few it has open", async () => {
  const { time, come } = await openApi({ count: 3, perMs: 10_000 });
  const said: string[] = [];
  for (let at = 0; at < 5; at++) said.push(await come());
  await time.pass(10_000);
  said.push(await come());

  expect(said).toEqual([
    ...["closed 1005", "closed 1005", "closed 1005", "too_many", "too_many"],
    "closed 1005",
  ]);
});
