/**
 * The snapshot has everything: each leaf of a full state is changed in turn, and the bytes must
 * change. The paths that may be left out are below with their reasons. A new field of the state fails here
 * until it is in the snapshot or has a reason of its own.
 */

import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { FuturesDesk } from "../../../../test/support/futures-desk.ts";
import { type Leaf, leavesOf } from "../../../../test/support/leaves.ts";
import { present } from "../../base/assert.ts";
import { ordersAt } from "../book/book.ts";
import { apply } from "../engine.ts";
import { balanceOf, type Wallet } from "../ledger/ledger.ts";
import { type ExchangeState, emptyState, LIMITS } from "../state.ts";
import { readKeys, readSnapshot, SNAPSHOT_VERSION, writeSnapshot } from "./snapshot.ts";

const SMALL = { ...LIMITS, movementIds: 4, endedClientIds: 3 };

/** A state in which every collection holds something and both rings have wrapped around. */
function livingDesk(): FuturesDesk {
  const rules = { makerRate: 100_000, takerRate: 200_000 };
  const balances = { USDT: "5000", XAU: "50", ETH: "1" };
  const desk = new FuturesDesk(
    { gus: balances, hal: balances, ida: balances },
    { rules, limits: SMALL },
  );
  const margin = { dora: { USDT: "100", ETH: "1" }, eve: { BTC: "3" }, finn: { USDT: "5" } };
  const spot = { alice: { BTC: "50" }, bob: { USDT: "900", BTC: "2" }, carol: { USDT: "5" } };
  for (const [name, balances] of Object.entries({ ...margin, ...spot })) {
    desk.addUser(name);
    for (const [asset, amount] of Object.entries(balances)) {
      desk.deposit(name, `${amount} ${asset}`);
      if (name in margin) desk.moveIn(name, `${amount} ${asset}`);
    }
  }
  desk.addPair({ name: "USDTBTC" }, "USDT", "BTC");
  desk.place("alice", "sell 30 @ 100 as a-1");
  desk.place("alice", "sell 5 @ 105");
  for (const name of ["one", "two", "three", "four"]) desk.place("bob", `buy 1 @ 100 as ${name}`);
  desk.place("bob", "buy 1 @ 90 as waiting");
  desk.place("bob", "buy 1 @ 90");
  desk.place("bob", "sell 1 @ 2 on USDTBTC");
  desk.withdraw("carol", "1 USDT");
  desk.freeze("carol");
  desk.revokeKey(desk.addKey("carol", false));
  desk.halt("USDTBTC");
  for (const block of ["10.0.0.2", "10.0.0.1"])
    desk.must({ type: "BanAddress", block, request: 0 });
  tradeContracts(desk);
  giveRates(desk);
  borrowAndFail(desk);
  const again = { clientRequestId: "r-1", signature: "aa" };
  desk.must({ type: "Repay", ...desk.hand("bob"), asset: 1, amount: 0n, ...again });
  return desk;
}

/** The same with order lists: one whose legs are live, and one that waits for its first order; and two who reuse their names. */
function listedDesk(): FuturesDesk {
  const desk = livingDesk();
  desk.list("alice", "oco", ["sell 1 @ 130", "sell 1 stop 70"], "out");
  desk.list("alice", "otoco", ["sell 1 @ 131", "buy 1 @ 60", "buy 1 @ 141 stop 140"]);
  desk.place("alice", "sell 2 @ 59 post_only");
  desk.place("alice", "buy 1 @ 59 ioc meets decrement");
  for (const name of ["bob", "alice"]) {
    desk.must({ type: "SetClientIdReuse", user: desk.user(name), isFree: true, request: 0 });
  }
  return desk;
}

/** Two users have rates of their own at one pair, and one of them at a contract. */
function giveRates(desk: FuturesDesk): void {
  for (const name of ["bob", "alice"]) {
    const rates = { makerRate: 1_000, takerRate: 90_000 };
    desk.must({ type: "SetUserFees", user: desk.user(name), pair: 2, ...rates, request: 0 });
  }
  const own = { user: desk.user("ida"), contract: 1, fees: { ...FEES, openMakerRate: 9_000 } };
  desk.must({ type: "SetUserContractFees", ...own, request: 0 });
}

/** Dora has borrowed, Eve waits in liquidation, and the index of BTC trails its last trade. */
function borrowAndFail(desk: FuturesDesk): void {
  desk.lend("1000 USDT", "0.00001");
  desk.index("ETH", "0.5", "feed");
  desk.index("BTC", "100");
  desk.placeMargin("dora", "buy 1.5 @ 100 as loan");
  desk.placeMargin("eve", "buy 4 @ 100");
  desk.advance(3_600_000);
  desk.tick();
  desk.cancel("alice", "a-1");
  desk.place("bob", "buy 0.1 @ 82");
  desk.index("BTC", "59.5");
  for (const name of ["five", "six", "seven", "eight"]) {
    desk.trade("gus", `open sell 1 @ 110 ioc as ${name} on E-XAU-USDT`);
  }
}

