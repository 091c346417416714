/** Cancel on disconnect at a desk without a socket: what may be asked for, each end, and what is not cancelled. */
import { expect, test } from "vitest";
import type { CloseReason } from "../../src/contract/streams/closings.ts";
import { openOrdersOf } from "../../src/core/engine/read/orders.ts";
import { sealSecret } from "../../src/edge/auth/seal.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { FaultRules } from "../../src/edge/sandbox/fault-rules.ts";
import {
  CANCEL_MARKETS_MAX,
  DUE_CANCELS_MAX,
} from "../../src/edge/ws/private/disconnect-cancels.ts";
import type { Connection } from "../../src/edge/ws/socket/connection.ts";
import { type CallClient, CallDesk } from "../support/call-desk.ts";
import { CREDENTIALS, type DeskOptions, HttpDesk, MASTER_KEY } from "../support/http-client.ts";
import type { Heard, StreamDeskOptions } from "../support/stream-desk.ts";
import { settle, VirtualTime } from "../support/virtual-time.ts";

const SPOT = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "0.01", price: "49000" };
const CONTRACT = {
  contractName: "E-BTC-USDT",
  side: "BUY",
  open: "OPEN",
  type: "LIMIT",
  positionType: 1,
  volume: 3,
  price: "46000",
};
const EVERYWHERE = { spot: ["BTCUSDT"], margin: ["BTCUSDT"], futures: ["E-BTC-USDT"] };

async function open(options: DeskOptions = {}, streams: StreamDeskOptions = {}) {
  const http = await HttpDesk.open(options);
  const desk = new CallDesk(http, streams);
  for (const toAccount of ["MARGIN", "FUTURE"]) {
    const move = { coinSymbol: "USDT", amount: "1000", fromAccount: "EXCHANGE", toAccount };
    expect(await http.post("/sapi/v1/asset/transfer", move)).toMatchObject({ status: 200 });
  }
  return { http, desk, client: desk.client() };
}

/** An order in each area, by the user's other program. */
async function placeAll(http: HttpDesk): Promise<void> {
  const placed = [
    await http.post("/sapi/v1/order", SPOT),
    await http.post("/sapi/v1/margin/order", SPOT),
    await http.post("/fapi/v1/order", CONTRACT),
  ];
  expect(placed.map(({ status }) => status)).toEqual([200, 200, 200]);
}

function openOrders(http: HttpDesk): number {
  return http.exchange.state.orders.byId.size;
}

function ask(client: CallClient, names: object): Heard {
  client.stream.say({ op: "cancelOnDisconnect", id: "c", ...names });
  return client.stream.take().at(-1) ?? expect.fail("no answer");
}

async function cancelled(desk: CallDesk): Promise<void> {
  while (desk.cancels.due > 0) await settle();
}

const ENDS: readonly [string, (connection: Connection) => void][] = [
  ["the socket is gone", (connection) => connection.ended()],
  ...(
    [
      "binary",
      "too_many_messages",
      "banned",
      "key_revoked",
      "slow_reader",
      "silent",
      "anew",
    ] satisfies readonly CloseReason[]
  ).map((reason): [string, (connection: Connection) => void] => [
    `the server closes it: ${reason}`,
    (connection) => connection.close(reason),
  ]),
];

test.each(ENDS)(
  "STREAM-CANCEL-3: when %s, the user's orders there are cancelled",
  async (_, end) => {
    const { http, desk, client } = await open();
    await placeAll(http);
    await http.post("/sapi/v1/order", SPOT, { user: "demo2" });
    expect(ask(client, EVERYWHERE)).toMatchObject({ type: "cancelOnDisconnect", id: "c" });
    expect(openOrders(http)).toBe(4);

    end(client.stream.connection);
    await cancelled(desk);

    expect(openOrders(http)).toBe(1);
    expect(http.reports).toEqual([]);
  },
);

test("CORE-RULES-3 STREAM-CANCEL-4: by rules older than 5 the orders are cancelled one by one", async () => {
  const { http, desk, client } = await open();
  http.tampered.exchange.state.rules = 4;
  await placeAll(http);
  ask(client, EVERYWHERE);
  const before = http.exchange.commands.length;

  client.stream.connection.ended();
  await cancelled(desk);

  expect(openOrders(http)).toBe(0);
  const types = http.exchange.commands.slice(before).map(({ type }) => type);
  expect(types).not.toContain("CancelAllOrders");
  expect(types).toContain("CancelByOperator");
});

