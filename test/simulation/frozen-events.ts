/**
 * An event is a value: nothing in it belongs to the state, and nothing in it ever changes. Every event is
 * frozen when it happens, so that an engine which writes into one fails on the spot; later it is held
 * against what it said then, and against the objects that the state is made of.
 */
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import type { ExchangeState } from "../../src/core/engine/state.ts";
import { claim } from "./referee/claim.ts";

interface Kept {
  readonly event: ExchangeEvent;
  /** What it said when it happened. */
  readonly text: string;
}

export class FrozenEvents {
  private readonly kept: Kept[] = [];

  keep(event: ExchangeEvent): void {
    for (const part of partsOf(event)) if (!ArrayBuffer.isView(part)) Object.freeze(part);
    this.kept.push({ event, text: textOf(event) });
  }

  /** All events so far are as they were, and none has a part of the state in it. */
  check(state: ExchangeState): void {
    const owned = partsOf(state);
    const beside = state.orders.byId.sorted().flatMap(({ futures, instructions }) => {
      return [futures ?? [], instructions ?? []].flat();
    });
    const isWhole = [...state.catalogue.pairs, ...beside].every((part) => owned.has(part));
    claim(isWhole, "the objects of the state were found");
    for (const { event, text } of this.kept) {
      claim(textOf(event) === text, `an event has not changed: ${event.type}`);
      const isApart = [...partsOf(event)].every((part) => !owned.has(part));
      claim(isApart, `an event holds nothing of the state: ${event.type}`);
    }
  }
}

/** A value and every object in it, however deep. */
function partsOf(value: object): ReadonlySet<object> {
  const parts = new Set<object>();
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null || parts.has(next)) continue;
    parts.add(next);
    if (ArrayBuffer.isView(next)) continue;
    if (next instanceof Map) waiting.push(...next.keys(), ...next.values());
    else if (next instanceof Set) waiting.push(...next);
    else waiting.push(...Object.values(next));
  }
  return parts;
}

/** Every name and number of an event, part by part. */
function textOf(event: ExchangeEvent): string {
  return [...partsOf(event)].map((part) => Object.entries(part).join()).join("\n");
}
