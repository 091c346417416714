/**
 * A movement of money on its way. Its id is drawn here, before it is sent, and stays with it until the
 * outcome is certain: sent again with the same id it moves the money once (LEDGER-MOVE-1,
 * LEDGER-MOVE-3). Until then no other movement can be begun in its place.
 */

export interface PendingMovement {
  readonly path: string;
  readonly body: Readonly<Record<string, string>>;
  readonly id: string;
}

export type MovementState =
  | { readonly is: "open" }
  | Sending
  /** Sent, and no answer says what became of it. */
  | { readonly is: "unsure"; readonly movement: PendingMovement };

export interface Sending {
  readonly is: "sending";
  readonly movement: PendingMovement;
  /** It was sent before, and the outcome of that is not known. */
  readonly isDoubtful: boolean;
}

export const OPEN: MovementState = { is: "open" };

/** What is to be sent now: the movement whose outcome is not known, or a new one. */
export function begin(
  state: MovementState,
  asked: Omit<PendingMovement, "id">,
  drawId: () => string,
): Sending {
  if (state.is === "open") {
    return { is: "sending", movement: { ...asked, id: drawId() }, isDoubtful: false };
  }
  return { is: "sending", movement: state.movement, isDoubtful: true };
}

/**
 * What an answer says. `turned_away`: this time it did not get as far as the ledger, which says nothing
 * about the times before. `refused` is the ledger's no: to what it has carried out it says yes again.
 */
export type MovementOutcome = "done" | "refused" | "turned_away" | "unknown";

export function settle({ movement, isDoubtful }: Sending, outcome: MovementOutcome): MovementState {
  const isCertain = outcome === "done" || outcome === "refused";
  if (isCertain || (outcome === "turned_away" && !isDoubtful)) return OPEN;
  return { is: "unsure", movement };
}

const ID_BYTES = 16;

/** 128 random bits; the word says in the log where it came from. */
export function drawMovementId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return `page-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
