/** Modules of the built code, of ours or of another commit. */
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

/** Where the folders of today were before decision 47, the longest name first. */
const FORMER = [
  ["core/base/rows/", "base/"],
  ["core/base/records/", "base/"],
  ["core/engine/snapshot/", "engine/"],
  ["core/engine/invariants/", "engine/"],
  ["runtime/sequencer/", "service/"],
  ["runtime/replica/", "service/"],
  ["runtime/history/rows/", "history/"],
  ["runtime/history/store/", "history/"],
  ["edge/http/listener/", "http/"],
  ["edge/ws/socket/", "ws/"],
  ["edge/public/", "api/"],
  ["app/settings/", "app/"],
  ["app/instance/", "app/"],
  ...["core/", "runtime/", "edge/", "tools/", "app/"].map((folder) => [folder, ""]),
];

/** Loads modules of the built code, wherever the commit that was built had them. */
export function loaderOf(dist) {
  return async (path) => import(pathToFileURL(join(dist, placeOf(dist, path))).href);
}

function placeOf(dist, path) {
  if (existsSync(join(dist, path))) return path;
  const [folder, before] = FORMER.find(([now]) => path.startsWith(now)) ?? ["", ""];
  const former = before + path.slice(folder.length);
  if (existsSync(join(dist, former))) return former;
  const all = readdirSync(dist, { recursive: true, encoding: "utf8" });
  const found = all.find((each) => basename(each) === basename(path));
  if (found === undefined) throw new Error(`${path} is not among what was built`);
  return found;
}
