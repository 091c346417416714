/** What a key does to the cluster on the screen. */

export type KeyAction =
  | { readonly kind: "node"; readonly index: number }
  | { readonly kind: "postgres"; readonly index: number }
  | { readonly kind: "pause" }
  | { readonly kind: "resign" }
  | { readonly kind: "end" };

export interface KeyCounts {
  readonly nodes: number;
  readonly postgres: number;
}

const CTRL_C = "\u0003";
const LETTERS = "abcdefghi";

/** Undefined for a key that means nothing. */
export function actionOf(key: string, { nodes, postgres }: KeyCounts): KeyAction | undefined {
  if (key === "q" || key === CTRL_C) return { kind: "end" };
  if (key === "s") return { kind: "pause" };
  if (key === "r") return { kind: "resign" };
  const number = Number(key);
  if (/^[1-9]$/.test(key) && number <= nodes) return { kind: "node", index: number - 1 };
  const letter = key.length === 1 ? LETTERS.indexOf(key) : -1;
  return letter >= 0 && letter < postgres ? { kind: "postgres", index: letter } : undefined;
}

/** The key of a PostgreSQL server. */
export function letterOf(index: number): string {
  return LETTERS[index] ?? "";
}
