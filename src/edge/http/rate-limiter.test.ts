import { expect, test } from "vitest";
import { DirectExchange } from "../../../test/support/direct-exchange.ts";
import { PUBLIC_LIMIT } from "../../contract/limits.ts";
import { Refusal } from "../../contract/refusal.ts";
import { BanTable } from "../auth/bans.ts";
import { WINDOWS_MAX } from "../auth/limits.ts";
import { NEWS_MAX } from "./counts-exchange.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { ROUTES } from "./routes.ts";

function openLimiter({ exchange = new DirectExchange(), isShared = false } = {}) {
  const report = (error: unknown) => expect.fail(String(error));
  const shared = { exchange, isShared, report };
  const limiter = new RateLimiter({ ...shared, bans: new BanTable(), routes: ROUTES });
  const ask = (address: string): number => {
    try {
      limiter.countAddress({ address, request: 1, headers: {} });
      return 200;
    } catch (error) {
      return error instanceof Refusal ? error.status : 500;
    }
  };
  return { exchange, ask, limiter };
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

/** Two limiters that count for the same users, and what brings the counts of one to the other. */
function openTwo() {
  const exchange = new DirectExchange();
  const [one, other] = [
    openLimiter({ exchange, isShared: true }),
    openLimiter({ exchange, isShared: true }),
  ];
  const tell = (from = one, to = other) => to.limiter.addNews(from.limiter.takeNews());
  return { exchange, one, other, tell };
}

const ADDRESS = "10.1.0.1";

function times(count: number, ask: (address: string) => number): number[] {
  return Array.from({ length: count }, () => ask(ADDRESS));
}

test("FOLLOW-LIMIT-1 what one process has counted counts at the other, from when it is told", () => {
  const { one, other, tell } = openTwo();
  const { count } = PUBLIC_LIMIT;
  expect(times(count - 10, one.ask)).not.toContain(429);

  tell();

  expect(times(10, other.ask)).not.toContain(429);
  expect(other.ask(ADDRESS)).toBe(429);
  tell(other, one);
  expect(one.ask(ADDRESS)).toBe(429);
});

test("FOLLOW-LIMIT-1 a count is told once, and none that was told to it", () => {
  const { one, other, tell } = openTwo();
  one.ask(ADDRESS);

  tell();

  expect(one.limiter.takeNews()).toEqual([]);
  expect(other.limiter.takeNews()).toEqual([]);
});

test("FOLLOW-LIMIT-1 a window that another process opened ends when it ends there", () => {
  const { exchange, one, other, tell } = openTwo();
  const { count, perMs } = PUBLIC_LIMIT;
  times(count, one.ask);
  exchange.nowMs += perMs - 1;
  tell();
  expect(other.ask(ADDRESS)).toBe(429);

  exchange.nowMs += 1;

  expect(other.ask(ADDRESS)).toBe(200);
  times(count, one.ask);
  const late = one.limiter.takeNews();
  exchange.nowMs += perMs;
  other.limiter.addNews(late);
  expect(other.ask(ADDRESS)).toBe(200);
});

test("FOLLOW-LIMIT-1 a user's requests to a route are counted by the route, wherever they come", () => {
  const { one, other, tell } = openTwo();
  const route = ROUTES.find(({ path }) => path === "/sapi/v1/account") ?? expect.fail("no route");
  const request = () => ({ address: ADDRESS, request: 1, headers: {} });
  for (let n = 0; n < route.limit.count; n++) one.limiter.countUser(route, 7, request());

  tell();

  expect(() => other.limiter.countUser(route, 7, request())).toThrow(Refusal);
  other.limiter.countUser(route, 8, request());
});

test("FOLLOW-LIMIT-1 USER-BAN-1 refusals of all processes lead to one ban", () => {
  const { exchange, one, other, tell } = openTwo();
  times(PUBLIC_LIMIT.count + 99, one.ask);
  expect(exchange.commands.filter(({ type }) => type === "BanAddress")).toEqual([]);

  tell();
  expect(exchange.commands.filter(({ type }) => type === "BanAddress")).toEqual([]);
  expect(other.ask(ADDRESS)).toBe(429);

  expect(exchange.commands.filter(({ type }) => type === "BanAddress")).toHaveLength(1);
});

test("FOLLOW-LIMIT-1 so many keys are told at a time, and the others with the next", () => {
  const { one } = openTwo();
  for (let n = 0; n < NEWS_MAX + 1; n++) one.ask(`10.0.${n >>> 8}.${n & 255}`);

  expect(one.limiter.takeNews()).toHaveLength(NEWS_MAX);
  expect(one.limiter.takeNews()).toHaveLength(1);
});

test("without other processes nothing is noted for them", () => {
  const { ask, limiter } = openLimiter();
  ask(ADDRESS);

  expect(limiter.takeNews()).toEqual([]);
});
