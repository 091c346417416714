/**
 * The project's pages as the tests read them: their code blocks, each with the heading it stands under
 * and what the line of its fence says, and their tables. `sh` is typed while the server runs, `sh
 * stopped` after it has ended, `sh by-hand` only by people; another language is a file, whose name
 * stands behind it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

const FOLDERS = ["docs", "bench", "examples", "integrations/python"];

/** Where all pages are, from the root on. */
export const PAGES: readonly string[] = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) =>
      join(folder, path),
    ),
  ),
].filter((path) => path.endsWith(".md"));

export function readPage(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

export interface Block {
  readonly heading: string;
  readonly language: string;
  /** When it is typed, or which file it is. */
  readonly mark: string;
  readonly text: string;
}

const PART = /^#+ (?<heading>.+)$|^```(?<language>\S+) ?(?<mark>.*)\n(?<text>[\s\S]*?)^```$/gm;

export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let heading = "";
  for (const { groups = {} } of page.matchAll(PART)) {
    const { language, mark = "", text = "" } = groups;
    if (language === undefined) heading = groups["heading"] ?? "";
    else blocks.push({ heading, language, mark, text });
  }
  return blocks;
}

/** What is no code: there a `#` begins a heading, and a bar a row. */
export function proseOf(page: string): string {
  return page.replaceAll(/^```[\s\S]*?^```$/gm, "");
}

/** The cells of a table's rows, by the heading that the table stands under. */
export function tableUnder(page: string, heading: string): string[][] {
  const lines = page.split("\n");
  const start = lines.findIndex((line) => line.replace(/^#+ /, "# ") === `# ${heading}`);
  const own = start < 0 ? [] : lines.slice(start + 1);
  const end = own.findIndex((line) => /^#+ /.test(line));
  const rows = own.slice(0, end < 0 ? own.length : end).filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
