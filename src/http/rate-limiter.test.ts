import { expect, test } from "vitest";
import { DirectExchange } from "../../test/support/direct-exchange.ts";
import { BanTable } from "../auth/bans.ts";
import { WINDOWS_MAX } from "../auth/limits.ts";
import { Refusal } from "./dialect/errors.ts";
import { RateLimiter } from "./rate-limiter.ts";

function openLimiter() {
  const exchange = new DirectExchange();
  const report = (error: unknown) => expect.fail(String(error));
  const limiter = new RateLimiter({ exchange, bans: new BanTable(), routes: [], report });
  const ask = (address: string): number => {
    try {
      limiter.countAddress({ address, request: 1, headers: {} });
      return 200;
    } catch (error) {
      return error instanceof Refusal ? error.status : 500;
    }
  };
  return { exchange, ask };
}

test("USER-LIMIT-5 when all windows are taken, newcomers share one, and none is banned for it", () => {
  const { exchange, ask } = openLimiter();
  for (let n = 0; n < WINDOWS_MAX; n++) ask(`10.0.${n >>> 8}.${n & 255}`);

  const statuses = Array.from({ length: 400 }, (_, n) => ask(`10.1.0.${n % 2}`));

  expect(statuses.slice(0, 200)).not.toContain(429);
  expect(statuses.slice(200)).not.toContain(200);
  expect(ask("10.0.0.0")).toBe(200);
  expect(exchange.commands.filter(({ type }) => type === "BanAddress")).toEqual([]);
});

test("USER-BAN-1 an address with a window of its own is banned for using it up", () => {
  const { exchange, ask } = openLimiter();

  for (let n = 0; n < 400; n++) ask("10.1.0.1");

  expect(exchange.commands.filter(({ type }) => type === "BanAddress")).toMatchObject([
    { block: "10.1.0.1", request: 1 },
  ]);
});
