/** What holds for every page of the project: its links lead somewhere, its tables are not padded. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { PAGES, proseOf, ROOT, readPage } from "./pages.ts";

/** As the sites that show such pages make them. */
function anchorsIn(page: string): Set<string> {
  const headings = [...proseOf(page).matchAll(/^#+ (.+)$/gm)];
  return new Set(
    headings.map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

function isAlive(from: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? from : join(dirname(from), path);
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || anchorsIn(readPage(target)).has(anchor);
}

test("all pages are read", () => {
  expect(PAGES).toEqual(
    expect.arrayContaining(["README.md", "docs/rules/core.md", "bench/README.md"]),
  );
});

test("every path of the table of tasks is there", () => {
  const [, table = ""] = readPage("CONTRIBUTING.md").split("## Where to change what");
  const rows = (table.split("## How to add")[0] ?? "")
    .split("\n")
    .filter((row) => row.startsWith("| "));
  const paths = rows.flatMap((row) =>
    [...row.matchAll(/`([a-z]+\/[^`]+)`/g)].map(([, one = ""]) => one),
  );

  expect(rows).toHaveLength(14);
  expect(paths.length).toBeGreaterThan(45);
  expect(paths.filter((one) => !existsSync(join(ROOT, one)))).toEqual([]);
});

describe.each(PAGES)("%s", (path) => {
  const prose = proseOf(readPage(path));

  test("every link to a file or a heading leads there", () => {
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);

    const own = links.filter((link) => !/^[a-z]+:/.test(link));
    expect(own.filter((link) => !isAlive(path, link))).toEqual([]);
  });

  test("no cell of a table is padded, and no rule under its head is longer than it need be", () => {
    const rows = prose.split("\n").filter((line) => line.trimStart().startsWith("|"));

    expect(rows.filter((row) => / {2}\||\| {2}|-{4}/.test(row.trim()))).toEqual([]);
  });
});
