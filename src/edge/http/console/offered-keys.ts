/**
 * The demo's keys, offered to a console that runs on the machine of a sandbox, so that its user need
 * not look for them in a file. They are for play money, and still for no other client: SEC-53 of
 * docs/security.md lists the refused requests, with the words for a path that does not exist.
 *
 * A page of another site can make the user's browser ask, and with a name of its own that leads to
 * loopback (DNS rebinding) even read the answer; a proxy makes every client look local. So the peer,
 * the host that was asked for and the origin of the script must all be this machine's.
 */
import { gzipSync } from "node:zlib";
import type { RequestHead } from "../request.ts";
import type { Page } from "../site.ts";

export const OFFERED_KEYS_PATH = "/console/key";

/** By the name of the user. */
export type OfferedKeys = Readonly<Record<string, { apiKey: string; secret: string }>>;

const HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** None where there is nothing to offer. */
export function offeredKeysPages(keys: OfferedKeys): readonly (readonly [string, Page])[] {
  const offered = Object.entries(keys).map(([user, { apiKey, secret }]) => {
    return { user, apiKey, secret };
  });
  if (offered.length === 0) return [];
  const body = JSON.stringify({ keys: offered });
  const page = { type: "application/json", body, headers: HEADERS, isFor: isFromThisMachine };
  return [[OFFERED_KEYS_PATH, page]];
}

const ROOT = '<html lang="en"';

/**
 * The console's page as it is served where there are keys to offer: its root says so. A page without the
 * mark does not ask for them, so that a server that has none is not asked for what it refuses.
 */
export function offeringPage(page: Page): Page {
  const body = page.body.replace(ROOT, `${ROOT} data-keys="offered"`);
  return { ...page, body, gzip: gzipSync(body, { level: 9 }) };
}

const LOOPBACK_PEER = /^(?:127(?:\.\d{1,3}){3}|::1)$/;
/** A name, and not only an address: what a browser was told to ask for. */
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

function isFromThisMachine({ address, headers }: RequestHead): boolean {
  // A proxy hides the client that asks; headers.ts knows which headers proxies add.
  if (headers["x-forwarded-for"] || headers["forwarded"] || headers["via"]) return false;
  if (!LOOPBACK_PEER.test(address)) return false;
  const [host, another] = headers["host"] ?? [];
  if (host === undefined || another !== undefined || !LOOPBACK_HOST.test(host)) return false;
  return isOwnSite(headers["sec-fetch-site"]) && isOwnOrigin(headers["origin"], host);
}

/** `none`: the user typed the address. Another port of this machine is `same-site`, and refused. */
function isOwnSite(sent: readonly string[] = ["none"]): boolean {
  const site = sent.join();
  return site === "same-origin" || site === "none";
}

function isOwnOrigin(sent: readonly string[] | undefined, host: string): boolean {
  if (!sent) return true;
  const name = host.toLowerCase();
  return [`http://${name}`, `https://${name}`].includes(sent.join());
}
