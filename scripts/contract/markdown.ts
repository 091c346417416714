/** Tables of the pages that are made from the contract: what stands between two marks is written anew, the rest of a page is its own. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The tables of a page by the names in their marks. */
export type PageTables = Readonly<Record<string, () => string>>;

/** The page as it is, with its tables made anew. */
export function pageWith(path: string, tables: PageTables): string {
  const page = readFileSync(join(import.meta.dirname, "../..", path), "utf8");
  return Object.entries(tables).reduce((text, [name, make]) => {
    const [begin, end] = [`<!-- made from the contract: ${name} -->\n`, `<!-- end of ${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`${path} has no marks for ${name}`);
    return `${text.slice(0, from + begin.length)}\n${make()}\n\n${text.slice(to)}`;
  }, page);
}

export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const written = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  return written.join("\n").replaceAll("|  |", "| |");
}
