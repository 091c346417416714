/**
 * The route table: exact matches of method and path, as received, nothing normalised. It is data:
 * the server dispatches by it, and the document (openapi/) and the limits are made from it.
 */
import type { OpenEndpoint, SignedEndpoint } from "../../contract/endpoint.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Answer, Call, SignedCall } from "./dialect/endpoint.ts";

/** An endpoint of the contract and what answers it. */
export type Route =
  | (OpenEndpoint & { answer(call: Call): Answer })
  | (SignedEndpoint & { answer(call: SignedCall): Answer });

/** A request target in its parts. `signed` is what a signature is made over. */
export interface Target {
  readonly signed: string;
  readonly path: string;
  readonly query: string;
}

const PREFIX = /^\/(?:spot|futures)\/open(?=\/[sf]api\/)/;

/** The prefixes that some base URLs carry are not part of the path, nor of what is signed. */
export function targetOf(received: string): Target {
  const signed = PREFIX.test(received) ? received.replace(PREFIX, "") : received;
  const mark = signed.indexOf("?");
  if (mark < 0) return { signed, path: signed, query: "" };
  return { signed, path: signed.slice(0, mark), query: signed.slice(mark + 1) };
}

function noSuchPath(): Refusal {
  const more = "A path is matched letter by letter; /openapi.json lists them all.";
  return new Refusal("UNKNOWN", { status: 404, msg: "No such path.", more });
}

/** `allowed` are those that the path has. */
export function noSuchMethod(allowed: Iterable<string>): Refusal {
  const methods = [...allowed];
  const headers = { Allow: methods.join(", ") };
  const msg = `This path has no such method; it has ${methods.join(" and ")}.`;
  return new Refusal("UNSUPPORTED_OPERATION", { status: 405, msg, headers });
}

export class RouteTable<R extends { method: string; path: string } = Route> {
  readonly #byPath = new Map<string, Map<string, R>>();

  constructor(routes: readonly R[]) {
    for (const route of routes) {
      const methods = this.#byPath.get(route.path) ?? new Map<string, R>();
      methods.set(route.method, route);
      this.#byPath.set(route.path, methods);
    }
  }

  find(method: string, target: Target): R {
    // A fragment never belongs in a request.
    const methods = target.query.includes("#") ? undefined : this.#byPath.get(target.path);
    if (!methods) throw noSuchPath();
    const route = methods.get(method);
    if (route) return route;
    throw noSuchMethod(methods.keys());
  }
}
