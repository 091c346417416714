/**
 * Who trades in a campaign: the demo's two users make the market, and others bet with borrowed money
 * and on high leverage, so that a moving index ruins them. What a campaign must meet is not left to these: some
 * do only what they are told to, and nobody is in their way. Loans bear no interest, so that the checker's
 * books come out to the unit, and a margin account is liquidated early.
 */
import type { ServerProcess } from "../../support/server-process.ts";
import { type Credentials, SignedClient } from "../../support/signed-client.ts";
import type { Claims } from "../claims.ts";
import { Operator } from "./operator.ts";

const GAMBLERS = ["gambler1", "gambler2"] as const;
/** Two are ruined on purpose, in margin and in futures; one trades with them, and one with nobody. */
const APART = { borrower: "borrower", holder: "holder", dealer: "dealer", loner: "loner" } as const;
const GAMBLER_LEVERAGE = 50;
const FUNDS = { USDT: "1000000", BTC: "10" } as const;
/** An account that borrows nearly all that it may is liquidated when the price is some 3% off. */
const MARGIN_LEVELS = { callLevel: "1.495", liquidationLevel: "1.49" } as const;
export const FIRST_INDEX = 20_000;

export interface Crowd {
  readonly makers: readonly string[];
  readonly gamblers: readonly string[];
  readonly borrower: string;
  readonly holder: string;
  readonly dealer: string;
  readonly loner: string;
  readonly keys: Readonly<Record<string, Credentials>>;
}

/** What has to be known of a server to trade there. */
export type Venue = Pick<ServerProcess, "port" | "operatorPort" | "directory" | "keys">;

/** Nothing is killed meanwhile: what comes before the first check is not the campaign's. */
export async function gather(server: Venue, claims: Claims): Promise<Crowd> {
  const operator = new Operator(server);
  await operator.must("/index", { asset: "BTC", price: `${FIRST_INDEX}` });
  await operator.must("/margin", MARGIN_LEVELS);
  for (const asset of ["BTC", "USDT"]) {
    await operator.must("/loans", { asset, cap: "1000000", hourlyRate: "0" });
  }
  const demo = server.keys();
  const keys: Record<string, Credentials> = { ...demo };
  for (const user of [...GAMBLERS, ...Object.values(APART)]) {
    await operator.must("/users", { name: user });
    keys[user] = await operator.must("/keys", { user, permissions: ["read", "trade"] });
    for (const [asset, amount] of Object.entries(FUNDS)) {
      await operator.must("/deposits", { user, asset, amount, id: `opening-${user}-${asset}` });
    }
    await setLeverage(new SignedClient(server.port, keys[user] as Credentials));
    claims.leverage.set(user, BigInt(GAMBLER_LEVERAGE));
  }
  return { makers: Object.keys(demo), gamblers: GAMBLERS, ...APART, keys };
}

async function setLeverage(client: SignedClient): Promise<void> {
  const asked = { contractName: "E-BTC-USDT", nowLevel: GAMBLER_LEVERAGE, recvWindow: 60_000 };
  const answer = await client.post("/fapi/v1/edit_lever", asked);
  client.close();
  if (answer?.status !== 200) throw new Error(`the leverage got ${JSON.stringify(answer)}`);
}
