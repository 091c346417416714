/** What an entry is of. Their numbers are in the history: new ones go at the end. */
export const ENTRY_KINDS = [
  "deposit",
  "withdrawal",
  "transfer",
  "trade",
  "fee",
  "loan",
  "repayment",
  "interest",
  "margin",
  "profit",
  "settlement",
  "funding",
  "liquidation_fee",
  "insurance",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
