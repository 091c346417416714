/** Hostile connections: too slow, too many, never reading, gone at any byte. */
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import {
  CONNECTION_LIMITS,
  TIME_OUTS,
  type TimeOuts,
} from "../../src/edge/http/listener/connections.ts";
import { closeListener, createListener, listen } from "../../src/edge/http/listener/server.ts";
import { TEST_PATIENCE } from "../support/patience.ts";
import {
  CLOSE,
  exchangeBytes,
  expectRefusal,
  type ListeningDesk,
  openListeningDesk,
  orderBytes,
  rawHead,
} from "../support/raw-http.ts";

const PING = rawHead("GET /sapi/v1/ping", {}, CLOSE);

/** Time-outs of a test: so short that it can wait for them, or so long that none comes by itself. */
function timedBy(changes: Partial<TimeOuts>) {
  return { limits: { ...CONNECTION_LIMITS, timeOuts: { ...TIME_OUTS, ...changes } } };
}

/** It looks at its connections often, and has patience with them until a test takes it away. */
const PATIENT = {
  headersTimeout: 600_000,
  requestTimeout: 600_000,
  connectionsCheckingInterval: 20,
};

test("SEC-21 headers have 5 s, a request 10 s, silence 15 s; so it is on every listener", async () => {
  const { server } = await openListeningDesk();

  expect(server).toMatchObject({ headersTimeout: 5_000, requestTimeout: 10_000 });
  expect(server).toMatchObject({ keepAliveTimeout: 15_000, timeout: 30_000 });
  expect(server.maxConnections).toBe(CONNECTION_LIMITS.inAll);
  expect(TIME_OUTS.connectionsCheckingInterval).toBe(1_000);
});

/** Sends a byte whenever the clock says so, until the other side closes; what that said. */
function trickle(port: number, first: string, piece: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let said = "";
    socket.write(first);
    const drip = setInterval(() => socket.writable && socket.write(piece), 5);
    socket.setEncoding("latin1").on("data", (text) => {
      said += text;
    });
    socket
      .on("error", () => undefined)
      .on("close", () => {
        clearInterval(drip);
        resolve(said);
      });
  });
}

const POST = "POST /sapi/v1/order";

test.each([
  ["a head", "GET /sapi/v1/ping HTTP/1.1\r\nX: ", "x"],
  ["empty lines", "", "\r\n"],
  ["nothing", "", ""],
  ["a body", rawHead(POST, {}, "Content-Length: 60000"), "x"],
  ["chunks", rawHead(POST, {}, "Transfer-Encoding: chunked"), "1\r\nx\r\n"],
])(
  "SEC-21 %s that comes byte by byte is cut off, and others are served meanwhile",
  async (...slow) => {
    const [, first, piece] = slow;
    const { server, port } = await openListeningDesk(timedBy(PATIENT));
    const taken: Socket[] = [];
    server.on("connection", (socket) => taken.push(socket));
    const begun = first + piece;
    const stopped = exchangeBytes(port, begun);
    await expect.poll(() => taken[0]?.bytesRead, TEST_PATIENCE).toBe(begun.length);

    const dripping = Array.from({ length: 20 }, () => trickle(port, first, piece));
    await expect.poll(() => taken.length, TEST_PATIENCE).toBe(1 + dripping.length);
    expect(await exchangeBytes(port, PING)).toMatch(/^HTTP\/1\.1 200 /);
    // From now on it is out of patience: what stands at its next look is late.
    server.headersTimeout = 1;
    server.requestTimeout = 1;

    expectRefusal(await stopped, 408, -1100);
    // A client that writes on may lose the reply.
    const heard = (await Promise.all(dripping)).filter((said) => said !== "");
    for (const said of heard) expectRefusal(said, 408, -1100);
  },
);

test("SEC-21 a connection that asks for nothing more is closed", async () => {
  const { port } = await openListeningDesk(timedBy({ keepAliveTimeout: 50 }));

  const said = await exchangeBytes(port, rawHead("GET /sapi/v1/ping", {}));

  expect(said).toMatch(/^HTTP\/1\.1 200 .*\{\}$/s);
});

test("SEC-21 a client that does not take its reply is cut off", async () => {
  const body = `"${"x".repeat(32 * 1024 * 1024)}"`;
  const reply = { status: 200, headers: {}, body, isClosing: false };
  const api = {
    admit: () => ({ request: 1 }),
    answer: async () => reply,
    refuse: () => reply,
    nextRequest: () => 1,
  };
  const server = createListener(api, timedBy({ timeout: 300 }));
  const port = await listen(server, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => closeListener(server, 0));
  const closed = new Promise((resolve) => {
    server.on("connection", (socket) => socket.on("close", resolve));
  });

  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.pause().write(rawHead("GET /", {}));

  await closed;
});

/** Patient enough to count what idles. */
const IDLE = { ...TIME_OUTS, headersTimeout: 60_000, requestTimeout: 60_000 };

/** Opens so many connections that say nothing, from an address of this machine. */
async function openIdle(port: number, count: number, localAddress = "127.0.0.1") {
  const sockets = Array.from({ length: count }, () =>
    connect({ port, host: "127.0.0.1", localAddress }).on("error", () => undefined),
  );
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((one) => new Promise((resolve) => one.once("connect", resolve))));
  return sockets;
}

function isServed(port: number, localAddress: string): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { port, host: "127.0.0.1", localAddress, path: "/sapi/v1/ping", agent: false };
    const outgoing = request(options, (incoming) => {
      incoming.resume().on("end", () => resolve(incoming.statusCode === 200));
    });
    outgoing.on("error", () => resolve(false)).end();
  });
}

