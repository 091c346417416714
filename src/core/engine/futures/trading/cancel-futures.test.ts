/** Canceling: whose orders, by which name, all at once, by the operator and by a delisting. */
import { expect, test } from "vitest";
import { FuturesDesk } from "../../../../../test/support/futures-desk.ts";
import { CONTRACT_DELIST_STEP } from "./cancel-futures.ts";

const RICH = { USDT: "1000000", BTC: "1000" };
const INVERSE = { name: "E-BTC-USD", kind: "inverse" } as const;

function resting(): FuturesDesk {
  const desk = new FuturesDesk({ ann: RICH, bob: RICH });
  desk.addContract(INVERSE);
  desk.markAt("20000");
  return desk;
}

function canceling(desk: FuturesDesk, name: string, which: number | string, contract = 1) {
  const order = typeof which === "number" ? which : 0;
  const clientId = typeof which === "number" ? "" : which;
  return desk.send({ type: "CancelFuturesOrder", ...desk.hand(name), contract, order, clientId });
}

test("FUT-CANCEL-1 FUT-STATE-3 a user cancels what rests or waits, by either name", () => {
  const desk = resting();
  const ids = [
    desk.trade("ann", "open buy 5 @ 19000"),
    desk.trade("ann", "open buy 5 @ 19000 as mine"),
    desk.trade("ann", "open buy 5 @ 19000 when up 30000 as later"),
  ];
  expect(desk.account("ann")).toBe("999990.5/9.5");

  expect(canceling(desk, "ann", ids[0] ?? 0)).toMatchObject({
    ok: true,
    answer: { orderId: ids[0] },
  });
  expect(canceling(desk, "ann", "mine")).toMatchObject({ ok: true, answer: { clientId: "mine" } });
  expect(canceling(desk, "ann", "later")).toMatchObject({ ok: true });

  expect(ids.map((id) => desk.fate(id))).toEqual(Array(3).fill("canceled 0/5"));
  expect(desk.account("ann")).toBe("1000000/0");
});

test("FUT-CANCEL-1 the server's id names an order without a client id of its user", () => {
  const desk = resting();
  const plain = desk.trade("ann", "open buy 5 @ 19000");
  const named = desk.trade("ann", "open buy 5 @ 19000 as mine");

  expect(canceling(desk, "ann", `bourse:${named}`)).toMatchObject({ reason: "order_not_open" });
  expect(canceling(desk, "ann", `bourse:${plain}`)).toMatchObject({ ok: true });
});

test("FUT-CANCEL-1 a user cancels no order of another user, contract or area, and none that has ended", () => {
  const desk = resting();
  const id = desk.trade("ann", "open buy 5 @ 19000 as mine");
  desk.deposit("ann", "100 USDT");
  const spot = desk.place("ann", "buy 0.001 @ 100 as spot");
  const cases: Parameters<typeof canceling>[] = [
    [desk, "bob", id],
    [desk, "bob", "mine"],
    [desk, "ann", id, 2],
    [desk, "ann", "mine", 2],
    [desk, "ann", spot],
    [desk, "ann", "spot"],
    [desk, "ann", 0],
    [desk, "ann", 999],
  ];
  for (const each of cases) {
    expect(canceling(...each)).toMatchObject({ ok: false, reason: "order_not_open" });
  }
  expect(canceling(desk, "ann", id, 9)).toMatchObject({ reason: "contract_not_found" });
  desk.cancelTrade("ann", id);
  expect(desk.cancelTrade("ann", id)).toMatchObject({ reason: "order_not_open" });
});

test("FUT-CANCEL-2 all orders of one contract, or all orders, newest first", () => {
  const desk = resting();
  const one = desk.trade("ann", "open buy 5 @ 19000");
  const two = desk.trade("ann", "open buy 5 @ 19000 when up 30000");
  const far = desk.trade("ann", "open buy 5 @ 19000 on E-BTC-USD");
  const bobs = desk.trade("bob", "open buy 5 @ 19000");
  const all = (contract: number) =>
    desk.send({ type: "CancelAllFutures", ...desk.hand("ann"), contract });

  expect(all(9)).toMatchObject({ reason: "contract_not_found" });
  expect(all(1)).toEqual({ ok: true, answer: { canceled: 2 } });
  expect(desk.events).toMatchObject([{ id: two }, { id: one }]);
  expect(all(0)).toEqual({ ok: true, answer: { canceled: 1 } });
  expect(all(0)).toEqual({ ok: true, answer: { canceled: 0 } });
  expect(desk.fate(far)).toBe("canceled 0/5");
  expect(desk.fate(bobs)).toBe("new 0/5");
});

