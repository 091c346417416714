/**
 * The rules of the source tree, as a test: which room may import which, what the engine may not touch, how a
 * file is named, how it opens and how long it may grow. When this fails, move the code; do not
 * widen the rule. CONTRIBUTING.md says why each wall stands where it stands.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const LINES_MAX = 400;
const FILES_MAX = 20;

/** The folders of src, lowest first, and above them the files that a program or a package begins with. */
const FOLDERS = [
  ...["package", "core", "log", "contract", "runtime", "client", "edge", "tools", "app", "cli"],
  "entries",
];

/** What leads a state along the log, and the state that is led. */
const SERVICE = ["runtime/replica", "runtime/sequencer"];
/** What every room may use. */
const BASE = ["core/base", "core/base/rows", "core/base/records"];
/** The engine's vocabulary: of each room, the file that holds its words. */
const WORDS = [
  "core/engine/events.ts",
  "core/engine/users/users.ts",
  "core/engine/catalogue/catalogue.ts",
  "core/engine/catalogue/lending.ts",
  "core/engine/catalogue/contract.ts",
  "core/engine/catalogue/user-fees.ts",
  "core/engine/ledger/area.ts",
  "core/engine/ledger/entry-kinds.ts",
  "core/engine/ledger/ledger.ts",
  "core/engine/orders/order.ts",
  "core/engine/orders/instructions.ts",
  "core/engine/orders/order-commands.ts",
  "core/engine/orders/order-events.ts",
  "core/engine/orders/order-lists.ts",
  "core/engine/orders/end-reasons.ts",
  "core/engine/book/trailing-price.ts",
  "core/engine/prices/prices.ts",
  "core/engine/prices/index-prices.ts",
  "core/engine/prices/past.ts",
  "core/engine/spot/spot.ts",
  "core/engine/spot/manage-commands.ts",
  "core/engine/spot/lists/list-commands.ts",
  "core/engine/margin/margin.ts",
  "core/engine/futures/futures.ts",
  "core/engine/futures/futures-commands.ts",
  "core/engine/futures/fields.ts",
];
/** The state that outer rooms read: of these files they take types, never functions. */
const STATE_TYPES = [
  "core/engine/state.ts",
  "core/engine/codec.ts",
  "core/engine/outcomes.ts",
  "core/engine/book/book.ts",
  "core/engine/book/ladder.ts",
  "core/engine/futures/futures-state.ts",
].map((path) => `type:${path}`);
const ENGINE_ROOMS = [
  "core/engine/users",
  "core/engine/requests",
  "core/engine/catalogue",
  "core/engine/ledger",
  "core/engine/orders",
  "core/engine/book",
  "core/engine/prices",
  "core/engine/spot",
  "core/engine/spot/lists",
  "core/engine/margin",
  "core/engine/margin/liquidation",
  "core/engine/futures",
  "core/engine/futures/trading",
  "core/engine/futures/prices",
  "core/engine/futures/liquidation",
];
/** Where pairs and contracts are traded, and what they all build on. */
const FLOOR = ENGINE_ROOMS.slice(0, ENGINE_ROOMS.indexOf("core/engine/spot"));
const FUTURES = ENGINE_ROOMS.filter((room) => room.startsWith("core/engine/futures"));
/** What a preview is played on, beside the rules of its area. */
const PLAYED = [...BASE, "core/money", "core/engine/state.ts", ...FLOOR];
/** What an order would do; to read it from the live state is the room above. */
const PREVIEW_ROOMS = ["core/preview", "core/preview/pair", "core/preview/contract"];
const HISTORY_WORDS = [
  "runtime/history/history.ts",
  "runtime/history/public-records.ts",
  "runtime/history/joined-history.ts",
  "runtime/history/ledger-entries.ts",
  "runtime/history/list-records.ts",
];
const LOG_ROOMS = ["log", "log/segment", "log/file"];
const CELLAR = [
  ...[...BASE, "core/money", ...ENGINE_ROOMS, "core/engine", "core/engine/read"],
  ...["core/engine/snapshot", "core/engine/invariants"],
  ...[...LOG_ROOMS, "core/views", "runtime/history", "runtime/history/rows"],
  ...["runtime/history/places", "runtime/history/store", "runtime/history/opening"],
];
const SERVICE_ROOMS = [
  "edge/auth",
  ...SERVICE,
  "runtime/archivist",
  "tools/audit",
  "runtime/wire",
  "runtime/cluster/moves",
  "runtime/cluster",
];
/** What the views have to say of themselves: their intervals, and how much they keep. */
const VIEW_WORDS = [
  "core/views/interval.ts",
  "core/views/candles.ts",
  "core/views/recent-trades.ts",
];
/** What the API is, declared without the code that serves it. */
const CONTRACT_ROOMS = [
  ...["contract", "contract/pairs", "contract/futures", "contract/public"],
  "contract/streams",
];
/** What every dialect may know of the inside. */
const DIALECT = [
  ...BASE,
  "core/money",
  ...CONTRACT_ROOMS,
  ...WORDS,
  ...STATE_TYPES,
  "core/engine/read",
  "core/views",
  ...HISTORY_WORDS,
  "edge/auth",
  ...SERVICE,
];
const OPERATOR_ROOMS = [
  "edge/operator/v1",
  "edge/operator/v1/lending",
  "edge/operator/v1/futures",
  "edge/operator/v1/sandbox",
];
/** The operator's requests: what all of them are made of, then the requests by what they are about. */
const OPERATOR_WORDS = "contract/operator";
const OPERATOR_CONTRACT = [
  OPERATOR_WORDS,
  ...["users", "market", "futures", "lending", "sandbox", "watching"].map(
    (about) => `${OPERATOR_WORDS}/${about}`,
  ),
];
/** Streams: what all of them build on, and their dialects. */
const WS_ROOMS = [
  "edge/ws/socket",
  "edge/ws",
  "edge/ws/own",
  "edge/ws/private",
  "edge/ws/kline-api",
];
const INTERFACES = [
  ...CONTRACT_ROOMS,
  "edge/http/dialect",
  "edge/http/sapi-v1",
  "edge/http/fapi-v1",
  ...OPERATOR_CONTRACT,
  "edge/http",
  "edge/http/listener",
  "edge/http/asyncapi",
  "edge/http/openapi",
  "edge/http/docs",
  "edge/http/console",
  ...WS_ROOMS,
  "edge/sandbox",
  "edge/sandbox/states",
  "edge/metrics",
  "edge/program-log",
  ...OPERATOR_ROOMS,
  "edge/operator/openapi",
  "tools/explain/words",
  "tools/explain",
  "edge/operator",
  "app/demo",
  "app/demo/live",
  "app/demo/market",
  "app/demo/past",
  "app/demo/live-traders",
  "app/demo/pace",
];
/** What talks to the service from outside, and so knows nothing of it. */
const STREAM_ROOMS = ["client/stream/channel", "client/stream"];
const CLIENT_ROOMS = ["client/session", "client/api", ...STREAM_ROOMS, "client"];
/** What the API says, in types only. */
const CLIENT_WORDS = ["pair-words", "market-words", "futures-words", "futures-account-words"].map(
  (name) => `client/api/${name}.ts`,
);
/** Of the contract a client takes types, and nothing that is there when it runs. */
const CONTRACT_TYPES = [
  ...["field", "markets"],
  ...[
    "order-shapes",
    "account",
    "batch",
    "histories",
    "ledger",
    "manage",
    "market",
    "order-lists",
  ].map((name) => `pairs/${name}`),
  ...[
    "order-shapes",
    "history-shapes",
    "ledger",
    "market-shapes",
    "account-shapes",
    "accounts",
  ].map((name) => `futures/${name}`),
].map((name) => `type:contract/${name}.ts`);
const STREAM_TYPES = [
  "type:contract/field.ts",
  ...["answers", "liquidation", "private-rows", "public-rows", "requests"].map(
    (name) => `type:contract/streams/${name}.ts`,
  ),
];
const EVERYTHING = [
  "package",
  "log/postgres",
  ...CELLAR,
  ...SERVICE_ROOMS,
  ...INTERFACES,
  ...CLIENT_ROOMS,
  "node:*",
];

