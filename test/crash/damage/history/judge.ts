/** What users get of a damaged history, held against what they get of a sound one. */
import { exitCodeOf } from "../../../../src/app/failure.ts";
import { red, SAME, type Verdict } from "../verdict.ts";
import type { Looked, Page, Said, Sound } from "./look.ts";

const DAMAGE_FOUND = 4;

export function judge(looked: Looked, sound: Sound): Verdict {
  const { failed, pages, scrubbed, verified } = looked;
  const unclear = [failed, scrubbed, verified].find((said) => said && !isForPeople(said));
  if (unclear) return red(`no sentence for people: ${textOf(unclear)}`);
  if (failed) return { outcome: "refused", sentence: textOf(failed) };
  const differing = pages.flatMap((page, at) => compare(page, sound, at));
  const wrong = differing.find(({ what }) => what === "wrong");
  if (wrong) return red(`a wrong page is served: ${JSON.stringify(wrong.page)}`);
  const short = differing.find(({ what }) => what === "short");
  if (short) return red(`a page lacks rows: ${JSON.stringify(short.page)}`);
  const refused = differing.find(({ what }) => what === "refused");
  return refused ? { outcome: "refused", sentence: JSON.stringify(refused.page) } : SAME;
}

/** One that the program has prepared for, and that blames the store and not a command. */
function isForPeople({ name, message }: Said): boolean {
  if (name === "CommandFault") return false;
  return exitCodeOf(Object.assign(new Error(message), { name })) === DAMAGE_FOUND;
}

interface Difference {
  readonly what: "refused" | "short" | "wrong";
  readonly page: Page;
}

/**
 * A page that lacks rows has all others, in their order. Rows that came after the position that the store
 * says to have come to are added by the server, if it has seen them itself (HIST-BOUND-1).
 */
function compare(page: Page, { pages, bornAt, snapshotAt }: Sound, at: number): Difference[] {
  if (!("rows" in page)) return [{ what: isForPeople(page) ? "refused" : "wrong", page }];
  const right = pages[at];
  if (!(right && "rows" in right)) throw new Error("a sound store has every page");
  const missing = missingIn(page.rows, right.rows);
  if (!missing) return [{ what: "wrong", page }];
  if (page.position < snapshotAt) return [{ what: "refused", page: BEHIND }];
  const isShort = missing.some((row) => (bornAt[at]?.[row] ?? 0) <= page.position);
  return isShort ? [{ what: "short", page }] : [];
}

const BEHIND: Page = { name: "HistoryDamaged", message: "The archive is behind; ask again." };

/** Which rows of the right ones a page lacks; undefined when it has others, or another order. */
function missingIn(rows: readonly string[], right: readonly string[]): number[] | undefined {
  const missing: number[] = [];
  let next = 0;
  for (const [at, row] of right.entries()) {
    if (rows[next] === row) next++;
    else missing.push(at);
  }
  return next === rows.length ? missing : undefined;
}

function textOf({ name, message }: Said): string {
  return `${name}: ${message}`;
}
