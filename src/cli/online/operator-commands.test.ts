/** Every command that asks a running server, against one. */
import { expect, test } from "vitest";
import { CliDesk } from "../../../test/support/cli-desk.ts";
import { RULES } from "../../core/engine/rule-versions.ts";
import { COMMANDS } from "../commands.ts";
import { ONLINE_OPTIONS } from "./online.ts";

async function provisioned(): Promise<CliDesk> {
  const cli = await CliDesk.open();
  await cli.desk.provision();
  return cli;
}

test("user add, freeze, unfreeze", async () => {
  const cli = await CliDesk.open();

  expect(await cli.typed("user add alice")).toBe("added user alice, number 1");
  expect(await cli.typed("user freeze alice")).toBe("froze user alice");
  expect(cli.desk.exchange.state.users.users[0]?.isFrozen).toBe(true);
  expect(await cli.typed("user unfreeze alice")).toBe("unfroze user alice");
  expect(cli.desk.exchange.state.users.users[0]?.isFrozen).toBe(false);
});

test("SPOT-CLIENT-7 user client-id-reuse says what holds now, and user show tells it", async () => {
  const cli = await provisioned();

  expect(await cli.typed("user client-id-reuse alice on")).toBe(
    "client ids of alice are free as soon as their orders have ended",
  );
  expect(await cli.typed("user show alice")).toContain("client ids are free at once");
  expect(await cli.typed("user client-id-reuse alice off")).toBe(
    "client ids of alice stay taken for 60 s after the end of their orders",
  );
  expect(await cli.typed("user show alice")).not.toContain("client ids");
});

test("USER-ONCE-1 key add --once says so, and key list too", async () => {
  const cli = await provisioned();

  expect(await cli.typed("key add alice --once")).toMatch(
    /^once {5}each signature is taken once$/m,
  );
  expect(await cli.typed("key list alice")).toMatch(
    /read and trade, each signature once +anywhere/,
  );
});

test("USER-FIELD-3 key add --strict says so, and key list too", async () => {
  const cli = await provisioned();

  expect(await cli.typed("key add alice --strict")).toMatch(
    /^strict {3}unknown fields are refused$/m,
  );
  expect(await cli.typed("key add alice --once --strict --json")).toContain('"strict":true');
  expect(await cli.typed("key list alice")).toMatch(
    /read and trade, strict +anywhere\n.*read and trade, each signature once, strict +anywhere/,
  );
});

test("SEC-48 USER-SECRET-1 key add shows the secret once; key revoke ends the key", async () => {
  const cli = await provisioned();

  const shown = await cli.typed("key add alice --permissions read --ip 10.0.0.0/8,192.168.0.1");

  const [, apiKey = ""] = /^api key +([0-9a-f]{32})$/m.exec(shown) ?? [];
  expect(shown.split("\n")).toEqual([
    "user     alice",
    `api key  ${apiKey}`,
    expect.stringMatching(/^secret {3}[0-9a-f]{64}$/),
    "may      read",
    "ip       10.0.0.0/8, 192.168.0.1",
    "The secret is not shown again.",
  ]);
  expect(cli.desk.exchange.state.users.byApiKey.get(apiKey)).toMatchObject({
    mayTrade: false,
    addresses: ["10.0.0.0/8", "192.168.0.1"],
  });
  expect(await cli.typed("key add alice")).toMatch(/may {6}read and trade\nip {7}anywhere/);
  expect(await cli.typed(`key revoke ${apiKey} --yes`)).toBe(`revoked key ${apiKey}`);
  expect(cli.desk.exchange.state.users.byApiKey.get(apiKey)?.isRevoked).toBe(true);
});

test("LEDGER-MOVE-3 deposit and withdraw: the same --id twice moves the money once", async () => {
  const cli = await provisioned();

  const lines = [
    await cli.typed("deposit alice USDT 1.50 --id d-1"),
    await cli.typed("deposit alice USDT 1.5 --id=d-1"),
    await cli.typed("withdraw alice USDT 100 --id w-1"),
    await cli.typed("withdraw alice USDT 100 --id w-1"),
  ];

  expect(lines).toEqual([
    "deposited 1.5 USDT to alice, id d-1",
    "deposited 1.5 USDT to alice, id d-1",
    "withdrew 100 USDT from alice, id w-1",
    "withdrew 100 USDT from alice, id w-1",
  ]);
  expect(cli.desk.freeOf("alice", "USDT")).toBe(150_000_000n);
});