const OPERATOR_ROOM = [
  ...[
    ...BASE,
    "core/money",
    ...CONTRACT_ROOMS,
    ...OPERATOR_CONTRACT,
    ...WORDS,
    ...STATE_TYPES,
    "core/engine/read",
    "core/engine/rule-versions.ts",
    "core/views",
    "edge/auth",
    ...SERVICE,
  ],
  ...["edge/http/dialect", "edge/http", "edge/sandbox"],
];

/** What a request of the operator may be told by. */
const OPERATOR_TOLD = [...BASE, "core/money", "contract", ...WORDS, OPERATOR_WORDS];

/** The server put together: its settings, what stands on a directory, and the programs. */
const APP = ["app/settings", "app/instance", "app"];

/** The rooms, lowest first. A room may import itself and the rooms, files and packages it names. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  package: ["node:fs"],
  "core/base": [],
  "core/base/rows": ["core/base"],
  "core/base/records": ["core/base"],
  "core/money": [...BASE],
  "core/engine/users": [...BASE, "core/money"],
  "core/engine/requests": [...BASE, "core/engine/users"],
  "core/engine/catalogue": [...BASE, "core/money"],
  "core/engine/ledger": [...BASE, "core/money", "core/engine/users", "core/engine/catalogue"],
  "core/engine/orders": [
    ...BASE,
    "core/money",
    "core/engine/users",
    "core/engine/catalogue",
    "core/engine/ledger",
  ],
  "core/engine/book": [...BASE, "core/engine/orders"],
  "core/engine/prices": [...BASE, "core/money", "core/engine/catalogue"],
  "core/engine/spot": [...BASE, "core/money", ...FLOOR],
  "core/engine/spot/lists": [...BASE, "core/money", ...FLOOR, "core/engine/spot"],
  "core/engine/margin": [...BASE, "core/money", ...FLOOR, "core/engine/spot"],
  "core/engine/margin/liquidation": [
    ...BASE,
    "core/money",
    ...FLOOR,
    "core/engine/spot",
    "core/engine/margin",
  ],
  "core/engine/futures": [...BASE, "core/money", ...FLOOR],
  "core/engine/futures/trading": [...BASE, "core/money", ...FLOOR, ...FUTURES.slice(0, 1)],
  "core/engine/futures/prices": [...BASE, "core/money", ...FLOOR, ...FUTURES.slice(0, 2)],
  "core/engine/futures/liquidation": [...BASE, "core/money", ...FLOOR, ...FUTURES.slice(0, 3)],
  "core/engine": [...BASE, "core/money", ...ENGINE_ROOMS],
  "core/engine/snapshot": [...BASE, "core/money", ...ENGINE_ROOMS, "core/engine"],
  "core/engine/invariants": [...BASE, "core/money", ...ENGINE_ROOMS, "core/engine"],
  // Above all rules, so that none is made of what is only shown.
  "core/engine/read": [...BASE, "core/money", "core/engine/state.ts", ...ENGINE_ROOMS],
  "core/preview": [...PLAYED, "core/engine/spot", "core/engine/margin", "core/engine/futures"],
  "core/preview/pair": [
    ...[...PLAYED, "core/engine/spot", "core/engine/margin", "core/preview"],
    ...["core/engine/read/average-price.ts", "core/engine/read/margin.ts"],
  ],
  "core/preview/contract": [...PLAYED, ...FUTURES.slice(0, 2), "core/preview"],
  "core/preview/read": [
    ...[
      ...PLAYED,
      "core/engine/spot",
      "core/engine/spot/lists",
      "core/engine/margin",
      "core/engine/futures",
      "core/engine/read",
    ],
    ...["core/preview", "core/preview/pair", "core/preview/contract"],
  ],
  log: [
    ...BASE,
    ...["child_process", "crypto", "fs", "net", "os", "path", "zlib"].map((name) => `node:${name}`),
  ],
  "log/segment": ["package", ...BASE, "log", "node:worker_threads"],
  "log/file": [...BASE, "log", "log/segment", "node:crypto", "node:zlib"],
  "log/postgres": [...BASE, "log", "log/segment", "log/file", "node:crypto", "pg"],
  "core/views": [...BASE, "core/money", ...ENGINE_ROOMS, "core/engine"],
  contract: [...BASE, "core/money", ...WORDS, ...VIEW_WORDS],
  "contract/pairs": [...BASE, "core/money", ...WORDS, "contract"],
  "contract/futures": [...BASE, "core/money", ...WORDS, "contract", "contract/pairs"],
  "contract/public": [...BASE, "contract", "contract/pairs", "contract/futures"],
  "contract/streams": [...WORDS, "contract", "contract/pairs", "contract/futures"],
  "runtime/history": [
    ...BASE,
    "core/money",
    ...ENGINE_ROOMS,
    "core/engine",
    "lmdb",
    "node:fs",
    "node:zlib",
  ],
  "runtime/history/rows": [
    ...[...BASE, "core/money", ...ENGINE_ROOMS, "core/engine", "runtime/history", "node:zlib"],
  ],
  "runtime/history/places": [
    ...[...BASE, ...ENGINE_ROOMS, "core/engine", "runtime/history", "runtime/history/rows"],
  ],
  "runtime/history/store": [
    ...[...BASE, "core/money", ...ENGINE_ROOMS, "core/engine", "runtime/history"],
    ...["runtime/history/rows", "runtime/history/places"],
    ...["lmdb", "node:fs", "node:zlib"],
  ],
  "runtime/history/opening": [
    ...[...BASE, "runtime/history", "runtime/history/rows", "runtime/history/places"],
    "runtime/history/store",
    ...["node:fs", "node:os", "node:path", "node:zlib"],
  ],
  "edge/auth": [
    ...[
      ...BASE,
      "core/engine/users/users.ts",
      "core/engine/users/bans.ts",
      "type:core/engine/events.ts",
    ],
    ...["type:contract/limits.ts", "node:crypto"],
  ],
  "runtime/replica": [...CELLAR, "contract/not-ready.ts"],
  "runtime/sequencer": [...CELLAR, "contract/not-ready.ts", "runtime/replica"],
  "contract/operator": [...BASE, "core/money", "contract", "core/engine/catalogue/rule-changes.ts"],
  "contract/operator/users": [...OPERATOR_TOLD, ...CONTRACT_ROOMS, "core/base/address-range.ts"],
  "contract/operator/market": [...OPERATOR_TOLD, "core/base/address.ts"],
  "contract/operator/futures": OPERATOR_TOLD,
  "contract/operator/lending": OPERATOR_TOLD,
  "contract/operator/sandbox": OPERATOR_TOLD,
  "contract/operator/watching": OPERATOR_TOLD,
  "runtime/archivist": [
    ...[...CELLAR, ...SERVICE],
    ...["node:child_process", "node:readline", "node:stream"],
  ],
  "tools/audit": [...CELLAR, ...SERVICE, "runtime/archivist"],
  "runtime/wire": [
    ...CELLAR,
    "contract/not-ready.ts",
    ...SERVICE,
    ...["crypto", "fs", "net", "os", "path", "tls"].map((name) => `node:${name}`),
  ],
  "runtime/cluster/moves": [...CELLAR, "log/postgres", ...SERVICE],
  "runtime/cluster": [
    ...[...CELLAR, "type:contract/not-ready.ts", "log/postgres", ...SERVICE, "runtime/wire"],
    ...["runtime/cluster/moves", "node:fs"],
  ],
  "edge/http/dialect": DIALECT,
  "edge/http/sapi-v1": [
    ...[...DIALECT, "edge/http/dialect"],
    ...["core/preview/pair/check-pair-order.ts", "core/preview/read/read-pair-view.ts"],
    "core/preview/read/check-order-list.ts",
  ],
  "edge/http/fapi-v1": [...DIALECT, "edge/http/dialect"],
  "edge/http": [
    ...[
      ...BASE,
      ...CONTRACT_ROOMS,
      "edge/auth",
      ...SERVICE,
      "edge/http/dialect",
      "edge/http/sapi-v1",
      "edge/http/fapi-v1",
    ],
    ...["type:core/engine/codec.ts", "type:core/engine/outcomes.ts"],
    "node:http",
  ],
  "edge/http/listener": [
    ...[...BASE, "contract/refusal.ts", "edge/auth/client-address.ts", "edge/http"],
    ...["node:http", "node:https", "node:stream"],
  ],
  "edge/ws/socket": [
    ...[...BASE, "contract/streams/closings.ts", ...WORDS, "edge/auth", "edge/http/dialect"],
    ...["node:http", "node:stream", "node:zlib", "npm:ws"],
  ],
  "edge/ws": [
    ...[
      ...BASE,
      ...CONTRACT_ROOMS,
      ...WORDS,
      "core/views",
      "edge/auth",
      ...SERVICE,
      "edge/http/dialect",
    ],
    "edge/ws/socket",
  ],
  "edge/ws/own": [
    ...DIALECT,
    "edge/http/dialect",
    "edge/http/json.ts",
    "edge/ws",
    "edge/ws/socket",
  ],
  "edge/ws/private": [
    ...DIALECT,
    "edge/http/dialect",
    "edge/http/request.ts",
    "edge/http/sign-in.ts",
    "edge/ws",
    "edge/ws/socket",
  ],
  "edge/ws/kline-api": [...DIALECT, "edge/http/dialect", "edge/ws", "edge/ws/socket"],
  "edge/http/console": [
    "package",
    "edge/http/request.ts",
    "edge/http/site.ts",
    "node:fs",
    "node:path",
    "node:zlib",
  ],
  "edge/http/asyncapi": [
    "contract",
    "contract/streams",
    "core/views/interval.ts",
    "edge/http/site.ts",
  ],
  "edge/http/openapi": [
    ...[
      ...BASE,
      ...CONTRACT_ROOMS,
      "edge/http/dialect",
      "edge/http/fault.ts",
      "edge/http/route.ts",
      "edge/http/site.ts",
    ],
    "edge/http/stream-call.ts",
  ],
  "edge/sandbox": [
    ...[...BASE, "core/money", ...WORDS, ...STATE_TYPES, "core/engine/clock.ts", ...SERVICE],
    ...[...CONTRACT_ROOMS, "contract/operator/sandbox/fault-words.ts"],
    ...["edge/http/fault.ts", "edge/http/request.ts", "edge/http/route.ts"],
    ...["edge/ws/channel-kind.ts", "edge/ws/message-fault.ts", "edge/ws/seq.ts"],
  ],
  "edge/sandbox/states": [
    ...[
      ...BASE,
      "core/engine",
      "core/engine/snapshot",
      ...LOG_ROOMS,
      "runtime/history",
      "runtime/history/rows",
      "runtime/history/store",
      "edge/auth",
      ...SERVICE,
    ],
    ...["edge/sandbox", "node:fs", "node:path"],
  ],
  "tools/backup": [
    ...[
      ...BASE,
      ...LOG_ROOMS,
      "runtime/history",
      "runtime/history/rows",
      "runtime/history/store",
      "runtime/history/opening",
      "runtime/replica/replay.ts",
      "tools/audit/verify.ts",
    ],
    ...["edge/sandbox/state-name.ts", "edge/sandbox/states"],
    ...["node:crypto", "node:fs", "node:os", "node:path"],
  ],
  "edge/metrics": [
    ...[
      ...BASE,
      "core/money",
      "core/engine/catalogue/catalogue.ts",
      "core/engine/ledger/ledger.ts",
    ],
    ...["type:core/engine/state.ts", ...SERVICE],
    ...[...CONTRACT_ROOMS, "edge/http/route.ts", "edge/http/traffic.ts"],
    ...["node:fs/promises", "node:perf_hooks"],
  ],
  "edge/program-log": [
    ...["edge/http/request.ts", "edge/http/traffic.ts", "pino"],
    ...["node:fs/promises", "node:path"],
  ],
  "edge/operator/v1": OPERATOR_ROOM,
  "edge/operator/v1/lending": [...OPERATOR_ROOM, "edge/operator/v1"],
  "edge/operator/v1/futures": [...OPERATOR_ROOM, "edge/operator/v1"],
  "edge/operator/v1/sandbox": [...OPERATOR_ROOM, "edge/operator/v1"],
  "edge/operator/openapi": [
    ...CONTRACT_ROOMS,
    OPERATOR_WORDS,
    "edge/http/openapi",
    "edge/operator/v1",
  ],
  "tools/explain/words": [
    ...[...BASE, "core/money", ...ENGINE_ROOMS, "core/engine", "core/engine/read", ...SERVICE],
    ...[
      ...CONTRACT_ROOMS,
      "edge/http/dialect/errors.ts",
      "edge/http/request.ts",
      "edge/operator/v1/refusals.ts",
    ],
  ],
  "tools/explain": [
    ...[
      ...BASE,
      "core/engine",
      "core/engine/ledger/area.ts",
      "core/engine/orders",
      ...LOG_ROOMS,
      "runtime/history",
      "runtime/history/rows",
      "runtime/history/places",
      "runtime/history/store",
      ...SERVICE,
    ],
    ...["edge/http/request.ts", "tools/explain/words"],
    ...["edge/program-log/find-refusal.ts", "edge/program-log/strike-file.ts"],
  ],
  "edge/operator": [
    ...[...OPERATOR_ROOM, ...OPERATOR_ROOMS, "edge/metrics/exposition.ts"],
    ...[
      "edge/http/console/console-pages.ts",
      "edge/http/openapi/document.ts",
      "edge/http/listener/server.ts",
      "edge/operator/openapi",
    ],
    "package",
  ],
  "client/session": ["type:contract/codes.ts"],
  "client/api": ["client/session", ...CONTRACT_TYPES],
  "client/stream/channel": [...CLIENT_WORDS, ...STREAM_TYPES],
  "client/stream": ["client/session", "client/stream/channel", ...STREAM_TYPES],
  client: ["client/session", "client/api", ...STREAM_ROOMS],
  "edge/http/docs": ["package", ...CONTRACT_ROOMS, "edge/http/site.ts", "node:fs"],
  "edge/http/docs/browser": ["client/session/signature.ts"],
  "app/demo": [...BASE, "core/money", ...WORDS, ...STATE_TYPES, ...SERVICE],
  "app/demo/live": [...BASE],
  "app/demo/market": [
    ...[...BASE, "core/money", ...WORDS, ...STATE_TYPES, "core/engine/read"],
    ...[...SERVICE, "app/demo", "app/demo/live"],
  ],
  "app/demo/past": [
    ...BASE,
    "core/money",
    ...WORDS,
    ...STATE_TYPES,
    ...SERVICE,
    ...["app/demo", "app/demo/live", "app/demo/market"],
  ],
  "app/demo/live-traders": [
    ...[...BASE, "core/money", ...WORDS, ...STATE_TYPES],
    ...["app/demo", "app/demo/live", "app/demo/market"],
  ],
  "app/demo/pace": [
    ...[...BASE, ...WORDS, "type:core/engine/codec.ts", ...SERVICE],
    ...["app/demo", "app/demo/market", "app/demo/live-traders"],
  ],
  "edge/public": [
    ...[
      ...CONTRACT_ROOMS,
      "type:contract/operator/users/ledger.ts",
      "type:contract/operator/users/users.ts",
      ...CELLAR,
      ...SERVICE_ROOMS,
      "edge/http/dialect",
      "edge/http/sapi-v1",
      "edge/http/fapi-v1",
      "edge/http",
      "edge/http/listener",
    ],
    ...[
      "edge/http/asyncapi",
      "edge/http/openapi",
      "edge/http/docs",
      "edge/http/console",
      ...WS_ROOMS,
      "edge/sandbox",
      "node:crypto",
    ],
  ],
  "app/in-process": [
    ...CELLAR,
    ...SERVICE_ROOMS,
    ...INTERFACES,
    ...CLIENT_ROOMS,
    "edge/public",
    "node:crypto",
  ],
  "app/gateway": [
    ...[
      ...CELLAR,
      ...SERVICE_ROOMS,
      "edge/http",
      "edge/http/dialect",
      ...WS_ROOMS,
      "edge/public",
      "package",
    ],
    ...["edge/sandbox", "edge/metrics", "edge/program-log", "node:cluster", "node:net", "node:url"],
  ],
  "app/settings": [...EVERYTHING],
  "app/instance": [
    ...EVERYTHING,
    "app/settings",
    "edge/public",
    "app/in-process",
    "app/gateway",
    "tools/backup/restore-into.ts",
  ],
  app: [
    ...EVERYTHING,
    "edge/public",
    "app/in-process",
    "app/gateway",
    "app/settings",
    "app/instance",
    "tools/backup/restore-into.ts",
  ],
  ".": [...EVERYTHING, "edge/public", "app/in-process", "app/gateway", ...APP],
  "cli/terminal": [...BASE, ...APP],
  "cli/typed": [OPERATOR_WORDS, "cli/terminal", "node:crypto"],
  "cli/online": [...EVERYTHING, ...APP, "cli/terminal", "cli/typed"],
  "cli/online/lending": ["contract", ...OPERATOR_CONTRACT, "cli/terminal", "cli/online"],
  "cli/online/futures": ["contract", ...OPERATOR_CONTRACT, "cli/terminal", "cli/online"],
  "cli/online/sandbox": ["contract", ...OPERATOR_CONTRACT, "cli/terminal", "cli/online"],
  "cli/online/candles": [
    ...["core/money", "contract", ...OPERATOR_CONTRACT, "cli/terminal", "cli/typed", "cli/online"],
    ...["node:fs", "node:http"],
  ],
  cli: [
    ...[...EVERYTHING, "tools/backup", ...APP, "cli/terminal", "cli/typed"],
    ...[
      "cli/online",
      "cli/online/lending",
      "cli/online/futures",
      "cli/online/sandbox",
      "cli/online/candles",
    ],
  ],
};

/** What is not ours; one is called as a room of ours is. */
const PACKAGES = ["lmdb", "pg", "pino", "npm:ws"];

