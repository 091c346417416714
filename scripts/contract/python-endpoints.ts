/** The table of endpoints that the methods of the Python package ask by. */
import type { PublicEndpoint } from "../../src/contract/endpoint.ts";
import { ENDPOINTS } from "../../src/contract/public/endpoints.ts";
import { docstring, inLines } from "./python-text.ts";

export function pythonEndpoints(): string {
  return `${docstring("Every endpoint of the API by the name of its operation, in the order of the documents.")}
from __future__ import annotations

from .endpoint import Endpoint

_ALL = (
${ENDPOINTS.map(rowOf).join("\n")}
)

ENDPOINTS: dict[str, Endpoint] = {one.operation: one for one in _ALL}
`;
}

function rowOf({ operation, method, path, security, waitsFor, parameters }: PublicEndpoint) {
  const isSigned = truth(security !== "NONE");
  const isRead = truth(waitsFor !== "command");
  const names = Object.keys(parameters).map((name) => JSON.stringify(name));
  const begin = `    Endpoint("${operation}", "${method}", "${path}", is_signed=${isSigned}, is_read=${isRead}, parameters=(`;
  return names.length === 0 ? `${begin})),` : inLines(begin, names, ")),");
}

function truth(value: boolean): string {
  return value ? "True" : "False";
}