test("a movement without --id gets a new one each time, and says it", async () => {
  const cli = await provisioned();

  const first = await cli.typed("deposit alice USDT 1");
  const second = await cli.typed("deposit alice USDT 1");

  expect(first).toMatch(/^deposited 1 USDT to alice, id [0-9a-f-]{36}$/);
  expect(second).not.toBe(first);
  expect(cli.desk.freeOf("alice", "USDT")).toBe(10_200_000_000n);
});

test("asset add and symbol add, with defaults and with every rule", async () => {
  const cli = await CliDesk.open();

  expect(await cli.typed("asset add BTC")).toBe("added asset BTC with 8 decimals");
  expect(await cli.typed("asset add YEN --scale 4")).toBe("added asset YEN with 4 decimals");
  const precisions = "--price-precision 2 --quantity-precision 2";
  const plain = await cli.typed(`symbol add BTCYEN BTC YEN ${precisions}`);
  const rules = [
    ...["--min-qty 0.05 --max-qty 9 --min-notional 10 --max-market-notional 500"],
    ...["--maker -0.0001 --taker 0.002 --limit-up 1.5 --limit-down 0.5 --range-up 1.2"],
    ...["--range-down 0.8 --max-open-orders 3 --stp-mode NONE --margin-enabled"],
  ].join(" ");
  const chosen = await cli.typed(`symbol add XBTYEN BTC YEN ${precisions} ${rules} --json`);

  expect(plain.split("\n").slice(0, 4)).toEqual([
    "added symbol BTCYEN",
    "  status             trading",
    "  base               BTC",
    "  quote              YEN",
  ]);
  expect(JSON.parse(chosen)).toEqual({
    name: "XBTYEN",
    status: "trading",
    base: "BTC",
    quote: "YEN",
    pricePrecision: 2,
    quantityPrecision: 2,
    minQty: "0.05",
    maxQty: "9",
    minNotional: "10",
    maxMarketNotional: "500",
    makerFeeRate: "-0.0001",
    takerFeeRate: "0.002",
    limitUp: "1.5",
    limitDown: "0.5",
    rangeUp: "1.2",
    rangeDown: "0.8",
    maxOpenOrders: 3,
    stpMode: "NONE",
    marginEnabled: true,
  });
});

test("symbol halt, resume, margin, delist and fee set", async () => {
  const cli = await provisioned();

  expect(await cli.typed("symbol halt BTCUSDT")).toBe("symbol BTCUSDT is halted");
  expect(await cli.typed("symbol resume BTCUSDT")).toBe("symbol BTCUSDT is trading");
  expect(await cli.typed("fee set BTCUSDT --maker -0.0001 --taker 0.0005")).toBe(
    "fees of BTCUSDT: maker -0.0001, taker 0.0005",
  );
  expect(await cli.typed("symbol margin BTCUSDT on")).toBe("margin on symbol BTCUSDT is on");
  expect(cli.desk.exchange.state.catalogue.pairs[0]?.isMarginEnabled).toBe(true);
  expect(await cli.typed("symbol margin BTCUSDT off")).toBe("margin on symbol BTCUSDT is off");
  expect(cli.desk.exchange.state.catalogue.pairs[0]?.isMarginEnabled).toBe(false);
  expect(await cli.typed("symbol delist BTCUSDT --yes")).toBe("symbol BTCUSDT is delisted");
});

test("SPOT-FEE-2 FUT-FEE-3 fee user, user-contract, list and remove", async () => {
  const cli = await provisioned();
  await cli.desk.addContract();

  expect(await cli.typed("fee list")).toBe("no user has rates of its own");
  expect(await cli.typed("fee user alice BTCUSDT --maker -0.0001 --taker 0.0005")).toBe(
    "fees of alice at BTCUSDT: maker -0.0001, taker 0.0005",
  );
  const four = "open maker 0.0001, open taker 0.0004, close maker 0.0002, close taker 0.0004";
  expect(await cli.typed("fee user-contract alice E-BTC-USDT --open-maker-fee 0.0001")).toBe(
    `fees of alice at E-BTC-USDT: ${four}`,
  );
  expect((await cli.typed("fee list --user alice")).split("\n")).toEqual([
    "USER   MARKET      RATES",
    "alice  BTCUSDT     maker -0.0001, taker 0.0005",
    `alice  E-BTC-USDT  ${four}`,
  ]);
  expect(await cli.typed("fee remove alice E-BTC-USDT")).toBe(
    "alice pays the fees of E-BTC-USDT again",
  );
  expect(await cli.type("fee remove alice E-BTC-USDT")).toEqual({
    code: 1,
    out: "",
    err: "The user has no fee rates of its own there.",
  });
});

