/**
 * The story of the golden log: one command of every kind at fixed times, orders that rest, trade,
 * stop and are refused. It is only used to write a golden log; what was written is never rewritten
 * after a release, however the program changes.
 */

import { ByteWriter } from "../../src/core/base/records/bytes.ts";
import { PAIR_DEFAULTS } from "../../src/core/engine/catalogue/catalogue.ts";
import { type Command, encodeCommand } from "../../src/core/engine/codec.ts";
import { RULES } from "../../src/core/engine/rule-versions.ts";
import type { Batch, Log } from "../../src/log/log.ts";
import { digestOf, Replica } from "../../src/runtime/replica/replay.ts";
import { seededRandom } from "../support/random.ts";
import {
  betting,
  bids,
  contracts,
  dearFunding,
  emptied,
  index,
  listings,
  moving,
  resume,
} from "./futures-story.ts";
import { borrowing, falling, lending, ruin } from "./margin-story.ts";
import { listPair, orders, standing, units, worked } from "./order-list-story.ts";
import { forces, management, opening, silence, stops } from "./order-set-story.ts";
import { slicesAndLosses } from "./slices-story.ts";
import { trailing } from "./trailing-story.ts";

const START_MS = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const EPOCH = 1;

interface Chapter {
  readonly timeMs: number;
  readonly commands: readonly Command[];
}

export function story(): Chapter[] {
  const by = (user: number) => ({ user, key: user, request: 7 });
  const at = (timeMs: number, ...commands: Command[]) => ({ timeMs: START_MS + timeMs, commands });
  const chapters = [
    at(0, { type: "OpenDirectory", kind: "sandbox", format: 1, rules: 1 }),
    at(1, ...founding()),
    at(1, imported(0), imported(2), imported(2)),
    at(2, { type: "SetFees", pair: 1, makerRate: -2, takerRate: 1, request: 5 }),
    at(2_000, ...trading(60)),
    at(
      3_000,
      {
        type: "PlaceBatch",
        ...by(1),
        pair: 1,
        items: [1, 2, 3].map((n) => ({
          side: "buy" as const,
          kind: "limit" as const,
          quantity: `${n}.5`,
          price: "99",
          clientId: n === 3 ? "batch-1" : `batch-${n}`,
        })),
      },
      { type: "CancelBatch", ...by(1), pair: 1, orders: [1, 1, 61, 62, 999] },
      { type: "CancelOrder", ...by(1), pair: 1, order: 0, clientId: "batch-2" },
      { type: "SetFees", pair: 1, makerRate: -20_000, takerRate: 75_000, request: 8 },
    ),
    at(3_500, { type: "AdoptRules", rules: RULES, request: 9 }),
    at(4_000, ...trading(40)),
    at(
      HOUR_MS + 5_000,
      { type: "HourTick", hourMs: START_MS + HOUR_MS },
      { type: "HourTick", hourMs: START_MS + HOUR_MS },
      { type: "HaltPair", pair: 1, request: 9 },
      ...trading(3),
      { type: "ResumePair", pair: 1, request: 9 },
      { type: "FreezeUser", user: 2, request: 9 },
      ...trading(6),
      { type: "UnfreezeUser", user: 2, request: 9 },
      { type: "RevokeKey", key: 3, request: 9 },
      { type: "ResealKey", key: 2, sealedSecret: Uint8Array.of(4, 5, 6), request: 9 },
      ...trading(20),
      { type: "Withdraw", id: "out-1", user: 1, asset: 2, amount: 12_345n, request: 10 },
      { type: "CancelByOperator", order: 30, request: 10 },
      { type: "BanAddress", block: "203.0.113.7", request: 12 },
      { type: "BanAddress", block: "2001:db8:0:7::/64", request: 12 },
      { type: "LiftBan", block: "2001:db8:0:7::/64", request: 12 },
      { type: "VoidCommand", position: 999_999 },
    ),
    at(HOUR_MS + 6_000, { type: "DelistPair", pair: 2, request: 11 }),
    at(HOUR_MS + 200_000, { type: "BanAddress", block: "203.0.113.7", request: 13 }),
    at(HOUR_MS + 200_001, ...cancelAll(), ...lending()),
    at(HOUR_MS + 200_002, ...borrowing()),
    at(2 * HOUR_MS + 1, { type: "HourTick", hourMs: START_MS + 2 * HOUR_MS }, ...falling()),
    at(27 * HOUR_MS, ...hours(3, 27), ...ruin()),
    at(27 * HOUR_MS + 1, ...trading(60)),
    at(27 * HOUR_MS + 2),
    ...futures(at),
  ];
  const keys = chapters.flatMap(({ commands }) => commands.filter(({ type }) => type === "AddKey"));
  return [
    ...chapters,
    ...sentAgain(at, keys.length + 1),
    ...ownRates(at),
    ...orderSet(at),
    ...orderLists(at),
    ...reusedNames(at),
    at(64 * HOUR_MS + 9_003, ...slicesAndLosses(LISTS_PAIR)),
    at(64 * HOUR_MS + 9_004),
    at(64 * HOUR_MS + 9_005, ...trailing(LISTS_PAIR)),
    at(64 * HOUR_MS + 9_006),
  ];
}

