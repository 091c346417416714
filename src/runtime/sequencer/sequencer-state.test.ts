/** What leads a sequencer from one state to another: every way of the table, and that there is no other. */
import { expect, test } from "vitest";
import {
  type SequencerState,
  SequencerStatus,
  type SequencerStep,
  WAYS,
} from "./sequencer-state.ts";

const STEPS: readonly SequencerStep[] = [
  "hold",
  "release",
  "stop",
  "halt",
  "fence",
  "break",
  "close",
];

/** How each is come to from the beginning. */
const PATHS: Readonly<Record<SequencerState, readonly SequencerStep[]>> = {
  open: [],
  held: ["hold"],
  stopping: ["stop"],
  halted: ["halt"],
  fenced: ["fence"],
  broken: ["break"],
  closed: ["stop", "close"],
};

function statusIn(state: SequencerState): SequencerStatus {
  const status = new SequencerStatus();
  for (const step of PATHS[state]) status.take(step);
  return status;
}

const CASES = Object.entries(PATHS).flatMap(([state]) =>
  STEPS.map((step) => [state as SequencerState, step] as const),
);

/** State, step and what it leads to, as a reader of the rules expects it; all others lead nowhere. */
const EXPECTED = new Map<string, SequencerState>([
  ["open hold", "held"], // SANDBOX-STATE-1
  ["held release", "open"],
  ["open stop", "stopping"],
  ["held stop", "stopping"], // What waits is still done.
  ["open halt", "halted"], // LOG-DIGEST-1
  ["held halt", "halted"],
  ["stopping halt", "halted"],
  ["open fence", "fenced"],
  ["held fence", "fenced"],
  ["stopping fence", "fenced"],
  ["halted fence", "fenced"], // A batch was on its way.
  ["open break", "broken"],
  ["held break", "broken"],
  ["stopping break", "broken"],
  ["halted break", "broken"],
  ["stopping close", "closed"],
  ["halted close", "closed"],
  ["fenced close", "closed"],
  ["broken close", "closed"],
]);

test.each(CASES)("%s, %s: leads where it should, or nowhere", (state, step) => {
  const status = statusIn(state);
  const next = EXPECTED.get(`${state} ${step}`);

  expect(status.take(step)).toBe(next !== undefined);
  expect(status.state).toBe(next ?? state);
  expect(WAYS[state][step]).toBe(next);
});

test("commands are taken while it is open or held, and written while it is not at an end", () => {
  const states = Object.keys(PATHS) as SequencerState[];
  const where = (is: (status: SequencerStatus) => boolean) =>
    states.filter((state) => is(statusIn(state)));

  expect(where(({ refusal }) => refusal === undefined)).toEqual(["open", "held"]);
  expect(where(({ mayWrite }) => mayWrite)).toEqual(["open", "held", "stopping"]);
  expect(where(({ isHeld }) => isHeld)).toEqual(["held"]);
});

test("what is closed says still why it was not open: a halted one is halted", () => {
  for (const step of ["stop", "halt", "fence", "break"] as const) {
    const status = new SequencerStatus();
    status.take(step);
    const { refusal } = status;

    expect(status.take("close")).toBe(true);
    expect(refusal).toBeDefined();
    expect(status.refusal).toBe(refusal);
  }
});
