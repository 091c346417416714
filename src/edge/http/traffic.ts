/** What an API tells about each reply it gives: for counters and for the program's log. */
import type { Refusal } from "../../contract/refusal.ts";
import type { RequestHead } from "./request.ts";
import type { Route } from "./route.ts";

export interface AnsweredRequest {
  /** Undefined when no route was found, or none was looked for. */
  readonly route: Route | undefined;
  readonly request: number;
  readonly status: number;
  /** The code of a refusal; 0 for a success. */
  readonly code: number;
  /** The refusal. Its full message is made when it is asked for, which costs something. */
  readonly refusal?: Refusal | undefined;
  /** Undefined where no head could be read. */
  readonly head?: RequestHead | undefined;
  /** 0 where the request was not signed in. */
  readonly user?: number;
  /** When it came, by `clock`; 0 where there is no clock. */
  readonly arrivedMs?: number;
}

export interface Traffic {
  note(answered: AnsweredRequest): void;
  /** In ms, from any beginning. Only where the duration of a reply is measured. */
  readonly clock?: (() => number) | undefined;
}

/** A listener that tells all of these. */
export function joinTraffic(listeners: readonly Traffic[]): Traffic {
  const timed = listeners.find(({ clock }) => clock !== undefined);
  return {
    note(answered) {
      for (const listener of listeners) listener.note(answered);
    },
    clock: timed && (() => timed.clock?.() ?? 0),
  };
}
