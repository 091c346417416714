/** The kinds of faults that a sandbox knows, and what each does to a request; a test holds the list. */

export const FAULTS = [
  ["latency", "latency: it takes longer"],
  ["429", "429: too often"],
  ["418", "418: banned"],
  ["503", "503: not carried out"],
  ["504-executed", "504: carried out"],
  ["504-not-executed", "504: not carried out"],
] as const;
