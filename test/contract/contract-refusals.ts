/**
 * How to get each refusal of a route's own in futures, a line for each route and code, at a desk where
 * contracts are traded. The mark is at 40,000 and the book is empty.
 */
import type { Answer } from "../support/http-client.ts";
import { asked, ContractDesk, LINEAR } from "./contract-desk.ts";
import {
  FROZEN,
  type Lines,
  nothing,
  type Prepare,
  type Provoke,
  repeating,
} from "./pair-refusals.ts";

function contractDesk(
  ask: (desk: ContractDesk) => Promise<Answer>,
  prepare: Prepare<ContractDesk> = nothing,
): Provoke {
  return async () => {
    const desk = await ContractDesk.open({ mark: "40000" });
    await prepare(desk);
    return ask(desk);
  };
}

function postedAt(path: string, body: object) {
  return (change: object, prepare: Prepare<ContractDesk> = nothing) =>
    contractDesk((desk) => desk.post(path, { ...body, ...change }), prepare);
}

const GOOD = asked("BUY OPEN 10 @ 40000");
const CONDITION = { ...GOOD, triggerType: 3, triggerPrice: "41000" };

function contractForms(path: string, good: object): Lines {
  const refused = postedAt(path, good);
  const dearest = path === "order" ? { price: "44000.1" } : { triggerPrice: "1e30" };
  const place = (desk: ContractDesk, clientOrderId?: string) =>
    desk.place("demo1", "BUY OPEN 10 @ 39000", { clientOrderId });
  return {
    BAD_SYMBOL: refused({ contractName: "NONE" }),
    CONTRACT_HALTED: refused({}, (desk) =>
      desk.must({ type: "HaltContract", contract: 1, request: 0 }),
    ),
    EXCHANGE_LOCK: refused({}, (desk) => desk.must(FROZEN)),
    BAD_SIDE: refused({ side: "HOLD" }),
    BAD_ORDER_TYPE: refused({ type: "STOP" }),
    UNKNOWN_ORDER_COMPOSITION: refused({ postOnly: true, timeInForce: "IOC" }),
    BAD_PRECISION: refused({ volume: "1.5" }),
    BELOW_MINIMUM: refused({ volume: "1" }),
    ABOVE_MAXIMUM: refused({ volume: "200001" }),
    VALUE_BELOW_MINIMUM: refused({ volume: "2" }),
    VALUE_ABOVE_MAXIMUM: refused({ volume: "125001" }),
    ORDER_PRICE_WAVE_EXCEED: refused(dearest),
    DUPLICATE_CLIENT_ORDER_ID: refused({ clientOrderId: "mine" }, (desk) => place(desk, "mine")),
    TOO_MANY_ORDERS: refused({}, async (desk) => {
      desk.change(1, { ordersMax: 1 });
      await place(desk);
    }),
  };
}

const ordering = postedAt("order", GOOD);
const levering = postedAt("edit_lever", { contractName: LINEAR, nowLevel: 50 });
const remodelling = postedAt("edit_user_margin_model", { contractName: LINEAR, marginModel: 2 });

/** Moves margin of the position that demo1 has of ten contracts. */
function margining(change: object, positionType: 1 | 2, prepare: Prepare<ContractDesk> = nothing) {
  return contractDesk(async (desk) => {
    await desk.open(10, "40000", { positionType });
    const { id: positionId } = await desk.position();
    await prepare(desk);
    return desk.post("edit_position_margin", { positionId, amount: "1", ...change });
  });
}

const NO_CONTRACT = { contractName: "NONE" };

export const CONTRACT_REFUSALS: Readonly<Record<string, Lines>> = {
  "POST /fapi/v1/order": {
    ...contractForms("order", GOOD),
    MARGIN_MODE_DIFFERS: ordering({ positionType: 2 }, (desk) =>
      desk.place("demo1", "BUY OPEN 10 @ 39000"),
    ),
    CLOSE_ABOVE_POSITION: ordering({ side: "SELL", open: "CLOSE" }),
    POSITION_LIMIT: ordering({ volume: "12501" }, (desk) =>
      desk.post("edit_lever", { contractName: LINEAR, nowLevel: 100 }),
    ),
    NO_DEPTH: ordering({ type: "MARKET", volume: "100" }),
    BALANCE_NOT_ENOUGH: ordering({ volume: "25001" }, (desk) =>
      desk.post("edit_lever", { contractName: LINEAR, nowLevel: 1 }),
    ),
  },
  "POST /fapi/v1/conditionOrder": contractForms("conditionOrder", CONDITION),
  "POST /fapi/v1/cancel": {
    BAD_SYMBOL: postedAt("cancel", { orderId: 1 })(NO_CONTRACT),
    NO_SUCH_ORDER: postedAt("cancel", { orderId: 99 })({ contractName: LINEAR }),
    ORDER_NOT_SUPPORT_CANCELLATION: contractDesk(async (desk) => {
      const orderId = await desk.place("demo1", "BUY OPEN 10 @ 39000");
      await desk.post("cancel", { contractName: LINEAR, orderId });
      return desk.post("cancel", { contractName: LINEAR, orderId });
    }),
  },
  "POST /fapi/v1/cancel_all": { BAD_SYMBOL: postedAt("cancel_all", NO_CONTRACT)({}) },
  "GET /fapi/v1/order": {
    BAD_SYMBOL: contractDesk((desk) => desk.get("order?contractName=NONE")),
    NO_SUCH_ORDER: contractDesk((desk) => desk.get(`order?contractName=${LINEAR}&orderId=99`)),
  },
  "POST /fapi/v1/orderHistorical": { BAD_SYMBOL: postedAt("orderHistorical", NO_CONTRACT)({}) },
  "POST /fapi/v1/profitHistorical": { BAD_SYMBOL: postedAt("profitHistorical", NO_CONTRACT)({}) },
  "POST /fapi/v1/edit_lever": {
    BAD_SYMBOL: levering(NO_CONTRACT),
    EXCHANGE_LOCK: levering({}, (desk) => desk.must(FROZEN)),
    LEVERAGE_LOCKED: levering({}, (desk) => desk.place("demo1", "BUY OPEN 10 @ 39000")),
    POSITION_LIMIT: levering({}, (desk) => desk.open(30_000, "40000")),
    BALANCE_NOT_ENOUGH: levering({ nowLevel: 1 }, (desk) => desk.open(30_000, "40000")),
    ...repeating(levering),
  },
  "POST /fapi/v1/edit_user_margin_model": {
    BAD_SYMBOL: remodelling(NO_CONTRACT),
    EXCHANGE_LOCK: remodelling({}, (desk) => desk.must(FROZEN)),
    MARGIN_MODE_DIFFERS: remodelling({}, (desk) => desk.open(10, "40000")),
    ...repeating(remodelling),
  },
  "POST /fapi/v1/edit_position_margin": {
    NO_SUCH_ORDER: margining({ positionId: 99 }, 2),
    BAD_PRECISION: margining({ amount: "0.000000001" }, 2),
    EXCHANGE_LOCK: margining({}, 2, (desk) => desk.must(FROZEN)),
    MARGIN_MODE_DIFFERS: margining({}, 1),
    BALANCE_NOT_ENOUGH: margining({ amount: "1000000" }, 2),
    ...repeating((change, prepare: Prepare<ContractDesk>) => margining(change, 2, prepare)),
  },
};
