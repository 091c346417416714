import { expect, test } from "vitest";
import { DirectExchange } from "../../../../test/support/direct-exchange.ts";
import { countedKeys, NO_FILES, TRADERS } from "../../../../test/support/market-desk.ts";
import { freeOf, type Ledger } from "../../../core/engine/ledger/ledger.ts";
import { completeDemo } from "../demo-catalogue.ts";
import { DemoError, mayAct } from "../ensure.ts";
import { ensureTraders, type Traders, topUp, topUpFutures } from "./traders.ts";

async function provisioned(): Promise<{
  exchange: DirectExchange;
  tools: Parameters<typeof ensureTraders>[0];
}> {
  const exchange = new DirectExchange();
  const tools = { exchange, ...countedKeys() };
  await completeDemo({ ...tools, files: NO_FILES });
  exchange.commands.length = 0;
  return { exchange, tools };
}

/** For each of three: itself, three deposits and a key; a deposit and a transfer for its futures. */
const STEPS = 21;

test.each(Array.from({ length: STEPS + 1 }, (_, steps) => steps))(
  "traders who stopped coming after %i steps are completed, and nothing is done twice",
  async (steps) => {
    const { exchange, tools } = await provisioned();
    const submit = exchange.submit.bind(exchange);
    let left = steps;
    exchange.submit = (command, notAfterMs) =>
      left-- > 0 ? submit(command, notAfterMs) : Promise.resolve({ kind: "unavailable" });
    await ensureTraders(tools).catch((error) => expect(error).toBeInstanceOf(DemoError));
    exchange.submit = submit;

    const traders = await ensureTraders(tools);
    const again = await ensureTraders(tools);

    expect(again).toEqual(traders);
    expect(exchange.commands).toHaveLength(STEPS);
    const { users } = exchange.state;
    expect(users.users.slice(2).map(({ name }) => name)).toEqual(TRADERS);
    for (const trader of Object.values(traders)) expect(mayAct(exchange.state, trader)).toBe(true);
    expect(topUp(exchange.state, traders)).toBeUndefined();
    expect(topUpFutures(exchange.state, traders)).toEqual([]);
  },
);

test("a trader's secret is told to no user: it is drawn, sealed and not written anywhere", async () => {
  const { exchange, tools } = await provisioned();
  const drawn: string[] = [];
  const draw = () => {
    const key = tools.draw();
    drawn.push(key.secret);
    return key;
  };

  await ensureTraders({ ...tools, draw });

  expect(drawn).toHaveLength(3);
  const commands = JSON.stringify(exchange.commands, (_, value) =>
    typeof value === "bigint" ? `${value}` : value,
  );
  for (const secret of drawn) expect(commands).not.toContain(secret);
});

test("a frozen trader and one whose key is revoked do not act, and no new key is made for them", async () => {
  const { exchange, tools } = await provisioned();
  const traders = await ensureTraders(tools);

  exchange.do({ type: "FreezeUser", user: traders.near.user, request: 0 });
  exchange.do({ type: "RevokeKey", key: traders.far.key, request: 0 });

  expect(await ensureTraders(tools)).toEqual(traders);
  const may = Object.values(traders).map((trader) => mayAct(exchange.state, trader));
  expect(may).toEqual([false, false, true]);
});

function withdraw(exchange: DirectExchange, traders: Traders, amount: bigint): void {
  const { user } = traders.far;
  const from = { id: `out-${exchange.state.position}`, user, asset: 1 };
  exchange.do({ type: "Withdraw", ...from, amount, request: 0 });
}

