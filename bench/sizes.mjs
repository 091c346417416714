/**
 * How large each part is: `full` is what the budgets are for, `smoke` the least that still goes the whole way, as
 * `npm run bench -- --smoke` does. A part gets its row and does not know which of the two it is. What is measured, and
 * against which budget, stands in the part.
 */

const BOOK = { resting: 10_000, users: 1_000, spread: 1_000 };
const SMALL_BOOK = { resting: 200, users: 40, spread: 20 };
/** What the engine gets before it is clocked, and then. */
const LONG = { warmUp: 200_000, commands: 300_000 };
const SHORT = { warmUp: 100, commands: 200 };

/**
 * Load over HTTP; 0 seconds to warm up is not to warm up. Every user has limits: at 20 reads in 2 seconds for each, 2,000
 * users are enough for 20,000 a second in all. For a moment fewer are: 15 that place 100 orders each, 60 that read.
 */
const LOAD = { users: 2_000, rounds: 5, warmSeconds: 2, seconds: 3 };
const BRIEF_LOAD = { users: 15, rounds: 1, warmSeconds: 0, seconds: 0.03 };

/** @type {Record<string, { full: object, smoke: object }>} */
export const SIZES = {
  engine: {
    full: {
      rounds: 5,
      users: 1_000,
      spread: 1_000,
      large: 10_000,
      small: 1_000,
      ...LONG,
      fromBytes: { ...BOOK, warmUp: 192_000, commands: 288_000 },
    },
    smoke: {
      rounds: 1,
      users: 40,
      spread: 20,
      large: 200,
      small: 100,
      ...SHORT,
      // Whole batches of the log, of 64 commands.
      fromBytes: { ...SMALL_BOOK, warmUp: 64, commands: 128 },
    },
  },
  growth: {
    full: {
      rounds: 3,
      ...LONG,
      orders: { few: 10_000, many: 1_000_000, users: 1_000 },
      users: { few: 1_000, many: 100_000, resting: 100_000 },
    },
    smoke: {
      rounds: 1,
      ...SHORT,
      orders: { few: 200, many: 400, users: 40 },
      users: { few: 40, many: 80, resting: 200 },
    },
  },
  memory: {
    full: {
      filling: { users: 1_000, spread: 1_000, resting: 1_000_000 },
      endurance: { ...BOOK, first: 1_000_000, commands: 10_000_000 },
    },
    smoke: {
      filling: { users: 40, spread: 20, resting: 1_000 },
      endurance: { ...SMALL_BOOK, first: 200, commands: 400 },
    },
  },
  margin: {
    full: { rounds: 3, accounts: 100_000, ticks: 600, hours: 200, orders: 50_000 },
    smoke: { rounds: 1, accounts: 40, ticks: 60, hours: 10, orders: 40 },
  },
  futures: {
    full: { rounds: 3, positions: 100_000, few: 1_000, ticks: 600, orders: 50_000 },
    smoke: { rounds: 1, positions: 80, few: 40, ticks: 60, orders: 40 },
  },
  log: {
    full: { rounds: 5, ...BOOK, waiting: 128, warmUp: 300_000, commands: 100_000 },
    smoke: { rounds: 1, ...SMALL_BOOK, waiting: 32, ...SHORT },
  },
  http: { full: { ...LOAD, pace: 2_500 }, smoke: { ...BRIEF_LOAD, pace: 200 } },
  reads: {
    // Public requests are limited by address, of which each connection has one: 100 a second.
    full: { ...LOAD, warmSeconds: 1, seconds: 2, depthConnections: 160 },
    smoke: { ...BRIEF_LOAD, users: 60, depthConnections: 64 },
  },
  calls: {
    // A user may send 50 orders a second: enough for 20,000 in all.
    full: { ...LOAD, connections: 400 },
    smoke: { ...BRIEF_LOAD, connections: 8 },
  },
  follower: {
    full: { rounds: 5, ...BOOK, warmUp: 192_000, commands: 192_000 },
    smoke: { rounds: 1, ...SMALL_BOOK, warmUp: 128, commands: 128 },
  },
  connections: {
    full: {
      users: 2_000,
      rounds: 4,
      seconds: 6,
      restMs: 1_000,
      connections: 500,
      slow: 100,
      tradesMin: 900,
    },
    smoke: {
      users: 30,
      rounds: 2,
      seconds: 0.05,
      restMs: 10,
      connections: 20,
      slow: 4,
      tradesMin: 10,
    },
  },
  streams: {
    full: { users: 400, rounds: 5, warmSeconds: 4, seconds: 6, clients: 1_000, pace: 2_000 },
    // Of each dialect and each pattern two clients, which are held against each other.
    smoke: { users: 10, rounds: 1, warmSeconds: 0, seconds: 0.5, clients: 16, pace: 200 },
  },
  gateways: {
    full: { ...LOAD, wireRounds: 6, wireSeconds: 3 },
    smoke: { ...BRIEF_LOAD, wireRounds: 1, wireSeconds: 0.1 },
  },
  "gateway-streams": {
    full: {
      users: 400,
      rounds: 5,
      warmSeconds: 4,
      seconds: 6,
      few: 50,
      many: 1_000,
      pace: 2_000,
      calmPace: 500,
    },
    smoke: {
      users: 10,
      rounds: 1,
      warmSeconds: 0,
      seconds: 0.5,
      few: 8,
      many: 16,
      pace: 200,
      calmPace: 100,
    },
  },
  postgres: {
    full: {
      ...LOAD,
      users: 1_000,
      warmSeconds: 3,
      alone: { ...BOOK, waiting: 1_024, warmUp: 60_000, commands: 100_000 },
    },
    smoke: { ...BRIEF_LOAD, alone: { ...SMALL_BOOK, waiting: 1_024, ...SHORT } },
  },
  cluster: { full: { runs: 10, clients: 4 }, smoke: { runs: 1, clients: 1 } },
  recovery: {
    full: {
      rounds: 3,
      trading: { ...BOOK, commands: 1_000_000 },
      crowded: { users: 10_000, spread: 100_000, resting: 1_000_000 },
      stall: { perSecond: 2_000, seconds: 6, settleSeconds: 1, snapshotEvery: 10_000 },
    },
    smoke: {
      rounds: 1,
      trading: { ...SMALL_BOOK, commands: 800 },
      crowded: { users: 40, spread: 40, resting: 400 },
      stall: { perSecond: 1_000, seconds: 0.2, settleSeconds: 0, snapshotEvery: 100 },
    },
  },
  longest: {
    full: { rounds: 3, users: 100_000, orders: 120_000, commands: 300_000 },
    smoke: { rounds: 1, users: 400, orders: 800, commands: 800 },
  },
  start: { full: { runs: 5 }, smoke: { runs: 1 } },
  tripwire: {
    full: {
      rounds: 5,
      spot: { ...BOOK, stretches: 400, stretch: 2_048 },
      futures: { positions: 2_000, stretches: 200, stretch: 256 },
    },
    smoke: {
      rounds: 1,
      spot: { ...SMALL_BOOK, stretches: 2, stretch: 128 },
      futures: { positions: 80, stretches: 2, stretch: 32 },
    },
  },
  replies: {
    full: { rounds: 5, orders: 2_000, stretches: 200 },
    smoke: { rounds: 1, orders: 100, stretches: 4 },
  },
  seal: {
    full: { rounds: 5, stored: 20_000, written: 512, read: 2_000, stretches: 200 },
    smoke: { rounds: 1, stored: 200, written: 64, read: 100, stretches: 2 },
  },
  explain: {
    full: {
      rounds: 3,
      users: 5_000,
      positions: 5_000,
      resting: 5_000,
      spread: 1_000,
      commands: 300_000,
      snapshots: 2,
      apart: 100_000,
    },
    smoke: {
      rounds: 1,
      users: 40,
      positions: 20,
      resting: 20,
      spread: 20,
      commands: 400,
      snapshots: 2,
      apart: 100,
    },
  },
  allocation: {
    full: { rounds: 2, ...BOOK, warmUp: 100_000, commands: 8_192, stretches: 9 },
    smoke: { rounds: 1, ...SMALL_BOOK, warmUp: 100, commands: 100, stretches: 6 },
  },
  stops: {
    full: {
      rounds: 5,
      waiting: 100_000,
      triggered: 10_000,
      ranked: 20_000,
      stretches: 400,
      stretch: 512,
    },
    smoke: { rounds: 1, waiting: 100, triggered: 100, ranked: 100, stretches: 2, stretch: 64 },
  },
};