/**
 * The pages run in a browser and speak HTTP and WebSocket. Of the service they know the client and the
 * previews of orders, which are made by the engine's own rules; never the engine itself. The two pages
 * know nothing of each other.
 */
const WEB = [
  ...[...CLIENT_ROOMS, ...PREVIEW_ROOMS].map((place) => `../src/${place}`),
  ...["preact", "preact/hooks", "lightweight-charts"],
];
/** Of the operator's table the operator's page takes types, and a file of data that is made from it. */
const OPERATOR_PAGE = ["contract/field.ts", ...OPERATOR_CONTRACT].map(
  (place) => `type:../src/${place}`,
);

/** What could make a replay differ: clocks, chance, waiting, the outside, floats, the locale. */
const IMPURE =
  /\b(?:Date|performance|async|await|Promise|setTimeout|setInterval|setImmediate|queueMicrotask)\b|\b(?:process|console|crypto)\s*[.[]|\bfetch\s*\(/g;
const INEXACT =
  /\bparseFloat\b|\btoFixed\b|\btoPrecision\b|\btoExponential\b|\bIntl\b|\blocaleCompare\b|\btoLocale\w+|\.(?:sort|toSorted)\s*\(\s*\)|\bMath\b(?!\s*\.\s*(?:min|max|abs|floor|trunc|imul)\b)/g;

/** Funding received, maintenance rate, free and locked balance, equity, held margin: never by these names. */
const API_WORDS =
  /\b(?:capitalFee|keepRate|account(?:Normal|Lock)|(?:total|part)(?:Equity|Normal)|holdAmount|historyRealized|openRealized|reducePrice|returnRate|marginRate|avgPrice|positionType|contractName|canUseAmount|coinoClientId|newClientOrderId)\b/g;

const NAMES_BANNED = /^(?:utils?|helpers?|common|shared|misc|managers?|handlers?|data|info|impl)$/;
/** A barrel; `index-prices.ts` says something. */
const BARREL = "index";
/** Spelled so that this line does not find itself. */
const UNFINISHED = /\b(?:T[O]DO|F[I]XME)\b/;

interface SourceFile {
  readonly path: string;
  readonly room: string;
  readonly text: string;
  /** The text without comments. */
  readonly code: string;
}

function filesUnder(folder: string): SourceFile[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(join(ROOT, folder, path), "utf8");
      return { path, room: dirname(path), text, code: withoutComments(text) };
    });
}

