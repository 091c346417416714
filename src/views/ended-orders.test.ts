/** What is remembered of orders that are over, by id and by name, up to its bound. */
import { expect, test } from "vitest";
import { someOrder } from "../../test/support/some-order.ts";
import { ByteReader, ByteWriter } from "../base/bytes.ts";
import type { NameTable } from "../engine/orders/name-table.ts";
import type { OrderStatus } from "../engine/orders/order.ts";
import { EndedOrders } from "./ended-orders.ts";

function end(view: EndedOrders, id: number, clientId: string, status: OrderStatus = "filled") {
  const order = someOrder({ id, user: 1, clientId });
  view.fold({ type: "OrderEnded", order, status, timeMs: id });
}

test("SPOT-CLIENT-4 an ended order is found by id, and the newest by its client id", () => {
  const view = new EndedOrders();
  end(view, 1, "a", "canceled");
  end(view, 2, "a");
  end(view, 3, "");

  expect(view.find(1)).toMatchObject({ id: 1, status: "canceled", endedAtMs: 1 });
  expect(view.findNamed(1, "a")?.id).toBe(2);
  expect(view.findNamed(2, "a")).toBeUndefined();
  expect(view.findNamed(1, "b")).toBeUndefined();
  expect(view.find(4)).toBeUndefined();
});

test("SPOT-CLIENT-6 the server's own name finds an order that has no other", () => {
  const view = new EndedOrders();
  end(view, 7, "");
  end(view, 8, "mine");

  expect(view.findNamed(1, "bourse:7")?.id).toBe(7);
  expect(view.findNamed(2, "bourse:7")).toBeUndefined();
  expect(view.findNamed(1, "bourse:8")).toBeUndefined();
});

test("SPOT-CLIENT-5 a rejected item is found by its id only", () => {
  const view = new EndedOrders();
  end(view, 1, "a", "canceled");
  end(view, 2, "a", "rejected");

  expect(view.findNamed(1, "a")?.id).toBe(1);
  expect(view.find(2)?.status).toBe("rejected");
});

test("CORE-BOUND-1 the oldest are forgotten, with their names, and only with theirs", () => {
  const view = new EndedOrders(3);
  end(view, 1, "a");
  end(view, 2, "b");
  end(view, 3, "a");
  end(view, 4, "c");

  expect(view.size).toBe(3);
  expect(view.find(1)).toBeUndefined();
  expect(view.findNamed(1, "a")?.id).toBe(3);
  end(view, 5, "d");
  end(view, 6, "e");
  expect(view.findNamed(1, "a")).toBeUndefined();
});

test("CORE-BOUND-1 a name used all day takes one row, so that nobody searches a long run", () => {
  const view = new EndedOrders(1_000);
  for (let id = 1; id <= 5_000; id++) end(view, id, "the-same", "canceled");

  const { names } = view as unknown as { names: NameTable };

  expect(names.count).toBe(1);
  expect(view.findNamed(1, "the-same")?.id).toBe(5_000);
  for (let id = 5_001; id <= 6_000; id++) end(view, id, "");
  expect(names.count).toBe(0);
});

test("LOG-SNAP-1 what was written is found again after reading", () => {
  const view = new EndedOrders(3);
  for (let id = 1; id <= 5; id++) end(view, id, id % 2 === 0 ? "" : "odd");
  const out = new ByteWriter();
  view.write(out);

  const again = new EndedOrders(3);
  again.read(new ByteReader(out.view()));

  for (let id = 1; id <= 5; id++) expect(again.find(id)).toEqual(view.find(id));
  expect(again.findNamed(1, "odd")).toEqual(view.findNamed(1, "odd"));
  expect(again.findNamed(1, "bourse:4")?.id).toBe(4);
  const copy = new ByteWriter();
  again.write(copy);
  expect(copy.view()).toEqual(out.view());
});
