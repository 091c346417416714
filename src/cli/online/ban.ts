/** `bourse ban ...`: addresses that asked too often. */
import { align, timeOf } from "../terminal/layout.ts";
import { get, online, post } from "./online.ts";

interface Ban {
  readonly address: string;
  readonly endsAtMs: number;
  readonly times: number;
}

export const banList = online({
  name: "ban list",
  says: "show the addresses that are banned, and until when",
  takes: [],
  options: {},
  ask: () => get("/bans"),
  show: ({ bans }: { bans: readonly Ban[] }) =>
    bans.length === 0
      ? ["nobody is banned"]
      : align([
          ["ADDRESS", "UNTIL", "TIMES"],
          ...bans.map(({ address, endsAtMs, times }) => [address, timeOf(endsAtMs), `${times}`]),
        ]),
});

export const banLift = online({
  name: "ban lift",
  says: "end a ban now, and forget it",
  takes: ["ADDRESS"],
  options: {},
  ask: ({ ADDRESS: address }) => post("/bans/lift", { address }),
  show: ({ address }: Pick<Ban, "address">) => [`lifted the ban on ${address}`],
});