/** SPOT-CLIENT-7: a name is refused, taken while it is free at once, and refused again. */
function reusedNames(at: At): Chapter[] {
  const again = () => orders(LISTS_PAIR, "1 buy 0.1 @ 70 ioc as again");
  const setting = (user: number, isFree: boolean): Command => {
    return { type: "SetClientIdReuse", user, isFree, request: 60 };
  };
  const start = 64 * HOUR_MS + 9_000;
  return [
    at(start, ...again(), ...again(), setting(1, true), ...again(), ...again()),
    at(start + 1, setting(1, false), ...again(), setting(2, true), setting(99, true)),
    at(start + 2),
  ];
}

/** SPOT-FEE-2, FUT-FEE-3: rates of two users, one that would be paid for, and orders with them. */
function ownRates(at: At): Chapter[] {
  const request = 40;
  const rates = { makerRate: -10_000, takerRate: 75_000 };
  const fees = { openMakerRate: 1, openTakerRate: 2, closeMakerRate: 3, closeTakerRate: 4 };
  const given = at(
    64 * HOUR_MS + 2,
    { type: "SetUserFees", user: 1, pair: 1, ...rates, request },
    { type: "SetUserFees", user: 2, pair: 1, makerRate: 0, takerRate: 9_999, request },
    { type: "SetUserFees", user: 2, pair: 1, makerRate: 0, takerRate: 20_000, request },
    ...trading(20),
    { type: "SetUserContractFees", user: 1, contract: 1, fees, request },
    { type: "RemoveUserFees", user: 2, sort: "pair", market: 1, request },
    { type: "RemoveUserFees", user: 2, sort: "pair", market: 1, request },
    ...trading(6),
  );
  return [given, at(64 * HOUR_MS + 3)];
}

const MINUTE_MS = 60_000;

/** SANDBOX-PAST-1: two minutes of a past; brought in twice, they are refused. */
function imported(minute: number): Command {
  const startMs = START_MS - 10 * MINUTE_MS + minute * MINUTE_MS;
  const candle = { open: 100, high: 104, low: 98, close: 101, lots: 40 };
  const candles = [
    { ...candle, startMs },
    { ...candle, startMs: startMs + MINUTE_MS, close: 103, lots: 0 },
  ];
  return { type: "ImportCandles", sort: "pair", market: 1, candles, request: 6 };
}