test("STREAM-CANCEL-3: only what was named last is cancelled, and nothing when that is nothing", async () => {
  const { http, desk } = await open();
  await placeAll(http);
  const [first, second] = [desk.client(), desk.client()];
  ask(first, EVERYWHERE);
  ask(first, { margin: ["BTCUSDT"] });
  ask(second, EVERYWHERE);
  ask(second, {});
  second.stream.connection.ended();
  await cancelled(desk);
  expect(openOrders(http)).toBe(3);
  first.stream.connection.ended();
  await cancelled(desk);

  const left = (["spot", "margin", "futures"] as const).filter((area) => {
    return [...openOrdersOf(http.exchange.state.orders, { area, user: 1 })].length > 0;
  });
  expect(left).toEqual(["spot", "futures"]);
});

test("STREAM-CANCEL-3: a client that asks for nothing loses nothing, and a server that stops takes nothing", async () => {
  let isClosing = false;
  const { http, desk, client } = await open({}, { isClosing: () => isClosing });
  await placeAll(http);
  desk.client().stream.connection.ended();
  ask(client, EVERYWHERE);
  isClosing = true;
  client.stream.connection.close("stopping");
  await settle();

  expect(openOrders(http)).toBe(3);
  expect(desk.cancels.due).toBe(0);
});

test("STREAM-CANCEL-3: a call that is under way is answered first, and its order goes, too", async () => {
  const time = new VirtualTime(0);
  const faults = new FaultRules({ routes: ROUTES, timer: time.timer });
  const { http, desk, client } = await open({ faults });
  ask(client, EVERYWHERE);
  faults.add({ route: "/sapi/v1/order", kind: "latency", delayMs: 500 });
  client.say("/sapi/v1/order", SPOT);
  await settle();
  client.stream.connection.ended();
  await time.pass(500);
  await settle();
  await cancelled(desk);

  const types = http.exchange.commands.map(({ type }) => type);
  expect(types.findIndex((type) => type.startsWith("Cancel"))).toBeGreaterThan(
    types.indexOf("PlaceOrder"),
  );
  expect(openOrders(http)).toBe(0);
});

test("STREAM-CANCEL-4: the cancels carry the id that the client was told", async () => {
  const { http, desk, client } = await open();
  await placeAll(http);
  const { requestId } = ask(client, EVERYWHERE);
  client.stream.connection.ended();
  await cancelled(desk);

  const cancels = http.exchange.commands.slice(-3) as { type: string; request?: number }[];
  for (const { type, request = 0 } of cancels) {
    expect(type).toMatch(/^Cancel/);
    expect(request.toString(36)).toBe(requestId);
  }
});

test("STREAM-CANCEL-3: more orders than one command cancels are cancelled by the next ones", async () => {
  const { http, desk, client } = await open();
  for (const pair of http.tampered.exchange.state.catalogue.pairs)
    Object.assign(pair, { openOrdersMax: 3_000 });
  await http.post("/sapi/v1/order", { ...SPOT, volume: "0.001" });
  const command = http.exchange.commands.at(-1) ?? expect.fail("no order");
  for (let placed = 1; placed < 2_001; placed++) http.must(command);
  ask(client, EVERYWHERE);
  client.stream.connection.ended();
  await cancelled(desk);

  expect(openOrders(http)).toBe(0);
  const types = http.exchange.commands.slice(-5).map(({ type }) => type);
  expect(types.filter((type) => type === "CancelAllOrders")).toHaveLength(4);
});

test("STREAM-CANCEL-4: a key that was revoked meanwhile does not keep its user's orders open", async () => {
  const { http, desk, client } = await open();
  await placeAll(http);
  ask(client, EVERYWHERE);
  http.must({ type: "RevokeKey", key: 1, request: 0 });
  client.stream.connection.close("key_revoked");
  await cancelled(desk);

  expect(openOrders(http)).toBe(0);
});

