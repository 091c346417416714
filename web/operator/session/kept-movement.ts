/**
 * A movement that was sent and has no certain answer yet, kept for this tab: it and its id are there
 * again in another section and after a reload. Without that, the money could be sent a second time
 * under a new id.
 */
import type { MovementState, PendingMovement } from "./movement.ts";
import { OPEN } from "./movement.ts";

/** One for each form; `form` is its name. */
export function keptMovementState(form: string): MovementState {
  const movement = readMovement(sessionStorage.getItem(nameOf(form)));
  return movement ? { is: "unsure", movement } : OPEN;
}

/** Kept before it is sent: a page that is closed in between does not see the outcome either. */
export function keepMovementState(form: string, state: MovementState): void {
  if (state.is === "open") sessionStorage.removeItem(nameOf(form));
  else sessionStorage.setItem(nameOf(form), JSON.stringify(state.movement));
}

function nameOf(form: string): string {
  return `bourse-movement: ${form}`;
}

/** What was written by another version of the page is none. */
function readMovement(written: string | null): PendingMovement | undefined {
  try {
    const read: Partial<PendingMovement> = JSON.parse(written ?? "{}");
    const { path, body, id } = read;
    return typeof path === "string" && body && typeof id === "string"
      ? { path, body, id }
      : undefined;
  } catch {
    return undefined;
  }
}