test("order cancel", async () => {
  const cli = await provisioned();
  await cli.typed("key add alice");
  const asked = { side: "buy", kind: "limit", quantity: "1", price: "10", clientId: "" } as const;
  cli.desk.exchange.do({ type: "PlaceOrder", user: 1, key: 1, pair: 1, request: 0, ...asked });

  expect(await cli.typed("order cancel 1")).toBe("cancelled order 1 of alice on BTCUSDT");
  expect(await cli.type("order cancel 1")).toEqual({
    code: 1,
    out: "",
    err: "No open order has this id.",
  });
});

test("OPER-CANCEL-1 order cancel-all of a user, of a symbol, of a user there", async () => {
  const cli = await provisioned();
  await cli.typed("key add alice");
  const asked = { side: "buy", kind: "limit", quantity: "1", price: "10", clientId: "" } as const;
  const order = { type: "PlaceOrder", user: 1, key: 1, pair: 1, request: 0, ...asked } as const;
  for (let at = 0; at < 3; at++) cli.desk.exchange.do(order);

  expect(await cli.typed("order cancel-all --user alice --symbol BTCUSDT --yes")).toBe(
    "cancelled 3 orders of alice on BTCUSDT",
  );
  cli.desk.exchange.do(order);
  expect(await cli.typed("order cancel-all --symbol BTCUSDT --yes")).toBe(
    "cancelled 1 order on BTCUSDT",
  );
  expect(await cli.typed("order cancel-all --user alice --yes")).toBe(
    "cancelled 0 orders of alice",
  );
  expect(await cli.type("order cancel-all --yes")).toEqual({
    code: 1,
    out: "",
    err: "Whose orders? Give a user, a symbol or a contract.",
  });
});

test("OPER-SHOW-1 user show tells everything of one user, and no secret", async () => {
  const cli = await provisioned();
  const [, secret = ""] = /^secret +([0-9a-f]{64})$/m.exec(await cli.typed("key add alice")) ?? [];
  const order = { side: "buy", kind: "limit", quantity: "1", price: "10", clientId: "" } as const;
  const by = { user: 1, key: 1, pair: 1, request: 0 } as const;
  cli.desk.exchange.do({ type: "PlaceOrder", ...by, ...order });
  const item = { ...order, quantity: "2", instructions: undefined, extras: undefined };
  const list = { kind: "oto", clientId: "way-in", items: [item, item] } as const;
  cli.desk.exchange.do({ type: "PlaceOrderList", ...by, ...list });
  await cli.typed("user freeze alice");

  const lines = (await cli.typed("user show alice")).split("\n");

  expect(lines).toEqual([
    "user alice, number 1, FROZEN",
    "",
    "money in spot:",
    "  ASSET  FREE  LOCKED",
    "  USDT   70    30",
    "",
    expect.stringMatching(/^money in margin, level .+, NORMAL:$/),
    "  none",
    "",
    "money in futures:",
    "  none",
    "",
    "positions (0):",
    "  none",
    "",
    "open orders (3):",
    "  ORDER  AREA  ON       SIDE  TYPE   PRICE  VOLUME  FILLED  STATUS",
    "  4      spot  BTCUSDT  BUY   LIMIT  10     2       0       PENDING_NEW",
    "  3      spot  BTCUSDT  BUY   LIMIT  10     2       0       NEW",
    "  1      spot  BTCUSDT  BUY   LIMIT  10     1       0       NEW",
    "",
    "open order lists (1):",
    "  LIST  NAME    ON       TYPE  LEGS     ORDERS",
    "  2     way-in  BTCUSDT  OTO   pending  3 4",
    "",
    "keys:",
    expect.stringMatching(/^ {2}API KEY +MAY +FROM$/),
    expect.stringMatching(/^ {2}[0-9a-f]{32} {2}read and trade {2}anywhere$/),
    "",
    "last trades, newest first:",
    "  none",
  ]);
  expect(lines.join()).not.toContain(secret);
  expect(await cli.type("user show bob")).toMatchObject({ code: 1, err: "There is no such user." });
});

test("USER-BAN-5 ban list and ban lift", async () => {
  const cli = await CliDesk.open();
  for (const block of ["10.0.0.1", "2001:db8::/64"]) {
    cli.desk.exchange.do({ type: "BanAddress", block, request: 0 });
  }

  expect(await cli.typed("ban list")).toBe(
    [
      "ADDRESS        UNTIL                     TIMES",
      "10.0.0.1       2023-11-14T22:15:20.000Z  1",
      "2001:db8::/64  2023-11-14T22:15:20.000Z  1",
    ].join("\n"),
  );
  expect(await cli.typed("ban lift 2001:db8::7")).toBe("lifted the ban on 2001:db8::/64");
  expect(await cli.typed("ban lift 10.0.0.1")).toBe("lifted the ban on 10.0.0.1");
  expect(await cli.typed("ban list")).toBe("nobody is banned");
});

