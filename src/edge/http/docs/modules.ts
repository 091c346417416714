/**
 * The page's script: compiled modules, served as they lie in dist, so that the paths of their imports
 * hold. The list is all that can be had; no file is looked for when a request comes.
 */
import { readFileSync } from "node:fs";
import { builtFile } from "../../../package/package.ts";
import { type Page, PLAIN_HEADERS } from "../site.ts";

/** Under which all of them are served. */
export const DOCS_PATH = "/docs";

export const SCRIPT = "edge/http/docs/browser/docs.js";

export const MODULES: readonly string[] = [
  SCRIPT,
  "edge/http/docs/browser/elements.js",
  "edge/http/docs/browser/filter.js",
  "edge/http/docs/browser/menu.js",
  "edge/http/docs/browser/pretty-json.js",
  "edge/http/docs/browser/try-it.js",
  "edge/http/docs/browser/written-request.js",
  "client/session/signature.js",
];

export function modulePages(): readonly (readonly [string, Page])[] {
  return MODULES.map((name) => {
    const compiled = readFileSync(builtFile(name), "utf8");
    // The maps lead to sources that a reader of the page does not have.
    const body = compiled.replace(/^\/\/# sourceMappingURL=.*$/m, "");
    const type = "text/javascript; charset=utf-8";
    return [`${DOCS_PATH}/${name}`, { type, body, headers: PLAIN_HEADERS }];
  });
}
