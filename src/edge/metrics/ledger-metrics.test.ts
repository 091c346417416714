/** Money on the page: what the house lacks is what the users have, asset by asset. */
import { expect, test } from "vitest";
import { FuturesRun } from "../../../test/history/futures-run.ts";
import { readExposition, valueIn } from "../../../test/support/exposition.ts";
import { totalsOf } from "../../tools/audit/totals.ts";
import { writeMetrics } from "./exposition.ts";
import { ledgerMetrics } from "./ledger-metrics.ts";

test("I-1 it shows the same as adding up every wallet, with contracts in between", async () => {
  const run = new FuturesRun(1, () => undefined);

  for (let step = 1; step <= 1_000; step++) {
    run.step();
    if (step % 100 !== 0) continue;
    const families = readExposition(await writeMetrics(ledgerMetrics(() => run)));
    for (const { asset, users, houses } of totalsOf(run.state)) {
      expect(valueIn(families, "bourse_users_balance", { asset })).toBe(Number(users));
      for (const { name, held } of houses.filter((house) => !house.name.startsWith("CLEARING"))) {
        const labels = { asset, account: name };
        expect(valueIn(families, "bourse_house_balance", labels)).toBe(Number(held));
      }
    }
  }
  expect(run.state.ledger.clearing.some((units) => units !== 0n)).toBe(true);
});
