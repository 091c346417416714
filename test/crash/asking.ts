/**
 * Queries about the present. One that got no answer is sent again: the connection broke, the
 * archive was behind (HIST-BOUND-1), or it came so late that its time window was over. That says
 * nothing of what it asked about; only -2013 says that an order does not exist. Any other answer is
 * a failure by itself, with its words.
 */
import type { HttpAnswer, SignedClient } from "../support/signed-client.ts";
import { AREAS, type AreaName, type OrderRow, rowOf } from "./checker/areas.ts";

const NO_SUCH_ORDER = -2013;
const OUTSIDE_OF_WINDOW = -1021;
/** The server lets a query wait for its archive for five seconds each time. */
const TRIES_MAX = 30;
const PAGE = 1_000;

/** The order, or undefined when the server says that there is none. */
export async function findOrder(
  client: SignedClient,
  area: AreaName,
  name: { readonly clientId: string } | { readonly orderId: number },
): Promise<OrderRow | undefined> {
  const { order, market, clientIdName } = AREAS[area];
  const by = "clientId" in name ? { [clientIdName]: name.clientId } : name;
  const { status, json } = await answerTo(client, `GET ${order}`, { ...market, ...by });
  return status === 200 ? rowOf(area === "futures" ? json[0] : json) : undefined;
}

type Parameters = Readonly<Record<string, string | number>>;

/** What a query, `METHOD PATH`, that always has an answer is answered. */
export async function ask(
  client: SignedClient,
  question: string,
  parameters: Parameters = {},
  // biome-ignore lint/suspicious/noExplicitAny: the server's own words.
): Promise<any> {
  const { status, json } = await answerTo(client, question, parameters);
  if (status !== 200) throw new Error(`${question} was answered ${status} ${JSON.stringify(json)}`);
  return json;
}

/** All pages of a history, lowest id first. The last id of a page is asked for again: it may be two. */
export async function readAll<Name extends string, Row extends Record<Name, number>>(
  client: SignedClient,
  question: string,
  { idName, ...market }: { readonly idName: Name } & Parameters,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let fromId = 1; ; ) {
    const page: Row[] = await ask(client, question, { ...market, limit: PAGE, fromId });
    while (rows.at(-1)?.[idName] === fromId) rows.pop();
    rows.push(...page.toReversed());
    if (page.length < PAGE) return rows;
    fromId = rows.at(-1)?.[idName] ?? 0;
  }
}

async function answerTo(
  client: SignedClient,
  question: string,
  parameters: Parameters,
): Promise<HttpAnswer> {
  const [method = "", path = ""] = question.split(" ");
  const texts = Object.entries(parameters).map(([name, value]) => [name, `${value}`] as const);
  const query = new URLSearchParams(Object.fromEntries(texts));
  const target = method === "GET" && query.size > 0 ? `${path}?${query}` : path;
  let last: HttpAnswer | undefined;
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    last = method === "GET" ? await client.get(target) : await client.post(path, parameters);
    if (last && (last.status === 200 || last.json.code === NO_SUCH_ORDER)) return last;
    if (last && !mayAskAgain(last)) break;
  }
  const words = last ? `${last.status} ${JSON.stringify(last.json)}` : "no answer";
  throw new Error(`${target} got ${words}, which says nothing of what was asked`);
}

function mayAskAgain({ status, json }: HttpAnswer): boolean {
  return status === 503 || json.code === OUTSIDE_OF_WINDOW;
}

/** A cancel of an order that is not there is answered after all that came before it. */
export async function awaitEarlierCommands(client: SignedClient): Promise<void> {
  const asked = { symbol: "BTCUSDT", newClientOrderId: "nobody" };
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const answer = await client.post("/sapi/v1/cancel", asked);
    if (answer?.json.code === NO_SUCH_ORDER) return;
  }
  throw new Error("nothing passes the sequencer any more");
}
