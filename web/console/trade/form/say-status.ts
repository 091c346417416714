/** The state of an order in a trader's words; what is not known is shown as it came. */
const WORDS: Readonly<Record<string, string>> = {
  INIT: "waits for its trigger",
  NEW: "rests on the book",
  PARTIALLY_FILLED: "traded in part, the rest is on the book",
  FILLED: "filled",
  CANCELED: "canceled, as far as it was not traded",
  CANCELLED: "canceled, as far as it was not traded",
  REJECTED: "rejected",
};

export function sayStatus(status: string): string {
  return WORDS[status] ?? status;
}

const REASONS = {
  BELOW_ONE_STEP: "canceled: the amount does not pay for one step at the next price",
  POST_ONLY: "canceled: a post-only order would have traded at once",
  FILL_OR_KILL: "canceled: it would not have been filled whole",
  IMMEDIATE_OR_CANCEL: "canceled, as far as it could not trade at once",
  SELF_TRADE: "canceled: it met an order of your own",
  COUNTDOWN: "canceled: your countdown was not renewed",
} as const;

/** Why an order ended by itself, where its state alone does not tell. */
export function sayReason(reason: keyof typeof REASONS): string {
  return REASONS[reason];
}

const SHORT: Readonly<Record<string, string>> = {
  INIT: "Waiting",
  NEW: "Open",
  PARTIALLY_FILLED: "Partly filled",
  FILLED: "Filled",
  CANCELED: "Canceled",
  CANCELLED: "Canceled",
  REJECTED: "Rejected",
};

/** The same in a word or two, for a table. */
export function shortStatus(status: string): string {
  return SHORT[status] ?? status;
}