const TIERS = [
  { valueMax: 10n ** 11n, leverageMax: 50, maintenanceRate: 500_000 },
  { valueMax: 10n ** 30n, leverageMax: 20, maintenanceRate: 1_000_000 },
];
const FEES = {
  openMakerRate: 10_000,
  openTakerRate: 20_000,
  closeMakerRate: 15_000,
  closeTakerRate: 30_000,
};

/** Isolated and cross, long and short, on both kinds; orders that rest and that wait; one that ended. */
function tradeContracts(desk: FuturesDesk): void {
  const rules = { fees: FEES, maxFeeRate: 30_000, tiers: TIERS, fundingHours: 1 };
  desk.addContract({ ...rules, name: "E-XAU-USDT", multiplier: 1n, multiplierDecimals: 1 });
  const inverse = { kind: "inverse" as const, multiplier: 10n, multiplierDecimals: 0 };
  desk.addContract({ ...rules, ...inverse, name: "E-XAU-USD", settlementHours: 1 });
  desk.index("XAU", "100");
  desk.second();
  for (const [on, mode] of [
    ["E-XAU-USDT", "isolated"],
    ["E-XAU-USD", "cross"],
  ] as const) {
    desk.trade("gus", `open sell 90 @ 100.5 ${mode} as g-${mode} on ${on}`);
    desk.trade("hal", `open buy 50 @ 100.5 ${mode} on ${on}`);
    desk.trade("gus", `close buy 10 @ 100 on ${on}`);
    desk.trade("hal", `close sell 20 @ 100 on ${on}`);
    desk.trade("hal", `close sell 5 @ 103 on ${on}`);
    desk.trade("ida", `open buy 3 @ 99 ${mode} on ${on}`);
    desk.trade("ida", `open buy 3 @ 98.5 ${mode} when up 104 as i-${mode} on ${on}`);
    desk.trade("hal", `close sell 4 @ 97 when stop_loss 95 on ${on}`);
  }
  desk.lever("ida", 7, "E-XAU-USDT");
  passTime(desk);
}

/** Samples, an hour with funding and a settlement of profit, a position that ends, a halt. */
function passTime(desk: FuturesDesk): void {
  desk.advance(60_000);
  desk.second();
  desk.passHours(1);
  desk.advance(60_000);
  desk.second();
  desk.trade("gus", "open sell 3 @ 99 cross on E-XAU-USD");
  desk.trade("gus", "close buy 3 @ 99 on E-XAU-USD");
  desk.trade("ida", "close sell 3 @ 99 on E-XAU-USD");
  const { id: contract, ...rules } = desk.contract("E-XAU-USD");
  desk.must({ type: "HaltContract", contract, request: 0 });
  desk.must({ ...rules, type: "ChangeContract", contract, request: 0 }); // All its accounts must wait.
}

