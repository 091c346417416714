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
    private: "5d250f58b6f871d637a1e61e7478a04f9a1af02ff555fabb46da0d08ebc7e28c",
    replies: "478d85723361691ada9e53c787896913a40bed7d3576e685b425c1527598c0d9",
    operator: "82de16f3fb4a2c8d33a263f88bf9bdc1238f4405459a3215af7e5ef7e79b72bf",
  },
  "seed-11": {
    public: "bcd310075f9144e4be67e7ce814f4ce016c4fde0e77489f9d3e9871083a1718b",
    private: "5a91b423ddecc754f27a796824f9bf3f535421b6a1b3ad1535b13aefa8a42268",
    replies: "b18b525d5a596d47d6cbaae723b1f86cb5447875d27fa0978f3af3af71c09862",
    operator: "4a6f7d7ec2292b5e1866c4eddf7d0efe7c622dedd2d1c74a47a6beb7506fe4d1",
  },
  "seed-13": {
    public: "083b952a74198e3c88a9b8f4f1221b84b63fdd48462e75ec06e6c76416dff74a",
    private: "31847fbf618c68280e1a6903cca762ccd7318931a2ea083b14696bcb5ae0ab3a",
    replies: "d077fa0a674274d2ccf24efa13130ed3e1c5a71f0b5bf2922d583122cfdbe11e",
    operator: "74c7f535df18d840a6abeb90c1e2ec7f614875af85abdbf0d31344940e2d3af6",
  },
  "seed-3": {
    public: "cb0190f64bf4e39ca7fd72159d201cb034ed8f7e83b035986dc78578b9426c56",
    private: "c906ae0d93537ebab7699a60c54b20db75b3f0ccdd1d4f0c3ed668810c86e9f5",
    replies: "b7dab50b71ae018be1609f714d0e5c27d721b7cc6483b9f2f5f8d59ded6d832a",
    operator: "c889ff1a87bc55265cc34431c37844b9108ff0b9d92edccb9afc3480ce150f0e",
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
