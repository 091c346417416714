import { expect, test } from "vitest";
import { BTCUSDT, E_BTC_USDT, OperatorDesk } from "../../../test/support/operator-desk.ts";
import { ByteWriter } from "../../core/base/records/bytes.ts";
import { type Command, decodeCommands, encodeCommand } from "../../core/engine/codec.ts";
import { OPERATOR_ROUTES } from "./routes.ts";
import { PREFIX } from "./v1/place.ts";

test("every command of an operator has one route, and no two routes are the same", async () => {
  const places = OPERATOR_ROUTES.map(({ method, path }) => `${method} ${path}`);

  expect(new Set(places).size).toBe(places.length);
  expect(places.every((place) => place.includes(` ${PREFIX}/`))).toBe(true);
  expect(places).toHaveLength(66);
});

/** Values that a hostile or careless client puts where something else is due. */
const HOSTILE: readonly unknown[] = [
  ...["", " ", "0", "-0", "-1", "-0.5", "1e40", "-1e40", "1e400", "1e-9", "0.123456789"],
  ...["9007199254740991", "9007199254740992", "999999999", "9".repeat(41), "NaN", "0x10"],
  ...["__proto__", "constructor", "alice", "BTC", "BTCUSDT", "ı", "a\u0000b", "x".repeat(65)],
  ...["😀".repeat(40), "x".repeat(60_000), "read,".repeat(9_000), "10.0.0.0/8,".repeat(65)],
  ...[0, -1, 1.5, 9007199254740991, 1e21, 1e-7, true, false, null],
  ...["linear", "E-BTC-USDT", "E-BTC-BTC", "E-USDT-BTC", "-1e-8", "90071992.54740991"],
  ...[[], {}, [[]], [null], ["read"], ["10.0.0.1"], Array(5_000).fill("::1"), { a: { b: 1 } }],
];

const ALICE = { name: "alice" };
const SYMBOL = { name: "BTCUSDT" };
const CONTRACT = { name: "E-BTC-USDT" };
const MOVED = { user: "alice", asset: "USDT", amount: "1" };
const FUNDED = { fund: "LOAN_POOL", asset: "USDT", amount: "1" };

/** The bodies that a good client would send. */
const GOOD: Readonly<Record<string, object>> = {
  "/users": { name: "bob" },
  "/users/freeze": ALICE,
  "/users/unfreeze": ALICE,
  "/users/client-id-reuse": { ...ALICE, clientIdReuse: true },
  "/keys": { user: "alice" },
  "/keys/revoke": { apiKey: "none" },
  "/deposits": MOVED,
  "/withdrawals": MOVED,
  "/funds/fill": FUNDED,
  "/funds/draw": FUNDED,
  "/assets": { name: "ETH" },
  "/symbols": { ...BTCUSDT, name: "ANOTHER", minQty: "1", maxQty: "2", minNotional: "1" },
  "/symbols/halt": SYMBOL,
  "/symbols/resume": SYMBOL,
  "/symbols/delist": SYMBOL,
  "/symbols/margin": { ...SYMBOL, marginEnabled: true },
  "/contracts": { ...E_BTC_USDT, name: "S-BTC-USDT" },
  "/contracts/set": { ...CONTRACT, clamp: "0" },
  "/contracts/halt": CONTRACT,
  "/contracts/resume": CONTRACT,
  "/contracts/delist": CONTRACT,
  "/loans": { asset: "BTC", cap: "1", hourlyRate: "0" },
  "/loans/stop": { asset: "BTC" },
  "/margin": { maxLeverage: 3 },
  "/index": { asset: "BTC", price: "1" },
  "/index/withdraw": { asset: "BTC" },
  "/fees": { symbol: "BTCUSDT", makerFeeRate: "0", takerFeeRate: "0" },
  "/fees/users": { user: "alice", symbol: "BTCUSDT", makerFeeRate: "0", takerFeeRate: "0" },
  "/fees/users/contract": { user: "alice", contract: "E-BTC-USDT", openMakerFeeRate: "0" },
  "/fees/users/remove": { user: "alice", market: "BTCUSDT" },
  "/orders/cancel": { orderId: 1 },
  "/orders/cancel-all": { user: "alice" },
  "/users/show": ALICE,
  "/users/ledger": ALICE,
  "/bans/lift": { address: "10.0.0.1" },
  "/candles": { market: "BTCUSDT", candles: "1699999140000,1,2,1,2,0.1\n,2,2,2,2,0" },
};

function roundTripOf(command: Command): Command[] {
  const out = new ByteWriter();
  encodeCommand(out, command);
  return [...decodeCommands(out.view(), 1)];
}

const ANSWERS = [200, 400, 404, 409];

const PARAMETERS = OPERATOR_ROUTES.flatMap(({ method, path, parameters }) =>
  [...Object.keys(parameters), "unknown"].map((name) => ({ method, path, name })),
);

test.each(PARAMETERS)(
  "CORE-BOUND-1 whatever $name of $path is, it is answered, and every command fits the log",
  async ({ method, path: whole, name }) => {
    const desk = await new OperatorDesk().provision();
    await desk.addContract();
    const path = whole.slice(PREFIX.length);

    for (const value of HOSTILE) {
      const body = JSON.stringify({ ...GOOD[path], [name]: value });
      const { status } = await desk.send(method, path, body);
      if (!ANSWERS.includes(status)) expect.fail(`${value} is answered ${status}`);
    }

    expect(desk.reports).toEqual([]);
    for (const command of desk.exchange.commands) {
      expect(roundTripOf(command)).toEqual([plain(command)]);
    }
  },
);

/** The same command with bytes of one kind: Buffers and arrays of bytes are not equal to a test. */
function plain(command: Command): Command {
  if (command.type !== "AddKey") return command;
  return { ...command, sealedSecret: Uint8Array.from(command.sealedSecret) };
}
