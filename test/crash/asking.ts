/**
 * Questions about the present. One that got no answer is asked again: the connection broke, the
 * archive was behind (HIST-BOUND-1), or it came so late that its time window was over. That says
 * nothing of what it asked about; only -2013 says that an order does not exist. Any other answer is
 * a failure by itself, with its words.
 */
import type { HttpAnswer, SignedClient } from "../support/signed-client.ts";

/** An order as a reply or a list has it. */
export interface OrderRow {
  readonly orderId: number;
  readonly clientOrderId: string;
  readonly side: string;
  readonly price: string;
  readonly origQty: string;
  readonly executedQty: string;
  readonly status: string;
}

const NO_SUCH_ORDER = -2013;
const OUTSIDE_OF_WINDOW = -1021;
/** The server lets a question wait for its archive for five seconds each time. */
const TRIES_MAX = 30;
const PAGE = 1_000;

/** The order, or undefined when the server says that there is none. */
export async function findOrder(
  client: SignedClient,
  name: { readonly clientId: string } | { readonly orderId: number },
): Promise<OrderRow | undefined> {
  const by = "clientId" in name ? `newClientOrderId=${name.clientId}` : `orderId=${name.orderId}`;
  const { status, json } = await answerTo(client, `/sapi/v1/order?symbol=BTCUSDT&${by}`);
  return status === 200 ? json : undefined;
}

/** What a question that always has an answer is answered. */
// biome-ignore lint/suspicious/noExplicitAny: the server's own words.
export async function ask(client: SignedClient, path: string): Promise<any> {
  const { status, json } = await answerTo(client, path);
  if (status !== 200) throw new Error(`${path} was answered ${status} ${JSON.stringify(json)}`);
  return json;
}

/** All pages of a history, lowest id first. The last id of a page is asked for again: it may be two. */
export async function readAll<Name extends string, Row extends Record<Name, number>>(
  client: SignedClient,
  path: string,
  idName: Name,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let fromId = 1; ; ) {
    const page: Row[] = await ask(client, `${path}?symbol=BTCUSDT&limit=${PAGE}&fromId=${fromId}`);
    while (rows.at(-1)?.[idName] === fromId) rows.pop();
    rows.push(...page.toReversed());
    if (page.length < PAGE) return rows;
    fromId = rows.at(-1)?.[idName] ?? 0;
  }
}

async function answerTo(client: SignedClient, path: string): Promise<HttpAnswer> {
  let last: HttpAnswer | undefined;
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    last = await client.get(path);
    if (last && (last.status === 200 || last.json.code === NO_SUCH_ORDER)) return last;
    if (last && !mayAskAgain(last)) break;
  }
  const words = last ? `${last.status} ${JSON.stringify(last.json)}` : "no answer";
  throw new Error(`${path} got ${words}, which says nothing of what was asked`);
}

function mayAskAgain({ status, json }: HttpAnswer): boolean {
  return status === 503 || json.code === OUTSIDE_OF_WINDOW;
}
