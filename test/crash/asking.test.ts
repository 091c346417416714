/** The checker's queries: only -2013 is a no, and a false answer of the server is found and told. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { SignedClient } from "../support/signed-client.ts";
import { findOrder } from "./asking.ts";
import { noCounts } from "./checker/counts.ts";
import type { Placement } from "./checker/order-claims.ts";
import { ORDER } from "./checker/some-order.ts";
import { Claims } from "./claims.ts";
import { unmetIn } from "./wanted.ts";

type Answer = readonly [status: number, json: unknown] | "broken off";

const FOUND = [200, ORDER] as const;
const BEHIND = [503, { code: -1001, msg: "The archive is behind; ask again." }] as const;
const TOO_LATE = [400, { code: -1021, msg: "Outside of the time window." }] as const;
const NO_SUCH_ORDER = [400, { code: -2013, msg: "Order does not exist." }] as const;

/** What a user of this order has besides: nothing. */
const BESIDES: Readonly<Record<string, unknown>> = {
  "/sapi/v1/openOrders": [ORDER],
  "/sapi/v1/account": { balances: [{ asset: "USDT", free: "1", locked: "0.01" }] },
  "/sapi/v1/margin/account": { balances: [] },
  "/fapi/v1/account": { account: [] },
};

/** A client of a server that gives these answers about an order, and the last of them for ever. */
async function clientOf(...answers: Answer[]): Promise<SignedClient> {
  let asked = 0;
  const server = createServer(({ url = "" }, response) => {
    const [path = ""] = url.split("?");
    const isOrder = path === "/sapi/v1/order";
    const answer = isOrder ? (answers[asked++] ?? answers.at(-1)) : [200, BESIDES[path] ?? []];
    give(response, answer as Answer);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = new SignedClient((server.address() as AddressInfo).port, KEY);
  client.isJudged = false;
  onTestFinished(() => {
    client.close();
    server.close();
  });
  return client;
}

const KEY = { apiKey: "key", secret: "secret" };

function give(response: ServerResponse, answer: Answer = "broken off"): void {
  if (answer === "broken off") response.destroy();
  else response.writeHead(answer[0]).end(JSON.stringify(answer[1]));
}

test("HIST-BOUND-1 a query that got no answer is sent again, and is never taken for a no", async () => {
  const client = await clientOf(BEHIND, "broken off", TOO_LATE, FOUND);

  expect(await findOrder(client, "spot", { clientId: "a" })).toEqual(ORDER);
});

test("only -2013 says that there is no such order", async () => {
  const client = await clientOf(BEHIND, NO_SUCH_ORDER);

  expect(await findOrder(client, "spot", { clientId: "a" })).toBeUndefined();
});

test.each([
  ["never any", "broken off", "no answer"],
  ["always another time", BEHIND, "503 .*The archive is behind"],
  ["a failure", [500, { code: -1000 }], "500 .*-1000"],
] as const)("a query whose answer is %s fails with it", async (_, answer, words) => {
  const client = await clientOf(answer);

  await expect(findOrder(client, "spot", { orderId: 7 })).rejects.toThrow(
    new RegExp(`orderId=7 got ${words}`),
  );
});

const placement: Placement = {
  user: "u",
  area: "spot",
  clientId: "a",
  side: "BUY",
  price: "10",
  volume: "0.002",
  told: undefined,
} as const;

function toldOf([status, json]: readonly [number, unknown]) {
  return { status, json, headers: {} };
}

test.each([
  ["200 and it is missing", FOUND, [NO_SUCH_ORDER], "a was acknowledged and is missing"],
  ["503 and it exists", BEHIND, [FOUND], "a was refused and exists"],
  ["400 and it exists", TOO_LATE, [FOUND], "a was refused and exists"],
  ["200 and it is another", FOUND, [[200, { ...ORDER, price: "11" }]], "a is not as asked"],
  ["200 and less is filled", FOUND, [[200, { ...ORDER, executedQty: "0" }]], "fill was taken back"],
] as const)("LOG-DUR-1 a client is told %s: the claim is broken", async (_, told, now, words) => {
  const claims = new Claims();
  claims.placements.push({ ...placement, told: toldOf(told) });
  const client = await clientOf(...now);

  await claims.check(new Map([["u", client]]));

  expect(claims.broken.join("\n")).toContain(words);
});

test.each([
  ["504", [504, { code: -1007 }]],
  ["500", [500, { code: -1000 }]],
] as const)("LOG-DUR-1 after %s an order may be there, or not", async (_, told) => {
  for (const now of [FOUND, NO_SUCH_ORDER]) {
    const claims = new Claims();
    claims.placements.push({ ...placement, told: toldOf(told) });

    await claims.check(new Map([["u", await clientOf(now)]]));

    expect(claims.broken).toEqual([]);
    expect(claims.counts).toMatchObject({ lost: 1, lostButDone: now === FOUND ? 1 : 0 });
  }
});

test("LOG-DUR-1 an order that was answered is there, though nobody heard the answer", async () => {
  const found = new Claims();
  found.placements.push({ ...placement, isAnswered: true });
  await found.check(new Map([["u", await clientOf(FOUND)]]));
  const missing = new Claims();
  missing.placements.push({ ...placement, isAnswered: true });
  await missing.check(new Map([["u", await clientOf(NO_SUCH_ORDER)]]));

  expect(found.broken).toEqual([]);
  expect(found.counts).toMatchObject({ lost: 1, lostButDone: 1, unheard: 1 });
  expect(missing.broken.join("\n")).toContain("a was answered, unheard, and is missing");
});

test("LOG-DUR-1 a row that a client was shown is missed when it is gone", async () => {
  const claims = new Claims();
  claims.placements.push(placement);
  claims.show("u", "margin", ["a trade"]);

  await claims.check(new Map([["u", await clientOf(FOUND)]]));

  expect(claims.broken).toEqual(["u: margin listed a trade, and it is gone"]);
});

test("SANDBOX-STATE-4 what came after a saved state never was once that is loaded", async () => {
  const claims = new Claims();
  const undo = claims.mark();
  claims.placements.push({ ...placement, told: toldOf(FOUND) });
  undo();

  await claims.check(new Map([["u", await clientOf(FOUND)]]));

  expect(claims.broken.join("\n")).toContain("a was refused and exists");
});

test("a campaign that did not meet what its blows bring about says what", () => {
  const errands = { replaced: 3, amended: 3, canceledAll: 3, canceled: 3, acknowledged: 12 };
  const unheard = { lost: 2, lostButDone: 2, unheard: 1, movesLostButDone: 2, drafts: 1 };
  const counts = { ...noCounts(), ...errands, ...unheard, countdownsOver: 1 };

  expect(unmetIn({ ...counts, blows: 3, server: 1, snapshot: 1, stop: 1 })).toEqual([
    "lost was met 2 times, and 3 are wanted",
    "unheard was met 1 times, and 2 are wanted",
  ]);
  expect(unmetIn({ ...counts, blows: 2, archivist: 2 })).toEqual([]);
});
