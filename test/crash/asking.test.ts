/** The checker itself: only -2013 is a no, and a lie of the server is found and told. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { SignedClient } from "../support/signed-client.ts";
import { findOrder } from "./asking.ts";
import { Claims, type Placement } from "./claims.ts";
import { contradictionsIn, type Holdings } from "./holdings.ts";
import { unmetIn } from "./wanted.ts";

type Answer = readonly [status: number, json: unknown] | "broken off";

const ORDER = {
  ...{ orderId: 7, clientOrderId: "a", side: "BUY", status: "NEW" },
  ...{ price: "10", origQty: "0.002", executedQty: "0.001" },
};
const FOUND = [200, ORDER] as const;
const BEHIND = [503, { code: -1001, msg: "The archive is behind; ask again." }] as const;
const TOO_LATE = [400, { code: -1021, msg: "Outside of the time window." }] as const;
const NO_SUCH_ORDER = [400, { code: -2013, msg: "Order does not exist." }] as const;

/** A client of somebody who gives these answers, and the last of them for ever. */
async function clientOf(...answers: Answer[]): Promise<SignedClient> {
  let asked = 0;
  const server = createServer((_, response) => give(response, answers[asked++] ?? answers.at(-1)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = new SignedClient((server.address() as AddressInfo).port, KEY);
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

test("HIST-BOUND-1 a question that got no answer is asked again, and is never taken for a no", async () => {
  const client = await clientOf(BEHIND, "broken off", TOO_LATE, FOUND);

  expect(await findOrder(client, { clientId: "a" })).toEqual(ORDER);
});

test("only -2013 says that there is no such order", async () => {
  const client = await clientOf(BEHIND, NO_SUCH_ORDER);

  expect(await findOrder(client, { clientId: "a" })).toBeUndefined();
});

test.each([
  ["never any", "broken off", "no answer"],
  ["always another time", BEHIND, "503 .*The archive is behind"],
  ["a failure", [500, { code: -1000 }], "500 .*-1000"],
] as const)("a question whose answer is %s fails with it", async (_, answer, words) => {
  const client = await clientOf(answer);

  await expect(findOrder(client, { orderId: 7 })).rejects.toThrow(
    new RegExp(`orderId=7 got ${words}`),
  );
});

const placement: Placement = {
  ...{ user: "u", clientId: "a", side: "BUY", price: "10", volume: "0.002" },
  told: undefined,
};

test.each([
  ["200 and it is missing", FOUND, [NO_SUCH_ORDER], "a was acknowledged and is missing"],
  ["503 and it exists", BEHIND, [FOUND], "a was refused and exists"],
  ["200 and it is another", FOUND, [[200, { ...ORDER, price: "11" }]], "a is not as asked"],
  ["200 and less is filled", FOUND, [[200, { ...ORDER, executedQty: "0" }]], "fill was taken back"],
] as const)("LOG-DUR-1 a client is told %s: the claim is broken", async (_, told, now, words) => {
  const claims = new Claims();
  claims.placements.push({ ...placement, told: { status: told[0], json: told[1], headers: {} } });
  const client = await clientOf(...now, ...HOLDS_NOTHING_MORE);

  await claims.check(new Map([["u", client]]));

  expect(claims.broken.join("\n")).toContain(words);
});

/** Open orders, account, ended orders, trades, open orders. */
const LOCKED = { balances: [{ asset: "USDT", locked: "0.01" }] };
const HOLDS_NOTHING_MORE: readonly Answer[] = [
  [200, [ORDER]],
  [200, LOCKED],
  [200, []],
  [200, []],
  [200, [ORDER]],
];

const SOUND: Holdings = {
  open: [ORDER],
  balances: LOCKED.balances,
  ended: [{ ...ORDER, orderId: 6, clientOrderId: "b", status: "FILLED" }],
  trades: [
    { id: 1, isMaker: true, orderId: 7, qty: "0.001" },
    { id: 1, isMaker: false, orderId: 6, qty: "0.001" },
  ],
};
const KNOWN = { clientIds: new Set(["a", "b"]), final: [6] };

test("what a user has and what he sent belong together", () => {
  expect(contradictionsIn(SOUND, KNOWN)).toEqual([]);
});

test.each([
  ["another lock", { balances: [{ asset: "USDT", locked: "0.02" }] }, "locked USDT is 0.02"],
  ["one done twice", { open: [ORDER, { ...ORDER, orderId: 8 }] }, "a was done as 7 and 8"],
  ["one of nobody", { open: [{ ...ORDER, clientOrderId: "c" }] }, "nobody sent the order c"],
  ["a lost trade", { trades: SOUND.trades.slice(0, 1) }, "order 6 lacks trades of its 0.001"],
  ["a trade twice", { trades: [...SOUND.trades, ...SOUND.trades] }, "4 trades one is listed twice"],
  ["an order twice", { ended: [...SOUND.ended, ...SOUND.ended] }, "2 orders one is listed twice"],
  ["a lost order", { ended: [] }, "order 6 is over and not among the 0 listed"],
])("HIST-ONCE-1 %s is a contradiction", (_, change, words) => {
  expect(contradictionsIn({ ...SOUND, ...change }, KNOWN).join("\n")).toContain(words);
});

test("a campaign that met too little says what", () => {
  const counts = { acknowledged: 100, refused: 0, lost: 2, lostButDone: 0, canceled: 40 };

  expect(unmetIn(counts, 10)).toEqual(["lostButDone was met 0 times, and 1 are wanted"]);
});
