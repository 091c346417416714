/** The histories of a user: one for each account on each market, and together the newest of all. */
import type { AccountArea, ShownMarket } from "../../exchange/exchange.ts";
import type { PastRow } from "./filter.ts";

export interface MarketArea {
  readonly market: ShownMarket;
  readonly area: AccountArea;
}

/** So many are asked at a time: the page shares the limits of the key with the user's bots. */
const AT_ONCE = 4;

export function placesOf(markets: readonly ShownMarket[]): readonly MarketArea[] {
  return markets.flatMap((market) => areasOf(market).map((area) => ({ market, area })));
}

export function areasOf({ kind, symbol }: ShownMarket): readonly AccountArea[] {
  if (kind === "contract") return ["futures"];
  return symbol?.marginEnabled ? ["spot", "margin"] : ["spot"];
}

/** Newest first. Each history gives its newest, so the newest of all are among them. */
export async function loadMerged<Row extends PastRow>(
  places: readonly MarketArea[],
  limit: number,
  load: (place: MarketArea, limit: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < places.length; at += AT_ONCE) {
    const some = places.slice(at, at + AT_ONCE);
    for (const found of await Promise.all(some.map((place) => load(place, limit)))) {
      rows.push(...found);
    }
  }
  return rows.sort((a, b) => b.time - a.time).slice(0, limit);
}

/** Another name is another history. */
export function placesName(places: readonly MarketArea[]): string {
  return places.map(({ market, area }) => `${market.name} ${area}`).join();
}

/** `spot `, where all are of one account. */
export function areaIn(places: readonly MarketArea[]): string {
  const [first] = places;
  return first && places.every(({ area }) => area === first.area) ? `${first.area} ` : "";
}
