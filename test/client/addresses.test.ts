/**
 * A client with several addresses, over real sockets: to which it goes on and after what, and that no write comes to a
 * second node while the first may have it (docs/rules/client.md).
 */
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { BourseError, OutcomeUnknown } from "../../src/client/client.ts";
import { runs } from "../support/runs.ts";
import { NodeDesk, type NodeFate } from "./node-desk.ts";

const PAIR = { symbol: "BTCUSDT" };
const ORDER = { ...PAIR, side: "BUY", type: "LIMIT", volume: "0.01", price: "49000" } as const;
const TRANSFER = {
  coinSymbol: "USDT",
  amount: "1",
  fromAccount: "EXCHANGE",
  toAccount: "MARGIN",
} as const;
const CREATE = "POST /sapi/v1/order";
const MOVE = "POST /sapi/v1/asset/transfer";
const READ = "GET /sapi/v1/account";

let desk: NodeDesk | undefined;

async function opened(...fates: readonly (readonly NodeFate[] | "stopped")[]): Promise<NodeDesk> {
  desk = await NodeDesk.open(fates.length);
  for (const [at, fate] of fates.entries()) {
    if (fate === "stopped") await desk.node(at).stop();
    else desk.node(at).fates = [...fate];
  }
  return desk;
}

/** What came to each node. */
function askedOf({ nodes }: NodeDesk): string[][] {
  return nodes.map((node) => node.asked());
}

async function thrownBy(call: Promise<unknown>): Promise<BourseError> {
  const error = await call.then(
    () => expect.fail("it was answered"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof BourseError)) throw error;
  return error;
}

afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

test("CLIENT-ADDR-1: the address that worked last is asked first, and the next one when it is gone", async () => {
  const nodes = await opened("stopped", [], []);
  const { spot } = nodes.client();

  await spot.account();
  await spot.account();
  await nodes.node(1).stop();
  await nodes.node(0).start();
  await spot.account();
  await spot.account();

  expect(askedOf(nodes)).toEqual([[], [READ, READ], [READ, READ]]);
  expect(nodes.slept).toEqual([]);
});

test("CLIENT-ADDR-2: where the connection is refused any request goes on at once, and is sent once", async () => {
  const nodes = await opened("stopped", "stopped", []);
  const { spot, wallet } = nodes.client({ retries: 0 });

  const { orderId, clientOrderId } = await spot.createOrder(ORDER);
  await spot.cancelOrder({ ...PAIR, orderId });
  await wallet.transfer(TRANSFER);

  const cancel = "POST /sapi/v1/cancel";
  expect(askedOf(nodes)).toEqual([[], [], [CREATE, cancel, MOVE]]);
  expect(nodes.exchange.ordersNamed(clientOrderId)).toEqual([orderId]);
  expect(nodes.slept).toEqual([]);
});

test.each<NodeFate>(["cut", "cut-after", "503", "page-503", "504", "hang"])(
  "CLIENT-ADDR-3: a read goes on after %s",
  async (fate) => {
    const nodes = await opened([fate], [fate], []);

    await nodes.client({ retries: 0 }).spot.account();

    expect(askedOf(nodes)).toEqual([[READ], [READ], [READ]]);
  },
);

test("CLIENT-ADDR-4: a write that is refused by 503 goes on at once, signed anew, under the same name", async () => {
  const nodes = await opened(["503"], ["503"], []);

  const { clientOrderId, orderId } = await nodes.client({ retries: 0 }).spot.createOrder(ORDER);

  expect(askedOf(nodes)).toEqual([[CREATE], [CREATE], [CREATE]]);
  const bodies = nodes.nodes.flatMap(({ seen }) => seen.map(({ body }) => JSON.parse(body)));
  expect(new Set(bodies.map(({ newClientOrderId }) => newClientOrderId))).toEqual(
    new Set([clientOrderId]),
  );
  expect(nodes.exchange.ordersNamed(clientOrderId)).toEqual([orderId]);
  expect(nodes.slept).toEqual([]);
});

test.each<NodeFate>(["cut", "cut-after", "page-503", "504", "504-after", "hang", "hang-after"])(
  "CLIENT-ADDR-5: money that moves does not go on after %s: the outcome is unknown",
  async (fate) => {
    const nodes = await opened([fate], [], []);
    const { wallet } = nodes.client();

    const error = await thrownBy(wallet.transfer(TRANSFER));

    expect(error).toBeInstanceOf(OutcomeUnknown);
    expect(error).toMatchObject({ kind: "outcome_unknown", endpoint: MOVE });
    expect(askedOf(nodes)).toEqual([[MOVE], [], []]);
  },
);

test("CLIENT-ADDR-5: a connection that was kept and breaks under a write may have taken it along", async () => {
  const nodes = await opened(["kept", "cut-after"], []);
  const { spot, wallet } = nodes.client();
  await spot.account();

  expect(await thrownBy(wallet.transfer(TRANSFER))).toBeInstanceOf(OutcomeUnknown);

  expect(askedOf(nodes)).toEqual([[READ, MOVE], []]);
});

