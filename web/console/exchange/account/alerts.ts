/**
 * What the user must not miss: a liquidation, a deleveraging, a margin call. An alert stays until it is
 * dismissed, in every tab of this browser and over a reload; one that was dismissed does not come back
 * when a history tells it again. Of what happened more than a day ago the feed tells, and no alert.
 */
import { keep, readKept } from "../../parts/kept.ts";
import type { AccountAlert, MarginLevel } from "../exchange.ts";
import { LiveValue } from "../live.ts";
import { alertOfMargin, isGrave } from "./alert-words.ts";
import { alertsIn, idsIn } from "./kept-alerts.ts";

export const ALERTS_MAX = 20;
export const DISMISSED_MAX = 200;
const FRESH_MS = 24 * 60 * 60_000;

export class Alerts {
  readonly entries = new LiveValue<readonly AccountAlert[]>([]);
  readonly #now: () => number;
  #owner: string | undefined;
  #dismissed: readonly string[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The alerts of one user; the beginning of the key tells users apart. */
  open(apiKey: string): void {
    this.#owner = apiKey.slice(0, 8);
    this.read();
  }

  /** Nothing of the user stays but the numbers of what was dismissed. */
  close(): void {
    if (this.#owner !== undefined) {
      keep(this.#name("alerts"), undefined);
      keep(this.#name("margin-state"), undefined);
    }
    this.leave();
  }

  /** The page shows no alerts any more; the browser keeps those it has. */
  leave(): void {
    this.#owner = undefined;
    this.#dismissed = [];
    this.entries.set([]);
  }

  /** What the browser keeps, which another tab may have changed. */
  read(): void {
    if (this.#owner === undefined) return;
    this.#dismissed = idsIn(readKept(this.#name("dismissed")) ?? "").slice(0, DISMISSED_MAX);
    const kept = alertsIn(readKept(this.#name("alerts")) ?? "");
    this.entries.set(kept.filter(({ id }) => !this.#dismissed.includes(id)).slice(0, ALERTS_MAX));
  }

  /** One that is known gets the lines that are new. */
  raise(alert: AccountAlert): void {
    if (this.#owner === undefined || this.#dismissed.includes(alert.id)) return;
    if (alert.time < this.#now() - FRESH_MS) return;
    const { value } = this.entries;
    const known = value.find(({ id }) => id === alert.id);
    const lines = [...new Set([...alert.lines, ...(known?.lines ?? [])])];
    if (known && lines.length === known.lines.length) return;
    const others = value.filter(({ id }) => id !== alert.id);
    const all = [{ ...alert, lines }, ...others].sort((a, b) => b.time - a.time);
    this.#set(all.slice(0, ALERTS_MAX));
  }

  dismiss(id: string): void {
    this.#dismissed = [id, ...this.#dismissed.filter((one) => one !== id)].slice(0, DISMISSED_MAX);
    keep(this.#name("dismissed"), JSON.stringify(this.#dismissed));
    this.#set(this.entries.value.filter((alert) => alert.id !== id));
  }

  /** Each time that the account gets into a grave state is one alert, however often it is told. */
  takeMargin(level: MarginLevel): void {
    if (this.#owner === undefined) return;
    const before = readKept(this.#name("margin-state"));
    const state = isGrave(level) ? level.state : undefined;
    if (before === state) return;
    keep(this.#name("margin-state"), state);
    if (state !== undefined) this.raise(alertOfMargin(level, this.#now()));
  }

  #set(entries: readonly AccountAlert[]): void {
    this.entries.set(entries);
    keep(this.#name("alerts"), entries.length === 0 ? undefined : JSON.stringify(entries));
  }

  #name(what: string): string {
    return `${what}.${this.#owner ?? ""}`;
  }
}