test("status", async () => {
  const cli = await provisioned();

  expect(await cli.typed("status")).toBe(
    [
      "kind          sandbox",
      `rules         ${RULES}`,
      "position      6",
      "archivist     pid 4711, has the log up to 3",
      "engine time   2023-11-14T22:13:20.000Z",
      "request time  2023-11-14T22:13:20.000Z",
      "up for        5 s",
      "waiting       2",
      "users         1",
      "open orders   0",
      "open lists    0",
      "positions     0",
      "BTCUSDT       trading",
    ].join("\n"),
  );
  Object.assign(cli.desk.watched, { isHalted: true, pid: undefined });
  expect(await cli.typed("status")).toMatch(/^HALTED: .+\n.+\n.+\n.+\narchivist +not running, has/);
});

test("CORE-RULES-2 status names older rules, and rules adopt moves them on", async () => {
  const cli = await provisioned();
  cli.desk.exchange.state.rules = 1;

  expect(await cli.typed("status")).toContain(
    `rules         1; ${RULES} are there: bourse rules adopt\n`,
  );
  expect(await cli.typed("rules adopt --yes")).toBe(
    `rules ${RULES} hold from now on, after rules 1`,
  );
  expect(await cli.typed("status")).toContain(`rules         ${RULES}\n`);
  await expect(cli.typed("rules adopt --yes")).rejects.toThrow(
    "The directory has rules of that version",
  );
});

test("--json prints the reply as it came", async () => {
  const cli = await provisioned();

  const { body } = await cli.desk.get("/status");

  expect(await cli.typed("status --json")).toBe(body);
});

test("every refusal is one sentence and exit code 1", async () => {
  const cli = await provisioned();

  for (const [line, sentence] of [
    ["user add alice", "There is a user of this name already."],
    ["deposit bob USDT 1", "There is no such user."],
    ["deposit alice SOL 1", "There is no such asset; it has to be added first."],
    ["symbol margin SOLUSDT on", "There is no such symbol, or it is delisted."],
    ["deposit alice USDT 0.000000001", "The amount has more than the 8 decimals of this asset."],
    ["deposit alice USDT -1", "The amount must be above zero."],
    ["withdraw alice USDT 101", "Only what is free can be withdrawn: 100 is, 101 is needed."],
    ["withdraw alice USDT 100 --id first", expect.stringMatching(/^This id was used for another/)],
    ["key add alice --ip home", "Parameter ip is malformed."],
    ["key add alice --permissions admin", "Parameter permissions must be read or read,trade."],
    ["ban lift 10.0.0.1", "No ban is on this address."],
  ] as const) {
    expect(await cli.type(line), line).toEqual({ code: 1, out: "", err: sentence });
  }
});

test("USER-LIST-1 USER-LIST-2 user list, key list, asset list and symbol list", async () => {
  const cli = await provisioned();
  await cli.typed("user add bob");
  await cli.typed("user freeze bob");
  const made = await cli.typed("key add alice --permissions read --ip 10.0.0.0/8");
  const [, apiKey = ""] = /^api key +([0-9a-f]{32})$/m.exec(made) ?? [];
  const keyPage = [`${"API KEY".padEnd(34)}MAY   FROM`, `${apiKey}  read  10.0.0.0/8`];

  expect((await cli.typed("user list")).split("\n")).toEqual([
    "NUMBER  NAME   MAY",
    "1       alice  trade",
    "2       bob    cancel",
  ]);
  expect(await cli.typed("user list --after 1")).toBe("NUMBER  NAME  MAY\n2       bob   cancel");
  expect((await cli.typed("key list alice")).split("\n")).toEqual(keyPage);
  expect(await cli.typed("asset list")).toBe("ASSET  DECIMALS\nBTC    8\nUSDT   8");
  expect(await cli.typed("symbol list")).toBe(
    "SYMBOL   STATUS   BASE  QUOTE  MAKER  TAKER\nBTCUSDT  trading  BTC   USDT   0.001  0.001",
  );
  for (let at = 0; at < 99; at++) await cli.desk.done("/users", { name: `more-${at}` });
  expect((await cli.typed("user list")).split("\n").at(-1)).toBe("There may be more: --after 100");
});

test("all that ask a server take the same options", () => {
  const online = COMMANDS.filter(
    ({ options }) => "--operator-port" in options && "--json" in options,
  );

  expect(online.map(({ name }) => name)).toHaveLength(68);
  for (const { name, options } of online) expect(options, name).toMatchObject(ONLINE_OPTIONS);
});
