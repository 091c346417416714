/** Money between the accounts of one user. */
import { naming, write } from "../session/endpoint.ts";
import type { Session } from "../session/session.ts";
import type { Transfer } from "./pair-words.ts";
import { callNamed } from "./repeatable.ts";

const TRANSFER = naming(write("/sapi/v1/asset/transfer"), "transferId");

export class Wallet {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  transfer(asked: Transfer): Promise<{ readonly transferId: number }> {
    const remedy = "Compare the balances of both accounts with those before.";
    return callNamed(this.#session, [TRANSFER, asked], { remedy });
  }
}
