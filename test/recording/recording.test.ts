/**
 * Every byte that leaves the exchange in short stretches of simulated days, held against hashes that
 * are pinned here: messages of the public and the private streams, replies, and what the operator is told.
 */
import { expect, test } from "vitest";
import { recordDay } from "./day.ts";
import { PLAYED_DAYS } from "./plans.ts";
import { KINDS } from "./recording.ts";

const PINNED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "seed-1": {
    public: "dc81b2af141dc54473fd7d927eda3986f2e87323b2f6f7a0f8888a84286a0763",
    private: "fc801702ba29a258c2356492645f3b18792c73514572caf27700b351eec94648",
    replies: "241003aec23f31e809f0248f8e8bab854c3abc407defa8e864e68b297fd10cb3",
    operator: "9130616a5770c1b13e94ba9fc2a4906607d1937fa859989a520332a8e91155d9",
  },
  "seed-11": {
    public: "bcd310075f9144e4be67e7ce814f4ce016c4fde0e77489f9d3e9871083a1718b",
    private: "3cc34c7658491a830e11dfb1d6b08da37859b17b057b3a14021e276ebfeda047",
    replies: "01b4d840d24c5af6b41ced7f931246afc59c1877e42827e85701539aab1b0b52",
    operator: "b932b4af3f7d5c3d31679eb265f380c444d7d6222793468d740ecaef26951a30",
  },
  "seed-13": {
    public: "083b952a74198e3c88a9b8f4f1221b84b63fdd48462e75ec06e6c76416dff74a",
    private: "1e90d26f2c21d66c52f95e492f0f6939efe9c7023729be3b7b9a51d7dc4366ba",
    replies: "59d7cd4a22f0305bb6bfbbec17186e67f82ba59d6db916973542bf543c788e4b",
    operator: "91cae6e1ccc436bec0d9a8ccc6abb246730e2ca7560e0c7a41481b59b338fb7b",
  },
  "seed-3": {
    public: "cb0190f64bf4e39ca7fd72159d201cb034ed8f7e83b035986dc78578b9426c56",
    private: "1211d92e0b3c66cdd69d525f6441c3684fad40021a8dd323d648766e07fd9d2a",
    replies: "3cf2264168ec3018d6d148195648c3123b1e7dae988ead7e99ab2b34fbefa946",
    operator: "48b67a57d11907a699b2384433d8003b33fd52c10714d52b80eccf72a238a2ae",
  },
};

const CHANGED = `What leaves the exchange has changed.
To see where, record it here and in a worktree of the commit before, and compare:
  npx tsx test/recording/run.ts AFTER --short
  npx tsx test/recording/run.ts BEFORE --short
  diff -r BEFORE AFTER
If the change is wanted, and told in the changelog, pin the hashes that were received`;

/** What the stretches have to meet, or their hashes say little. */
const MET = [
  ...["OrderRested", "OrderEnded", "Traded", "ContractTraded", "Transferred", "Moved"],
  ...["Borrowed", "Repaid", "MarginCalled", "LiquidationBegan", "LiquidationOver", "LossCovered"],
  ...["Insured", "ContractAccountChanged", "ForceClosed", "FuturesLiquidated", "PositionEnded"],
  ...["FundingSettled", "PairChanged", "ContractChanged", "KeyChanged", "IndexTrust"],
];

test("a simulated stretch leaves the exchange in the same bytes as ever: streams, replies, operator", async () => {
  const hashes: Record<string, Record<string, string>> = {};
  const met = new Set<string>();

  for (const plan of PLAYED_DAYS) {
    const { recording, events } = await recordDay(plan);
    hashes[`seed-${plan.seed}`] = Object.fromEntries(
      KINDS.map((kind) => [kind, recording.hashOf(kind)]),
    );
    for (const type of events.keys()) met.add(type);
  }

  expect(MET.filter((type) => !met.has(type))).toEqual([]);
  const pinned = Object.keys(hashes).map((name) => [name, PINNED[name]]);
  expect(hashes, CHANGED).toEqual(Object.fromEntries(pinned));
});
