/** `bourse ban ...`: addresses that asked too often. */
import { LIFT_BAN, LIST_BANS } from "../../contract/operator/market/bans.ts";
import { align, timeOf } from "../terminal/layout.ts";
import { online } from "./online.ts";

export const banList = online(LIST_BANS, "ban list", {
  show: ({ bans }) =>
    bans.length === 0
      ? ["nobody is banned"]
      : align([
          ["ADDRESS", "UNTIL", "TIMES"],
          ...bans.map(({ address, endsAtMs, times }) => [address, timeOf(endsAtMs), `${times}`]),
        ]),
});

export const banLift = online(LIFT_BAN, "ban lift", {
  show: ({ address }) => [`lifted the ban on ${address}`],
});