/** Strings are matched first, so that the slashes of an address do not count as a comment. */
function withoutComments(text: string): string {
  const part =
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/.*/g;
  return text.replaceAll(part, (_, quoted: string | undefined) => quoted ?? " ");
}

/** Plain strings are words for people; a template may hold code and stays. */
function withoutStrings(code: string): string {
  return code.replaceAll(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, '""');
}

/** What a file imports: paths under src, or the names of packages; `type:` before what is types only. */
function importsOf({ path, code }: SourceFile): string[] {
  const specifier =
    /(\bimport\s+type\s+\{[^}]*\}\s*)?(?:(?<![."'`-])\bfrom\s*|\b(?:import|require)\s*\(?\s*)["'`]([^"'`\n]+)["'`]/g;
  return [...code.matchAll(specifier)].map(([, typesOnly, name = ""]) => {
    if (PACKAGES.includes(`npm:${name}`)) return `npm:${name}`;
    const target = name.startsWith(".") ? join(dirname(path), name) : name;
    return typesOnly === undefined ? target : `type:${target}`;
  });
}

function mayImport(allowed: readonly string[], imported: string): boolean {
  if (allowed.includes(imported)) return true;
  const target = imported.replace(/^type:/, "");
  if (target.startsWith("node:") && allowed.includes("node:*")) return true;
  if (imported !== target && allowed.includes(`type:${dirname(target)}`)) return true;
  return allowed.includes(target) || (target.endsWith(".ts") && allowed.includes(dirname(target)));
}

/** A page's own: scripts and style sheets of the folder that is bundled into it, and what all pages look like. */
function isOwnFile({ path }: SourceFile, target: string): boolean {
  const [page = ""] = path.split("/");
  if (/^look\/[a-z]+\.(?:css|ts)$/.test(target)) return true;
  return target.startsWith(`${page}/`) && /\.(?:tsx?|css)$/.test(target);
}

function typesFor({ path }: SourceFile): readonly string[] {
  return path.startsWith("operator/") ? OPERATOR_PAGE : [];
}

/** The folder of src that a file lies in. */
function folderOf(path: string): string {
  return path.includes("/") ? (path.split("/")[0] ?? "") : "entries";
}

/** A cluster to try: it starts what is built, and knows of the service what every client knows. */
const LOCAL_CLUSTER = ["../src/package", "../src/client/client.ts", "pg", "node:*"];

/** Kebab-case, and none of the words that could name anything. */
function isGoodName(path: string): boolean {
  // Which lanes there are is looked at in lanes.test.ts.
  const parts = path.replace(/(?:(?:\.[a-z]+)?\.test|\.d|\.config)?\.tsx?$/, "").split("/");
  return parts.every(
    (part) =>
      /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(part) &&
      !/^(?:base|i)-/.test(part) &&
      part !== BARREL &&
      !part.split("-").some((word) => NAMES_BANNED.test(word)),
  );
}

function isPackage(name: string): boolean {
  return name.startsWith("node:") || PACKAGES.includes(name);
}

function pathsOf(found: readonly SourceFile[]): string[] {
  return found.map(({ path }) => path);
}

const everyFile = filesUnder("src");
const files = everyFile.filter(({ path }) => !path.endsWith(".test.ts"));
const everyPageFile = filesUnder("web");
const scriptFiles = filesUnder("scripts");
/** What is bundled: not the tests, and not the file that tells the bundler how. */
const pageFiles = everyPageFile.filter(({ path }) => !/\.(?:test|config)\.tsx?$/.test(path));

test("the rooms stand in order, so no two can import each other", () => {
  const seen = new Set<string>();
  for (const [room, below] of Object.entries(ROOMS)) {
    const names = below.map((name) =>
      name.endsWith(".ts") ? dirname(name.replace(/^type:/, "")) : name,
    );
    const above = names.filter((name) => !isPackage(name) && !seen.has(name));
    expect(above, room).toEqual([]);
    seen.add(room);
  }
});

test("ARCHITECTURE tells of each folder of src, in their order", () => {
  const [, table = ""] = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8").split(
    "| Folder of `src` |",
  );
  const told = [...(table.split("\n\n")[0] ?? "").matchAll(/^\| `([a-z]+)` \|/gm)];
  expect([...told.map(([, folder]) => folder), "entries"]).toEqual(FOLDERS);
});

