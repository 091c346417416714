/**
 * Money that a user moves: between the user's own accounts, and back to where it was borrowed. Both
 * are beyond the spec, in the words of its family of venues. The engine checks the money; here are the
 * checks of the words. Rules MARG-TRANSFER-1, MARG-REPAY-4.
 */
import * as wallet from "../../../contract/pairs/wallet.ts";
import type { Asset } from "../../../core/engine/catalogue/catalogue.ts";
import { formatUnits, unitsOf } from "../../../core/money/decimal.ts";
import { getAssetNamed } from "../dialect/asset-name.ts";
import { serve } from "../dialect/endpoint.ts";
import { refusalOf, tooPrecise } from "../dialect/errors.ts";
import { execute } from "../dialect/submit.ts";

const transfer = serve(wallet.transfer, async (call, values) => {
  const { coinSymbol, amount: wanted, fromAccount: from, toAccount: to } = values;
  const asset = getAssetNamed(call, { name: coinSymbol, parameter: "coinSymbol" });
  if (from === to) throw refusalOf({ ok: false, reason: "area_is_the_same" });
  const amount = unitsIn(asset, wanted);
  const { user, key, request } = call;
  const { clientRequestId: id } = values;
  const moved = { from, to, asset: asset.id, amount, clientRequestId: id };
  const { transferId } = await execute(call, { type: "Transfer", user, key, request, ...moved });
  return { transferId };
});

const repay = serve(
  wallet.repay,
  async (call, { asset: name, amount: wanted, clientRequestId: id }) => {
    const asset = getAssetNamed(call, { name, parameter: "asset" });
    // MARG-REPAY-4: without an amount, all that is owed and free.
    const amount = wanted === undefined ? 0n : unitsIn(asset, wanted);
    const { user, key, request } = call;
    const paid = { asset: asset.id, amount, clientRequestId: id };
    const answer = await execute(call, { type: "Repay", user, key, request, ...paid });
    return { repaid: formatUnits(answer.repaid, asset.scale) };
  },
);

function unitsIn({ scale }: Asset, amount: string): bigint {
  const units = unitsOf(amount, scale);
  if (units === undefined) throw tooPrecise("amount", { had: amount, needed: `${scale}` });
  return units;
}

export const WALLET_ROUTES = [transfer, repay];
