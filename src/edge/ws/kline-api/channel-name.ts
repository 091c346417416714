/**
 * Channels by the names of the kline-api: `market_btcusdt_depth_step0`, and `market_e_btcusdt_depth_step0` of
 * the contract E-BTC-USDT. STREAM-FAM-1.
 */
import type { Contract } from "../../../core/engine/catalogue/contract.ts";
import { INTERVALS, type IntervalName } from "../../../core/views/interval.ts";
import type { Markets, StreamMarket } from "../markets.ts";

/** The subject of a channel. */
export type KlineApiChannel = { readonly market: StreamMarket } & (
  | { readonly kind: "depth" | "trades" | "ticker" }
  | { readonly kind: "kline"; readonly interval: IntervalName }
);

/** The shortest name of a market that leaves a kind: `trade_ticker` is none of a market `x_trade`. */
const FORM = /^market_([a-z0-9_]+?)_(depth_step0|trade_ticker|ticker|kline_([a-z0-9]+))$/;

const KINDS = { depth_step0: "depth", trade_ticker: "trades", ticker: "ticker" } as const;

export class ChannelNames {
  readonly #markets: Markets;
  readonly #contracts: ContractNames;

  constructor(markets: Markets) {
    this.#markets = markets;
    this.#contracts = new ContractNames(markets);
  }

  find(name: string): KlineApiChannel | undefined {
    const [, marketName = "", kind = "", interval] = FORM.exec(name) ?? [];
    const market = this.#marketNamed(marketName);
    if (!market) return undefined;
    if (isKind(kind)) return { market, kind: KINDS[kind] };
    return isInterval(interval) ? { market, kind: "kline", interval } : undefined;
  }

  #marketNamed(name: string): StreamMarket | undefined {
    if (name.includes("_")) return this.#contracts.find(name);
    return this.#markets.named(name.toUpperCase());
  }
}

/** The names of contracts: as many as there are contracts in the catalogue, which bounds them. */
class ContractNames {
  readonly #markets: Markets;
  /** Two contracts may come to one name; it means the first of them that is still listed. */
  readonly #ids = new Map<string, number[]>();
  #known = 0;

  constructor(markets: Markets) {
    this.#markets = markets;
  }

  find(name: string): StreamMarket | undefined {
    this.#learn();
    for (const id of this.#ids.get(name) ?? []) {
      const market = this.#markets.find({ kind: "contract", id });
      if (market) return market;
    }
    return undefined;
  }

  /** The catalogue only grows, so that only what is new is looked at. */
  #learn(): void {
    const { contracts } = this.#markets.exchange.state.catalogue;
    for (; this.#known < contracts.length; this.#known++) {
      const contract = contracts[this.#known] as Contract;
      const name = nameOf(contract);
      this.#ids.set(name, [...(this.#ids.get(name) ?? []), contract.id]);
    }
  }
}

function nameOf({ name, baseName, quote }: Contract): string {
  const type = name.slice(0, name.indexOf("-"));
  return `${type}_${baseName}${quote}`.toLowerCase();
}

function isKind(kind: string): kind is keyof typeof KINDS {
  return kind in KINDS;
}

function isInterval(text: string | undefined): text is IntervalName {
  return INTERVALS.some((name) => name === text);
}
