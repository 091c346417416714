/** The asset that a request names. */
import { malformed } from "../../../contract/parameter.ts";
import type { Asset } from "../../../core/engine/catalogue/catalogue.ts";
import type { Call } from "./endpoint.ts";

const NAME = /^[A-Za-z0-9]{1,16}$/;

/** An asset in either case; of ASCII letters only. */
export function getAssetNamed(
  { exchange }: Pick<Call, "exchange">,
  { name, parameter }: { readonly name: string; readonly parameter: string },
): Asset {
  const { assetsByName } = exchange.state.catalogue;
  const asset = NAME.test(name) ? assetsByName.get(name.toUpperCase()) : undefined;
  if (!asset) throw malformed(parameter, "unknown", "GET /sapi/v1/account lists the assets.");
  return asset;
}
