/**
 * The newest fundings of contracts as the archive told them, kept until another is settled: anybody may ask for
 * them as often as the public limit allows, and the archivist has other work. Rule HIST-FUND-3.
 */
import type { FoundRows } from "./history.ts";
import type { FundingsQuery } from "./public-records.ts";

/** The longest page. */
export const FUNDINGS_KEPT = 1_000;
/** CORE-BOUND-1: of so many contracts. */
export const CONTRACTS_KEPT = 64;

type Told = FoundRows | undefined;

interface Kept {
  /** Where the last funding was settled when they were asked for. */
  readonly fundedPosition: number;
  readonly told: Promise<Told>;
}

export class NewestFundings {
  /** By contract, in the order in which they were asked for. */
  readonly #kept = new Map<number, Kept>();

  /** As the archive has told them, or will: those who come while it is asked wait for one answer. */
  find(contract: number, fundedPosition: number, ask: () => Promise<Told>): Promise<Told> {
    const kept = this.#kept.get(contract);
    if (kept?.fundedPosition === fundedPosition) return kept.told;
    const told = this.#ask(contract, fundedPosition, ask);
    this.#kept.delete(contract);
    this.#kept.set(contract, { fundedPosition, told });
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > CONTRACTS_KEPT) this.#kept.delete(oldest);
    return told;
  }

  /** What does not have the last funding is told, and not kept. */
  async #ask(contract: number, fundedPosition: number, ask: () => Promise<Told>): Promise<Told> {
    let isWhole = false;
    try {
      const found = await ask();
      isWhole = found !== undefined && found.position >= fundedPosition;
      return found;
    } finally {
      const isThere = this.#kept.get(contract)?.fundedPosition === fundedPosition;
      if (isThere && !isWhole) this.#kept.delete(contract);
    }
  }
}

/** The page of a query, if the newest have all of it. */
export function pageIn(
  { ranks, rows }: Pick<FoundRows, "ranks" | "rows">,
  { firstMs, lastMs, limit }: Pick<FundingsQuery, "firstMs" | "lastMs" | "limit">,
): readonly string[] | undefined {
  const isInside = (timeMs: number) => timeMs >= firstMs && timeMs <= lastMs;
  const page = rows.filter((_, at) => isInside(ranks[at] as number)).slice(0, limit);
  const areAll = ranks.length < FUNDINGS_KEPT || (ranks.at(-1) ?? 0) <= firstMs;
  return areAll || page.length === limit || lastMs < firstMs ? page : undefined;
}
