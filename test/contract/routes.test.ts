import { expect, test } from "vitest";
import { ENDPOINTS } from "../../src/contract/public/endpoints.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";

test("every endpoint of the contract is served, as it is declared and in its order, and no other is", () => {
  const served = ROUTES.map(({ answer: _, ...endpoint }) => endpoint);

  expect(served.map(told)).toEqual(ENDPOINTS.map(told));
});

/** All of it but the functions that read its parameters. */
function told(endpoint: object): unknown {
  return JSON.parse(JSON.stringify(endpoint));
}

test("an endpoint has a name and a place of its own", () => {
  const names = ENDPOINTS.map(({ operation }) => operation);
  const places = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);

  expect(new Set(names).size).toBe(ENDPOINTS.length);
  expect(new Set(places).size).toBe(ENDPOINTS.length);
});
