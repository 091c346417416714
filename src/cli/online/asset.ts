/** `bourse asset ...`: what a balance can be of. */
import { align } from "../terminal/layout.ts";
import { get, online, post } from "./online.ts";

export const assetAdd = online({
  name: "asset add",
  says: "list an asset, for ever",
  takes: ["NAME"],
  options: { "--scale": { value: "N", says: "decimals its ledger keeps, 0 to 18; 8 without it" } },
  ask: ({ NAME: name, "--scale": scale }) => post("/assets", { name, scale }),
  show: ({ name, scale }: { name: string; scale: number }) => [
    `added asset ${name} with ${scale} decimals`,
  ],
});

export const assetList = online({
  name: "asset list",
  says: "show every asset",
  takes: [],
  options: {},
  ask: () => get("/assets"),
  show: ({ assets }: { assets: readonly { name: string; scale: number }[] }) =>
    align([["ASSET", "DECIMALS"], ...assets.map(({ name, scale }) => [name, `${scale}`])]),
});
