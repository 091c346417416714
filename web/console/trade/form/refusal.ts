/** What the server said no to, as a sentence, and by which field of an order it belongs. */
import { BourseError, OutcomeUnknown } from "../../../../src/client/client.ts";
import type { Complaint, OrderField } from "./refusal-words.ts";

const FIELDS: Readonly<Record<number, OrderField>> = {
  [-1111]: "quantity",
  [-1136]: "quantity",
  [-1137]: "quantity",
  [-1138]: "price",
  [-1140]: "quantity",
  [-1156]: "quantity",
  [-1160]: "quantity",
  [-1161]: "quantity",
  [-1165]: "mode",
  [-2017]: "quantity",
};

/** It was looked up by its client id: it is not there, and cannot come any more. */
const NOT_EXECUTED = "Not executed: the exchange has not taken it, and it is not sent again.";

/** A sentence for whatever was thrown; an outcome that is not known says what to do about it. */
export function sayError(error: unknown): string {
  if (error instanceof OutcomeUnknown) return `${error.message} ${error.remedy}`;
  if (error instanceof BourseError && error.kind === "not_executed") return NOT_EXECUTED;
  return error instanceof Error ? error.message : "Something went wrong.";
}

export function complaintOfError(error: unknown): Complaint {
  const field = error instanceof BourseError ? FIELDS[error.code ?? 0] : undefined;
  return { field: field ?? "order", text: sayError(error), isWarning: false };
}