test("SEC-21 CORE-BOUND-1 one address holds so many connections, and others are served", async () => {
  const { port } = await openListeningDesk({
    limits: { inAll: 100, perAddress: 20, timeOuts: IDLE },
  });

  const idle = await openIdle(port, 60);
  await expect.poll(() => idle.filter(({ closed }) => closed).length, TEST_PATIENCE).toBe(40);

  expect(await isServed(port, "127.0.0.1")).toBe(false);
  expect(await isServed(port, "127.0.0.2")).toBe(true);
  idle.find(({ closed }) => !closed)?.destroy();
  await expect.poll(() => isServed(port, "127.0.0.1"), TEST_PATIENCE).toBe(true);
});

test("SEC-21 CORE-BOUND-1 all addresses together hold so many connections", async () => {
  const { server, port } = await openListeningDesk({
    limits: { inAll: 50, perAddress: 20, timeOuts: IDLE },
  });

  const idle: Socket[] = [];
  for (const last of [1, 2, 3, 4]) idle.push(...(await openIdle(port, 20, `127.0.0.${last}`)));
  await expect.poll(() => idle.filter(({ closed }) => closed).length, TEST_PATIENCE).toBe(30);

  const count = await new Promise((resolve) => server.getConnections((_, n) => resolve(n)));
  expect(count).toBe(50);
  expect(await isServed(port, "127.0.0.5")).toBe(false);
});

/** Sends bytes and leaves, politely or not, without waiting for an answer. */
function sendAndLeave(port: number, bytes: string, how: "end" | "reset"): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    socket.on("close", () => resolve());
    socket.write(bytes, () => {
      if (how === "reset") socket.resetAndDestroy();
      else socket.destroy();
    });
  });
}

/** Tells when the listener has seen so many connections come and go, and what they left is done. */
function watchLeaving({ server }: ListeningDesk): (count: number) => Promise<void> {
  let gone = 0;
  let onLeave: () => void = () => undefined;
  server.on("connection", (socket) => {
    socket.on("close", () => {
      gone++;
      onLeave();
    });
  });
  return async (count) => {
    while (gone < count) {
      await new Promise<void>((resolve) => {
        onLeave = resolve;
      });
    }
    for (let turn = 0; turn < 30; turn++) await setImmediate();
  };
}

test.each(["end", "reset"] as const)(
  "SEC-51 a client that leaves (%s) at any byte of its order has placed it once or not at all",
  async (how) => {
    const listening = await openListeningDesk();
    const { desk, port } = listening;
    const allGone = watchLeaving(listening);
    const bytesOf = (id: string) => orderBytes(desk, { newClientOrderId: id, volume: "0.00001" });
    const { length } = bytesOf("cut-000");
    const ids = Array.from({ length: length + 1 }, (_, at) => `cut-${`${at}`.padStart(3, "0")}`);

    await Promise.all(ids.map((id, at) => sendAndLeave(port, bytesOf(id).slice(0, at), how)));
    await allGone(ids.length);

    const placed = desk.exchange.commands.flatMap((command) =>
      command.type === "PlaceOrder" ? [command.clientId] : [],
    );
    // Only the whole request can have been placed; a reset may overtake its last bytes.
    expect(placed.every((id) => id === ids.at(-1))).toBe(true);
    expect(placed.length).toBeLessThanOrEqual(1);
    if (how === "end") expect(placed).toEqual([ids.at(-1)]);
    const asked = await desk.get(`/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=${ids.at(-1)}`);
    expect(asked.status).toBe(placed.length === 1 ? 200 : 400);
    expect(desk.reports).toEqual([]);
  },
);

test("SEC-51 a client that leaves at any byte of the reply has placed its order once", async () => {
  const listening = await openListeningDesk();
  const { desk, port } = listening;
  const allGone = watchLeaving(listening);
  const leaveAfter = (id: string, count: number) =>
    new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1").on("error", () => undefined);
      socket.on("close", () => resolve());
      const leave = () => (count % 2 === 0 ? socket.resetAndDestroy() : socket.destroy());
      socket.on("readable", () => {
        if (count === 0 || socket.read(count) !== null) leave();
      });
      socket.write(orderBytes(desk, { newClientOrderId: id, volume: "0.00001" }));
    });
  const ids = Array.from({ length: 150 }, (_, count) => `reply-${count}`);

  await Promise.all(ids.map((id, count) => leaveAfter(id, count)));
  await allGone(ids.length);

  for (const id of ids) {
    const { json } = await desk.get(`/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=${id}`);
    expect(json).toMatchObject({ clientOrderId: id, status: "NEW" });
  }
  expect(desk.exchange.state.orders.orderIdLast).toBe(ids.length);
  expect(desk.reports).toEqual([]);
});

test("SEC-51 a client that is gone before the outcome is known finds it by its client id", async () => {
  const listening = await openListeningDesk();
  const { desk, server, port } = listening;
  const allGone = watchLeaving(listening);
  const submit = desk.exchange.submit.bind(desk.exchange);
  const released = new Promise<void>((resolve) => {
    server.once("connection", (socket) => socket.once("close", () => resolve()));
  });
  desk.tampered.exchange.submit = async (command, notAfterMs) => {
    await released;
    return submit(command, notAfterMs);
  };

  await sendAndLeave(port, orderBytes(desk, { newClientOrderId: "gone" }), "end");
  await allGone(1);

  const { json } = await desk.get("/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=gone");
  expect(json).toMatchObject({ clientOrderId: "gone", status: "NEW" });
  expect(desk.reports).toEqual([]);
});
