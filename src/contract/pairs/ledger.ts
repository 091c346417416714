/**
 * A user's ledger: each change of a balance, with the balance behind it, in an area's words. Beyond the specification.
 * Rules LEDGER-ENTRY-1, HIST-LEDGER-2.
 */

import type { Area } from "../../core/engine/ledger/area.ts";
import type { EntryKind } from "../../core/engine/ledger/entry-kinds.ts";
import type { DecimalText } from "../../core/money/decimal.ts";
import { signedEndpoint } from "../endpoint.ts";
import {
  id,
  joined,
  list,
  name,
  record,
  type Shape,
  signedText,
  sometimes,
  text,
  time,
  told,
  word,
} from "../field.ts";
import { limitTo, milliseconds, wordIn, words } from "../forms.ts";
import { USUAL_LIMIT } from "../limits.ts";
import { PAGE_DEFAULT, PAGE_MAX } from "../pages.ts";
import { type Form, optional } from "../parameter.ts";
import { FORCED } from "./order-shapes.ts";

export const ENTRY_TYPES = {
  deposit: "DEPOSIT",
  withdrawal: "WITHDRAWAL",
  transfer: "TRANSFER",
  trade: "TRADE",
  fee: "FEE",
  loan: "LOAN",
  repayment: "REPAYMENT",
  interest: "INTEREST",
  margin: "MARGIN",
  profit: "PROFIT",
  settlement: "SETTLEMENT",
  funding: "FUNDING",
  liquidation_fee: "LIQUIDATION_FEE",
  insurance: "INSURANCE",
} as const satisfies Readonly<Record<EntryKind, string>>;
const OF_PAIRS = ["transfer", "trade", "fee"] as const;
const TYPES_OF = {
  spot: ["deposit", "withdrawal", ...OF_PAIRS],
  margin: [...OF_PAIRS, "loan", "repayment", "interest", "insurance"],
} as const satisfies Readonly<Record<string, readonly EntryKind[]>>;

/** What an entry of a pair may have come from. */
const PAIR_ORIGINS = {
  symbol: sometimes(name("where it was traded")),
  tradeId: sometimes(id("of the trade that it came from")),
  transferId: sometimes(id("of the transfer")),
};

/** An area's entries: of which types, how it writes an amount, and what they may have come from. */
export function entryShape<O>(
  kinds: readonly EntryKind[],
  amount: (description: string) => Shape<DecimalText>,
  origins: Shape<O>,
) {
  const types = kinds.map((kind) => ENTRY_TYPES[kind]);
  const head = record({
    id: text("position of its command in the log, and its number among your entries of it"),
    time: time("when it was posted"),
    asset: name("asset"),
    type: word(types, "what it is of"),
    amount: amount("what came to the balance, below zero what went from it"),
    balance: amount("what it came to, free and locked; of a positionId its margin"),
  });
  return joined(joined(head, origins), record({ forced: FORCED }));
}

const SPOT_ORIGINS = record({
  ...PAIR_ORIGINS,
  movementId: sometimes(text("the operator's name of a deposit or withdrawal")),
});

export const LEDGER_ENTRY = entryShape(TYPES_OF.spot, signedText, SPOT_ORIGINS);
export const MARGIN_LEDGER_ENTRY = entryShape(TYPES_OF.margin, signedText, record(PAIR_ORIGINS));

export function pageShape<E>(entry: Shape<E>) {
  return record({
    entries: list(entry, "newest first"),
    nextId: sometimes(text("where to go on, if there may be more")),
  });
}

export const LEDGER_PAGE = pageShape(LEDGER_ENTRY);
export const MARGIN_LEDGER_PAGE = pageShape(MARGIN_LEDGER_ENTRY);

const ENTRY_ID = /^([0-9]{1,12})-([0-9]{1,12})$/;

/** Where a page of entries begins: the position of a command, and the number of the entry there. */
export const entryId: Form<{ readonly position: number; readonly line: number }> = {
  name: "id of an entry",
  shape: { type: "string", pattern: ENTRY_ID.source, examples: ["1042-0"] },
  expects: "the id of an entry, as 1042-0",
  read(given) {
    const [, position, line] = (given.kind === "text" && ENTRY_ID.exec(given.text)) || [];
    if (position === undefined) return undefined;
    return { position: Math.max(1, Number(position)), line: Number(line) };
  },
};

function typeIn(kinds: readonly EntryKind[]) {
  return wordIn("type", new Map(kinds.map((kind) => [ENTRY_TYPES[kind], kind] as const)));
}

const parametersOf = (kinds: readonly EntryKind[]) => ({
  asset: optional(told(words, { description: "Of this asset only, in either case." })),
  type: optional(told(typeIn(kinds), { description: "Of this type only." })),
  startTime: optional(told(milliseconds, { description: "No entry before, in ms." })),
  endTime: optional(told(milliseconds, { description: "No entry after, in ms." })),
  fromId: optional(told(entryId, { description: "The oldest from this entry on." })),
  toId: optional(told(entryId, { description: "The newest up to this entry; not with fromId." })),
  limit: optional(told(limitTo(PAGE_MAX), { default: PAGE_DEFAULT })),
});

const DESCRIPTION =
  "Every change of your balances with the balance behind it; money that is only locked or released is none. Without fromId the newest come. While there is a nextId there may be more, also behind an empty page: ask again with it as toId, or as fromId if you asked with that.";

export function ledgerEndpoint<S extends Shape>(
  area: Area,
  { path, kinds, reply }: { path: string; kinds: readonly EntryKind[]; reply: S },
) {
  return signedEndpoint({
    method: "GET",
    path,
    security: "USER_DATA",
    limit: USUAL_LIMIT,
    parameters: parametersOf(kinds),
    operation: `${area}Ledger` as const,
    tags: [area, "extensions"],
    summary: `Your ledger in ${area}`,
    description: DESCRIPTION,
    reply,
    waitsFor: "archive",
  });
}

export const spotLedger = ledgerEndpoint("spot", {
  path: "/sapi/v1/account/ledger",
  kinds: TYPES_OF.spot,
  reply: LEDGER_PAGE,
});
export const marginLedger = ledgerEndpoint("margin", {
  path: "/sapi/v1/margin/account/ledger",
  kinds: TYPES_OF.margin,
  reply: MARGIN_LEDGER_PAGE,
});
export const PAIR_LEDGER_ENDPOINTS = [spotLedger, marginLedger] as const;

export const LEDGER_RECORDS = {
  LedgerEntry: LEDGER_ENTRY,
  LedgerPage: LEDGER_PAGE,
  MarginLedgerEntry: MARGIN_LEDGER_ENTRY,
  MarginLedgerPage: MARGIN_LEDGER_PAGE,
};
