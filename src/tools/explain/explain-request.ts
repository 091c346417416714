/**
 * What became of a request: its commands are found by reading, then replayed from the nearest start
 * before them, and looked at from both sides. Rules EXPLAIN-FIND-1, EXPLAIN-VERDICT-1,
 * EXPLAIN-LOG-1.
 */
import type { ExchangeState } from "../../core/engine/state.ts";
import { requestIdOf } from "../../edge/http/request.ts";
import { Replica } from "../../runtime/replica/replay.ts";
import { findCommands } from "./find-commands.ts";
import { follow } from "./follow.ts";
import { hadEnded } from "./past.ts";
import type { Sources } from "./sources.ts";
import { firstPositionOf, type Start, startsUpTo } from "./starts.ts";
import { type CancelName, isCancel, StepWitness } from "./step-witness.ts";
import type { CommandVerdict, RequestExplained, Step } from "./words/explanation.ts";
import { causeOf, type LoggedCommand } from "./words/say-command.ts";

/** Undefined: no command of the log that is there has this number. */
export function* explainRequest(
  sources: Sources,
  request: number,
): Generator<undefined, RequestExplained | undefined> {
  const { disk } = sources;
  const placed = yield* findCommands({ ...sources, request });
  const [first] = placed;
  if (!first) return undefined;
  const id = requestIdOf(request);
  const [start] = startsUpTo(disk, first.position - 1);
  if (!start) return { found: "request", id, ...tellUnreplayed(sources, placed) };
  const { steps, faults } = yield* witnessed(sources, start, placed);
  return { found: "request", id, steps, notes: [...faults.values()] };
}

function* witnessed(sources: Sources, start: Start, placed: readonly LoggedCommand[]) {
  const wanted = {
    positions: new Set(placed.map(({ position }) => position)),
    hadEnded: (name: CancelName, state: ExchangeState) => hadEnded(sources.history, name, state),
  };
  const commands = placed.map(({ command }) => command);
  const last = placed.at(-1)?.position;
  let witness: StepWitness | undefined;
  const { faults } = yield* follow({
    ...sources,
    start,
    // SPOT-CANCEL-2: what a cancel names may end on the way to it.
    from: commands.some(isCancel) ? undefined : placed[0]?.position,
    end: () => last,
    arm(replica) {
      witness = new StepWitness(replica.state, wanted, commands);
      replica.witness = witness;
    },
    isOver: () => witness?.isOver ?? false,
  });
  return { steps: witness?.steps ?? [], faults };
}

const UNKNOWN: CommandVerdict = {
  result: "unknown",
  says: "the state that it met is gone, so what was decided cannot be told any more",
  orders: [],
};

const NO_STANDING = { market: undefined, balances: [], margin: undefined, futures: undefined };

/** EXPLAIN-LOG-1: the command is still there, the state before it is not. */
function tellUnreplayed(
  { disk, durablePosition }: Sources,
  placed: readonly LoggedCommand[],
): Pick<RequestExplained, "steps" | "notes"> {
  const oldest = [...startsUpTo(disk, durablePosition)].at(-1);
  const { state } = Replica.start(oldest?.snapshot);
  const steps = placed.map((one): Step => {
    const empty = { limits: {}, effects: [], followUps: [], untold: 0 };
    const standings = { before: NO_STANDING, after: NO_STANDING };
    return { ...causeOf(state, one), ...empty, ...standings, verdict: UNKNOWN };
  });
  const from = `the log begins at position ${firstPositionOf(disk)}`;
  const known = `the oldest state that is kept is that of position ${oldest?.position ?? 0}`;
  return { steps, notes: [`${from}, ${known}`] };
}
