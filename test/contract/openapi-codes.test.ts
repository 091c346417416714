/**
 * Codes in both directions. Every code that the document names for a route is provoked once; one that
 * nothing provokes fails, and so does one that is provoked and not in the document. Which headers come
 * with a refusal is held against the document, too.
 */
import { beforeAll, expect, test } from "vitest";
import { CODES, type CodeName } from "../../src/contract/codes.ts";
import { Views } from "../../src/core/views/views.ts";
import { RULE_HEADER } from "../../src/edge/http/fault.ts";
import type { Route } from "../../src/edge/http/route.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import type { Exchange } from "../../src/runtime/replica/submission.ts";
import { operationNamed, replyOf } from "../support/api-document.ts";
import { somePast } from "../views/past-candles.ts";
import { MONDAY_MS } from "../views/trade-tape.ts";
import { CALLS, nameOf, rewirableDesk } from "./calls.ts";
import { CONTRACT_REFUSALS } from "./contract-refusals.ts";
import { EDGE, FaultyDesk } from "./listener-refusals.ts";
import { PAIR_REFUSALS } from "./pair-refusals.ts";
import { UNLISTED } from "./unlisted-markets.ts";

const OWN = { ...UNLISTED, ...PAIR_REFUSALS, ...CONTRACT_REFUSALS };

/** `400 -1102`, by route. */
type Saying = `${number} ${number}`;

function codesIn(name: string): Saying[] {
  const operation = operationNamed(name) ?? expect.fail(name);
  const statuses = Object.keys(operation.responses).map(Number);
  return statuses.flatMap((status) => {
    const { schema } = replyOf(operation, status)?.content["application/json"] ?? expect.fail(name);
    const codes = status === 200 ? [] : (schema.properties?.["code"]?.enum ?? expect.fail(name));
    return codes.map((code): Saying => `${status} ${Number(code)}`);
  });
}

const EDGE_CASES = ROUTES.flatMap((route) =>
  EDGE.filter(({ kind }) => kind?.(route) ?? true).map((provocation) => ({ route, provocation })),
);

function provokedOn(route: Route): Saying[] {
  const edge = EDGE_CASES.filter((one) => one.route === route);
  const own = Object.keys(OWN[nameOf(route)] ?? {}) as CodeName[];
  return [
    ...edge.map(({ provocation: { name, status } }): Saying => `${status} ${CODES[name].code}`),
    ...own.map((name): Saying => `${CODES[name].status} ${CODES[name].code}`),
  ];
}

test.each(ROUTES.map((route) => [nameOf(route), route] as const))(
  "%s: what is in the document is provoked, and the other way round",
  (name, route) => {
    expect([...new Set(codesIn(name))].sort()).toEqual([...new Set(provokedOn(route))].sort());
  },
);

let faulty: FaultyDesk;

beforeAll(async () => {
  faulty = await FaultyDesk.open();
});

test.each(EDGE.map((provocation) => [provocation.status, provocation.name, provocation] as const))(
  "%i %s is the answer of every route of its kind",
  async (status, name, provocation) => {
    for (const route of ROUTES.filter((one) => provocation.kind?.(one) ?? true)) {
      const answer = await provocation.provoke(faulty, route);

      const place = `${nameOf(route)} ${JSON.stringify(answer.json)}`;
      expect({ status: answer.status, json: answer.json }, place).toMatchObject({
        status,
        json: { code: CODES[name].code },
      });
      const { headers } = replyOf(operationNamed(nameOf(route)), status) ?? expect.fail(place);
      // Which statuses a rule can strike with is held against the document in faults.test.ts.
      const expected = Object.keys(headers).filter((header) => header !== RULE_HEADER);
      expect(Object.keys(answer.headers).sort(), place).toEqual(expected.sort());
    }
  },
);

const OWN_CASES = Object.entries(OWN).flatMap(([name, lines]) =>
  Object.entries(lines).map(([code, provoke]) => [name, code as CodeName, provoke] as const),
);

test.each(OWN_CASES)("%s: %s", async (_, code, provoke) => {
  const answer = await provoke();

  expect({ status: answer.status, json: answer.json }).toMatchObject({
    status: CODES[code].status,
    json: { code: CODES[code].code },
  });
});

test("a path that is none is 404, a method that is none 405, with the headers of the document", async () => {
  const answers = [
    await faulty.http.send("GET", "/sapi/v1/none", ""),
    await faulty.http.send("DELETE", "/sapi/v1/order", ""),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 405]);
  for (const { status, headers } of answers) {
    const documented = replyOf(undefined, status) ?? expect.fail(`${status}`);
    expect(Object.keys(headers).sort()).toEqual(Object.keys(documented.headers).sort());
  }
});

/** What a route waits for, as it tells. */
function waitsFor(name: string) {
  return ROUTES.find((route) => nameOf(route) === name)?.waitsFor;
}

test.each([
  ["unavailable", 503],
  ["unknown", 504],
] as const)("an outcome that is %s: %i where a command is waited for", async (kind, status) => {
  const { desk, rewire } = await rewirableDesk();
  for (const [name, row] of Object.entries(CALLS)) {
    rewire(name, (call) => {
      const silent: Exchange = Object.create(call.exchange, {
        submit: { value: async () => ({ kind }) },
      });
      return { ...call, exchange: silent };
    });

    const answer = await row.call(desk);

    expect(answer?.status, name).toBe(waitsFor(name) === "command" ? status : 200);
  }
});

/** What asks for an order that is not open, where the row asks for one that is. */
const ENDED: Readonly<Record<string, string>> = {
  "GET /sapi/v1/orderList": "/sapi/v1/orderList?symbol=BTCUSDT&orderListId=999999",
  "GET /sapi/v1/order": "/sapi/v1/order?symbol=BTCUSDT&orderId=999999",
  "GET /sapi/v1/margin/order": "/sapi/v1/margin/order?symbol=BTCUSDT&orderId=999999",
  "GET /sapi/v1/klines": `/sapi/v1/klines?symbol=BTCUSDT&interval=1min&endTime=${MONDAY_MS}`,
  "GET /fapi/v1/klines": `/fapi/v1/klines?contractName=E-BTC-USDT&interval=1min&endTime=${MONDAY_MS}`,
};

/** SANDBOX-PAST-4: of markets with more candles than the views hold. */
function longViews(): Views {
  const views = new Views();
  for (const sort of ["pair", "contract"] as const) {
    views.fold({ type: "CandlesImported", sort, market: 1, candles: somePast(400) });
  }
  return views;
}

test("HIST-BOUND-1 an archive that is behind: 503 where it is waited for", async () => {
  const behind = async () => "behind" as const;
  const pages = { page: behind, order: behind, named: behind, entries: behind };
  const history = { ...pages, list: behind, namedList: behind, candles: behind, fundings: behind };
  const { desk, rewire } = await rewirableDesk();
  const views = longViews();
  for (const [name, row] of Object.entries(CALLS)) {
    rewire(name, (call) => {
      const exchange: Exchange = Object.create(call.exchange, { views: { value: views } });
      const asked = { ...call, history };
      return name.endsWith("klines") ? { ...asked, exchange } : asked;
    });

    const ended = ENDED[name];
    const answer = await (ended === undefined ? row.call(desk) : desk.maker.get(ended));

    expect(answer?.status, name).toBe(waitsFor(name) === "archive" ? 503 : 200);
  }
});
