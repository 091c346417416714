/**
 * Whether a caller may be the operator, by what a browser cannot help saying. A page from elsewhere
 * can send requests to this machine, and can even make its own name lead here; but its request names
 * the host that it believes to ask, and the page it was loaded from. Rules OPER-API-3, OPER-API-10.
 */
import { parseAddress } from "../../core/base/address.ts";
import type { Headers } from "../http/headers.ts";
import { OperatorRefusal } from "./v1/refusals.ts";

/** By which hosts the listener is called. */
export interface ListenerHosts {
  /** OPER-API-10: whether every address is one of them, since the listener is not on loopback. */
  readonly isReachable: boolean;
  /** In lower case, beside those of this machine. */
  readonly names: readonly string[];
}

/** OPER-API-3: a listener on loopback. */
export const LOCAL_HOSTS: ListenerHosts = { isReachable: false, names: [] };

const LOCAL = new Set(["127.0.0.1", "localhost", "[::1]"]);
const HOST = /^(\[[0-9a-f:.]+\]|[^\s:[\]]+)(?::[0-9]{1,5})?$/;

export function checkCaller(headers: Headers, known: ListenerHosts = LOCAL_HOSTS): void {
  const [host = "", ...hosts] = (headers["host"] ?? []).map((each) => each.toLowerCase());
  if (!isKnown(host, known) || hosts.length > 0) throw new OperatorRefusal("HOST_NOT_LOCAL");
  const origins = headers["origin"] ?? [];
  // Programs send none. Another port of this machine is another page, and not the operator's.
  const isOwn = origins.every((origin) => origin === `http://${host}`);
  if (!isOwn) throw new OperatorRefusal("ORIGIN_NOT_OWN");
}

/** A page has a name or an address of its own: a name can be made to lead here, an address cannot. */
function isKnown(host: string, { isReachable, names }: ListenerHosts): boolean {
  const name = HOST.exec(host)?.[1] ?? "";
  if (LOCAL.has(name) || names.includes(name)) return true;
  return isReachable && parseAddress(name.replaceAll(/[[\]]/g, "")) !== undefined;
}
