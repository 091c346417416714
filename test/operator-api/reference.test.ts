/** The pages about the operator's API name no route that is none. */
import { expect, test } from "vitest";
import { OPERATOR_ROUTES } from "../../src/edge/operator/routes.ts";
import { PREFIX } from "../../src/edge/operator/v1/place.ts";
import { PAGES, readPage } from "../readme/pages.ts";

const ROUTES = new Set(OPERATOR_ROUTES.map(({ method, path }) => `${method} ${path}`));

test("every path of the operator that a page names is a route", () => {
  const named = PAGES.flatMap((page) =>
    [...readPage(page).matchAll(/`(GET|POST)\s+(\/operator\/v1[a-z/-]*)/g)].map(
      ([, method = "", path = ""]) => `${method} ${path}`,
    ),
  );

  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !ROUTES.has(name))).toEqual([]);
});

/** `POST /funds/fill`, `/draw`: a path alone has the method before it, and may be the last part only. */
function routesIn(cell: string): string[] {
  const found: string[] = [];
  let method = "";
  let folder = "";
  for (const [, verb, path = ""] of cell.matchAll(/`(?:(GET|POST) )?(\/[a-z/-]+)`/g)) {
    method = verb ?? method;
    const whole = `${method} ${PREFIX}${path}`;
    const isWhole = verb !== undefined || ROUTES.has(whole);
    found.push(isWhole ? whole : `${method} ${PREFIX}${folder}${path}`);
    if (isWhole) folder = path.slice(0, path.lastIndexOf("/"));
  }
  return found;
}

test("the tables of the rulebook name routes that there are", () => {
  const rows = readPage("docs/rules/operator.md").match(/^\| `bourse .*$/gm) ?? [];
  const named = rows.map((row) => routesIn(row.split("|").at(-3) ?? ""));

  expect(rows.length).toBeGreaterThan(15);
  for (const routes of named) expect(routes.length).toBeGreaterThan(0);
  expect(named.flat().filter((name) => !ROUTES.has(name))).toEqual([]);
});
