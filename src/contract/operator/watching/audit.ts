/** The money that came in and is still here, and which accounts have it (CORE-AUDIT-1). */
import {
  count,
  list,
  name,
  record,
  signedText,
  sometimes,
  text,
  time,
  truth,
} from "../../field.ts";
import { request } from "../request.ts";

const LENDING = record(
  {
    capital: signedText("what was put into the loan pool, less what was taken out"),
    inPool: signedText("what is in the pool"),
    lent: signedText("what is lent"),
    difference: signedText("what pool and loans are beyond the capital; must be 0"),
  },
  "left out where the asset was never lent",
);

const ASSET = record({
  asset: name("asset"),
  depositsLessWithdrawals: signedText("what came in and did not go out"),
  users: record(
    {
      spot: signedText("in spot"),
      margin: signedText("in margin"),
      futures: signedText("in futures"),
      isolated: signedText("in isolated positions"),
    },
    "what all users have",
  ),
  houses: list(
    record({ name: text("account of the exchange"), held: signedText("what it has") }),
    "accounts of the exchange that hold something",
  ),
  difference: signedText("what users and the exchange have beyond the deposits; must be 0"),
  lending: sometimes(LENDING),
});

export const AUDIT = request({
  method: "GET",
  path: "/audit",
  parameters: {},
  about: {
    operation: "audit",
    tag: "watching",
    summary: "What users and the exchange have, asset by asset, and that it adds up",
    reply: record({
      position: count("position of the log that it speaks of"),
      timeMs: time("engine time there"),
      isSolvent: truth("whether every difference is 0"),
      assets: list(ASSET, "all assets"),
    }),
  },
  commands: [
    { words: "audit", says: "show who has what of every asset, and that all of it sums to zero" },
  ],
});
