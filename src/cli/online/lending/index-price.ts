/** `bourse index ...`: what assets are worth to margin and futures, and by which source. */
import { align, lengthOf } from "../../terminal/layout.ts";
import { get, online, post } from "../online.ts";

interface Price {
  readonly asset: string;
  /** None while the index is unknown. */
  readonly price?: string;
  readonly from: string;
  readonly stale: boolean;
  readonly sources: readonly Source[];
}

interface Source {
  readonly name: string;
  readonly price: string;
  readonly ageMs: number;
}

export const indexSet = online({
  name: "index set",
  says: "set what an asset is worth in USDT; it stands above all sources until withdrawn",
  takes: ["ASSET", "PRICE"],
  options: {},
  ask: ({ ASSET: asset, PRICE: price }) => post("/index", { asset, price }),
  show: ({ asset, price }: Price) => [`the index of ${asset} is ${price} USDT`],
});

export const indexWithdraw = online({
  name: "index withdraw",
  says: "take back the price of a source; the others count again, or the last trade",
  takes: ["ASSET"],
  options: { "--source": { value: "NAME", says: "whose price; the operator's without it" } },
  ask: ({ ASSET: asset, "--source": source }) => post("/index/withdraw", { asset, source }),
  show: ({ source, ...left }: Price & { readonly source: string }) => [
    `withdrew the price of ${source} for ${left.asset}: ${sayLeft(left)}`,
  ],
});

function sayLeft({ price, stale }: Price): string {
  if (price === undefined) return "nobody knows the index now";
  return `the index is ${price} USDT${stale ? ", STALE" : ""}`;
}

export const indexShow = online({
  name: "index show",
  says: "show the index price of each asset, its sources and whether it is stale",
  takes: [],
  options: {},
  ask: () => get("/index"),
  show: ({ prices }: { prices: readonly Price[] }) =>
    prices.length === 0
      ? ["no asset has an index price"]
      : align([["ASSET", "USDT", "FROM", "SOURCES"], ...prices.map(rowOf)]),
});

function rowOf({ asset, price = "", from, stale, sources }: Price): string[] {
  const shown = sources.map((source) => `${source.name} ${source.price} (${ageOf(source)})`);
  return [asset, price, stale ? `${from}, STALE` : from, shown.join(", ")];
}

function ageOf({ ageMs }: Source): string {
  return `${lengthOf(ageMs)} ago`;
}
