/** What became of a damage, and the table of a campaign. */
import { DAMAGES, type Damage, type DamageKind } from "./damages.ts";

/**
 * - same: everything is as without the damage.
 * - prefix: the end that was never answered is missing, and that is said.
 * - refused: by a start, a load, or a query (503), with a sentence.
 * - ended: the store ended the archivist; the server answers 503 and says so.
 * - red: anything else.
 */
export const OUTCOMES = ["same", "prefix", "refused", "ended", "red"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Verdict {
  readonly outcome: Outcome;
  /** What was said, or why it is red. */
  readonly sentence: string;
}

export const SAME: Verdict = { outcome: "same", sentence: "" };

export function red(sentence: string): Verdict {
  return { outcome: "red", sentence };
}

type Row = Record<Outcome, number>;

export class Tally {
  readonly #rows = new Map<string, Row>();
  readonly counts: Row = rowOfZeros();

  count(where: string, { kind }: Pick<Damage, "kind">, { outcome }: Verdict): void {
    for (const row of [this.#rowOf(where, kind), this.#rowOf(where, "all"), this.counts]) {
      row[outcome]++;
    }
  }

  #rowOf(where: string, kind: DamageKind | "all"): Row {
    const name = `${where} ${kind}`;
    const row = this.#rows.get(name) ?? rowOfZeros();
    this.#rows.set(name, row);
    return row;
  }

  /** A line for each kind of file and damage, and one for each kind of file. */
  lines(places: readonly string[]): string[] {
    const names = places.flatMap((where) => [...DAMAGES, "all"].map((kind) => `${where} ${kind}`));
    const rows = names.flatMap((name): [string, Row][] => {
      const row = this.#rows.get(name);
      return row ? [[name, row]] : [];
    });
    const all: [string, Row][] = [...rows, ["everything", this.counts]];
    const head = ["", "cases", ...OUTCOMES].map(padded).join("");
    return [
      head,
      ...all.map(([name, row]) => [name, sumOf(row), ...cellsOf(row)].map(padded).join("")),
    ];
  }

  get total(): number {
    return sumOf(this.counts);
  }
}

const FIRST_WIDTH = 24;
const WIDTH = 9;

function padded(cell: string | number, column: number): string {
  return column === 0 ? `${cell}`.padEnd(FIRST_WIDTH) : `${cell}`.padStart(WIDTH);
}

function cellsOf(row: Row): number[] {
  return OUTCOMES.map((outcome) => row[outcome]);
}

function sumOf(row: Row): number {
  return cellsOf(row).reduce((sum, count) => sum + count, 0);
}

function rowOfZeros(): Row {
  return { same: 0, prefix: 0, refused: 0, ended: 0, red: 0 };
}