test("STREAM-CANCEL-5: while the exchange takes no commands the cancels wait, and are tried every second", async () => {
  const { http, desk, client } = await open();
  await placeAll(http);
  ask(client, EVERYWHERE);
  const { submit } = http.exchange;
  let tries = 0;
  http.exchange.submit = async () => {
    tries++;
    return { kind: "unavailable" };
  };
  client.stream.connection.ended();
  for (let seconds = 0; seconds < 3; seconds++) {
    await settle();
    desk.cancels.second();
  }
  await settle();
  expect([desk.cancels.due, tries, openOrders(http)]).toEqual([3, 12, 3]);
  http.exchange.submit = submit;
  desk.cancels.second();
  await cancelled(desk);

  expect(openOrders(http)).toBe(0);
});

test("STREAM-CANCEL-5: a cancel that may be in the log is not sent again, and an alarm says so", async () => {
  const { http, desk, client } = await open();
  await placeAll(http);
  ask(client, EVERYWHERE);
  let tries = 0;
  http.exchange.submit = async () => {
    tries++;
    return { kind: "unknown" };
  };
  client.stream.connection.ended();
  await settle();
  desk.cancels.second();
  await settle();

  expect([desk.cancels.due, tries]).toEqual([0, 3]);
  expect(http.reports.map(String)).toEqual(
    Array(3).fill("Error: alarm: orders of a lost stream may not have been cancelled"),
  );
});

test("STREAM-CANCEL-5: a hundred thousand wait, each market of a user once; one more is an alarm", async () => {
  const { http, desk } = await open();
  http.exchange.submit = async () => ({ kind: "unavailable" });
  const markets = Array.from(
    { length: 100 },
    (_, at) => ({ area: "futures", market: at + 1 }) as const,
  );
  const wish = { key: 1, request: 1, requestId: "1", markets };
  for (let user = 1; user <= DUE_CANCELS_MAX / 100; user++) desk.cancels.run({ ...wish, user });
  desk.cancels.run({ ...wish, user: 1 });

  expect(desk.cancels.due).toBe(DUE_CANCELS_MAX);
  expect(http.reports).toEqual([]);
  desk.cancels.run({ ...wish, user: 9_999 });
  expect(desk.cancels.due).toBe(DUE_CANCELS_MAX);
  expect(http.reports).toHaveLength(1);
});

test("STREAM-CANCEL-1: what cannot be asked for is refused, and what was asked for before stays", async () => {
  const { http, desk, client } = await open();
  await placeAll(http);
  const stranger = desk.streams.connect();
  stranger.say({ op: "cancelOnDisconnect", ...EVERYWHERE });
  expect(stranger.take().at(-1)).toMatchObject({ type: "error", code: -1002 });
  ask(client, EVERYWHERE);
  const many = Array.from({ length: CANCEL_MARKETS_MAX + 1 }, () => "BTCUSDT");

  const codes = [
    { spot: ["NONE"] },
    { spot: ["E-BTC-USDT"] },
    { futures: ["BTCUSDT"] },
    { spot: "BTCUSDT" },
    { margin: [1] },
    { spot: many },
    { spot: ["constructor"] },
  ].map((names) => ask(client, names)["code"]);

  expect(codes).toEqual([-1121, -1121, -1121, -1102, -1102, -1101, -1121]);
  expect(ask(desk.client(), { spot: many.slice(1) })).toMatchObject({ type: "cancelOnDisconnect" }); // STREAM-CANCEL-2
  client.stream.connection.ended();
  await cancelled(desk);
  expect(openOrders(http)).toBe(0);
});

test("STREAM-CANCEL-1: a key that may only read, or takes each signature once, cannot ask for it", async () => {
  const { http, desk } = await open();
  const codes = [{ mayTrade: false }, { mayTrade: true, isOnce: true }].map((may, at) => {
    const key = { apiKey: `key-${at}`, secret: CREDENTIALS.demo1.secret };
    const sealedSecret = sealSecret(MASTER_KEY, key);
    const { apiKey } = key;
    http.must({ type: "AddKey", user: 1, apiKey, sealedSecret, addresses: [], request: 0, ...may });
    return ask(desk.client(key), EVERYWHERE)["code"];
  });

  expect(codes).toEqual([-2015, -2015]);
});
