/** A client that obeys the documents loses nothing and doubles nothing, whatever goes wrong. */
import { expect, test } from "vitest";
import type { ClientOptions } from "../../src/client/client.ts";
import { runs } from "../support/runs.ts";
import { KINDS, runCampaign } from "./fault-campaign.ts";

const ORDERS = runs(500, 1_000);

test.each([1, 24])(
  "SANDBOX-FAULT-1: a thousand orders of two seeds under random fault rules, seed %i",
  async (seed) => {
    const campaign = await runCampaign({ seed, orders: ORDERS });

    expect(campaign.findings, `seed ${seed}`).toEqual([]);
    // It would prove little if nothing had gone wrong.
    for (const kind of KINDS) expect(campaign.struck.get(kind), kind).toBeGreaterThan(runs(15, 20));
    expect(campaign.placed).toBeGreaterThan(0.8 * ORDERS);
    expect(campaign.canceled).toBeGreaterThan(0.4 * ORDERS);
  },
);

/** After a 504 it sends the same again, as if it had been a failure. */
function resending(usual: ClientOptions): ClientOptions {
  const { fetch } = usual;
  if (!fetch) throw new Error("a client of the desk brings its own fetch");
  return {
    ...usual,
    fetch: async (url, init) => {
      const reply = await fetch(url, init);
      return reply.status === 504 && init.method === "POST" ? fetch(url, init) : reply;
    },
  };
}

test("a client that sends again after a 504 is found out", async () => {
  const { findings } = await runCampaign({ seed: 4, orders: 200, change: resending });

  expect(findings.length).toBeGreaterThan(0);
});
