/**
 * Whether a caller may be the operator, by what a browser cannot help saying. A page from elsewhere
 * can send requests to this machine, and can even make its own name lead here; but its request names
 * the host that it believes to ask, and the page it was loaded from. Rule OPER-API-3.
 */
import type { Headers } from "../http/headers.ts";
import { OperatorRefusal } from "./v1/refusals.ts";

const LOCAL = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?$/i;

export function checkCaller(headers: Headers): void {
  const [host = "", ...hosts] = headers["host"] ?? [];
  if (!LOCAL.test(host) || hosts.length > 0) throw new OperatorRefusal("HOST_NOT_LOCAL");
  const origins = headers["origin"] ?? [];
  // Programs send none. Another port of this machine is another page, and not the operator's.
  const isOwn = origins.every((origin) => origin === `http://${host.toLowerCase()}`);
  if (!isOwn) throw new OperatorRefusal("ORIGIN_NOT_OWN");
}