/** USER-REPEAT-1, USER-ONCE-1, PRICE-INDEX-6: commands of the second version. */
function sentAgain(at: At, key: number): Chapter[] {
  const start = 38 * HOUR_MS + 600;
  const by = { user: 1, key: 1, request: 30 };
  const move = { type: "Transfer", ...by, from: "spot", to: "margin", asset: 2 } as const;
  const once = { apiKey: "once", sealedSecret: Uint8Array.of(1), mayTrade: true, isOnce: true };
  const asked = { side: "buy", kind: "limit", quantity: "1", price: "50", clientId: "" } as const;
  const signed: Command = { type: "PlaceOrder", user: 1, key, request: 31, pair: 1, ...asked };
  const bounded = { hourlyRate: 0, cap: 0n, request: 32, tradesMoveMax: 5_000_000 };
  return [
    at(
      start,
      { ...move, amount: 7n, clientRequestId: "t-1" },
      { ...move, amount: 7n, clientRequestId: "t-1" },
      { ...move, amount: 8n, clientRequestId: "t-1" },
      { type: "AddKey", user: 1, ...once, addresses: [], request: 30 },
      { ...signed, signature: "aa" },
      { ...signed, signature: "aa" },
      signed,
      { type: "SetLoanTerms", asset: 1, ...bounded },
      { type: "WithdrawIndex", asset: 1, source: "operator", request: 32 },
      ...trading(12),
    ),
    at(39 * HOUR_MS, ...hours(39, 39), ...trading(5)),
    at(64 * HOUR_MS, ...hours(40, 64)),
    at(64 * HOUR_MS + 1),
  ];
}

/** The pair of the order set is the third. */
const ORDER_SET_PAIR = 3;

function orderSet(at: At): Chapter[] {
  const start = 64 * HOUR_MS + 1_000;
  const pair = ORDER_SET_PAIR;
  return [
    at(start, ...opening(pair)),
    at(start + 1, ...forces(pair)),
    at(start + 2, ...stops(pair)),
    at(start + 3, ...management(pair)),
    at(start + 6_000, ...silence(pair)),
    at(start + 6_001),
  ];
}

/** The pair of lists is the fourth. */
const LISTS_PAIR = 4;

function orderLists(at: At): Chapter[] {
  const start = 64 * HOUR_MS + 8_000;
  const pair = LISTS_PAIR;
  return [
    at(start, ...listPair(pair)),
    at(start + 1, ...units(pair)),
    at(start + 2, ...worked(pair)),
    at(start + 3, ...standing(pair)),
    at(start + 4),
  ];
}

type At = (timeMs: number, ...commands: Command[]) => Chapter;

/** The story of the contracts, from the 28th hour on. */
function futures(at: At): Chapter[] {
  const start = 28 * HOUR_MS;
  const second = (timeMs: number): Command => {
    return { type: "SecondTick", secondMs: START_MS + timeMs };
  };
  const then = (ms: number, ...commands: Command[]) =>
    at(start + ms, ...commands, second(start + ms));
  return [
    at(start, ...hours(28, 28), ...contracts(), second(start)),
    at(start + 1, ...betting()),
    then(61_000, ...moving(), ...listings()),
    then(70_000, ...bids("97.95", 0.5), index("98")),
    at(start + 70_001, ...resume()),
    then(75_000, ...bids("94", 8), index("94")),
    then(80_000, ...bids("79.9", 0.2), index("80")),
    at(32 * HOUR_MS, second(32 * HOUR_MS - 1000), ...hours(29, 32)),
    at(32 * HOUR_MS + 1, ...dearFunding("80")),
    at(32 * HOUR_MS + 5000, index("95"), second(32 * HOUR_MS + 5000), ...emptied()),
    ...[33, 34, 35, 36, 37].map((hour) =>
      at(hour * HOUR_MS, second(hour * HOUR_MS - 1000), ...hours(hour, hour)),
    ),
    at(37 * HOUR_MS + 1, ...trading(20)),
    at(37 * HOUR_MS + 2),
    ...byHand(at),
  ];
}

/** SANDBOX-CLOCK-1: a clock that is stopped, led on over an hour, and let go. */
function byHand(at: At): Chapter[] {
  const start = 37 * HOUR_MS + 3;
  const reach = (timeMs: number): Command => ({ type: "ReachTime", timeMs: START_MS + timeMs });
  return [
    at(start, { type: "FreezeClock", request: 21 }),
    at(start, { type: "AdvanceClock", toMs: START_MS + 38 * HOUR_MS + 500, byMs: 0, request: 22 }),
    at(38 * HOUR_MS, ...hours(38, 38), reach(38 * HOUR_MS)),
    at(38 * HOUR_MS, ...trading(10)),
    at(38 * HOUR_MS + 500, reach(38 * HOUR_MS + 500)),
    at(38 * HOUR_MS + 500, { type: "ResumeClock", nowMs: START_MS + 37 * HOUR_MS, request: 23 }),
    at(38 * HOUR_MS + 501, {
      type: "LoadState",
      name: "monday",
      stateHash: new Uint8Array(32).fill(7),
      request: 24,
    }),
    at(38 * HOUR_MS + 502, { type: "AcceptLoss", position: 999 }),
    at(38 * HOUR_MS + 503, ...trading(10)),
    at(38 * HOUR_MS + 504),
  ];
}

