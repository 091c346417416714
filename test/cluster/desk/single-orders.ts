/** Orders that a test sends one by one, beside or without traffic; the checker knows of them as of all others. */
import { AREAS, bodyOf } from "../../crash/checker/areas.ts";
import type { Placement, Told } from "../../crash/checker/order-claims.ts";
import { untilSeen } from "../../support/until.ts";
import type { FailureDesk } from "./failure-desk.ts";

const TERMS = { area: "spot", side: "BUY", volume: "0.001" } as const;
/** One that the traffic leaves alone. */
const USER = "holder";
/** Far enough from the market to rest, and near enough to be taken. */
const AWAY = 0.95;
const SOON_MS = 1_000;

export interface SentOrder {
  readonly clientId: string;
  /** Undefined until there is an answer, also if that is that the connection broke. */
  readonly answer: () => Told | "none";
  readonly answered: Promise<Told>;
}

/** Sends an order to a node and waits for nothing. */
export function sendOrder(desk: FailureDesk, node: number, clientId: string): SentOrder {
  const price = `${Math.round(desk.indexPrice * AWAY)}`;
  const placement: Placement = { user: USER, clientId, ...TERMS, price, told: undefined };
  desk.claims.placements.push(placement);
  const client = desk.clientAt(node, USER);
  let answer: Told | "none" = "none";
  const answered = client.post(AREAS.spot.order, bodyOf(placement, clientId)).then((told) => {
    answer = told;
    desk.claims.answer(placement, told);
    client.close();
    return told;
  });
  return { clientId, answer: () => answer, answered };
}

/** What a node says of an order: its status, or 0 where it gives no answer soon. */
export async function statusOf(desk: FailureDesk, node: number, clientId: string): Promise<number> {
  const client = desk.clientAt(node, USER);
  client.patienceMs = SOON_MS;
  const { order, market, clientIdName } = AREAS.spot;
  const query = new URLSearchParams({ ...market, [clientIdName]: clientId });
  const told = await client.get(`${order}?${query}`);
  client.close();
  return told?.status ?? 0;
}

/** The same of a node that answers in its own time. */
export function statusAt(desk: FailureDesk, node: number, clientId: string): Promise<number> {
  return untilSeen(`node ${node} says what ${clientId} is`, async () => {
    return (await statusOf(desk, node, clientId)) || undefined;
  });
}
