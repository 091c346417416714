/**
 * The page for people on the operator's listener: bundled files, read once at the start, each at its
 * exact path. They are the same for everybody and hold no secret, so they are shown without the token;
 * what the page shows, it asks for with it. Rule OPER-API-7.
 */
import { consolePages } from "../http/console/console-pages.ts";
import type { Page, Site } from "../http/site.ts";
import { builtFile } from "../package/package.ts";

const FOLDER = builtFile("web/operator/");

/** On top of what the console says: no window that opened this one has a hold of it, and no other
 * page may show or load a piece of it. */
const ALONE = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** By path; empty where the page was not built. */
export function operatorSite(folder: URL = FOLDER): Site {
  return new Map(consolePages(folder).map(([path, page]) => [path, guarded(path, page)]));
}

/** The page itself may be another after the next start; its parts have a hash in their names. */
function guarded(path: string, page: Page): Page {
  const kept = path === "/" ? { "Cache-Control": "no-store" } : {};
  return { ...page, headers: { ...page.headers, ...ALONE, ...kept } };
}
