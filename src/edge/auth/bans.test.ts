import { expect, test } from "vitest";
import { BanTable } from "./bans.ts";

const four = { block: "203.0.113.7", endsAtMs: 5_000, times: 1 };
const six = { block: "2001:db8:0:7::/64", endsAtMs: 9_000, times: 2 };

test("USER-BAN-3 an address is banned until its ban ends, an IPv6 address with its whole /64", () => {
  const bans = new BanTable([four, six]);

  expect(bans.leftMs("203.0.113.7", 1_000)).toBe(4_000);
  expect(bans.leftMs("::ffff:203.0.113.7", 4_999)).toBe(1);
  expect(bans.leftMs("203.0.113.7", 5_000)).toBe(0);
  expect(bans.leftMs("203.0.113.8", 1_000)).toBe(0);
  expect(bans.leftMs("2001:db8:0:7:1:2:3:4", 1_000)).toBe(8_000);
  expect(bans.leftMs("2001:db8:0:8::1", 1_000)).toBe(0);
});

test("USER-BAN-3 USER-BAN-5 bans come and go with their events", () => {
  const bans = new BanTable();
  expect(bans.leftMs("203.0.113.7", 0)).toBe(0);
  bans.fold({ type: "AddressBanned", ...four });
  bans.fold({ type: "UserChanged", id: 1, name: "alice", isFrozen: true });
  bans.fold({ type: "AddressBanned", ...four, endsAtMs: 7_000 });
  expect(bans.leftMs("203.0.113.7", 0)).toBe(7_000);

  bans.fold({ type: "BanLifted", block: four.block });

  expect(bans.leftMs("203.0.113.7", 0)).toBe(0);
  expect(bans.size).toBe(0);
});
