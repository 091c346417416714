/**
 * What the operator's listener shows without the token, each at its exact path: the page for people, of
 * bundled files that are read once at the start, and the document of the API for programs. They are the
 * same for every caller and hold no secret; what the page shows, it asks for with the token. Rule OPER-API-7.
 */

import { builtFile } from "../../package/package.ts";
import { consolePages } from "../http/console/console-pages.ts";
import { openApiPage } from "../http/openapi/document.ts";
import type { Page, Site } from "../http/site.ts";
import { PROBES } from "./health.ts";
import { operatorDocumentText } from "./openapi/document.ts";
import type { OperatorDocumented } from "./openapi/possible-codes.ts";
import { LISTENER_ROUTES } from "./routes.ts";

const FOLDER = builtFile("web/operator/");

/** On top of the console's headers: no window that opened this one has a hold of it, and no other
 * page may show or load a piece of it. */
const ALONE = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** All that the listener serves except its pages. */
export const OPERATOR_DOCUMENTED: readonly OperatorDocumented[] = [...LISTENER_ROUTES, ...PROBES];

/** By path; the document alone where the page was not built. */
export function operatorSite(folder: URL = FOLDER): Site {
  const document = openApiPage(operatorDocumentText(OPERATOR_DOCUMENTED));
  return new Map(
    [...consolePages(folder), document].map(([path, page]) => [path, guarded(path, page)]),
  );
}

/** The page itself may be another after the next start; its parts have a hash in their names. */
function guarded(path: string, page: Page): Page {
  const kept = path === "/" ? { "Cache-Control": "no-store" } : {};
  return { ...page, headers: { ...page.headers, ...ALONE, ...kept } };
}
