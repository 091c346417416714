/**
 * README.md as the tests read it: its code blocks, each with the heading it stands under and what the
 * line of its fence says. `sh` is typed while the server runs, `sh stopped` after it has ended, `sh
 * by-hand` only by people; another language is a file, whose name stands behind it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");
export const README = readFileSync(join(ROOT, "README.md"), "utf8");

export interface Block {
  readonly heading: string;
  readonly language: string;
  /** When it is typed, or which file it is. */
  readonly mark: string;
  readonly text: string;
}

const PART = /^#+ (?<heading>.+)$|^```(?<language>\S+) ?(?<mark>.*)\n(?<text>[\s\S]*?)^```$/gm;

export const BLOCKS: readonly Block[] = blocksOf(README);

export function blocksOf(document: string): Block[] {
  const blocks: Block[] = [];
  let heading = "";
  for (const { groups = {} } of document.matchAll(PART)) {
    const { language, mark = "", text = "" } = groups;
    if (language === undefined) heading = groups["heading"] ?? "";
    else blocks.push({ heading, language, mark, text });
  }
  return blocks;
}

/** The first block of a language, with that mark. */
export function blockOf(language: string, mark: string): Block {
  const block = BLOCKS.find((one) => one.language === language && one.mark === mark);
  if (!block) throw new Error(`README.md has no block ${language} ${mark}`);
  return block;
}

/** The cells of a table's rows, by the heading that the table stands under. */
export function tableUnder(heading: string): string[][] {
  const [, section = ""] = README.split(`\n## ${heading}\n`);
  const [own = ""] = section.split("\n## ");
  const rows = own.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
