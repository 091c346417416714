/** Bans that run, and their end before its time (USER-BAN-5). */
import { blockOf, parseAddress } from "../../auth/address.ts";
import { count, list, record, text, time, told, truth } from "../../contract/field.ts";
import { type Form, required } from "../../contract/parameter.ts";
import { engineTimeOf } from "../../service/submission.ts";
import { carryOut, endpoint } from "./operator.ts";

const BLOCK = text("address, or the block of addresses that is kept out");

export const listBans = endpoint({
  method: "GET",
  path: "/bans",
  parameters: {},
  about: {
    operation: "listBans",
    tag: "bans",
    summary: "Bans that run",
    reply: record({
      bans: list(
        record({
          address: BLOCK,
          endsAtMs: time("when it ends"),
          times: count("how many bans the address had in a row"),
        }),
        "the one that ends first is first",
      ),
    }),
  },
  handle({ exchange }) {
    const nowMs = engineTimeOf(exchange);
    // Ended ones are kept for what a repeat costs; they keep no client out.
    const running = exchange.state.bans.byEnd.filter(({ endsAtMs }) => endsAtMs > nowMs);
    return {
      bans: running.map(({ block, endsAtMs, times }) => ({ address: block, endsAtMs, times })),
    };
  },
});

/** USER-ADDR-1: an address, or a block as the list shows it; both mean the block. */
const banned: Form<string> = {
  name: "address",
  shape: { type: "string" },
  read(given) {
    if (given.kind !== "text") return undefined;
    const address = given.text.includes(":") ? given.text.replace(/\/64$/, "") : given.text;
    return parseAddress(address) === undefined ? undefined : blockOf(address);
  },
};

export const liftBan = endpoint({
  method: "POST",
  path: "/bans/lift",
  parameters: {
    address: required(
      told(banned, { description: "The address, or the block as the list shows it." }),
    ),
  },
  about: {
    operation: "liftBan",
    tag: "bans",
    summary: "End a ban before its time",
    reply: record({ address: BLOCK, banned: truth("whether it is still kept out") }),
    codes: ["NO_SUCH_BAN"],
    waitsFor: "command",
  },
  async handle(call, { address: block }) {
    await carryOut(call, { type: "LiftBan", block, request: call.request });
    return { address: block, banned: call.exchange.state.bans.byBlock.has(block) };
  },
});
