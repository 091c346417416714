/** When a request is sent again and when not: each rule of src/client/session/retry-rule.ts by itself. */
import { expect, test } from "vitest";
import { BourseError, type ClientOptions } from "../../src/client/client.ts";
import { ClientDesk, type Fate } from "./client-desk.ts";

const PAIR = { symbol: "BTCUSDT" };
const TRANSFER = {
  coinSymbol: "USDT",
  amount: "1",
  fromAccount: "EXCHANGE",
  toAccount: "MARGIN",
} as const;

const UNAVAILABLE: Fate = { refusal: 503, code: -1001, retryAfter: 1 };
const TOO_MANY: Fate = { refusal: 429, code: -1003, retryAfter: 2 };
const BANNED: Fate = { refusal: 418, code: -1003, retryAfter: 1 };
const LOST: readonly Fate[] = ["cut-before", "cut-after", "silence", { page: 502 }, { page: 504 }];

async function deskWith(...fates: readonly Fate[]) {
  const desk = await ClientDesk.open();
  desk.fates(...fates);
  return desk;
}

test("503 was not executed: reads and writes wait as told and are sent again", async () => {
  const desk = await deskWith(UNAVAILABLE, UNAVAILABLE, "answered", UNAVAILABLE);
  const client = desk.client();

  await client.spot.account();
  await client.wallet.transfer(TRANSFER);

  expect(desk.asked()).toHaveLength(5);
  expect(desk.slept).toEqual([1_000, 1_000, 1_000]);
});

test("the number of tries is bounded, and the last refusal is told", async () => {
  const desk = await deskWith(...Array<Fate>(9).fill(UNAVAILABLE));

  const asked = desk.client({ retries: 2 }).spot.account();

  await expect(asked).rejects.toMatchObject({
    name: "DISCONNECTED",
    kind: "unavailable",
    status: 503,
    retryAfterMs: 1_000,
    requestId: "r1",
    code: -1001,
  });
  expect(desk.asked()).toHaveLength(3);
});

test.each(LOST)("a read that is lost (%j) is sent again, later each time", async (fate) => {
  const desk = await deskWith(fate, fate);

  await desk.client().spot.account();

  expect(desk.asked()).toHaveLength(3);
  expect(desk.slept).toEqual([100, 200]);
});

test("a read that stays lost is an error that says so", async () => {
  const desk = await deskWith(...Array<Fate>(4).fill("cut-before"));

  await expect(desk.client().spot.account()).rejects.toMatchObject({
    name: "NO_ANSWER",
    kind: "no_answer",
    code: 0,
    status: 0,
    message: "GET /sapi/v1/account: socket hang up.",
  });
});

test("reads that are asked by POST, and an order that is only tested, are reads", async () => {
  const desk = await deskWith("504-executed", "answered", "cut-after", "answered", "silence");
  const { futures, spot } = desk.client();

  await futures.profitHistory();
  await futures.orderHistory({ contractName: "E-BTC-USDT" });
  const order = { ...PAIR, side: "SELL", type: "LIMIT", volume: "1", price: "50000" } as const;
  await spot.testOrder(order);

  expect(desk.asked()).toHaveLength(6);
});

test.each([...LOST, "504-executed", "504-not-executed", { refusal: 500, code: -1000 }] as const)(
  "money that moves is never sent again after %j: the outcome is unknown",
  async (fate) => {
    const desk = await deskWith(fate);
    const { wallet } = desk.client();

    await expect(wallet.transfer(TRANSFER)).rejects.toMatchObject({
      name: "OUTCOME_UNKNOWN",
      kind: "outcome_unknown",
      endpoint: "POST /sapi/v1/asset/transfer",
      clientOrderIds: [],
      remedy: "Compare the balances of both accounts with those before.",
      expiresAtMs: (desk.seen.at(-1)?.atMs ?? 0) + 5_000,
    });
    expect(desk.asked()).toHaveLength(1);
  },
);

test("what had no connection to leave by is sent again, whatever it is", async () => {
  const desk = await deskWith("unreachable", "unreachable");

  await desk.client().wallet.transfer(TRANSFER);

  expect(desk.asked()).toHaveLength(3);
});

const NOBODY = {
  name: "NO_ANSWER",
  kind: "unavailable",
  code: 0,
  status: 0,
  message: "nobody listens on http://desk; is the server running?",
};

test("no server there at all: the error says so, and that it was not executed", async () => {
  const desk = await deskWith(...Array<Fate>(8).fill("unreachable"));
  const { wallet, spot } = desk.client();

  await expect(wallet.transfer(TRANSFER)).rejects.toMatchObject(NOBODY);
  const error = await spot.account().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject(NOBODY);
  expect(error).not.toHaveProperty("cause");
});

