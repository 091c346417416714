/** What was posted to a user, in every area (HIST-LEDGER-2). */
import { USER_LEDGER } from "../../../contract/operator/users/ledger.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { getAssetNamed, getUserNamed } from "./find.ts";
import { endpoint } from "./operator.ts";

/** HIST-BOUND-1 */
const BEHIND = "The archive is behind; ask again.";

export const userLedger = endpoint(USER_LEDGER, async (call, { name, asset, ...asked }) => {
  const user = getUserNamed(call, name);
  const assetId = asset === undefined ? 0 : getAssetNamed(call, asset).id;
  const page = await call.ledgerOf({ ...asked, user: user.id, asset: assetId });
  if (!page) throw new Refusal("DISCONNECTED", { msg: BEHIND });
  return { user: user.name, ...page };
});