test("a trader with less than a fifth of its first money free gets as much again, once", async () => {
  const { exchange, tools } = await provisioned();
  const traders = await ensureTraders(tools);
  const { user } = traders.far;

  withdraw(exchange, traders, 160n * 10n ** 8n);
  expect(topUp(exchange.state, traders)).toBeUndefined();
  withdraw(exchange, traders, 1n);
  const deposit = topUp(exchange.state, traders);

  expect(deposit).toMatchObject({ type: "Deposit", user, asset: 1, amount: 200n * 10n ** 8n });
  if (deposit) expect(exchange.do(deposit)).toMatchObject({ ok: true });
  expect(topUp(exchange.state, traders)).toBeUndefined();
  expect(freeOf(exchange.state.ledger, "spot", user, 1)).toBe(240n * 10n ** 8n - 1n);
});

test("every deposit has an id of its own", async () => {
  const { exchange, tools } = await provisioned();
  const traders = await ensureTraders(tools);
  const ids = new Set<string>();

  for (let times = 0; times < 20; times++) {
    withdraw(exchange, traders, freeOf(exchange.state.ledger, "spot", traders.far.user, 1));
    const deposit = topUp(exchange.state, traders);
    if (deposit?.type === "Deposit") ids.add(deposit.id);
    if (deposit) expect(exchange.do(deposit)).toMatchObject({ ok: true });
  }

  expect(ids.size).toBe(20);
});

const FUTURES_STOCK = 50_000_000n * 10n ** 8n;

function moveOut(exchange: DirectExchange, traders: Traders, amount: bigint): void {
  const way = { from: "futures", to: "spot", asset: 2, amount } as const;
  expect(exchange.do({ type: "Transfer", ...traders.far, ...way, request: 0 })).toMatchObject({
    ok: true,
  });
}

test("a trader with less than half of its futures money gets as much again, and its spot stays", async () => {
  const { exchange, tools } = await provisioned();
  const traders = await ensureTraders(tools);
  const { user } = traders.far;

  moveOut(exchange, traders, FUTURES_STOCK / 2n);
  expect(topUpFutures(exchange.state, traders)).toEqual([]);
  moveOut(exchange, traders, 1n);
  const spot = freeOf(exchange.state.ledger, "spot", user, 2);
  const commands = topUpFutures(exchange.state, traders);

  expect(commands.map(({ type }) => type)).toEqual(["Deposit", "Transfer"]);
  for (const command of commands) expect(exchange.do(command)).toMatchObject({ ok: true });
  expect(topUpFutures(exchange.state, traders)).toEqual([]);
  expect(freeOf(exchange.state.ledger, "futures", user, 2)).toBe((FUTURES_STOCK * 3n) / 2n - 1n);
  expect(freeOf(exchange.state.ledger, "spot", user, 2)).toBe(spot);
});

test("a frozen trader gets no deposit for its futures: it could not be moved there", async () => {
  const { exchange, tools } = await provisioned();
  const traders = await ensureTraders(tools);
  moveOut(exchange, traders, FUTURES_STOCK);

  exchange.do({ type: "FreezeUser", user: traders.far.user, request: 0 });

  expect(topUpFutures(exchange.state, traders)).toEqual([]);
});

/** As if no money had ever been in futures. */
function emptyFutures({ wallets }: Ledger): void {
  for (const wallet of wallets.in("futures")) wallets.set(wallet, { free: 0n });
  const find = wallets.find.bind(wallets);
  wallets.find = (area, user, asset) => {
    const wallet = find(area, user, asset);
    const isMissing = area === "futures" && wallet !== undefined && wallets.free(wallet) === 0n;
    return isMissing ? undefined : wallet;
  };
}

test("traders from before there were futures get their money there, once", async () => {
  const { exchange, tools } = await provisioned();
  await ensureTraders(tools);
  emptyFutures(exchange.state.ledger);
  const { movements } = exchange.state;
  for (const { id } of movements.ring) movements.byId.delete(id);
  exchange.commands.length = 0;

  await ensureTraders(tools);
  await ensureTraders(tools);

  const pair = ["Deposit", "Transfer"];
  expect(exchange.commands.map(({ type }) => type)).toEqual([...pair, ...pair, ...pair]);
});
