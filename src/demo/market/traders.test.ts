import { expect, test } from "vitest";
import { DirectExchange } from "../../../test/support/direct-exchange.ts";
import { countedKeys, NO_FILES, TRADERS } from "../../../test/support/market-desk.ts";
import { completeDemo } from "../demo-catalogue.ts";
import { DemoError } from "../ensure.ts";
import { mayAct, type Seats, seatTraders, topUp } from "./traders.ts";

async function furnished(): Promise<{
  exchange: DirectExchange;
  tools: Parameters<typeof seatTraders>[0];
}> {
  const exchange = new DirectExchange();
  const tools = { exchange, ...countedKeys() };
  await completeDemo({ ...tools, files: NO_FILES });
  exchange.commands.length = 0;
  return { exchange, tools };
}

/** For each of three: itself, three deposits and a key. */
const STEPS = 15;

test.each(Array.from({ length: STEPS + 1 }, (_, steps) => steps))(
  "traders who stopped coming after %i steps are completed, and nothing is done twice",
  async (steps) => {
    const { exchange, tools } = await furnished();
    const submit = exchange.submit.bind(exchange);
    let left = steps;
    exchange.submit = (command, notAfterMs) =>
      left-- > 0 ? submit(command, notAfterMs) : Promise.resolve({ kind: "unavailable" });
    await seatTraders(tools).catch((error) => expect(error).toBeInstanceOf(DemoError));
    exchange.submit = submit;

    const seats = await seatTraders(tools);
    const again = await seatTraders(tools);

    expect(again).toEqual(seats);
    expect(exchange.commands).toHaveLength(STEPS);
    const { users } = exchange.state;
    expect(users.users.slice(2).map(({ name }) => name)).toEqual(TRADERS);
    for (const seat of Object.values(seats)) expect(mayAct(exchange.state, seat)).toBe(true);
    expect(topUp(exchange.state, seats)).toBeUndefined();
  },
);

test("nobody is told a trader's secret: it is drawn, sealed and not written anywhere", async () => {
  const { exchange, tools } = await furnished();
  const drawn: string[] = [];
  const draw = () => {
    const key = tools.draw();
    drawn.push(key.secret);
    return key;
  };

  await seatTraders({ ...tools, draw });

  expect(drawn).toHaveLength(3);
  const commands = JSON.stringify(exchange.commands, (_, value) =>
    typeof value === "bigint" ? `${value}` : value,
  );
  for (const secret of drawn) expect(commands).not.toContain(secret);
});

test("a frozen trader and one whose key is revoked do not act, and no new key is made for them", async () => {
  const { exchange, tools } = await furnished();
  const seats = await seatTraders(tools);

  exchange.do({ type: "FreezeUser", user: seats.near.user, request: 0 });
  exchange.do({ type: "RevokeKey", key: seats.far.key, request: 0 });

  expect(await seatTraders(tools)).toEqual(seats);
  const may = Object.values(seats).map((seat) => mayAct(exchange.state, seat));
  expect(may).toEqual([false, false, true]);
});

function withdraw(exchange: DirectExchange, seats: Seats, amount: bigint): void {
  const { user } = seats.far;
  const from = { id: `out-${exchange.state.position}`, user, asset: 1 };
  exchange.do({ type: "Withdraw", ...from, amount, request: 0 });
}

test("a trader with less than a fifth of its first money free gets as much again, once", async () => {
  const { exchange, tools } = await furnished();
  const seats = await seatTraders(tools);
  const { user } = seats.far;

  withdraw(exchange, seats, 160n * 10n ** 8n);
  expect(topUp(exchange.state, seats)).toBeUndefined();
  withdraw(exchange, seats, 1n);
  const deposit = topUp(exchange.state, seats);

  expect(deposit).toMatchObject({ type: "Deposit", user, asset: 1, amount: 200n * 10n ** 8n });
  if (deposit) expect(exchange.do(deposit)).toMatchObject({ ok: true });
  expect(topUp(exchange.state, seats)).toBeUndefined();
  expect(exchange.state.ledger.spot[user - 1]?.[0]?.free).toBe(240n * 10n ** 8n - 1n);
});

test("every deposit has an id of its own", async () => {
  const { exchange, tools } = await furnished();
  const seats = await seatTraders(tools);
  const ids = new Set<string>();

  for (let times = 0; times < 20; times++) {
    withdraw(exchange, seats, exchange.state.ledger.spot[seats.far.user - 1]?.[0]?.free ?? 0n);
    const deposit = topUp(exchange.state, seats);
    if (deposit?.type === "Deposit") ids.add(deposit.id);
    if (deposit) expect(exchange.do(deposit)).toMatchObject({ ok: true });
  }

  expect(ids.size).toBe(20);
});
