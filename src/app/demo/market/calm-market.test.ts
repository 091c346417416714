/**
 * SANDBOX-MARKET-3: what a calm market does, and the past that it gets, held against hashes that were made
 * before there were spreads that vary, books of twenty levels and a past of ninety days.
 */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { MarketDesk } from "../../../../test/support/market-desk.ts";
import { ByteWriter } from "../../../core/base/records/bytes.ts";
import { type Command, encodeCommand } from "../../../core/engine/codec.ts";
import { ensurePast } from "../past/demo-past.ts";

const MINUTE = 60_000;
const SEED = 7;

/** Of commands as they stand in the log. */
function hashOf(commands: readonly Command[]): string {
  const out = new ByteWriter();
  for (const command of commands) encodeCommand(out, command);
  return createHash("sha256").update(out.view()).digest("hex").slice(0, 16);
}

test("SANDBOX-MARKET-3 past, opening and six minutes of a calm market are to the byte what they were", async () => {
  const desk = await MarketDesk.provisioned();
  await ensurePast(desk.exchange, { seed: SEED });
  const provisioned = desk.exchange.commands.length;
  const past = desk.exchange.commands.filter(({ type }) => type === "ImportCandles");
  await desk.start(SEED);
  await desk.pass(6 * MINUTE);

  const all = desk.exchange.commands.slice(provisioned);
  expect({ past: hashOf(past), commands: all.length, hash: hashOf(all) }).toEqual({
    past: "7d39a86557a7573b",
    commands: 4_650,
    hash: "dd41f3ad8d1d4d19",
  });
});
