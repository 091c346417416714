/** What was posted to a user, for the operator: the entries of every area in one list (HIST-LEDGER-2). */
import { list, record, sometimes, text, told, type ValueOf } from "../../field.ts";
import { limitTo, milliseconds, wordIn } from "../../forms.ts";
import { PAGE_DEFAULT, PAGE_MAX } from "../../pages.ts";
import { ENTRY_TYPES, entryId } from "../../pairs/ledger.ts";
import { optional, required, type ValuesOf } from "../../parameter.ts";
import { assetName, userName } from "../forms.ts";
import { request } from "../request.ts";
import { at, option, untyped } from "../typed.ts";
import { withoutIt } from "../usual.ts";
import { ENTRY_ROW } from "./account-rows.ts";

const AREA = wordIn(
  "area",
  new Map([
    ["spot", "spot"],
    ["margin", "margin"],
    ["futures", "futures"],
  ] as const),
);
const TYPE = wordIn(
  "type",
  new Map(
    Object.entries(ENTRY_TYPES).map(([kind, word]) => [word, kind as keyof typeof ENTRY_TYPES]),
  ),
);

export const USER_LEDGER = request({
  method: "GET",
  path: "/users/ledger",
  parameters: {
    name: at("NAME", required(userName)),
    area: option(
      "--area AREA",
      "of this area only",
      optional(told(AREA, { description: "Of this area only." })),
      { usual: withoutIt("all") },
    ),
    asset: option("--asset NAME", "of this asset only", optional(assetName)),
    type: option(
      "--type TYPE",
      "of this type only, as DEPOSIT or FUNDING",
      optional(told(TYPE, { description: "Of this type only." })),
    ),
    startTime: option(
      "--since TIME",
      "no entry before",
      optional(told(milliseconds, { description: "No entry before, in ms." })),
      { as: "moment" },
    ),
    endTime: option(
      "--until TIME",
      "no entry after",
      optional(told(milliseconds, { description: "No entry after, in ms." })),
      { as: "moment" },
    ),
    toId: option(
      "--to-id ID",
      "the newest up to this entry",
      optional(told(entryId, { description: "The newest up to this entry: the next of a page." })),
    ),
    fromId: untyped(
      "--csv prints a whole ledger, oldest first",
      optional(told(entryId, { description: "The oldest from this entry on; not with toId." })),
    ),
    limit: untyped(
      "a terminal shows pages of one size",
      optional(told(limitTo(PAGE_MAX), { default: PAGE_DEFAULT })),
    ),
  },
  about: {
    operation: "userLedger",
    tag: "money",
    summary: "Every change of a user's balances, with the balance behind it",
    description:
      "Deposits, withdrawals, transfers, trades, fees, loans, interest, profits, funding, liquidations and what the insurance took or paid, in every area, newest first. While there is a next there may be more, also behind an empty page: ask again with it as toId, or as fromId if you asked with that.",
    reply: record({
      user: text("name of the user"),
      entries: list(ENTRY_ROW, "newest first"),
      next: sometimes(text("where to go on, if there may be more")),
    }),
    codes: ["NO_SUCH_USER", "NO_SUCH_ASSET", "DISCONNECTED"],
  },
  commands: [
    {
      words: "user ledger",
      says: "show every change of a user's balances, with the balance behind it",
    },
  ],
});

/** An entry as the operator is told it. */
export type UserEntry = ValueOf<typeof ENTRY_ROW>;

/** The numbers of the user and of the asset, 0 for all, stand for their names. */
export interface UserLedgerAsked
  extends Omit<ValuesOf<(typeof USER_LEDGER)["parameters"]>, "name" | "asset"> {
  readonly user: number;
  readonly asset: number;
}

export type UserLedgerPage = Pick<
  ValueOf<(typeof USER_LEDGER)["about"]["reply"]>,
  "entries" | "next"
>;
