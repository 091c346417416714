import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { parseRange } from "../../../core/base/address-range.ts";
import { boundedServer } from "./connections.ts";

/** A connection from an address, as the server sees it. */
function connectionFrom(remoteAddress: string): PassThrough {
  return Object.assign(new PassThrough(), { remoteAddress });
}

test("CORE-BOUND-1 USER-ADDR-1 a /64 of IPv6 has as many connections as an IPv4 address", () => {
  const server = boundedServer({ limits: { inAll: 100, perAddress: 2 } });
  const open = (...addresses: string[]) =>
    addresses.map((address) => {
      const connection = connectionFrom(address);
      server.emit("connection", connection);
      return connection;
    });

  const block = open("2001:db8::1", "2001:db8::2", "2001:db8::ffff:3");
  const four = open("192.0.2.1", "::ffff:192.0.2.1", "::ffff:192.0.2.1");
  const others = open("2001:db8:0:1::1", "192.0.2.2");

  const isCut = (connections: PassThrough[]) => connections.map(({ destroyed }) => destroyed);
  expect(isCut(block)).toEqual([false, false, true]);
  expect(isCut(four)).toEqual([false, false, true]);
  expect(isCut(others)).toEqual([false, false]);
  for (const connection of [...block, ...four, ...others]) connection.destroy();
});

test("USER-ADDR-2 a trusted proxy may bring the connections of many", () => {
  const trusted = ["192.0.2.0/24"].flatMap((text) => parseRange(text) ?? []);
  const server = boundedServer({ limits: { inAll: 100, perAddress: 2 }, trusted });
  const connections = Array.from({ length: 5 }, () => connectionFrom("192.0.2.7"));
  for (const connection of connections) server.emit("connection", connection);

  expect(connections.some(({ destroyed }) => destroyed)).toBe(false);
  for (const connection of connections) connection.destroy();
});
