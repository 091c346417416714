/**
 * Where a request comes from: its peer, or, behind proxies that the operator trusts, the address
 * that the nearest of them vouches for. Any client can write `X-Forwarded-For`, so only what a trusted
 * proxy has added counts; `Forwarded` and `X-Real-IP` never do. Rule USER-ADDR-2.
 */
import { formatAddress, parseAddress } from "../../core/base/address.ts";
import { type AddressRange, isInRange } from "../../core/base/address-range.ts";

/** How the kernel writes an IPv4 peer on a listener for both. */
const MAPPED = /^::ffff:(?=[0-9.]+$)/;

/** USER-ADDR-2: the right-most address that is not a trusted proxy's own. */
export function clientAddress(
  peer: string,
  forwardedFor: readonly string[] | undefined,
  trusted: readonly AddressRange[],
): string {
  let client = normalPeer(peer);
  if (!forwardedFor || trusted.length === 0) return client;
  const hops = forwardedFor.join(",").split(",");
  while (isTrusted(client, trusted)) {
    const hop = parseAddress(hops.pop()?.trim() ?? "");
    // Nothing more, or no address: the last proxy that could be believed answers for it.
    if (!hop) return client;
    client = formatAddress(hop);
  }
  return client;
}

/** The peer as the kernel writes it, but IPv4 always as IPv4, and without a zone. */
function normalPeer(peer: string): string {
  if (!peer.includes(":")) return peer;
  const four = peer.replace(MAPPED, "");
  if (!four.includes(":")) return four;
  const [text = ""] = peer.split("%");
  const address = parseAddress(text);
  return address ? formatAddress(address) : peer;
}

export function isTrusted(client: string, trusted: readonly AddressRange[]): boolean {
  const address = parseAddress(client);
  return address !== undefined && trusted.some((range) => isInRange(range, address));
}
