/** What the edge tells about each reply it gives: for counters and for the program's log. */
import type { Route } from "./route.ts";

export interface Answered {
  /** Undefined when no route was found, or none was looked for. */
  readonly route: Route | undefined;
  readonly request: number;
  readonly status: number;
  /** The code of a refusal; 0 for a yes. */
  readonly code: number;
  /** What the refusal says, with all that a sandbox would add. */
  readonly message?: string | undefined;
}

export interface Traffic {
  note(answered: Answered): void;
}
