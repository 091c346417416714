/** The pages beside the API: the reference for programs and for people, made once from the routes. */
import { docsPages } from "../http/docs/docs-pages.ts";
import { openApiPage, openApiText } from "../http/openapi/document.ts";
import type { Route } from "../http/route.ts";
import type { Site } from "../http/site.ts";

export function siteOf(routes: readonly Route[]): Site {
  const document = openApiText(routes);
  return new Map([openApiPage(document), ...docsPages(document)]);
}