test("no server there, and the time is the first thing that is asked: the same error", async () => {
  const desk = await ClientDesk.open();
  const { spot } = desk.client({ fetch: nobodyThere });
  const order = { ...PAIR, side: "SELL", type: "LIMIT", volume: "1", price: "50000" } as const;

  await expect(spot.createOrder(order)).rejects.toMatchObject(NOBODY);
  await expect(spot.time()).rejects.toMatchObject(NOBODY);
});

test("no server there: of an address with a path and a password only the host is told", async () => {
  const desk = await ClientDesk.open();
  const baseUrl = "http://ann:hidden@exchange.test:81/behind";
  const { spot } = desk.client({ baseUrl, fetch: nobodyThere });

  const message = "nobody listens on http://exchange.test:81; is the server running?";
  await expect(spot.account()).rejects.toMatchObject({ message });
});

test("a host that has no address was not reached either", async () => {
  const desk = await ClientDesk.open();
  const fetch = () => failedBy("getaddrinfo ENOTFOUND exchange.test", "ENOTFOUND");

  await expect(desk.client({ fetch }).spot.account()).rejects.toMatchObject({
    kind: "unavailable",
    message: expect.stringContaining("ENOTFOUND"),
  });
});

/** As Node says it of a name with two addresses: with a code, and without a sentence. */
function nobodyThere(): Promise<never> {
  return failedBy("", "ECONNREFUSED");
}

function failedBy(message: string, code: string): Promise<never> {
  const cause = Object.assign(new Error(message), { code });
  return Promise.reject(new TypeError("fetch failed", { cause }));
}

test("429 is thrown with its time, unless the caller would rather wait", async () => {
  const thrown = await deskWith(TOO_MANY);
  const waited = await deskWith(TOO_MANY);
  const wait: Partial<ClientOptions> = { onRateLimit: "wait" };

  await expect(thrown.client().spot.account()).rejects.toMatchObject({
    kind: "limit",
    status: 429,
    retryAfterMs: 2_000,
  });
  await waited.client(wait).wallet.transfer(TRANSFER);

  expect([thrown.slept, waited.slept]).toEqual([[], [2_000]]);
});

test("418 and a wait longer than a minute end it at once", async () => {
  const wait: Partial<ClientOptions> = { onRateLimit: "wait" };
  const banned = await deskWith(BANNED);
  const long = await deskWith({ refusal: 429, code: -1003, retryAfter: 61 });

  await expect(banned.client(wait).spot.account()).rejects.toMatchObject({ status: 418 });
  await expect(long.client(wait).spot.account()).rejects.toMatchObject({ status: 429 });

  expect([...banned.slept, ...long.slept]).toEqual([]);
});

test.each([-3_600_000, 3_600_000])(
  "a clock that is %d ms wrong makes no difference",
  async (ms) => {
    const desk = await ClientDesk.open();
    desk.skewMs = ms;
    desk.tripMs = 800;

    const client = desk.client({ recvWindow: 500 });
    await client.spot.account();
    await client.spot.account();

    expect(desk.seen.map(({ path }) => path)).toEqual([
      ...["/sapi/v1/time", "/sapi/v1/account", "/sapi/v1/account"],
    ]);
    const [, { headers = {}, atMs = 0 } = {}] = desk.seen;
    expect(headers).toMatchObject({ "X-CH-TS": `${atMs}` });
  },
);

test("-1021: the time is asked for anew, and the request is sent once more, not twice", async () => {
  const desk = await ClientDesk.open();
  const client = desk.client();
  await client.spot.account();
  desk.skewMs = 60_000;
  desk.seen.length = 0;

  await client.wallet.transfer(TRANSFER);

  const path = "/sapi/v1/asset/transfer";
  expect(desk.seen.map((seen) => seen.path)).toEqual([path, "/sapi/v1/time", path]);
  desk.fates({ refusal: 400, code: -1021 }, { refusal: 400, code: -1021 });
  await expect(client.spot.account()).rejects.toMatchObject({ kind: "clock", code: -1021 });
});

test("many at once ask for the time once", async () => {
  const desk = await ClientDesk.open();
  const { spot } = desk.client();

  await Promise.all([spot.account(), spot.account(), spot.openOrders(PAIR)]);

  expect(desk.seen.filter(({ path }) => path.endsWith("/time"))).toHaveLength(1);
});

test("a refusal is the answer: it is not sent again, and says what the server said", async () => {
  const desk = await ClientDesk.open();
  const client = desk.client();

  const error = await client.spot
    .getOrder({ ...PAIR, orderId: 404 })
    .catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(BourseError);
  expect(error).toMatchObject({ name: "NO_SUCH_ORDER", code: -2013, status: 400, kind: "order" });
  expect(`${error}`).toBe("NO_SUCH_ORDER: Order does not exist.");
  expect(desk.asked()).toHaveLength(1);
});