test("CLIENT-ADDR-5: an order whose reply is lost is looked for at the next address, and not sent there", async () => {
  const nodes = await opened(["cut-after"], []);

  const { orderId, clientOrderId } = await nodes.client().spot.createOrder(ORDER);

  expect(askedOf(nodes)).toEqual([[CREATE], ["GET /sapi/v1/order"]]);
  expect(nodes.exchange.ordersNamed(clientOrderId)).toEqual([orderId]);
});

test.each<NodeFate>(["cut", "504", { lateMs: 5_900 }])(
  "CLIENT-ADDR-5: after %j nodes' clocks may be 10 s apart: no order is sent again before its window, that and a second",
  async (fate) => {
    const nodes = await opened([fate], []);

    const { orderId, clientOrderId } = await nodes.client().spot.createOrder(ORDER);

    const [first, second] = nodes.taken().filter(({ path }) => path === "/sapi/v1/order");
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(16_000);
    expect(nodes.exchange.ordersNamed(clientOrderId)).toEqual([orderId]);
  },
);

test("CLIENT-ADDR-5: what is told of an unknown outcome holds on the clock of any node", async () => {
  const nodes = await opened(["cut"], []);
  const { wallet } = nodes.client();

  const error = await thrownBy(wallet.transfer(TRANSFER));

  expect(error).toMatchObject({ expiresAtMs: nodes.exchange.nowMs + 15_000 });
});

test("CLIENT-ADDR-6: when no address took it one error says what each of them said", async () => {
  const nodes = await opened("stopped", ["503"], "stopped");
  const [first, second, third] = nodes.nodes.map(({ url }) => url);

  const error = await thrownBy(nodes.client({ retries: 0 }).wallet.transfer(TRANSFER));

  expect(error).toMatchObject({ kind: "unavailable", code: -1001, status: 503 });
  expect(error.message).toBe(
    `${MOVE}: none of 3 addresses took it: ${second}: 503 As ordered; nobody listens on ${third}; nobody listens on ${first}.`,
  );
});

test("CLIENT-ADDR-6: a password in an address is not told", async () => {
  const nodes = await opened("stopped", "stopped");
  const baseUrl = nodes.nodes.map(({ url }) => url.replace("//", "//ann:hidden@"));
  const fetch = () => {
    const cause = Object.assign(new Error("connect"), { code: "ECONNREFUSED", syscall: "connect" });
    return Promise.reject(new TypeError("fetch failed", { cause }));
  };

  const error = await thrownBy(nodes.client({ baseUrl, fetch, retries: 0 }).spot.time());

  expect(error.message).not.toContain("hidden");
  expect(error.message).toContain("none of 2 addresses took it");
});

test("CLIENT-ADDR-6: all addresses are tried again as often as one would be, after the longest wait that any wants", async () => {
  const nodes = await opened("stopped", ["503", "503"], []);
  nodes.node(2).fates = ["503", "answered"];

  await nodes.client().wallet.transfer(TRANSFER);

  expect(askedOf(nodes)).toEqual([[], [MOVE, MOVE], [MOVE, MOVE]]);
  expect(nodes.slept).toEqual([1_000]);
});

test.each([
  ["429", { code: -1003, msg: "m" }, 429],
  ["418", { code: -1003, msg: "m" }, 418],
  ["a refusal", { code: -2017, msg: "m" }, 400],
])("CLIENT-ADDR-3: %s is an answer, and asked of no other address", async (_, said, status) => {
  const nodes = await opened([], []);
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    return { status, headers: { get: () => null }, text: async () => JSON.stringify(said) };
  };

  await thrownBy(nodes.client({ fetch }).spot.ticker(PAIR));

  expect(asked).toHaveLength(1);
});

test("CLIENT-ADDR-2: in a browser a failure tells nothing: reads go on, writes do not", async () => {
  const nodes = await opened([], []);
  const [first = "", second = ""] = nodes.nodes.map(({ url }) => url);
  const fetch: typeof globalThis.fetch = (url, init) =>
    `${url}`.startsWith(first) && !`${url}`.endsWith("/time")
      ? Promise.reject(new TypeError("Failed to fetch"))
      : globalThis.fetch(url, init);
  const writing = nodes.client({ baseUrl: [first, second], fetch: fetch as never });
  const reading = nodes.client({ baseUrl: [first, second], fetch: fetch as never });

  expect(await thrownBy(writing.wallet.transfer(TRANSFER))).toBeInstanceOf(OutcomeUnknown);
  await reading.spot.account();

  expect(askedOf(nodes)).toEqual([[], [READ]]);
});

type Failing = { readonly code: string; readonly syscall?: string };

