/** The codes of refusals for the Python package, each with its kind. */
import { CODES } from "../../src/contract/codes.ts";
import { docstring } from "./python-text.ts";

export function pythonCodes(): string {
  const rows = Object.entries(CODES).map(([name, { code, kind }]) => {
    return `    ${code}: ("${name}", "${kind}"),\n`;
  });
  return `${docstring("The codes of refusals. What a refusal means to a bot is its kind.")}
from __future__ import annotations

#: By code: its name and its kind.
CODES: dict[int, tuple[str, str]] = {
${rows.join("")}}
`;
}
