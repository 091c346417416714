/** The lists that the typed client and the pages have of the contract: they have its types, and nothing of it that runs. */
import { CODES } from "../../src/contract/codes.ts";
import type { Shape } from "../../src/contract/field.ts";
import { ORDER, PLACED_ORDER } from "../../src/contract/pairs/order-shapes.ts";
import { ENDPOINTS } from "../../src/contract/public/endpoints.ts";
import { exactFieldsIn } from "../../src/contract/public/exact-fields.ts";
import type { GeneratedFile } from "./generated.ts";

const MADE = "Made by `npm run generate` from the contract:";

export const CLIENT_LISTS: readonly GeneratedFile[] = [
  { path: "src/client/session/whole-fields.ts", text: wholeFields },
  { path: "src/client/session/codes.ts", text: codes },
  { path: "src/client/api/query-only-fields.ts", text: queryOnlyFields },
];

/** The list by which the typed client tells whole numbers from figures. */
function wholeFields(): string {
  const { wholes } = exactFieldsIn(ENDPOINTS.map(({ reply }) => reply));
  const about =
    "the fields of replies whose numbers stay numbers. All of them are whole and below 2^53.";
  return `/** ${MADE} ${about} */
export const WHOLE_FIELDS: ReadonlySet<string> = new Set([
${wholes.map((name) => `  "${name}",\n`).join("")}]);
`;
}

function codes(): string {
  const rows = Object.entries(CODES).map(
    ([name, { code, kind }]) => `  ${name}: { code: ${code}, kind: "${kind}" },\n`,
  );
  return `/** ${MADE} the codes of refusals, with what each means to a program. */
import type { ErrorKind } from "./errors.ts";

interface CodeRow {
  readonly code: number;
  readonly kind: ErrorKind;
}

export const CODES = {
${rows.join("")}} as const satisfies Readonly<Record<string, CodeRow>>;

export type CodeName = keyof typeof CODES;
`;
}

/** What the answer to an order lacks of the order that a query shows: it is left out where the answer was lost. */
function queryOnlyFields(): string {
  const placed = new Set(Object.keys((PLACED_ORDER as Shape).properties ?? {}));
  const names = Object.keys((ORDER as Shape).properties ?? {}).filter((name) => !placed.has(name));
  const about = "the fields of an order that the answer to its placing does not have.";
  return `/** ${MADE} ${about} */
// biome-ignore format: made by a script, all in a line.
export const QUERY_ONLY_FIELDS = [${names.map((name) => `"${name}"`).join(", ")}] as const;
`;
}
