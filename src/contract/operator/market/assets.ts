/** Assets. Nothing of the catalogue is ever removed, so a name always means the same thing. */
import { count, list, name as nameShape, record, told } from "../../field.ts";
import { optional, required } from "../../parameter.ts";
import { decimals, name } from "../forms.ts";
import { request } from "../request.ts";
import { at, option } from "../typed.ts";
import { withoutIt } from "../usual.ts";

export const SCALE_DEFAULT = 8;

export const ASSET = record({
  name: nameShape("asset"),
  scale: count("decimals that its amounts have"),
});

export const ADD_ASSET = request({
  method: "POST",
  path: "/assets",
  parameters: {
    name: at("NAME", required(told(name, { description: "Its name, of A-Z and 0-9, for ever." }))),
    scale: option(
      "--scale N",
      "decimals its ledger keeps, 0 to 18",
      optional(
        told(decimals, {
          default: SCALE_DEFAULT,
          description: "Decimals that its amounts have, at most 18.",
        }),
      ),
      { usual: withoutIt(`${SCALE_DEFAULT}`) },
    ),
  },
  about: {
    operation: "addAsset",
    tag: "catalogue",
    summary: "Add an asset, for ever",
    reply: ASSET,
    codes: ["ALREADY_EXISTS", "NO_ROOM"],
    waitsFor: "command",
  },
  commands: [{ words: "asset add", says: "list an asset, for ever" }],
});

/** USER-LIST-2 */
export const LIST_ASSETS = request({
  method: "GET",
  path: "/assets",
  parameters: {},
  about: {
    operation: "listAssets",
    tag: "catalogue",
    summary: "All assets",
    reply: record({ assets: list(ASSET, "in the order of their numbers") }),
  },
  commands: [{ words: "asset list", says: "show every asset" }],
});