test("FUT-STATE-3 orders of a frozen user and in a halted contract may still be canceled", () => {
  const desk = resting();
  const [id, waiting] = [
    desk.trade("ann", "open buy 5 @ 19000"),
    desk.trade("ann", "open buy 5 @ 19000 when up 30000"),
  ];
  desk.freeze("ann");
  desk.must({ type: "HaltContract", contract: 1, request: 0 });
  expect(desk.cancelTrade("ann", id)).toMatchObject({ ok: true });
  expect(desk.cancelTrade("ann", waiting)).toMatchObject({ ok: true });
});

test("FUT-STATE-3 the operator cancels any order, and its client id stays taken for a while", () => {
  const desk = resting();
  const ids = [
    desk.trade("ann", "open buy 5 @ 19000 as mine"),
    desk.trade("ann", "open buy 5 @ 19000 when up 30000"),
  ];
  for (const id of ids) {
    expect(desk.cancelByOperator(id)).toMatchObject({ ok: true, answer: { orderId: id } });
  }
  expect(desk.cancelByOperator(ids[0] ?? 0)).toMatchObject({ reason: "order_not_open" });
  expect(desk.account("ann")).toBe("1000000/0");
  expect(desk.refusedTrade("ann", "open buy 5 @ 19000 as mine")).toBe("client_id_used");
});

function delisting(desk: FuturesDesk, contract = 1) {
  return desk.send({ type: "DelistContract", contract, request: 0 });
}

test("FUT-CONTRACT-4 a contract with positions is not delisted; without, its orders go and it is gone", () => {
  const desk = resting();
  desk.trade("bob", "open sell 5 @ 20000");
  desk.trade("ann", "open buy 5 @ 20000");
  expect(desk.refusalOf({ type: "DelistContract", contract: 1, request: 0 })).toBe(
    "positions_open",
  );
  desk.trade("bob", "close buy 5 @ 20000");
  desk.trade("ann", "close sell 5 @ 20000");
  const ids = ["open buy 5 @ 19000", "open sell 5 @ 21000", "open buy 5 @ 19000 when up 30000"].map(
    (words) => desk.trade("ann", words),
  );

  expect(delisting(desk)).toMatchObject({ ok: true });

  expect(ids.map((id) => desk.fate(id))).toEqual(Array(3).fill("canceled 0/5"));
  expect(desk.contract().status).toBe("delisted");
  expect(desk.account("ann")).toBe("1000000/0");
  expect(delisting(desk)).toMatchObject({ reason: "contract_not_found" });
  expect(delisting(desk, 9)).toMatchObject({ reason: "contract_not_found" });
  expect(desk.send({ type: "ResumeContract", contract: 1, request: 0 }).ok).toBe(false);
});

test("FUT-CONTRACT-4 a large book goes in steps, and nothing is placed meanwhile", () => {
  const contract = { ordersMax: CONTRACT_DELIST_STEP + 1 };
  const desk = new FuturesDesk({ ann: RICH }, { contract });
  desk.inBulk(() => {
    for (let i = 0; i <= CONTRACT_DELIST_STEP - 1; i++) desk.trade("ann", "open buy 1 @ 100");
  });
  const last = desk.trade("ann", "open buy 1 @ 100 when up 30000");

  expect(delisting(desk)).toMatchObject({ ok: true });
  expect(desk.contract().status).toBe("delisting");
  expect(desk.fate(last)).toBe("waiting 0/1");
  expect(desk.refusedTrade("ann", "open buy 1 @ 100")).toBe("contract_halted");
  expect(desk.send({ type: "ResumeContract", contract: 1, request: 0 }).ok).toBe(false);

  expect(delisting(desk)).toMatchObject({ ok: true });
  expect(desk.contract().status).toBe("delisted");
  expect(desk.fate(last)).toBe("canceled 0/1");
});
