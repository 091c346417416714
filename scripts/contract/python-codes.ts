/** The codes of refusals for the Python package, with the kinds that the typed client gives them. */
import { CODES as KINDS } from "../../src/client/wire/errors.ts";
import { CODES, type CodeName } from "../../src/contract/codes.ts";
import { docstring } from "./python-text.ts";

export function pythonCodes(): string {
  const rows = Object.entries(CODES).map(([name, { code }]) => {
    const { kind } = KINDS[name as CodeName];
    return `    ${code}: ("${name}", "${kind}"),\n`;
  });
  return `${docstring("The codes of refusals. What a refusal means to a bot is its kind.")}
from __future__ import annotations

#: By code: its name and its kind.
CODES: dict[int, tuple[str, str]] = {
${rows.join("")}}
`;
}
