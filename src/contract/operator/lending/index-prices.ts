/**
 * Index prices: what every asset is worth, and by which source. The operator's own price stands above
 * all other sources until it is withdrawn (PRICE-INDEX-5).
 */
import { OPERATOR } from "../../../core/engine/prices/index-prices.ts";
import {
  count,
  decimalText,
  list,
  name as nameShape,
  record,
  sometimes,
  text,
  told,
  truth,
  word,
} from "../../field.ts";
import { decimal } from "../../forms.ts";
import { optional, required } from "../../parameter.ts";
import { assetName, name } from "../forms.ts";
import { request } from "../request.ts";
import { at, option } from "../typed.ts";
import { withoutIt } from "../usual.ts";

const SOURCE = record({
  name: text("source"),
  weight: count("how much it counts beside the others"),
  price: decimalText("what it said, in USDT"),
  ageMs: count("how long ago it said so, in ms"),
});

const INDEX_FIELDS = {
  asset: nameShape("asset"),
  price: sometimes(decimalText("index price in USDT; left out while none is known")),
  from: word(
    ["fixed", "operator", "sources", "trades"],
    "what the price follows: USDT is fixed; the operator's own price stands above all sources",
  ),
  stale: truth("whether it is too old to lend by"),
  sources: list(SOURCE, "sources that have said a price"),
};

export const INDEX_PRICE = record(INDEX_FIELDS);

const SAID_INDEX = record({
  source: text("source whose price was set or withdrawn"),
  ...INDEX_FIELDS,
});

export const SET_INDEX = request({
  method: "POST",
  path: "/index",
  parameters: {
    asset: at("ASSET", required(assetName)),
    price: at(
      "PRICE",
      required(told(decimal, { description: "What one of it is worth, in USDT." })),
    ),
  },
  about: {
    operation: "setIndex",
    tag: "lending",
    summary: "Set the index price of an asset, above all other sources",
    reply: SAID_INDEX,
    codes: ["NO_SUCH_ASSET", "BAD_PRECISION", "RULES_REFUSED"],
    waitsFor: "command",
  },
  commands: [
    {
      words: "index set",
      says: "set what an asset is worth in USDT; it stands above all sources until withdrawn",
    },
  ],
});

/** Any source may be withdrawn; one that still sends prices is back with its next one. */
export const WITHDRAW_INDEX = request({
  method: "POST",
  path: "/index/withdraw",
  parameters: {
    asset: at("ASSET", required(assetName)),
    source: option(
      "--source NAME",
      "whose price",
      optional(told(name, { default: OPERATOR, description: "Whose price is withdrawn." })),
      { usual: withoutIt(`the ${OPERATOR}'s`) },
    ),
  },
  about: {
    operation: "withdrawIndex",
    tag: "lending",
    summary: "Withdraw the price of the operator, or of another source",
    description: "A source that still speaks is back with its next price.",
    reply: SAID_INDEX,
    codes: ["NO_SUCH_ASSET", "NO_SUCH_SOURCE"],
    waitsFor: "command",
  },
  commands: [
    {
      words: "index withdraw",
      says: "take back the price of a source; the others count again, or the last trade",
    },
  ],
});

export const LIST_INDEX = request({
  method: "GET",
  path: "/index",
  parameters: {},
  about: {
    operation: "listIndex",
    tag: "lending",
    summary: "The index prices, and what each follows",
    reply: record({ prices: list(INDEX_PRICE, "assets that have one") }),
  },
  commands: [
    {
      words: "index show",
      says: "show the index price of each asset, its sources and whether it is stale",
    },
  ],
});
