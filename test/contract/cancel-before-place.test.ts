/**
 * A cancel that is sequenced just before the order that it names: when it is answered the order is there, open or ended
 * already. It had not ended when the cancel was carried out, so that is not what is told: a bot would take an order for over
 * that rests.
 */
import { expect, test } from "vitest";
import { CallDesk } from "../support/call-desk.ts";
import { HttpDesk, type User } from "../support/http-client.ts";
import { asked, ContractDesk, LINEAR } from "./contract-desk.ts";
import { LIMIT } from "./order-tables.ts";

const NAME = "mine";
const NO_SUCH = { status: 400, json: { code: -2013 } };
const FINAL = { status: 400, json: { code: -1145 } };
interface Area {
  readonly http: HttpDesk;
  post(path: string, fields: object, user?: User): Promise<{ status: number; json: unknown }>;
  readonly order: object;
  readonly root: string;
  /** What names an order by its client id, and how a new order has it. */
  named(name: string): object;
  have(name: string): object;
}

async function pairs(root: string): Promise<Area> {
  const http = await HttpDesk.open();
  const named = (name: string) => ({ symbol: LIMIT.symbol, newClientOrderId: name });
  return {
    http,
    post: (path, fields, user = "demo1") => http.post(path, fields, { user }),
    order: LIMIT,
    root,
    named,
    have: (name) => ({ newClientOrderId: name }),
  };
}

async function contracts(): Promise<Area> {
  const { http } = await ContractDesk.open({ mark: "40000" });
  const named = (name: string) => ({ contractName: LINEAR, clientOrderId: name });
  return {
    http,
    post: (path, fields, user = "demo1") => http.post(path, fields, { user }),
    order: asked("BUY OPEN 10 @ 40000"),
    root: "/fapi/v1",
    named,
    have: (name) => ({ clientOrderId: name }),
  };
}

const AREAS = [
  ["spot", () => pairs("/sapi/v1")],
  ["margin", () => pairs("/sapi/v1/margin")],
  ["futures", contracts],
] as const;

test.each(AREAS)(
  "SPOT-CANCEL-2 FUT-CANCEL-1 in %s a cancel that comes before its order finds none, whatever the order came to",
  async (_, open) => {
    const area = await open();
    const cancel = (name: string) => area.post(`${area.root}/cancel`, area.named(name));
    const place = (name: string) =>
      area.post(`${area.root}/order`, { ...area.order, ...area.have(name) });

    const [early, placed] = await Promise.all([cancel(NAME), place(NAME)]);

    expect([early, placed]).toMatchObject([NO_SUCH, { status: 200 }]);
    const [before, , late] = await Promise.all([cancel("other"), place("other"), cancel("other")]);
    expect([before, late]).toMatchObject([NO_SUCH, { status: 200 }]);
    expect(await cancel(NAME)).toMatchObject({ status: 200 });
    expect(await cancel(NAME)).toMatchObject(FINAL);
  },
);

test.each(AREAS)("STREAM-ORDER-1 SPOT-CANCEL-2 in %s the same over the stream", async (_, open) => {
  const area = await open();
  const client = new CallDesk(area.http).client();

  const early = client.say(`${area.root}/cancel`, area.named(NAME));
  const placed = client.say(`${area.root}/order`, { ...area.order, ...area.have(NAME) });
  const replies = await client.replies([early, placed]);

  expect(replies).toMatchObject([{ status: 400, body: { code: -2013 } }, { status: 200 }]);
});

test.each(AREAS.slice(0, 2))(
  "SPOT-REPLACE-2 in %s a replacement that comes before its order finds none",
  async (_, open) => {
    const area = await open();
    const replace = () =>
      area.post(`${area.root}/order/cancelReplace`, {
        ...area.order,
        cancelClientOrderId: NAME,
        newClientOrderId: "next",
      });
    const place = () => area.post(`${area.root}/order`, { ...area.order, ...area.have(NAME) });

    const [early, placed] = await Promise.all([replace(), place()]);

    expect([early, placed]).toMatchObject([NO_SUCH, { status: 200 }]);
  },
);
