/**
 * The page at `/docs`: the reference for people, rendered once at the start from the document that is
 * served to programs. It is whole without a script; the script adds a filter and "try it".
 */
import { type Page, PLAIN_HEADERS } from "../site.ts";
import type { ApiDocument } from "./api-document.ts";
import { type Chapter, showChapter } from "./chapter.ts";
import { frontPage } from "./front-page.ts";
import { header } from "./header.ts";
import { PAGE_HEADERS } from "./headers.ts";
import { type Html, html } from "./html.ts";
import { DOCS_PATH, modulePages, SCRIPT } from "./modules.ts";
import { POSITIONS } from "./positions.ts";
import { type Group, groupsOf, idOf, referenceOf, showMethod, titleOf } from "./reference.ts";
import { SIGNING, START } from "./signing.ts";
import { STREAM_CHAPTERS } from "./streams.ts";
import { docsStyle } from "./style.ts";
import { errorsOf, LIMITS, OUTCOMES } from "./trouble.ts";

const STYLE_PATH = `${DOCS_PATH}/docs.css`;

/** The pages by path, for a Site; `openApi` is the text of the document. */
export function docsPages(openApi: string): readonly (readonly [string, Page])[] {
  const document: ApiDocument = JSON.parse(openApi);
  const body = pageOf(document).text;
  return [
    frontPage(STYLE_PATH),
    [DOCS_PATH, { type: "text/html; charset=utf-8", body, headers: PAGE_HEADERS }],
    [STYLE_PATH, { type: "text/css; charset=utf-8", body: docsStyle(), headers: PLAIN_HEADERS }],
    ...modulePages(),
  ];
}

function pageOf(document: ApiDocument): Html {
  const chapters = [START, SIGNING, errorsOf(document), LIMITS, OUTCOMES, POSITIONS];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bourse API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE_PATH}">
<script type="module" src="${DOCS_PATH}/${SCRIPT}"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
${header("API")}
<div class="layout">
${showContents(chapters, groupsOf(document))}
<main id="content">
<h1>Bourse API</h1>
<p class="lead">Spot, margin and futures behind one signed REST API: every endpoint with its parameters,
its reply, its errors and its limit, and every message of the streams.</p>
${chapters.map(showChapter)}
${referenceOf(document).map(showChapter)}
${STREAM_CHAPTERS.map(showChapter)}
</main>
</div>
</body>
</html>
`;
}

function showContents(chapters: readonly Chapter[], groups: readonly Group[]): Html {
  return html`<nav aria-label="Contents">
<details id="menu" open>
<summary>Contents</summary>
<input id="filter" type="search" placeholder="Filter endpoints ( / )" aria-label="Filter endpoints" hidden>
<h2>Guide</h2>
<ul>${chapters.map(showLink)}</ul>
${groups.map(showGroup)}
<h2>Streams</h2>
<ul>${STREAM_CHAPTERS.map(showLink)}</ul>
<p id="nothing-found" hidden>No endpoint is like that.</p>
</details>
</nav>`;
}

function showLink({ id, title }: Chapter): Html {
  return html`<li><a href="#${id}">${title}</a></li>`;
}

function showGroup({ name, endpoints }: Group): Html {
  const links = endpoints.map(({ method, path, operation: { operationId, summary } }) => {
    const search = `${method} ${path} ${summary}`.toLowerCase();
    return html`<li data-search="${search}"><a href="#${operationId}">
<span class="path">${showMethod(method)}${path}</span>${summary}</a></li>`;
  });
  return html`<div data-group><h2><a href="#${idOf(name)}">${titleOf(name)}</a></h2><ul>${links}</ul></div>`;
}