test.each<readonly [string, Failing | readonly Failing[], boolean]>([
  ["refused", { code: "ECONNREFUSED", syscall: "connect" }, true],
  ["a name not found", { code: "ENOTFOUND", syscall: "getaddrinfo" }, true],
  ["a name service that is away", { code: "EAI_AGAIN", syscall: "getaddrinfo" }, true],
  ["no connection in time", { code: "UND_ERR_CONNECT_TIMEOUT" }, true],
  ["no way to the host", { code: "EHOSTUNREACH", syscall: "connect" }, true],
  ["no way to the network", { code: "ENETUNREACH", syscall: "connect" }, true],
  ["no answer to the connection", { code: "ETIMEDOUT", syscall: "connect" }, true],
  [
    "every address of a name refused",
    [
      { code: "ECONNREFUSED", syscall: "connect" },
      { code: "ENETUNREACH", syscall: "connect" },
    ],
    true,
  ],
  ["a reset", { code: "ECONNRESET", syscall: "read" }, false],
  ["a reset while connecting, to be sure", { code: "ECONNRESET", syscall: "connect" }, false],
  ["a write to what is closed", { code: "EPIPE", syscall: "write" }, false],
  ["the other side closed", { code: "UND_ERR_SOCKET" }, false],
  ["no headers in time", { code: "UND_ERR_HEADERS_TIMEOUT" }, false],
  ["the host gone under a connection", { code: "EHOSTUNREACH", syscall: "read" }, false],
  ["a connection that timed out", { code: "ETIMEDOUT", syscall: "read" }, false],
  ["refused under a connection", { code: "ECONNREFUSED", syscall: "read" }, false],
  ["a host that is gone, by whatever call", { code: "EHOSTUNREACH" }, false],
])("CLIENT-ADDR-2: %s: %j, so a write goes on: %j", async (_, failing, isGoingOn) => {
  const nodes = await opened([], []);
  const [first = "", second = ""] = nodes.nodes.map(({ url }) => url);
  const asError = (facts: Failing) => Object.assign(new Error("failed"), facts);
  const cause = Array.isArray(failing)
    ? Object.assign(new AggregateError(failing.map(asError)), { code: failing[0]?.code })
    : asError(failing as Failing);
  const fetch: typeof globalThis.fetch = (url, init) =>
    `${url}`.startsWith(first) && !`${url}`.endsWith("/time")
      ? Promise.reject(new TypeError("fetch failed", { cause }))
      : globalThis.fetch(url, init);
  const { wallet } = nodes.client({ baseUrl: [first, second], fetch: fetch as never });

  const outcome = await wallet.transfer(TRANSFER).catch((error: unknown) => error);

  expect(nodes.node(1).asked()).toEqual(isGoingOn ? [MOVE] : []);
  expect(outcome instanceof OutcomeUnknown).toBe(!isGoingOn);
});

const someFate = fc.oneof(
  fc.constantFrom<NodeFate>("answered", "kept", "503", "page-503", "504", "504-after"),
  fc.constantFrom<NodeFate>("cut", "cut-after", "hang", "hang-after"),
  fc.integer({ min: 0, max: 5_500 }).map((lateMs) => ({ lateMs })),
);
const someNode = fc.oneof(
  { arbitrary: fc.array(someFate, { maxLength: 4 }), weight: 4 },
  { arbitrary: fc.constant("stopped" as const), weight: 1 },
);
const someNodes = fc.array(someNode, { minLength: 2, maxLength: 4 });
const RUNS = { seed: 22, numRuns: runs(60, 600) };

/** What a caller may make of an outcome: done, surely not done, or neither. */
function toldBy(error: BourseError | undefined): "done" | "open" | "not done" {
  if (!error) return "done";
  return error.kind === "outcome_unknown" ? "open" : "not done";
}

test("CLIENT-ADDR-5: whatever the nodes do, a transfer comes to at most one of them that may do it", async () => {
  const play = async (fates: readonly (readonly NodeFate[] | "stopped")[]) => {
    const nodes = await opened(...fates);
    const error = await nodes
      .client({ retries: 1 })
      .wallet.transfer(TRANSFER)
      .then(
        () => undefined,
        (thrown: BourseError) => thrown,
      );
    const taken = nodes.taken();
    await nodes.close();

    expect(taken.length).toBe(toldBy(error) === "not done" ? 0 : 1);
  };

  await fc.assert(fc.asyncProperty(someNodes, play), RUNS);
}, 120_000);

test("CLIENT-ADDR-5: whatever the nodes do, an order is placed at most once, and what is told of it is so", async () => {
  const play = async (fates: readonly (readonly NodeFate[] | "stopped")[]) => {
    const nodes = await opened(...fates);
    const newClientOrderId = "one";
    const error = await nodes
      .client({ retries: 1 })
      .spot.createOrder({ ...ORDER, newClientOrderId })
      .then(
        () => undefined,
        (thrown: BourseError) => thrown,
      );
    await nodes.exchange.settle();
    const sent = nodes.taken().filter(({ body }) => /"newClientOrderId":"one"/.test(body));
    await nodes.close();

    const placed = nodes.exchange.ordersNamed(newClientOrderId).length;
    const told = toldBy(error);
    expect(placed).toBeLessThanOrEqual(1);
    if (told !== "open") expect(placed).toBe(told === "done" ? 1 : 0);
    const gaps = sent.slice(1).map(({ atMs }, at) => atMs - (sent[at]?.atMs ?? 0));
    expect(
      gaps.filter((ms) => ms <= 16_000),
      JSON.stringify(sent),
    ).toEqual([]);
  };

  await fc.assert(fc.asyncProperty(someNodes, play), RUNS);
}, 120_000);
