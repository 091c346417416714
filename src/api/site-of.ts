/**
 * The pages beside the API: the reference for programs and for people, made once from the routes, and
 * the console with what a sandbox offers it.
 */
import { consolePages } from "../http/console/console-pages.ts";
import { type OfferedKeys, offeredKeysPages, offeringPage } from "../http/console/offered-keys.ts";
import { docsPages } from "../http/docs/docs-pages.ts";
import { openApiPage, openApiText } from "../http/openapi/document.ts";
import type { Route } from "../http/route.ts";
import type { Page, Site } from "../http/site.ts";

export function siteOf(routes: readonly Route[], offered: OfferedKeys = {}): Site {
  const document = openApiText(routes);
  const reference = [openApiPage(document), ...docsPages(document)];
  // Where the console was not built, the reference's front page stays at `/`.
  const keys = offeredKeysPages(offered);
  const pages = consolePages().map(([path, page]): readonly [string, Page] => {
    return [path, path === "/" && keys.length > 0 ? offeringPage(page) : page];
  });
  return new Map([...reference, ...pages, ...keys]);
}