test("the folders of src stand in order, and no import leads upward", () => {
  const upward = files.flatMap((file) =>
    importsOf(file)
      .map((target) => target.replace(/^type:/, ""))
      .filter((target) => target.includes(".ts"))
      .filter((target) => FOLDERS.indexOf(folderOf(target)) > FOLDERS.indexOf(folderOf(file.path)))
      .map((target) => `${file.path} imports ${target}`),
  );
  expect([...new Set(files.map(({ path }) => folderOf(path)))].sort()).toEqual(FOLDERS.toSorted());
  expect(upward).toEqual([]);
});

test(`a folder has at most ${FILES_MAX} files, tests not counted`, () => {
  const counted = new Map<string, number>();
  const inScripts = scriptFiles.map(({ path }) => `scripts/${path}`);
  for (const path of [...pathsOf(files), ...inScripts]) {
    const folder = dirname(path);
    if (!path.endsWith(".test.ts")) counted.set(folder, (counted.get(folder) ?? 0) + 1);
  }
  expect([...counted].filter(([, count]) => count > FILES_MAX)).toEqual([]);
});

test("every folder is a room", () => {
  expect(pathsOf(everyFile.filter(({ room }) => !(room in ROOMS)))).toEqual([]);
});

test("only what a program or a package begins with stands loose in src", () => {
  const loose = files.filter(({ room }) => room === ".");
  expect(pathsOf(loose)).toEqual(["archivist.ts", "create-exchange.ts", "gateway.ts", "main.ts"]);
});

