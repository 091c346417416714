/**
 * Keeps the countdowns beside the engine's: which are set, when each is due, how many there may be, and that the
 * exchange does nothing else while one is due. Rules SPOT-COUNT-1 to SPOT-COUNT-3, CORE-BOUND-1.
 */
import type { Command } from "../../../src/core/engine/codec.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import type { Tally } from "../tally.ts";
import { claim } from "./claim.ts";

/** What the clock sends may come before a countdown that is due. */
const OF_THE_CLOCK: ReadonlySet<Command["type"]> = new Set([
  "HourTick",
  "SecondTick",
  "EndCountdown",
]);

const ENDED_EARLY = "tick_not_due";
const FULL = "too_many_countdowns";

export class CountdownWatch {
  private readonly state: ExchangeState;
  private readonly tally: Tally;
  private readonly dueMs = new Map<string, number>();

  constructor(state: ExchangeState, tally: Tally) {
    this.state = state;
    this.tally = tally;
  }

  /** SPOT-COUNT-3: the end of a countdown comes first. */
  begin({ type }: Command, timeMs: number): void {
    if (OF_THE_CLOCK.has(type)) return;
    for (const [owner, dueMs] of this.dueMs) {
      claim(dueMs > timeMs, `SPOT-COUNT-3 the countdown of ${owner} is ended first`);
    }
  }

  /** After the command; `reason` is that of a refusal. */
  see(command: Command, timeMs: number, reason: string | undefined): void {
    if (command.type === "EndCountdown")
      this.seeEnd(`${command.user} ${command.pair}`, timeMs, reason);
    if (command.type === "SetCountdown") {
      const { user, pair, afterMs } = command;
      this.seeSet(`${user} ${pair}`, { afterMs, timeMs }, reason);
    }
    const isSame = this.state.countdowns.byTime.length === this.dueMs.size;
    claim(isSame, `SPOT-COUNT-2 there are ${this.dueMs.size} countdowns`);
  }

  private seeEnd(owner: string, timeMs: number, reason: string | undefined): void {
    const dueMs = this.dueMs.get(owner);
    const isDue = dueMs !== undefined && dueMs <= timeMs;
    claim(isDue === (reason === undefined), `SPOT-COUNT-3 the countdown of ${owner} is due or not`);
    claim(
      isDue || reason === ENDED_EARLY,
      `SPOT-COUNT-3 what is not due is refused, not ${reason}`,
    );
    if (isDue) this.dueMs.delete(owner);
  }

  private seeSet(
    owner: string,
    { afterMs, timeMs }: { readonly afterMs: number; readonly timeMs: number },
    reason: string | undefined,
  ): void {
    const isKnown = this.dueMs.has(owner);
    const isFull = this.dueMs.size >= this.state.countdowns.countMax;
    claim(reason !== FULL || (isFull && !isKnown), "CORE-BOUND-1 a countdown is one too many");
    if (reason !== undefined) return;
    const isWithin = afterMs === 0 || (afterMs >= 1_000 && afterMs <= 86_400_000);
    claim(isWithin, `SPOT-COUNT-1 a countdown of ${afterMs} ms`);
    claim(afterMs === 0 || isKnown || !isFull, "CORE-BOUND-1 there is room for a countdown");
    if (afterMs === 0) this.dueMs.delete(owner);
    else this.dueMs.set(owner, timeMs + afterMs);
    if (isKnown)
      this.tally.count(afterMs === 0 ? "countdown ended by its user" : "countdown renewed");
  }
}
