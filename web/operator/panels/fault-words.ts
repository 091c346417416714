/** The kinds of faults that a sandbox knows, and what each does to a request or to a message of a stream; a test holds the list. */

export const FAULTS = [
  ["latency", "latency: it takes longer"],
  ["429", "429: too often"],
  ["418", "418: banned"],
  ["503", "503: not carried out"],
  ["504-executed", "504: carried out"],
  ["504-not-executed", "504: not carried out"],
  ["late-reply", "late-reply: carried out, told later"],
  ["stale", "stale: a read as of before"],
  ["fill-before-cancel", "fill-before-cancel: half is traded"],
  ["drop", "drop: a message is lost"],
  ["skip", "skip: left out, without a gap"],
  ["double", "double: a message comes twice"],
  ["silent", "silent: the stream stays open, half"],
  ["close", "close: the stream is cut"],
] as const;
