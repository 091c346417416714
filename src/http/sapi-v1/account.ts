/** The user's own money. */
import { findSpotWallet } from "../../engine/ledger/ledger.ts";
import { signedEndpoint } from "../dialect/endpoint.ts";
import { ReplyText } from "../dialect/reply-text.ts";

const reply = new ReplyText();

/** Every asset of the catalogue is listed, zero balances included. */
export const account = signedEndpoint({
  method: "GET",
  path: "/sapi/v1/account",
  security: "USER_DATA",
  limit: { count: 20, perMs: 2_000 },
  parameters: {},
  handle({ exchange, user }) {
    const { catalogue, ledger } = exchange.state;
    reply.begin().ascii('{"balances":[');
    for (const [index, { id, name, scale }] of catalogue.assets.entries()) {
      const wallet = findSpotWallet(ledger, user, id);
      reply.ascii(index === 0 ? '{"asset":"' : ',{"asset":"').ascii(name);
      reply.ascii('","free":"').units(wallet?.free ?? 0n, scale);
      reply
        .ascii('","locked":"')
        .units(wallet?.locked ?? 0n, scale)
        .ascii('"}');
    }
    return reply.ascii("]}").take();
  },
});
