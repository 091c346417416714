/**
 * Time and chance of a simulated cluster, and the processes in it. Everything that happens is an event at a time; events of
 * one time come in the order in which they were set. A process that stands still gets its events when it goes on; one
 * that was killed gets none.
 */
import { Dice } from "../dice.ts";

interface Due {
  readonly atMs: number;
  readonly order: number;
  readonly ring: () => void;
  isOff: boolean;
}

export class World {
  readonly dice: Dice;
  nowMs = 0;
  /** A heap: the next is first. */
  readonly #due: Due[] = [];
  #order = 0;
  readonly #count: (what: string) => void;
  /** What broke a promise. */
  readonly problems: string[] = [];

  constructor(seed: number, count: (what: string) => void) {
    this.dice = new Dice(seed);
    this.#count = count;
  }

  count(what: string): void {
    this.#count(what);
  }

  /** For who looks at one seed: what happened when. */
  onTold: ((line: string) => void) | undefined;

  tell(sentence: string): void {
    this.onTold?.(`${this.nowMs} ${sentence}`);
  }

  fail(sentence: string): void {
    this.tell(`FAILED ${sentence}`);
    this.problems.push(`at ${this.nowMs} ms: ${sentence}`);
  }

  readonly timer = (delayMs: number, ring: () => void): (() => void) => {
    const due: Due = { atMs: this.nowMs + delayMs, order: this.#order++, ring, isOff: false };
    this.#push(due);
    return () => {
      due.isOff = true;
    };
  };

  /** Lets so much time pass; ends early when a promise is broken. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms;
    for (let next = this.#due[0]; next && next.atMs <= untilMs; next = this.#due[0]) {
      this.#pop();
      if (next.isOff) continue;
      this.nowMs = next.atMs;
      next.ring();
      await turn();
      if (this.problems.length > 0) return;
    }
    this.nowMs = untilMs;
    await turn();
  }

  /** Passes time until something holds; whether it did in time. */
  async passUntil(holds: () => boolean, patienceMs: number): Promise<boolean> {
    const untilMs = this.nowMs + patienceMs;
    while (!holds() && this.nowMs < untilMs && this.problems.length === 0) await this.pass(STEP_MS);
    return holds();
  }

  #push(due: Due): void {
    const heap = this.#due;
    let at = heap.push(due) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(due, heap[above] as Due)) break;
      heap[at] = heap[above] as Due;
      at = above;
    }
    heap[at] = due;
  }

  #pop(): void {
    const heap = this.#due;
    const last = heap.pop() as Due;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1] as Due, heap[below] as Due)) below++;
      if (!isBefore(heap[below] as Due, last)) break;
      heap[at] = heap[below] as Due;
      at = below;
    }
    heap[at] = last;
  }
}

const STEP_MS = 50;

function isBefore(one: Due, other: Due): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}

/** Every promise that can go on goes on. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

interface Held {
  readonly kind: "timer" | "arrival";
  readonly run: () => void;
}

export class SimulatedProcess {
  readonly #world: World;
  isAlive = true;
  isPaused = false;
  /** What has come and is not run yet: all that comes meanwhile comes behind it. */
  #held: Held[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  readonly timer = (delayMs: number, ring: () => void): (() => void) => {
    let isOff = false;
    const run = () => {
      if (!isOff) ring();
    };
    const callOff = this.#world.timer(delayMs, () => this.#give({ kind: "timer", run }));
    return () => {
      isOff = true;
      callOff();
    };
  };

  /** Something comes to it from outside. */
  receive(run: () => void): void {
    this.#give({ kind: "arrival", run });
  }

  #give(held: Held): void {
    if (!this.isAlive) return;
    if (this.isPaused || this.#held.length > 0) this.#held.push(held);
    else held.run();
  }

  /** Nothing of it is run any more, as by SIGSTOP; its clock goes on. */
  pause(): void {
    this.isPaused = true;
  }

  /** All that has come meanwhile is there at once: timers and arrivals, the one before the other or mixed. */
  resume(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    const first = this.#world.dice.pick(["timer", "arrival", "neither"] as const);
    const isFirst = ({ kind }: Held) => first === "neither" || kind === first;
    const held = this.#held;
    this.#held = [...held.filter(isFirst), ...held.filter((one) => !isFirst(one))];
    this.#drain();
  }

  #drain(): void {
    this.#world.timer(0, () => {
      const [next] = this.#held;
      if (!next || this.isPaused) return;
      next.run();
      this.#held.shift();
      this.#drain();
    });
  }

  /** Its memory is gone. */
  kill(): void {
    this.isAlive = false;
    this.#held = [];
  }
}
