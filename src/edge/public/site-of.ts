/**
 * The pages beside the API: the reference for programs and for people, made once from the routes, and
 * the console with what a sandbox offers it. A program that opens many exchanges writes and packs them once.
 */
import { asyncApiPage, asyncApiText } from "../http/asyncapi/document.ts";
import { consolePages } from "../http/console/console-pages.ts";
import { type OfferedKeys, offeredKeysPages, offeringPage } from "../http/console/offered-keys.ts";
import { docsPages } from "../http/docs/docs-pages.ts";
import { openApiPage, openApiText } from "../http/openapi/document.ts";
import type { Route } from "../http/route.ts";
import type { Page, Site } from "../http/site.ts";

type Pages = readonly (readonly [string, Page])[];

interface OfEveryServer {
  readonly reference: Pages;
  readonly console: Pages;
}

const madeOf = new WeakMap<readonly Route[], OfEveryServer>();

export function siteOf(routes: readonly Route[], offered: OfferedKeys = {}): Site {
  const made = madeOf.get(routes) ?? make(routes);
  madeOf.set(routes, made);
  // Where the console was not built, the reference's front page stays at `/`.
  const keys = offeredKeysPages(offered);
  const pages = made.console.map(([path, page]): readonly [string, Page] => {
    return [path, path === "/" && keys.length > 0 ? offeringPage(page) : page];
  });
  return new Map([...made.reference, ...pages, ...keys]);
}

function make(routes: readonly Route[]): OfEveryServer {
  const document = openApiText(routes);
  const programs = [openApiPage(document), asyncApiPage(asyncApiText())];
  return { reference: [...programs, ...docsPages(document)], console: consolePages() };
}
