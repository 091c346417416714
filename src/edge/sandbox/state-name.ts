/** The names of saved states: short, and good for a file (SANDBOX-STATE-1). */
import { StateRefused } from "./state-refused.ts";

export const SAVED_MAX = 100;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** The ending of a state's name until the state is whole. */
export const DRAFT = ".tmp";

export function isStateName(name: string): boolean {
  return NAME.test(name) && !name.endsWith(DRAFT);
}

/** Refuses a bad or taken name, before anything is held up for it. */
export function checkStateName(name: string, taken: readonly string[]): void {
  if (!isStateName(name)) {
    const form = "up to 64 letters, digits, dots, dashes and underscores";
    throw new StateRefused("name_malformed", `A name has ${form}.`);
  }
  if (taken.includes(name)) {
    const remedy = `bourse snapshot remove ${name} removes it`;
    throw new StateRefused(
      "state_exists",
      `There is a saved state of this name already; ${remedy}.`,
    );
  }
  if (taken.length < SAVED_MAX) return;
  throw new StateRefused("too_many_states", `There are ${SAVED_MAX} saved states already.`);
}

export function stateNotFound(): StateRefused {
  const remedy = "bourse snapshot list shows what there is";
  return new StateRefused("state_not_found", `There is no saved state of this name; ${remedy}.`);
}
