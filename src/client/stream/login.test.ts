import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { KEY, StreamDesk } from "../../../test/client/stream-desk.ts";
import { settle } from "../../../test/support/virtual-time.ts";
import { Signer } from "../session/signature.ts";

const TICKER = "ticker:BTCUSDT";

function told(desk: StreamDesk, channel: string): void {
  desk.socket.accept(channel);
  desk.socket.snapshot(channel, "5-0", {});
}

/** A public and a private channel, both told. */
async function begun() {
  const desk = new StreamDesk();
  const open = desk.listen(TICKER);
  const own = desk.listen("my.orders");
  desk.socket.hello();
  told(desk, TICKER);
  const { id } = await desk.said("login");
  desk.socket.say({ type: "loggedIn", id });
  told(desk, "my.orders");
  return { desk, open: open.news, own: own.news };
}

test("before the first private channel it logs in, signed at the server's time over GET/ws", async () => {
  const desk = new StreamDesk({ ...KEY, recvWindow: 7_000 });
  desk.listen(TICKER);
  desk.listen("my.orders");
  desk.listen("my.trades");
  desk.socket.hello();
  expect(desk.socket.said.map(({ op }) => op)).toEqual(["subscribe"]);

  const login = await desk.said("login");

  const ts = desk.time.wallMs() + 5;
  const sign = createHmac("sha256", KEY.secret).update(`${ts}GET/ws`).digest("hex");
  const { apiKey } = KEY;
  expect(login).toEqual({ op: "login", apiKey, ts, sign, recvWindow: 7_000, id: 2 });
  desk.socket.say({ type: "loggedIn", id: 2 });
  expect(desk.socket.said.slice(2).map(({ channel }) => channel)).toEqual([
    ...["my.orders", "my.trades"],
  ]);
});

test("public channels need no login, and private ones one for all", async () => {
  const { desk } = await begun();

  desk.listen("my.balances");
  await settle();

  expect(desk.socket.said.filter(({ op }) => op === "login")).toHaveLength(1);
  expect(desk.socket.last("subscribe")["channel"]).toBe("my.balances");
});

test("after a loss it logs in again, and private channels go on where they stood", async () => {
  const { desk } = await begun();

  await desk.reconnect();
  desk.socket.say({ type: "loggedIn", id: (await desk.said("login")).id });

  expect(desk.socket.last("subscribe")).toMatchObject({ channel: "my.orders", from: "5-0" });
});

test("without a key a private channel is an error at once, and nothing is connected", () => {
  const desk = new StreamDesk({});

  expect(() => desk.listen("my.orders")).toThrow(
    expect.objectContaining({
      kind: "credentials",
      message: "my.orders needs an apiKey and a secret.",
    }),
  );
  expect(desk.sockets).toEqual([]);
});

test("a refused login is told to private subscriptions and ends them; public ones go on", async () => {
  const desk = new StreamDesk();
  const open = desk.listen(TICKER);
  const own = desk.listen("my.orders");
  desk.socket.hello();
  told(desk, TICKER);

  const { id } = await desk.said("login");
  desk.socket.say({ type: "error", code: -2015, msg: "The key is refused.", id });
  desk.socket.update(TICKER, ["5-0", "6-0"], {});

  expect(own.news).toMatchObject([["error", { kind: "credentials", code: -2015 }]]);
  expect([open.news.length, desk.socket.isOver]).toEqual([2, false]);
  await desk.reconnect();
  await settle();
  expect(desk.socket.said.map(({ op }) => op)).toEqual(["subscribe"]);
});

test("numbers of the last connection mean nothing on this one: all private ones are told", async () => {
  const desk = new StreamDesk();
  const own = desk.listen("my.orders");
  desk.socket.hello();
  desk.socket.say({ type: "loggedIn", id: (await desk.said("login")).id });
  told(desk, "my.orders");
  const { id: before } = desk.socket.last("subscribe");
  desk.listen(TICKER);
  const other = desk.listen("my.trades");
  await desk.reconnect();

  const { id } = await desk.said("login");
  desk.socket.say({ type: "error", code: -2015, msg: "The key is refused.", id });

  expect(before).toBe(id);
  const kinds = [own, other].map(({ news }) => news.map(([kind]) => kind));
  expect(kinds).toEqual([["snapshot", "error"], ["error"]]);
});

test("4002: private subscriptions end with an error, public ones go on without a login", async () => {
  const { desk, open, own } = await begun();

  await desk.reconnect(4_002);
  desk.socket.accept(TICKER, { resumed: true });
  desk.socket.update(TICKER, ["5-0", "6-0"], {});
  await settle();

  expect(own.slice(1)).toMatchObject([["error", { kind: "credentials", code: -2015 }]]);
  expect(desk.socket.said).toEqual([
    { op: "subscribe", channel: TICKER, from: "5-0", log: "log1", id: 1 },
  ]);
  expect(open).toHaveLength(2);
});

test("outside of the time window the clock is learnt anew, and it is tried once more", async () => {
  const desk = new StreamDesk();
  const own = desk.listen("my.orders");
  desk.socket.hello();
  const late = { type: "error", code: -1021, msg: "Outside of the time window." };

  desk.socket.say({ ...late, id: (await desk.said("login")).id });
  while (desk.socket.said.length < 2) await settle();
  expect([desk.timesAsked, own.news]).toEqual([2, []]);
  desk.socket.say({ ...late, id: desk.socket.last("login").id });

  expect(own.news).toMatchObject([["error", { kind: "clock" }]]);
});

test("no exchange behind the API, or no server to tell the time, is a loss and not a refusal", async () => {
  const desk = new StreamDesk();
  const own = desk.listen("my.orders");
  desk.socket.hello();
  const { id } = await desk.said("login");
  desk.socket.say({ type: "error", code: -1001, msg: "Not now.", id });
  expect([desk.socket.isOver, own.news]).toEqual([true, []]);

  const silent = new StreamDesk();
  silent.isTimeTold = false;
  const other = silent.listen("my.orders");
  silent.socket.hello();
  while (!silent.socket.isOver) await settle();
  expect([silent.stream.status, other.news]).toEqual(["waiting", []]);
});

test("a login that is signed when the connection is gone already is not sent, and leaves no timer", async () => {
  const desk = new StreamDesk();
  desk.listen("my.orders");
  const { socket } = desk;
  socket.hello();

  desk.stream.close();
  // By the time that these are signed, so is the login, which was begun before them.
  const signer = new Signer("another secret");
  for (let ts = 1; ts <= 5; ts++) await signer.sign({ ts, method: "GET", target: "/", body: "" });
  await settle();

  expect([socket.said, desk.time.pending]).toEqual([[], 0]);
});
