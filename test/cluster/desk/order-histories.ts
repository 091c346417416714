/**
 * What clients saw of each order and when they asked, held against one order of events. An order only goes on: it is placed, more
 * of it is traded, it ends. So a history is linearizable if and only if nobody who asks after another was answered is shown less
 * than that one, and whatever was shown as the end stays. One clock measures all: the test's own.
 */
export interface Shown {
  readonly isPlaced: boolean;
  /** In the smallest steps. */
  readonly executed: bigint;
  /** FILLED, CANCELED or REJECTED, when it is over. */
  readonly end: string | undefined;
}

export const ABSENT: Shown = { isPlaced: false, executed: 0n, end: undefined };

/** One answer: what it showed was so at some time between the two. */
export interface Seen {
  readonly askedMs: number;
  readonly answeredMs: number;
  readonly shown: Shown;
  /** Who was asked, and what. */
  readonly what: string;
}

export class OrderHistories {
  readonly #seen = new Map<string, Seen[]>();
  count = 0;

  note(order: string, seen: Seen): void {
    const all = this.#seen.get(order) ?? [];
    this.#seen.set(order, all);
    all.push(seen);
    this.count++;
  }

  /** Every sentence that should be true and is not; what comes next is looked at anew. */
  takeProblems(): string[] {
    const problems = [...this.#seen].flatMap(([order, seen]) => problemsOf(order, seen));
    this.#seen.clear();
    return problems;
  }
}

/** In the order in which they were asked, each held against the furthest that was answered before. */
function problemsOf(order: string, seen: readonly Seen[]): string[] {
  const answers = seen.toSorted((one, other) => one.answeredMs - other.answeredMs);
  const problems: string[] = [];
  let furthest: Seen | undefined;
  let next = 0;
  for (const one of seen.toSorted((first, second) => first.askedMs - second.askedMs)) {
    for (let answer = answers[next]; answer && answer.answeredMs < one.askedMs; ) {
      if (!furthest || isBehind(furthest.shown, answer.shown)) furthest = answer;
      answer = answers[++next];
    }
    if (furthest && isBehind(one.shown, furthest.shown)) {
      problems.push(
        `order ${order} went back: ${one.what} showed ${say(one.shown)}, and ${furthest.what} had shown ${say(furthest.shown)} before`,
      );
    }
  }
  return problems;
}

/** Whether something shows less than another, or another end. */
export function isBehind(one: Shown, other: Shown): boolean {
  if (one.isPlaced !== other.isPlaced) return other.isPlaced;
  if (other.end !== undefined) return one.end !== other.end || one.executed !== other.executed;
  return one.executed < other.executed;
}

function say({ isPlaced, executed, end }: Shown): string {
  return isPlaced ? `${end ?? "open"} with ${executed} traded` : "nothing";
}