test("a file imports only from the rooms below its own", () => {
  const upward = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => !mayImport([file.room, ...(ROOMS[file.room] ?? [])], target))
      .map((target) => `${file.path} imports ${target}`),
  );
  expect(upward).toEqual([]);
});

/** From a file to itself by imports, types included; undefined when there is no such way. */
function circleFrom(start: string, imports: ReadonlyMap<string, readonly string[]>) {
  const seen = new Set<string>();
  const ways = [[start]];
  for (let way = ways.pop(); way; way = ways.pop()) {
    for (const next of imports.get(way.at(-1) ?? "") ?? []) {
      if (next === start) return [...way, next].join(" -> ");
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
}

test("the files of futures stand in order, so that each is read after those it builds on", () => {
  const futures = files.filter(({ room }) => room === "core/engine/futures");
  const imports = new Map(
    futures.map((file) => [file.path, importsOf(file).map((name) => name.replace(/^type:/, ""))]),
  );
  expect(futures.map(({ path }) => circleFrom(path, imports)).filter(Boolean)).toEqual([]);
});

test("a page imports its own files, the client and the previews, and no more", () => {
  const strange = pageFiles.flatMap((file) =>
    importsOf(file)
      .filter((target) => !isOwnFile(file, target.replace(/^type:/, "")))
      .filter((target) => !mayImport([...WEB, ...typesFor(file)], target))
      .map((target) => `web/${file.path} imports ${target}`),
  );
  expect(strange).toEqual([]);
});

test("the cluster of this machine imports the client, and nothing else of the service", () => {
  const inside = scriptFiles.filter(
    ({ path }) => path.startsWith("local-cluster/") && !path.endsWith(".test.ts"),
  );
  const strange = inside.flatMap((file) =>
    importsOf(file)
      .filter((target) => !mayImport(["local-cluster", ...LOCAL_CLUSTER], target))
      .map((target) => `scripts/${file.path} imports ${target}`),
  );
  expect(inside.length).toBeGreaterThan(10);
  expect(strange).toEqual([]);
});

test("only the replica runs the engine: nothing else imports engine/engine.ts", () => {
  const importers = files.filter((file) =>
    importsOf(file).some((target) => target.endsWith("core/engine/engine.ts")),
  );
  expect(pathsOf(importers.filter(({ room }) => room !== "runtime/replica"))).toEqual([]);
});

test("only app/settings/config.ts reads the environment", () => {
  const readers = files.filter(({ code }) => /\bprocess\s*\.\s*env\b/.test(code));
  expect(pathsOf(readers.filter(({ path }) => path !== "app/settings/config.ts"))).toEqual([]);
});

/** The typed client is a package of its own: its names are those of the API, for programs that use it. */
test("no two exported types share a name, so that a name is one thing", () => {
  const ours = [...files.filter(({ path }) => !path.startsWith("client/")), ...pageFiles];
  const places = new Map<string, string[]>();
  for (const { path, code } of ours) {
    for (const [, name = ""] of code.matchAll(
      /^export (?:abstract )?(?:interface|type|class) (\w+)/gm,
    )) {
      places.set(name, [...(places.get(name) ?? []), path]);
    }
  }
  // A command is a value that says how it is written, and the type of what is written.
  const twice = [...places].filter(([, found]) => new Set(found).size > 1);
  expect(twice.map(([name, found]) => `${name}: ${found.join(", ")}`)).toEqual([]);
});

test("core is deterministic and exact", () => {
  const sins = files
    .filter(({ room }) => room.startsWith("core/"))
    .flatMap(({ path, code }) => {
      const words = withoutStrings(code);
      return [...words.matchAll(IMPURE), ...words.matchAll(INEXACT)].map(
        ([word]) => `${path} has ${word}`,
      );
    });
  expect(sins).toEqual([]);
});

test("engine and previews speak the language of exchanges: the words of the API stay in its dialect", () => {
  const dialect = everyFile
    .filter(({ room }) => /^core\/(?:engine|preview)(?:\/|$)/.test(room))
    .flatMap(({ path, text }) =>
      [...text.matchAll(API_WORDS)].map(([word]) => `${path} has ${word}`),
    );
  expect(dialect).toEqual([]);
});

/** What stands beside the product, in a package of its own. */
const ccxtFiles = ["src", "scripts", "test"].flatMap((folder) =>
  filesUnder(`integrations/ccxt/${folder}`),
);

test("a file opens with a comment that says what lives there", () => {
  const beside = [...everyPageFile, ...scriptFiles, ...ccxtFiles].filter(
    ({ path }) => !path.includes(".test."),
  );
  const all = [...files, ...beside];
  const silent = all.filter(({ text }) => !text.replace(/^#!.*\n/, "").startsWith("/**"));
  expect(pathsOf(silent)).toEqual([]);
});

test(`a file has at most ${LINES_MAX} lines`, () => {
  const long = [...files, ...pageFiles, ...scriptFiles, ...ccxtFiles].filter(
    ({ text }) => text.trimEnd().split("\n").length > LINES_MAX,
  );
  expect(pathsOf(long)).toEqual([]);
});

/** The Python of the repository: the package, its tests, the examples. */
const pythonFiles = ["integrations/python", "examples/python"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".py"))
    .map((path) => ({ path, text: readFileSync(join(ROOT, folder, path), "utf8") })),
);

test("Python keeps the same house: a file opens with what lives there, and has an end", () => {
  const silent = pythonFiles.filter(({ text }) => !text.startsWith('"""'));
  const long = pythonFiles.filter(({ text }) => text.trimEnd().split("\n").length > LINES_MAX);
  const later = pythonFiles.filter(({ text }) => UNFINISHED.test(text));

  expect(pythonFiles.length).toBeGreaterThan(40);
  const paths = [silent, long, later].map((found) => found.map(({ path }) => path));
  expect(paths).toEqual([[], [], []]);
});

test("no object is spread into another only to stand on one line", () => {
  const spread = [...["src", "web", "test", "bench"].flatMap(filesUnder), ...ccxtFiles];
  const folded = spread.filter(
    // The contract suite holds what clients see, and is not touched for looks.
    ({ path, code }) => !path.startsWith("contract/") && withoutStrings(code).includes(`...${"{"}`),
  );
  expect(pathsOf(folded)).toEqual([]);
});

test("files and folders have names that say something", () => {
  const named = [...everyFile, ...everyPageFile, ...scriptFiles, ...filesUnder("test")];
  const vague = [...named, ...ccxtFiles].filter(({ path }) => !isGoodName(path));
  expect(pathsOf(vague)).toEqual([]);
});

test("nothing is left for later: an open end is an issue, not a comment", () => {
  const all = [...["src", "web", "scripts", "test", "bench"].flatMap(filesUnder), ...ccxtFiles];
  expect(pathsOf(all.filter(({ text }) => UNFINISHED.test(text)))).toEqual([]);
});
