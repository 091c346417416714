/** The page at `/`: says what the server is, and where a reader goes on. */
import type { Page } from "../site.ts";
import { header } from "./header.ts";
import { PAGE_HEADERS } from "./headers.ts";
import { html } from "./html.ts";
import { DOCS_PATH } from "./modules.ts";

export const FRONT_PATH = "/";

export function frontPage(stylePath: string): readonly [string, Page] {
  const { text: body } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bourse</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
${header("API")}
<main>
<h1>Bourse</h1>
<p class="lead">A trading service: spot, margin and futures behind one signed REST API.</p>
<ul>
<li><a href="${DOCS_PATH}">${DOCS_PATH}</a>: the reference, with a form to try each endpoint</li>
<li><a href="/openapi.json">/openapi.json</a>: the same for programs</li>
<li><a href="/asyncapi.json">/asyncapi.json</a>: the streams for programs</li>
<li><a href="/sapi/v1/symbols">/sapi/v1/symbols</a>, <a href="/fapi/v1/contracts">/fapi/v1/contracts</a>:
what trades here</li>
</ul>
</main>
</body>
</html>
`;
  return [FRONT_PATH, { type: "text/html; charset=utf-8", body, headers: PAGE_HEADERS }];
}
