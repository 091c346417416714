/** The lines that the operator's page shows: typed into a shell they send what the page sends. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OPERATOR_ROUTES } from "../../src/operator/routes.ts";
import { PREFIX } from "../../src/operator/v1/place.ts";
import {
  commandLineOf,
  type OperatorAction,
  PATHS,
} from "../../web/operator/session/command-line.ts";
import { cli } from "../support/cli-desk.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const directory = directoryOfFile();
/** What came in, newest last. */
const heard: { path: string; body: Record<string, unknown> }[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer((request, reply) => {
    let text = "";
    request.on("data", (piece) => {
      text += piece;
    });
    request.on("end", () => {
      heard.push({ path: request.url ?? "", body: JSON.parse(text || "{}") });
      reply.setHeader("Content-Type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  writeFileSync(join(directory, "operator-token"), "0123456789abcdef".repeat(4), { mode: 0o600 });
  writeFileSync(join(directory, "operator-address"), `127.0.0.1:${port}\n`);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** The words of a line, as a shell reads them; it is asked where it is not plain. */
function wordsOf(line: string): string[] {
  if (!/['*]/.test(line)) return line.split(" ");
  const shown = execFileSync("sh", ["-c", `printf '%s\\n' ${line}`], { encoding: "utf8" });
  return shown.trimEnd().split("\n");
}

const NAMED = { name: "alice" };
const MOVED = { asset: "USDT", amount: "1.5", id: "page-1" };
const SYMBOL = { name: "BTCUSDT", base: "BTC", quote: "USDT" };

/** Every path with what the page may send there. */
const ACTIONS: readonly OperatorAction[] = [
  { path: "/users", body: NAMED },
  { path: "/users/freeze", body: NAMED },
  { path: "/users/unfreeze", body: NAMED },
  { path: "/keys", body: { user: "alice", permissions: "read", ip: "10.0.0.0/8,::1", once: true } },
  { path: "/keys", body: { user: "alice", permissions: "read,trade", ip: undefined, once: false } },
  { path: "/keys/revoke", body: { apiKey: "0123456789abcdef" } },
  { path: "/deposits", body: { user: "alice", ...MOVED } },
  { path: "/withdrawals", body: { user: "o'neill", ...MOVED } },
  ...["LOAN_POOL", "MARGIN_INSURANCE", "FUT_INSURANCE"].flatMap((fund) => [
    { path: "/funds/fill", body: { fund, ...MOVED } },
    { path: "/funds/draw", body: { fund, ...MOVED } },
  ]),
  { path: "/assets", body: { name: "SOL", scale: "6" } },
  {
    path: "/symbols",
    body: { ...SYMBOL, pricePrecision: "2", quantityPrecision: "5", marginEnabled: true },
  },
  {
    path: "/symbols",
    body: {
      ...SYMBOL,
      pricePrecision: "2",
      quantityPrecision: "5",
      marginEnabled: false,
      makerFeeRate: "-0.0001",
      takerFeeRate: "0.001",
    },
  },
  { path: "/symbols/halt", body: { name: "BTCUSDT" } },
  { path: "/symbols/resume", body: { name: "BTCUSDT" } },
  { path: "/symbols/margin", body: { name: "BTCUSDT", marginEnabled: true } },
  { path: "/fees", body: { symbol: "BTCUSDT", makerFeeRate: "-0.0001", takerFeeRate: "0.001" } },
  { path: "/contracts", body: { name: "E-SOL-USDT" } },
  {
    path: "/contracts",
    body: {
      name: "E-SOL-USD",
      kind: "inverse",
      multiplier: "10",
      pricePrecision: "3",
      defaultLeverage: "5",
    },
  },
  { path: "/contracts/halt", body: { name: "E-SOL-USDT" } },
  { path: "/contracts/resume", body: { name: "E-SOL-USDT" } },
  { path: "/loans", body: { asset: "USDT", cap: "1000", hourlyRate: "0.00001" } },
  { path: "/loans", body: { asset: "USDT", cap: "1000", dailyRate: "0.0001" } },
  { path: "/loans/stop", body: { asset: "USDT" } },
  { path: "/index", body: { asset: "BTC", price: "64000.5" } },
  { path: "/index/withdraw", body: { asset: "BTC", source: "demo" } },
  { path: "/orders/cancel", body: { orderId: "17" } },
  { path: "/orders/cancel-all", body: { user: "alice" } },
  { path: "/orders/cancel-all", body: { user: "alice", symbol: "BTCUSDT" } },
  { path: "/orders/cancel-all", body: { contract: "E-BTC-USDT" } },
  { path: "/bans/lift", body: { address: "2001:db8::/64" } },
  { path: "/faults", body: { route: "POST /sapi/v1/order", kind: "503", chance: "0.5" } },
  { path: "/faults", body: { route: "*", kind: "latency", ms: "200", count: "3", user: "alice" } },
  {
    path: "/faults",
    body: { route: "POST /sapi/v1/cancel", kind: "fill-before-cancel", by: "bob", chance: "1" },
  },
  { path: "/faults/remove", body: { id: 3 } },
  { path: "/faults/clear", body: {} },
  { path: "/clock/freeze", body: {} },
  { path: "/clock/advance", body: { byMs: 5_400_000 } },
  { path: "/clock/resume", body: {} },
  { path: "/states/save", body: { name: "before" } },
  { path: "/states/load", body: { name: "before" } },
  { path: "/states/remove", body: { name: "before" } },
  { path: "/reset", body: {} },
];

/** What counts of a body: what is given, as text. Off is what a switch is without a word. */
function substanceOf(body: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(body).filter(([, value]) => value !== undefined && value !== false);
  return Object.fromEntries(given.map(([name, value]) => [name, `${value}`]));
}

test.each(ACTIONS)("OPER-API-7 the line for $path with $body sends the same", async (action) => {
  const [bourse, ...words] = wordsOf(commandLineOf(action));

  const { code, err } = await cli([...words, "--json", "--data", directory]);

  expect({ bourse, code, err }).toEqual({ bourse: "bourse", code: 0, err: "" });
  const { path, body } = heard.at(-1) ?? { path: "", body: {} };
  expect(path).toBe(PREFIX + action.path);
  expect(substanceOf(body)).toEqual(substanceOf(action.body));
});

test("a line that is not filled in yet says in capitals what is missing", () => {
  expect(commandLineOf({ path: "/deposits", body: { user: "", asset: "BTC", amount: "" } })).toBe(
    "bourse deposit USER BTC AMOUNT",
  );
  expect(
    commandLineOf({ path: "/fees", body: { symbol: "", makerFeeRate: "", takerFeeRate: "" } }),
  ).toBe("bourse fee set SYMBOL --maker MAKER_FEE_RATE --taker TAKER_FEE_RATE");
  expect(commandLineOf({ path: "/contracts", body: { name: "", multiplier: undefined } })).toBe(
    "bourse contract add NAME",
  );
});

const PAGE = join(import.meta.dirname, "../../web/operator");

test("every path that the page posts to is a route, has a line, and is tried above", () => {
  const posts = OPERATOR_ROUTES.filter(({ method }) => method === "POST");
  const routes = posts.map(({ path }) => path.slice(PREFIX.length));
  const files = readdirSync(PAGE, { recursive: true, encoding: "utf8" });
  const sources = files
    .filter((name) => name.startsWith("panels") && name.endsWith(".tsx"))
    .map((name) => readFileSync(join(PAGE, name), "utf8"));
  const posted = sources.flatMap((text) =>
    [...text.matchAll(/path[:=] ?[{]?"(\/[a-z/-]+)"/g)].map(([, path = ""]) => path),
  );

  expect(posted.length).toBeGreaterThan(10);
  expect(posted.filter((path) => !PATHS.includes(path))).toEqual([]);
  expect(PATHS.filter((path) => !routes.includes(path))).toEqual([]);
  const tried = new Set(ACTIONS.map(({ path }) => path));
  expect(PATHS.filter((path) => !tried.has(path))).toEqual([]);
  // What posts without an action has no line: only the movements do, which show theirs themselves.
  expect(sources.filter((text) => text.includes("api.post"))).toEqual([]);
});
