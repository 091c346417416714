/**
 * The judge itself: a reply with a field too many, a field too few, or a number where a text belongs, is found, in each
 * family of the API and by each way on which a test gets replies.
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { WebSocketServer } from "ws";
import type { Route } from "../../src/edge/http/route.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { CallDesk } from "../support/call-desk.ts";
import { HttpDesk } from "../support/http-client.ts";
import { problemsDuring } from "../support/judge-reply.ts";
import { judgedFetch } from "../support/judged-fetch.ts";
import { JudgedSocket } from "../support/judged-socket.ts";
import { OperatorDesk } from "../support/operator-desk.ts";
import { askProcess, ORDER, openListeningDesk } from "../support/raw-http.ts";
import { SignedClient } from "../support/signed-client.ts";

type Fields = Readonly<Record<string, unknown>>;
type Spoil = (fields: Fields) => Fields;

/** What can be wrong with the fields of a reply, and how the judge puts it. */
const PLANTS: readonly [what: string, spoil: Spoil, words: RegExp][] = [
  ["a field too many", (fields) => ({ ...fields, surplus: 1 }), /surplus/],
  ["a field too few", withoutFirst, /must have required property/],
  ["a number for a text, or a text for a number", withOther, /must be (?:string|number|integer)/],
];

function withoutFirst(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).slice(1));
}

function withOther(fields: Fields): Fields {
  const isPlain = (value: unknown) => typeof value === "string" || typeof value === "number";
  const [name = "", value] = Object.entries(fields).find(([, found]) => isPlain(found)) ?? [];
  return { ...fields, [name]: typeof value === "string" ? 1 : `${value}` };
}

/** In the innermost object that comes first. */
function spoiltIn(value: unknown, spoil: Spoil): unknown {
  if (Array.isArray(value)) return [spoiltIn(value[0], spoil), ...value.slice(1)];
  const fields = value as Fields;
  const [name, list] = Object.entries(fields).find(([, found]) => Array.isArray(found)) ?? [];
  if (name === undefined) return spoil(fields);
  return (list as unknown[]).length === 0
    ? spoil(fields)
    : { ...fields, [name]: spoiltIn(list, spoil) };
}

/** The routes of the service, of which one writes something else. */
function spoiltRoutes(path: string, spoil: Spoil): Route[] {
  return ROUTES.map((route) => {
    if (route.path !== path) return route;
    const answer = async (call: never) =>
      JSON.stringify(spoiltIn(JSON.parse(await route.answer(call)), spoil));
    return { ...route, answer } as Route;
  });
}

const MOVE = { coinSymbol: "USDT", amount: "1", fromAccount: "EXCHANGE", toAccount: "FUTURE" };
/** One request of each family; without a body it is a GET. */
const FAMILIES: readonly [family: string, target: string, body?: object][] = [
  ["spot", "/sapi/v1/order", ORDER],
  ["margin", "/sapi/v1/margin/account"],
  ["futures", "/fapi/v1/account"],
  ["wallet", "/sapi/v1/asset/transfer", MOVE],
  ["market data", "/sapi/v1/ticker?symbol=BTCUSDT"],
];
const ROWS = FAMILIES.flatMap((family) =>
  PLANTS.map(([what, spoil, words]) => [family[0], what, { family, spoil, words }] as const),
);

test.each(ROWS)(
  "%s with %s is found",
  async (_, __, { family: [, target, body], spoil, words }) => {
    const [path = ""] = target.split("?");
    const desk = await HttpDesk.open({ routes: spoiltRoutes(path, spoil) });

    const problems = await problemsDuring(() =>
      body ? desk.post(target, body) : desk.get(target),
    );

    expect(problems).toEqual([expect.stringMatching(words)]);
  },
);

test.each(PLANTS)("operator with %s is found", async (_, spoil, words) => {
  const { status, json } = await new OperatorDesk().get("/audit");
  const text = JSON.stringify(spoil(json));
  const desk = new OperatorDesk({ audit: async () => ({ ok: true, text }) });

  const problems = await problemsDuring(() => desk.get("/audit"));

  expect(status).toBe(200);
  expect(problems).toEqual([expect.stringMatching(words)]);
});

test("a status that the document does not have is found", async () => {
  const desk = await HttpDesk.open({ routes: [] });

  const problems = await problemsDuring(() => desk.get("/sapi/v1/ping"));

  expect(problems).toEqual([expect.stringMatching(/404 .*the document has no such status/)]);
});

const SURPLUS: Spoil = (fields) => ({ ...fields, surplus: 1 });
const TARGET = "/sapi/v1/ticker?symbol=BTCUSDT";
const FOUND = expect.stringMatching(/surplus/);

/** By the API, and by the client, which could not ask it in another process. */
test.each<[client: string, ask: (port: number) => Promise<unknown>]>([
  ["judgedFetch", (port) => judgedFetch(`http://127.0.0.1:${port}${TARGET}`)],
  ["askProcess", (port) => askProcess(port, { method: "GET", target: TARGET, headers: {} })],
  ["SignedClient", askSigned],
])("%s finds what a server answers", async (_, ask) => {
  const { port } = await openListeningDesk({ routes: spoiltRoutes("/sapi/v1/ticker", SURPLUS) });

  expect(await problemsDuring(() => ask(port))).toEqual([FOUND, FOUND]);
});

async function askSigned(port: number): Promise<void> {
  const client = new SignedClient(port, { apiKey: "a", secret: "b" });
  await client.get(TARGET);
  client.close();
}

test("STREAM-ORDER-1 what is called over a stream is judged, too", async () => {
  const routes = spoiltRoutes("/sapi/v1/order", SURPLUS);
  const client = new CallDesk(await HttpDesk.open({ routes })).client();

  expect(await problemsDuring(() => client.call("/sapi/v1/order", ORDER))).toEqual([FOUND]);
});

test("STREAM-ORDER-1 a JudgedSocket finds what a server replies to a call", async () => {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => server.close());
  const told = { status: 200, requestId: "1", headers: {}, body: { surplus: 1 } };
  const reply = { type: "reply", ...told, id: 1 };
  server.on("connection", (socket) =>
    socket.on("message", () => socket.send(JSON.stringify(reply))),
  );
  await once(server, "listening");
  const socket = new JudgedSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await once(socket, "open");

  const problems = await problemsDuring(async () => {
    socket.send(JSON.stringify({ op: "call", id: 1, path: "/sapi/v1/cancel", body: {} }));
    await once(socket, "message");
  });
  socket.close();

  expect(problems).toEqual([FOUND]);
});
