import fc from "fast-check";
import { expect, test } from "vitest";
import { anyWritten } from "../../../test/support/address-bits.ts";
import { formatAddress, parseAddress } from "../../core/base/address.ts";
import { isInRange, parseRange } from "../../core/base/address-range.ts";
import { clientAddress } from "./client-address.ts";

const TRUSTED = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"].flatMap((text) => parseRange(text) ?? []);

test.each([
  ["a peer that is not trusted", "1.1.1.1", ["2.2.2.2"], "1.1.1.1"],
  ["a trusted peer", "127.0.0.1", ["2.2.2.2"], "2.2.2.2"],
  ["a client that wrote one itself", "127.0.0.1", ["9.9.9.9, 2.2.2.2"], "2.2.2.2"],
  ["a header sent twice", "127.0.0.1", ["9.9.9.9", "2.2.2.2"], "2.2.2.2"],
  ["a chain of proxies", "127.0.0.1", ["9.9.9.9, 2.2.2.2,10.1.1.1 ,\t10.2.2.2"], "2.2.2.2"],
  ["proxies only", "127.0.0.1", ["10.1.1.1, 10.2.2.2"], "10.1.1.1"],
  ["no header", "127.0.0.1", undefined, "127.0.0.1"],
  ["an empty header", "127.0.0.1", [""], "127.0.0.1"],
  ["no address in it", "127.0.0.1", ["2.2.2.2, unknown"], "127.0.0.1"],
  ["an address with a port", "127.0.0.1", ["2.2.2.2:80, 10.1.1.1"], "10.1.1.1"],
  ["IPv4 written as IPv6", "::ffff:127.0.0.1", ["::ffff:202:202"], "2.2.2.2"],
  ["IPv6", "fd00::1", ["2001:DB8:0::1"], "2001:db8::1"],
  ["a peer with a zone", "fe80::1%eth0", ["2.2.2.2"], "fe80::1"],
  ["a peer that is gone", "", ["2.2.2.2"], ""],
] as const)("USER-ADDR-2 %s", (_, peer, forwardedFor, client) => {
  expect(clientAddress(peer, forwardedFor, TRUSTED)).toBe(client);
});

test("USER-ADDR-2 without trusted proxies the peer is the client, whatever the header says", () => {
  expect(clientAddress("127.0.0.1", ["2.2.2.2"], [])).toBe("127.0.0.1");
});

test("USER-ADDR-2 behind proxies the client is the first from the right that none of them is", () => {
  const hop = fc.oneof(
    anyWritten.map(({ text }) => text),
    fc.constantFrom("127.0.0.1", "10.3.2.1", "fd00::7", "::ffff:10.0.0.9"),
  );

  fc.assert(
    fc.property(fc.array(hop, { maxLength: 6 }), hop, (hops, peer) => {
      const chain = [...hops, peer].map((text) => normal(text));
      const isTrusted = (text: string) =>
        TRUSTED.some((range) => isInRange(range, parseAddress(text) ?? []));

      const client = clientAddress(peer, [hops.join(", ")], TRUSTED);

      expect(client).toBe(chain.findLast((text) => !isTrusted(text)) ?? chain[0]);
    }),
    { seed: 43, numRuns: 500 },
  );
});

function normal(text: string): string {
  const address = parseAddress(text);
  return address ? formatAddress(address) : "";
}
