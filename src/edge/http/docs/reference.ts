/** The reference: every endpoint of the document, by tag, with all that a caller has to know. */
import {
  type ApiDocument,
  type ApiOperation,
  type ApiParameter,
  type ApiReply,
  type Endpoint,
  endpointsOf,
  isSigned,
  parametersOf,
  repliesOf,
  schemaOf,
} from "./api-document.ts";
import { anchorTo, type Chapter, code, row, table } from "./chapter.ts";
import { type Html, html, prose } from "./html.ts";
import { boundsOf, fieldRows, kindOf, REQUIRED } from "./shape-rows.ts";
import { showForm } from "./try-form.ts";

/** The endpoints of one tag. */
export interface Group {
  readonly name: string;
  readonly description: string;
  readonly endpoints: readonly Endpoint[];
}

/** An endpoint stands once, below the first of its tags. */
export function groupsOf(document: ApiDocument): readonly Group[] {
  const all = endpointsOf(document);
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    endpoints: all.filter(({ operation }) => operation.tags[0] === name),
  }));
  return groups.filter(({ endpoints }) => endpoints.length > 0);
}

export function referenceOf(document: ApiDocument): readonly Chapter[] {
  return groupsOf(document).map(({ name, description, endpoints }) => ({
    id: idOf(name),
    title: titleOf(name),
    body: html`<p>${prose(description)}</p>
${endpoints.map((endpoint) => showEndpoint(document, endpoint))}`,
  }));
}

export function idOf(tag: string): string {
  return tag.replaceAll(" ", "-");
}

export function titleOf(tag: string): string {
  return tag.slice(0, 1).toUpperCase() + tag.slice(1);
}

export function showMethod(method: string): Html {
  return html`<span class="method ${method}">${method}</span>`;
}

function showEndpoint(document: ApiDocument, endpoint: Endpoint): Html {
  const { method, path, operation } = endpoint;
  const { operationId: id, summary, description = "" } = operation;
  return html`
<article id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${showMethod(method)}<span class="path">${path}</span>${anchorTo(id, summary)}</h3>
<p><strong>${summary}</strong></p>
${description === "" ? undefined : html`<p>${prose(description)}</p>`}
<p class="facts">${factsOf(operation).map((fact) => html`<span>${fact}</span>`)}</p>
${showParameters(parametersOf(operation))}
${showReply(operation.responses["200"])}
<details><summary>Error codes</summary>${showCodes(repliesOf(document, operation))}</details>
<details class="needs-script" hidden><summary>Try it</summary>${showForm(endpoint)}</details>
</article>`;
}

function factsOf(operation: ApiOperation): readonly string[] {
  const { count, perMs, by, weight } = operation["x-rate-limit"];
  const seconds = perMs === 1_000 ? "a second" : `${perMs / 1_000} seconds`;
  return [
    isSigned(operation) ? `signed, permission ${operation["x-permission"]}` : "public",
    `${count} requests in ${seconds} for each ${by}`,
    ...(operation["x-over-stream"] ? ["over /ws, too"] : []),
    ...(weight === undefined ? [] : [`counts as ${weight} of them`]),
    ...operation.tags.slice(1),
  ];
}

function showParameters(parameters: readonly ApiParameter[]): Html {
  if (parameters.length === 0) return html`<h4>Parameters</h4><p>None.</p>`;
  const rows = parameters.flatMap(({ name, required, schema, description = "" }) => [
    html`<tr><td>${code(name)} ${required ? REQUIRED : undefined}</td><td>${kindOf(schema)}</td>
<td class="words">${prose(description)}${boundsOf(schema, description)}</td></tr>`,
    ...fieldRows(schema, "request", 1),
  ]);
  return html`<h4>Parameters</h4>${table("Parameters", ["Name", "Kind", "Meaning"], rows)}`;
}

function showReply(reply: ApiOperation["responses"][string] | undefined): Html {
  const schema = reply === undefined || "$ref" in reply ? undefined : schemaOf(reply);
  if (!schema) return html``;
  const rows = fieldRows(schema, "reply");
  const { description = "" } = schema;
  const kind = schema.type === "array" ? `A ${kindOf(schema)}. ` : "";
  return html`<h4>Reply</h4>
<p>${kind}${prose(description)}</p>
${rows.length === 0 ? undefined : table("Reply", ["Field", "Kind", "Meaning"], rows)}`;
}

/** By status; what a code means stands in the chapter on errors. */
function showCodes(replies: readonly (readonly [string, ApiReply])[]): Html {
  const rows = replies.flatMap(([status, { "x-codes": codes = [] }]) => {
    const shown = codes.map(({ code: number, name }) => html`${code(number)} ${name}<br>`);
    return codes.length === 0 ? [] : [row(status, shown)];
  });
  return html`${table("Error codes", ["HTTP", "Codes"], rows)}
<p class="facts">What each of them means is in <a href="#errors">Errors</a>.</p>`;
}