/** Paths that may change without a trace, each with its reason. */
const EXEMPT: readonly [RegExp, string][] = [
  [/^users\.(usersMax|keysMax)$/, "a limit of the program, not of the exchange"],
  [/^catalogue\.(assetsMax|pairsMax|contractsMax|userFees\.countMax)$/, "a limit"],
  [/^catalogue\.userFees\.count$/, "counted from the rates"],
  [/^movements\.ringMax$/, "a limit"],
  [/^bans\.bansMax$/, "a limit"],
  [/^countdowns\.countMax$/, "a limit"],
  [/^lists\.countMax$/, "a limit"],
  [/^lists\.byUser\./, "their users, found when they are entered"],
  [/^stops\.byPair\./, "their places, found when their orders are entered"],
  [/^lists\.byId\.\d+\.open$/, "counted from its orders"],
  [/^requests\.(named\.(countMax|userCountMax)|spent\.countMax)$/, "a limit"],
  [/^requests\.named\.(byName|countOf)\b/, "an index of the queue, and counts of it"],
  [/^requests\.spent\.known\b/, "an index of the queue"],
  [/^requests\.(named|spent)\.queue\.first$/, "where the queue begins"],
  [/^draft\b/, "filled anew by each order"],
  [/^orders\.rebated$/, "counted from the open orders"],
  [/^orders\.(openMax|clientIds\.ended\.countMax)$/, "a limit"],
  [/^users\.(byName|byApiKey|frozen|traders)\b/, "an index, filled with the users and keys"],
  [
    /^catalogue\.(assetsByName|pairsByName|contractsByName)\b/,
    "an index, filled with the catalogue",
  ],
  [/^movements\.byId\b/, "an index of the ring"],
  [/^bans\.byBlock\.membership\b/, "an index of the bans"],
  [
    /^catalogue\.pairs\.\d+\.(quoteUnit|baseUnit|quoteStep|baseStep|tickPrice)$/,
    "worked out from the scales",
  ],
  [/^catalogue\.pairs\.\d+\.isIndexPair$/, "worked out from the names"],
  [
    /^catalogue\.contracts\.\d+\.(quote|baseName|marginCoin|scale|unit|unitNumber|leverageMax|tierEnds)\b/,
    "worked out from its rules",
  ],
  [/^futures\.markets\.\d+\.(book|triggers)\b/, "built from the open orders"],
  [
    /^futures\.contractAccounts\.\d+\.\d+\.(stamp|isDirty|floor|bounds)\b/,
    "of bounds, which are made anew",
  ],
  [
    /^futures\.contractAccounts\.\d+\.\d+\.(long|short)\.cells\.6$/,
    "the floor of bounds, which are made anew",
  ],
  [/^futures\.contractAccounts\.\d+\.\d+\.(opening\w+|resting)\b/, "counted from the open orders"],
  [/^futures\.contractAccounts\.\d+\.\d+\.wallet$/, "that of its user and coin, found when needed"],
  [/^futures\.contractAccounts\.\d+\.\d+\.(long|short)\.asset$/, "the coin of its contract"],
  [/^prices\.index\.\d+\.tickPrice$/, "that of its pair"],
  [/^margin\.(touched|isRetryDue)\b/, "used before the command is over"],
  [/^margin\.liquidating\b/, "an index of the accounts"],
  [/^ledger\.wallets\.\d+\.number\.[45]$/, "the expected lock, counted from the open orders"],
  [/^ledger\.wallets\.\d+\.word\.14$/, "the next wallet of the user"],
  [/^ledger\.wallets\.\d+\.word\.15$/, "flags: the area is the list's, the mark the inspection's"],
  [/^futures\.contractAccounts\.\d+\.\d+\.(long|short)\.isTouched$/, "the same of a margin"],
  [/^books\b/, "built from the open orders"],
  [/^orders\.users\b/, "lists and counts, built from the open orders"],
  [/^orders\.clientIds\.open\b/, "an index, built from the open orders"],
  [/^orders\.open\.\d+\.(kind|budget|remaining)$/, "an open order is a limit; lots less executed"],
  [/^orders\.open\.\d+\.(level|before|behind)$/, "its place in the book, found when entered"],
  [/^orders\.open\.\d+\.(newer|older)$/, "its place in its user's list, found when entered"],
  [/^orders\.open\.\d+\.wallet$/, "the wallet of its user and asset, found when entered"],
  [/^orders\.open\.\d+\.nameHash$/, "worked out from its name"],
];

/** Nothing is ever lent for an order of futures. */
function isNeverLent({ orders }: ExchangeState, path: string): boolean {
  const [, id] = /^orders\.open\.(\d+)\.borrowed$/.exec(path) ?? [];
  return orders.byId.get(Number(id))?.area === "futures";
}

/** A wallet that is empty is as good as none. */
function isEmptyWallet({ ledger }: ExchangeState, path: string): boolean {
  const [, row] = /^ledger\.wallets\.(\d+)\.word\.1[23]$/.exec(path) ?? [];
  if (row === undefined) return false;
  const { free, locked } = balanceOf(ledger, Number(row) as Wallet);
  return free === 0n && locked === 0n;
}

/** True when the bytes say that the leaf has changed; a snapshot that cannot be written says so too. */
function isNoticed(state: ExchangeState, leaf: Leaf): boolean {
  const before = writeSnapshot(state).slice();
  const restore = leaf.change();
  try {
    return Buffer.compare(writeSnapshot(state), before) !== 0;
  } catch {
    return true;
  } finally {
    restore();
  }
}

test("LOG-SNAP-1 every leaf of the state is in the snapshot, or has a reason not to be", () => {
  const { state } = listedDesk();
  const used = new Set<RegExp>();
  const missed: string[] = [];
  let count = 0;

  for (const leaf of leavesOf(state)) {
    count++;
    if (isEmptyWallet(state, leaf.path) || isNeverLent(state, leaf.path)) continue;
    const exempt = EXEMPT.find(([path]) => path.test(leaf.path));
    if (exempt) used.add(exempt[0]);
    else if (!isNoticed(state, leaf)) missed.push(leaf.path);
  }

  expect(missed).toEqual([]);
  expect(EXEMPT.filter(([path]) => !used.has(path))).toEqual([]);
  expect(count).toBeGreaterThan(900);
});

test("LOG-SNAP-1 the walk restores what it changes: the state is untouched after it", () => {
  const { state } = livingDesk();
  const before = writeSnapshot(state).slice();

  for (const leaf of leavesOf(state)) leaf.change()();

  expect(writeSnapshot(state)).toEqual(before);
});

