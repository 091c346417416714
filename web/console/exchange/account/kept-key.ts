/**
 * The API key in this browser, and the keys that a sandbox on this machine offers. The secret is kept
 * in localStorage only. It goes to the signing client, and into no page, address or message.
 */
import { keep, readKept } from "../../parts/kept.ts";
import type { KeyEntry, OfferedKey } from "../exchange.ts";

const NAME = "key";
/** A sandbox offers two; a list without an end is not for a row of buttons. */
export const OFFERS_MAX = 8;

/** Whether what another tab has changed is the key. */
export function isKeyName(name: string): boolean {
  return name === NAME;
}

export function readKey(): KeyEntry | undefined {
  return keyIn(readKept(NAME) ?? "");
}

export function keepKey(entry: KeyEntry | undefined): void {
  keep(NAME, entry && JSON.stringify(entry));
}

/** What was kept may be from another version, or be broken: then there is no key. */
export function keyIn(text: string): KeyEntry | undefined {
  const { apiKey, secret, user } = recordIn(text);
  if (typeof apiKey !== "string" || typeof secret !== "string") return undefined;
  if (apiKey === "" || secret === "") return undefined;
  return typeof user === "string" ? { apiKey, secret, user } : { apiKey, secret };
}

/** Empty wherever nothing is offered: in production, from afar, on a server without a console. */
export async function fetchOffers(baseUrl: string): Promise<readonly OfferedKey[]> {
  if (!mayBeOffered()) return [];
  try {
    const reply = await fetch(`${baseUrl}/console/key`);
    return reply.ok ? offersIn(await reply.text()) : [];
  } catch {
    return [];
  }
}

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])$/;

/** The page says whether its server offers keys, which it does on its own machine only. */
function mayBeOffered(): boolean {
  const page = Reflect.get(globalThis, "document") as OfferingPage | undefined;
  if (!page) return true;
  const { documentElement, location } = page;
  return documentElement.dataset["keys"] === "offered" && LOOPBACK.test(location.hostname);
}

interface OfferingPage {
  readonly documentElement: { readonly dataset: Readonly<Record<string, string>> };
  readonly location: { readonly hostname: string };
}

export function offersIn(text: string): readonly OfferedKey[] {
  const { keys } = recordIn(text);
  if (!Array.isArray(keys)) return [];
  return keys
    .map((entry) => keyIn(JSON.stringify(entry)))
    .flatMap((entry) => (entry?.user === undefined ? [] : [{ ...entry, user: entry.user }]))
    .slice(0, OFFERS_MAX);
}

function recordIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
