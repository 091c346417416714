/** The table of endpoints of docs/api.md. */
import type { PublicEndpoint } from "../../src/contract/endpoint.ts";
import { ENDPOINTS } from "../../src/contract/public/endpoints.ts";
import { pageWith, tableOf } from "./markdown.ts";

export const API_PAGE = "docs/api.md";

/** The text of the page. */
export function apiPage(): string {
  return pageWith(API_PAGE, { endpoints: endpointsTable });
}

function endpointsTable(): string {
  const rows = ENDPOINTS.map((endpoint) => [
    `\`${endpoint.method} ${endpoint.path}\``,
    endpoint.summary,
    allowedOf(endpoint),
  ]);
  return tableOf(["Endpoint", "What it does", "How often"], rows);
}

/** How often it may be asked; what needs no key shares one limit. */
function allowedOf(endpoint: PublicEndpoint): string {
  const { count, perMs } = endpoint.limit;
  if (endpoint.security !== "NONE") return `${count} in ${perMs / 1_000} s`;
  return endpoint.weight === 1 ? "public" : `public, counts as ${endpoint.weight}`;
}
