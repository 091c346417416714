/** Bans that run, and their end before its time (USER-BAN-5). */
import { blockOf, parseAddress } from "../../../core/base/address.ts";
import { count, list, record, text, time, told, truth } from "../../field.ts";
import { type Form, required } from "../../parameter.ts";
import { request } from "../request.ts";
import { at } from "../typed.ts";

const BLOCK = text("address, or the block of addresses that is kept out");

export const LIST_BANS = request({
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
  commands: [{ words: "ban list", says: "show the addresses that are banned, and until when" }],
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

export const LIFT_BAN = request({
  method: "POST",
  path: "/bans/lift",
  parameters: {
    address: at(
      "ADDRESS",
      required(told(banned, { description: "The address, or the block as the list shows it." })),
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
  commands: [{ words: "ban lift", says: "end a ban now, and forget it" }],
});
