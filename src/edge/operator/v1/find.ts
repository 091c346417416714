/** Finds what the operator names in the live state, or refuses in the words of refusals.ts. */
import { present } from "../../../core/base/assert.ts";
import type { Asset, Pair } from "../../../core/engine/catalogue/catalogue.ts";
import type { Contract } from "../../../core/engine/catalogue/contract.ts";
import type { User } from "../../../core/engine/users/users.ts";
import type { OperatorCall } from "./operator.ts";
import { OperatorRefusal, refusalOf } from "./refusals.ts";

export function getUserNamed({ exchange }: OperatorCall, name: string): User {
  const user = exchange.state.users.byName.get(name);
  if (!user) throw refusalOf({ ok: false, reason: "user_not_found" });
  return user;
}

export function getAssetNamed({ exchange }: OperatorCall, name: string): Asset {
  const asset = exchange.state.catalogue.assetsByName.get(name);
  if (!asset) throw new OperatorRefusal("NO_SUCH_ASSET");
  return asset;
}

/** The name of what an id was given to: nothing that was ever added leaves. */
export function nameAt(rows: readonly { readonly name: string }[], id: number): string {
  return present(rows[id - 1], "what an id was given to").name;
}

/** Delisted ones, too: what may be done to those is checked by the engine. */
export function getPairNamed({ exchange }: OperatorCall, name: string): Pair {
  const pair = exchange.state.catalogue.pairsByName.get(name);
  if (!pair) throw refusalOf({ ok: false, reason: "pair_not_found" });
  return pair;
}

/** The same search for contracts. */
export function getContractNamed({ exchange }: OperatorCall, name: string): Contract {
  const contract = exchange.state.catalogue.contractsByName.get(name);
  if (!contract) throw refusalOf({ ok: false, reason: "contract_not_found" });
  return contract;
}
