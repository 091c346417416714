/** The state of an order in a trader's words; what is not known is shown as it came. */
const WORDS: Readonly<Record<string, string>> = {
  INIT: "waits for its trigger",
  NEW: "rests on the book",
  PENDING_NEW: "waits until the first order of its list is filled",
  PARTIALLY_FILLED: "traded in part, the rest is on the book",
  FILLED: "filled",
  CANCELED: "canceled, as far as it was not traded",
  CANCELLED: "canceled, as far as it was not traded",
  REJECTED: "rejected",
};

export function sayStatus(status: string): string {
  return WORDS[status] ?? status;
}

const SHORT: Readonly<Record<string, string>> = {
  INIT: "Waiting",
  NEW: "Open",
  PENDING_NEW: "Pending",
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
