/** The list by which the typed client tells whole numbers from figures. */
import { ENDPOINTS } from "../../src/contract/public/endpoints.ts";
import { exactFieldsIn } from "../../src/contract/public/exact-fields.ts";

export function clientWholeFields(): string {
  const { wholes } = exactFieldsIn(ENDPOINTS.map(({ reply }) => reply));
  const names = wholes.map((name) => `  "${name}",`);
  return `/** Made by \`npm run generate\` from the contract: the fields of replies whose numbers stay numbers. All of them are whole and below 2^53. */
export const WHOLE_FIELDS: ReadonlySet<string> = new Set([
${names.join("\n")}
]);
`;
}