test("LOG-SNAP-1 a state loaded from its snapshot, forward or backward, has the same bytes", () => {
  const { state } = livingDesk();
  const bytes = writeSnapshot(state).slice();

  for (const direction of ["forward", "backward"] as const) {
    const loaded = readSnapshot(bytes, direction, SMALL);

    expect(writeSnapshot(loaded)).toEqual(bytes);
    expect([...loaded.digest]).toEqual([...state.digest]);
  }
});

test("LOG-SNAP-1 what happens after a snapshot is the same, however it was loaded", () => {
  const desk = livingDesk();
  const copies = (["forward", "backward"] as const).map((direction) =>
    readSnapshot(writeSnapshot(desk.state), direction, SMALL),
  );
  const { length } = desk.sent;

  desk.order("bob", "buy 1 @ 95 as four");
  desk.order("bob", "buy 1 @ 95 as one");
  desk.deposit("bob", "1 USDT", "m-1");
  desk.unfreeze("carol");
  desk.must({ type: "LiftBan", block: "10.0.0.1", request: 0 });
  desk.resume("USDTBTC");
  desk.place("alice", "sell 3 @ 90");
  desk.cancel("bob", "waiting");
  desk.index("BTC", "40");
  desk.index("BTC", "62");
  desk.delist();
  desk.markAt("101", "E-XAU-USDT");
  desk.must({ type: "ResumeContract", contract: desk.contract("E-XAU-USD").id, request: 0 });
  desk.trade("gus", "open buy 6 @ 104 on E-XAU-USDT");
  desk.markAt("70", "E-XAU-USDT");
  desk.passHours(1);

  for (const copy of copies) {
    for (const { command, timeMs } of desk.sent.slice(length)) {
      apply(copy, command, { timeMs, events: [] });
    }
    expect(writeSnapshot(copy)).toEqual(writeSnapshot(desk.state));
  }
});

test("LOG-SNAP-1 SPOT-STOP-5 triggered stops have their places again among the orders of their price", () => {
  const desk = new Desk({
    ann: { BTC: "1000", USDT: "90000" },
    bob: { BTC: "1000", USDT: "90000" },
  });
  const pass = (price: number) => {
    desk.place("ann", `sell 1 @ ${price}`);
    desk.place("bob", `buy 1 @ ${price}`);
  };
  pass(100);
  for (let price = 101; price <= 108; price++) {
    desk.place("ann", `buy 1 @ 95 stop ${209 - price}`);
    desk.place("bob", "buy 1 @ 95");
  }
  for (let price = 101; price <= 104; price++) {
    pass(price);
    desk.place("bob", "buy 1 @ 95");
    desk.place("ann", `buy 1 @ 95 stop ${price + 1}`);
  }
  pass(108);
  const turns = ({ books: [book] }: typeof desk.state) => {
    const { rows, bids } = present(book, "the book");
    return [...ordersAt(rows, present(bids.best, "a bid"))].map((order) => rows.id(order));
  };
  const live = turns(desk.state);
  const byId = live.toSorted((one, other) => one - other);
  expect(live).toHaveLength(24);
  expect(live).not.toEqual(byId);

  for (const direction of ["forward", "backward"] as const) {
    expect(turns(readSnapshot(writeSnapshot(desk.state).slice(), direction))).toEqual(live);
  }
});

test("LOG-SNAP-1 LOG-SNAP-3 USER-FIELD-3 a strict key stays one; without any the snapshot is of the version before", () => {
  const desk = livingDesk();
  expect(writeSnapshot(desk.state)[0]).toBe(9);

  desk.addKey("bob", true, { isStrict: true });
  const bytes = writeSnapshot(desk.state).slice();

  expect(bytes[0]).toBe(10);
  for (const direction of ["forward", "backward"] as const) {
    const loaded = readSnapshot(bytes, direction, SMALL);
    expect(loaded.users.keys).toEqual(desk.state.users.keys);
    expect(writeSnapshot(loaded)).toEqual(bytes);
  }
  expect(readKeys(bytes)).toEqual(desk.state.users.keys);
});

test("LOG-SNAP-1 a snapshot of an empty exchange is one too", () => {
  const bytes = writeSnapshot(emptyState()).slice();

  expect(writeSnapshot(readSnapshot(bytes))).toEqual(bytes);
});

test("a snapshot that is cut, goes on, or is of another version is a fault", () => {
  const bytes = writeSnapshot(livingDesk().state).slice();

  expect(() => readSnapshot(bytes.subarray(0, -1))).toThrow();
  expect(() => readSnapshot(Uint8Array.of(...bytes, 0))).toThrow("ends with its last field");
  expect(() => readSnapshot(bytes.with(0, SNAPSHOT_VERSION + 1))).toThrow("is known");
});
