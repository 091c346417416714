/**
 * Requests by route, HTTP status and code. Every combination has its slot in one array, made at the
 * start from the route table and the table of codes; so a reply costs one look-up of its route, and
 * no client can make the table grow. What has no route is one row, whatever its path was.
 */
import { CODES } from "../../contract/codes.ts";
import type { Route } from "../http/route.ts";
import type { AnsweredRequest, Traffic } from "../http/traffic.ts";
import type { Metric, Sample } from "./metric.ts";

/** All that the public listener answers with; a test holds them against its source. */
export const STATUSES = [
  ...[200, 400, 401, 404, 405, 408, 413, 415, 417, 418, 429, 431, 500, 503, 504],
];
const OTHER = "other";
const STATUS_MAX = 599;
/** Codes are this far below zero at most. */
const CODE_DEPTH_MAX = 9_999;

type Counted = Pick<Route, "method" | "path">;

/** A table from small whole numbers to slots; what is in no list has the slot behind the last. */
class Slots {
  readonly #names: readonly string[];
  readonly #bySize: Uint16Array;

  constructor(numbers: readonly number[], sizeMax: number) {
    this.#names = [...numbers.map(String), OTHER];
    this.#bySize = new Uint16Array(sizeMax + 1).fill(numbers.length);
    for (const [slot, number] of numbers.entries()) this.#bySize[Math.abs(number)] = slot;
  }

  get count(): number {
    return this.#names.length;
  }

  of(number: number): number {
    return this.#bySize[Math.abs(number)] ?? this.count - 1;
  }

  nameOf(slot: number): string {
    return this.#names[slot] ?? OTHER;
  }
}

export class RequestCounts implements Traffic {
  readonly #routes: readonly Counted[];
  /** By route; what has none comes behind the last. */
  readonly #rows = new Map<Counted, number>();
  readonly #statuses = new Slots(STATUSES, STATUS_MAX);
  readonly #codes = new Slots(codesOf(), CODE_DEPTH_MAX);
  readonly #rowLength = this.#statuses.count * this.#codes.count;
  readonly #counts: Float64Array;

  constructor(routes: readonly Counted[]) {
    this.#routes = routes;
    for (const [row, route] of routes.entries()) this.#rows.set(route, row);
    this.#counts = new Float64Array((routes.length + 1) * this.#rowLength);
  }

  note({ route, status, code }: AnsweredRequest): void {
    const slot = this.#slotOf(route, status, code);
    this.#counts[slot] = (this.#counts[slot] as number) + 1;
  }

  #slotOf(route: Counted | undefined, status: number, code: number): number {
    const row = (route && this.#rows.get(route)) ?? this.#routes.length;
    const column = this.#statuses.of(status) * this.#codes.count + this.#codes.of(code);
    return row * this.#rowLength + column;
  }

  metric(): Metric {
    const help = "Requests answered by the public listener.";
    return { name: "bourse_requests_total", help, type: "counter", read: () => this.#samples() };
  }

  /** Combinations that never happened are left out, except the success of each route: a rate needs its zero. */
  #samples(): readonly Sample[] {
    const samples: Sample[] = [];
    this.#counts.forEach((value, slot) => {
      const isYes = slot % this.#rowLength === YES;
      if (value > 0 || isYes) samples.push({ value, labels: this.#labelsOf(slot) });
    });
    return samples;
  }

  #labelsOf(slot: number): Readonly<Record<string, string>> {
    const { method, path } = this.#routes[Math.floor(slot / this.#rowLength)] ?? NO_ROUTE;
    const column = slot % this.#rowLength;
    const status = this.#statuses.nameOf(Math.floor(column / this.#codes.count));
    return { method, path, status, code: this.#codes.nameOf(column % this.#codes.count) };
  }
}

/** Pages, paths that do not exist, and requests that were refused before their path was looked at. */
const NO_ROUTE = { method: "", path: "none" };
/** The column of status 200 and code 0: both are the first of their lists. */
const YES = 0;

function codesOf(): readonly number[] {
  return [0, ...new Set(Object.values(CODES).map(({ code }) => code))];
}
