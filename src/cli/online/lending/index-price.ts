/** `bourse index ...`: what assets are worth to margin and futures, and by which source. */
import type { ValueOf } from "../../../contract/field.ts";
import {
  type INDEX_PRICE,
  LIST_INDEX,
  SET_INDEX,
  WITHDRAW_INDEX,
} from "../../../contract/operator/lending/index-prices.ts";
import { align, lengthOf } from "../../terminal/layout.ts";
import { online } from "../online.ts";

type Price = ValueOf<typeof INDEX_PRICE>;

export const indexSet = online(SET_INDEX, "index set", {
  show: ({ asset, price }) => [`the index of ${asset} is ${price} USDT`],
});

export const indexWithdraw = online(WITHDRAW_INDEX, "index withdraw", {
  show: ({ source, ...left }) => [
    `withdrew the price of ${source} for ${left.asset}: ${sayLeft(left)}`,
  ],
});

function sayLeft({ price, stale }: Price): string {
  if (price === undefined) return "nobody knows the index now";
  return `the index is ${price} USDT${stale ? ", STALE" : ""}`;
}

export const indexShow = online(LIST_INDEX, "index show", {
  show: ({ prices }) =>
    prices.length === 0
      ? ["no asset has an index price"]
      : align([["ASSET", "USDT", "FROM", "SOURCES"], ...prices.map(rowOf)]),
});

function rowOf({ asset, price = "", from, stale, sources }: Price): string[] {
  const shown = sources.map((source) => `${source.name} ${source.price} (${ageOf(source)})`);
  return [asset, price, stale ? `${from}, STALE` : from, shown.join(", ")];
}

function ageOf({ ageMs }: Price["sources"][number]): string {
  return `${lengthOf(ageMs)} ago`;
}