/** No order is left on the first book: what margin does there is for margin alone. */
function cancelAll(): Command[] {
  return Array.from({ length: 140 }, (_, n): Command => {
    return { type: "CancelByOperator", order: n + 1, request: 19 };
  });
}

function hours(first: number, last: number): Command[] {
  return Array.from({ length: last - first + 1 }, (_, n): Command => {
    return { type: "HourTick", hourMs: START_MS + (first + n) * HOUR_MS };
  });
}

function founding(): Command[] {
  const commands: Command[] = [
    { type: "AddAsset", name: "BTC", scale: 8, request: 1 },
    { type: "AddAsset", name: "USDT", scale: 6, request: 1 },
    { type: "AddAsset", name: "WEI", scale: 18, request: 1 },
  ];
  const pair = { ...PAIR_DEFAULTS, pricePrecision: 2, quantityPrecision: 3, request: 2 };
  commands.push({ type: "AddPair", ...pair, name: "BTCUSDT", base: 1, quote: 2 });
  commands.push({ type: "AddPair", ...pair, name: "WEIBTC", base: 3, quote: 1, selfTrade: "none" });
  for (const user of [1, 2, 3]) {
    commands.push({ type: "AddUser", name: `trader-${user}`, request: 3 });
    commands.push({
      type: "AddKey",
      user,
      apiKey: `key-${user}`,
      sealedSecret: Uint8Array.of(1, 2, 3, user),
      mayTrade: true,
      addresses: user === 1 ? ["127.0.0.1"] : [],
      request: 3,
    });
    for (const asset of [1, 2, 3]) {
      const amount = 10n ** (asset === 3 ? 22n : 13n);
      commands.push({
        type: "Deposit",
        id: `in-${user}-${asset}`,
        user,
        asset,
        amount,
        request: 4,
      });
    }
  }
  return commands;
}

function trading(count: number): Command[] {
  const random = seededRandom(count);
  const pick = (below: number) => Math.floor(random() * below);
  return Array.from({ length: count }, (_, n): Command => {
    const user = 1 + pick(3);
    const by = { user, key: user, request: 100 + n, pair: 1 + pick(2) };
    if (pick(5) === 0) return { type: "CancelOrder", ...by, order: 1 + pick(80), clientId: "" };
    const side = pick(2) === 0 ? "buy" : "sell";
    const kind = pick(6) === 0 ? "market" : "limit";
    const price = kind === "market" ? "" : `${95 + pick(10)}.${pick(10)}`;
    const clientId = pick(2) === 0 ? "" : `c-${count}-${n}`;
    return {
      type: "PlaceOrder",
      ...by,
      side,
      kind,
      quantity: `${1 + pick(9)}.25`,
      price,
      clientId,
    };
  });
}

/** Writes the story into a log; answers the replica that lived it. */
export async function tell(log: Log): Promise<Replica> {
  const replica = Replica.start(undefined);
  log.claim(EPOCH);
  for (const { timeMs, commands } of story()) {
    const out = new ByteWriter();
    for (const command of commands) encodeCommand(out, command);
    const draft = {
      timeMs,
      count: commands.length,
      digestPosition: replica.state.position,
      digest: digestOf(replica.state),
      payload: out.view(),
    };
    const firstPosition = replica.state.position + 1;
    await log.append(firstPosition, EPOCH, draft);
    replica.follow({ ...draft, firstPosition, epoch: EPOCH, after: log.end } satisfies Batch);
  }
  return replica;
}
