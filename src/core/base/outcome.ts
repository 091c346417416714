/**
 * How a rule answers: success with an answer, or rejection with a reason. A reason is one snake_case word
 * of a union, so a dialect's table of refusals can be checked for completeness by the compiler.
 */

export interface Accepted<Answer> {
  readonly ok: true;
  readonly answer: Answer;
}

/**
 * `had` and `needed` are the numbers behind the rejection, in the words of the rule, where it has any;
 * `item` is the one of a list that it is about, counted from 0.
 */
export interface Rejected<Reason> {
  readonly ok: false;
  readonly reason: Reason;
  readonly had?: string;
  readonly needed?: string;
  readonly item?: number;
}

export type Outcome<Answer, Reason> = Accepted<Answer> | Rejected<Reason>;

export function accept<Answer>(answer: Answer): Accepted<Answer> {
  return { ok: true, answer };
}

export function reject<Reason>(
  reason: Reason,
  numbers?: { had: string; needed: string },
): Rejected<Reason> {
  return numbers === undefined ? { ok: false, reason } : { ok: false, reason, ...numbers };
}
