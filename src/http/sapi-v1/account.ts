/** The user's own money, in spot and in margin: every asset of the catalogue, zeros included. */

import { decimalText, list, name, record, word } from "../../contract/field.ts";
import type { Asset } from "../../engine/catalogue/catalogue.ts";
import { HOURLY_RATE_DECIMALS } from "../../engine/catalogue/lending.ts";
import { type Balance, findBalance } from "../../engine/ledger/ledger.ts";
import type { AccountState } from "../../engine/margin/margin.ts";
import { findDebtOf, standingOf } from "../../engine/read/margin.ts";
import { formatUnits } from "../../money/decimal.ts";
import { type SignedCall, signedEndpoint } from "../dialect/endpoint.ts";
import { ReplyText } from "../dialect/reply-text.ts";

const reply = new ReplyText();

const BALANCE = {
  asset: name("asset"),
  free: decimalText("what you may dispose of"),
  locked: decimalText("what your open orders hold"),
};

export const account = signedEndpoint({
  method: "GET",
  path: "/sapi/v1/account",
  security: "USER_DATA",
  limit: { count: 20, perMs: 2_000 },
  parameters: {},
  about: {
    operation: "spotAccount",
    tags: ["spot"],
    summary: "Your money in spot",
    reply: record({ balances: list(record(BALANCE), "every asset, zeros included") }),
  },
  handle({ exchange, user }) {
    const { catalogue, ledger } = exchange.state;
    reply.begin().ascii('{"balances":[');
    for (const asset of catalogue.assets) {
      writeBalance(asset, findBalance(ledger, "spot", user, asset.id));
      reply.ascii('"}');
    }
    return reply.ascii("]}").take();
  },
});

/** Begins an asset of the list, up to what is locked. */
function writeBalance({ id, name, scale }: Asset, balance: Balance | undefined): void {
  reply.ascii(id === 1 ? '{"asset":"' : ',{"asset":"').ascii(name);
  reply.ascii('","free":"').units(balance?.free ?? 0n, scale);
  reply.ascii('","locked":"').units(balance?.locked ?? 0n, scale);
}

/** MARG-LEVEL-3 */
export const STATES: Readonly<Record<AccountState, string>> = {
  normal: "NORMAL",
  trade_only: "TRADE_ONLY",
  margin_call: "MARGIN_CALL",
  liquidation: "LIQUIDATION",
};

const DEBT = {
  borrowed: decimalText("what you owe without interest"),
  interest: decimalText("interest on it so far"),
};

const MARGIN_ACCOUNT = record({
  balances: list(record({ ...BALANCE, ...DEBT }), "every asset, zeros included"),
  marginLevel: decimalText("worth of what there is, divided by what is owed"),
  state: word(Object.values(STATES), "what the account may do at this level"),
});

/** Beyond the spec, in the words of its family of venues. MARG-ACC-1: what there is, and what is owed. */
export const marginAccount = signedEndpoint({
  method: "GET",
  path: "/sapi/v1/margin/account",
  security: "USER_DATA",
  limit: { count: 20, perMs: 2_000 },
  parameters: {},
  about: {
    operation: "marginAccount",
    tags: ["margin", "extensions"],
    summary: "Your money and your debts in margin",
    reply: MARGIN_ACCOUNT,
  },
  handle(call) {
    const { state } = call.exchange;
    const { level, state: standing } = standingOf(state, call.user);
    reply.begin().ascii('{"balances":[');
    for (const asset of state.catalogue.assets) {
      writeBalance(asset, findBalance(state.ledger, "margin", call.user, asset.id));
      writeDebt(call, asset);
    }
    reply.ascii('],"marginLevel":"').ascii(level);
    return reply.ascii('","state":"').ascii(STATES[standing]).ascii('"}').take();
  },
});

/** MARG-INT-2: interest is shown as it is, with all its decimals. */
function writeDebt({ exchange, user }: SignedCall, { id, scale }: Asset): void {
  const debt = findDebtOf(exchange.state.margin, user, id);
  const interest = debt?.interest ?? 0n;
  reply.ascii('","borrowed":"').units(debt?.principal ?? 0n, scale);
  reply.ascii('","interest":"').ascii(formatUnits(interest, scale + HOURLY_RATE_DECIMALS));
  reply.ascii('"}');
}
