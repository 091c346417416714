/**
 * Where a blow falls: the server under load, and what a blow may draw and note. What a blow is for, it brings about
 * and waits for; the times that it draws only say where within that it falls.
 */
import type { ServerProcess } from "../../support/server-process.ts";
import type { Claims } from "../claims.ts";
import type { IndexMover } from "../load/index-mover.ts";
import type { Operator } from "../load/operator.ts";
import type { Scene } from "../load/requests.ts";

/** How long things take here, as far as was seen: a blow falls somewhere in that time. */
export interface Usual {
  startMs: number;
  loadMs: number;
}

export interface Load {
  /** After so many acknowledged requests. */
  readonly strikesAt: number;
  /** So many more are acknowledged; then the workers rest, whether it is over or not. */
  readonly more: number | "until it is over";
  readonly strike: (scene: Scene) => Promise<unknown>;
}

export interface Stage {
  readonly directory: string;
  readonly round: number;
  /** The blows are the seed's, however many numbers the workers draw meanwhile. */
  readonly plan: () => number;
  readonly claims: Claims;
  readonly index: IndexMover;
  readonly usual: Usual;
  readonly server: ServerProcess;
  operator(): Operator;
  /** Errands are done, workers send without a pause, and the blow comes in the middle of it. */
  underLoad(load: Load): Promise<void>;
  /** The same with neither errands nor workers. */
  withScene<T>(work: (scene: Scene) => Promise<T>): Promise<T>;
  /** Verifies the directory of a server that is gone. */
  verify(): Promise<void>;
  /** kill -9 of the core, behind replies that nobody hears; what is done first, is done while they are held back. */
  killUnheard(scene: Scene, first?: () => Promise<unknown>): Promise<void>;
  /** Has commands answered that come after all that was sent (docs/api.md, "After a 504"). */
  settle(): Promise<void>;
}

/** What is to be done when a server runs again, before anything is checked. */
export type Afterwards = (() => Promise<void>) | undefined;

/** Requests before a blow. */
export function drawStrikesAt(plan: () => number): number {
  return 15 + Math.floor(plan() * 50);
}
