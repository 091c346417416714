/** Why a state cannot be saved, loaded or removed: a word for programs, a sentence for people. */

export type RefusedReason =
  | "name_malformed"
  /** Another one is being saved or loaded, or the archive is behind. */
  | "not_now"
  | "state_damaged"
  | "state_exists"
  | "state_not_found"
  | "too_many_states";

export class StateRefused extends Error {
  override readonly name = "StateRefused";
  readonly reason: RefusedReason;

  constructor(reason: RefusedReason, sentence: string) {
    super(sentence);
    this.reason = reason;
  }
}
