/** Every endpoint with a call that it answers, and a desk without a port at which all of them work. */
import type { Call, SignedCall } from "../../src/edge/http/dialect/endpoint.ts";
import type { Route } from "../../src/edge/http/route.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { HttpDesk } from "../support/http-client.ts";
import { FUTURES_CALLS, FUTURES_MARKET_CALLS, openFutures } from "./futures-calls.ts";
import { MARGIN_CALLS } from "./margin-calls.ts";
import { MARKET_CALLS, type Row, SPOT_CALLS } from "./spot-calls.ts";
import { SpotDesk } from "./spot-desk.ts";

export const OPEN_CALLS: Readonly<Record<string, Row>> = {
  ...MARKET_CALLS,
  ...FUTURES_MARKET_CALLS,
};
export const SIGNED_CALLS: Readonly<Record<string, Row>> = {
  ...SPOT_CALLS,
  ...MARGIN_CALLS,
  ...FUTURES_CALLS,
};
export const CALLS: Readonly<Record<string, Row>> = { ...OPEN_CALLS, ...SIGNED_CALLS };

export function nameOf({ method, path }: Pick<Route, "method" | "path">): string {
  return `${method} ${path}`;
}

/** The demo after trades in all three areas, so that every list has entries. */
export async function busyDesk(): Promise<SpotDesk> {
  return openBusy(await HttpDesk.open());
}

export async function openBusy(http: HttpDesk): Promise<SpotDesk> {
  const desk = SpotDesk.inProcess(http);
  await desk.open();
  await openFutures(desk);
  tickHours(http, HOURS_TO_FUNDING);
  return desk;
}

const HOUR_MS = 3_600_000;
/** The desk's clock begins at 22:13; contracts are funded at 00:00. */
const HOURS_TO_FUNDING = 2;

/** Full hours, one by one, each at its time. */
export function tickHours(http: HttpDesk, count: number): void {
  const { exchange } = http;
  for (let hour = 0; hour < count; hour++) {
    const hourMs = exchange.state.hourMs + HOUR_MS;
    exchange.nowMs = Math.max(exchange.nowMs, hourMs);
    http.must({ type: "HourTick", hourMs });
  }
}

type Change = <C extends Call>(call: C) => C;

/** The same route, whose calls are changed before it sees them. */
function rewired(route: Route, change: Change): Route {
  if (route.security === "NONE") {
    return { ...route, answer: (call: Call) => route.answer(change(call)) };
  }
  return { ...route, answer: (call: SignedCall) => route.answer(change(call)) };
}

/** A busy desk at which the calls of one route at a time are changed. */
export async function rewirableDesk() {
  let changed = "";
  let change: Change = (call) => call;
  const routes = ROUTES.map((route) =>
    rewired(route, (call) => (nameOf(route) === changed ? change(call) : call)),
  );
  const http = await HttpDesk.open({ routes });
  const desk = await openBusy(http);
  return {
    http,
    desk,
    rewire(name: string, next: Change): void {
      changed = name;
      change = next;
    },
  };
}
