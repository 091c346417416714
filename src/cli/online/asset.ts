/** `bourse asset ...`: what a balance can be of. */
import { ADD_ASSET, LIST_ASSETS } from "../../contract/operator/market/assets.ts";
import { align } from "../terminal/layout.ts";
import { online } from "./online.ts";

export const assetAdd = online(ADD_ASSET, "asset add", {
  show: ({ name, scale }) => [`added asset ${name} with ${scale} decimals`],
});

export const assetList = online(LIST_ASSETS, "asset list", {
  show: ({ assets }) =>
    align([["ASSET", "DECIMALS"], ...assets.map(({ name, scale }) => [name, `${scale}`])]),
});
