import { createHmac } from "node:crypto";
import { posix } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { CODES } from "../../../contract/codes.ts";
import { STREAM_EXAMPLES } from "../../../contract/streams/examples.ts";
import { STREAM_MESSAGES } from "../../../contract/streams/messages.ts";
import { openApiText } from "../openapi/document.ts";
import { ROUTES } from "../routes.ts";
import { endpointsOf, parametersOf } from "./api-document.ts";
import { docsPages } from "./docs-pages.ts";
import { escapeHtml } from "./html.ts";
import { MODULES } from "./modules.ts";
import { placeholderOf } from "./placeholders.ts";
import { SIGNING_EXAMPLE } from "./signing.ts";

const document = openApiText(ROUTES);
const site = new Map(docsPages(document));
const page = site.get("/docs")?.body ?? "";

/** The part of the page about one endpoint. */
function articleOf(operation: string): string {
  return new RegExp(`<article id="${operation}"[\\s\\S]*?</article>`).exec(page)?.[0] ?? "";
}

function allOf(pattern: RegExp, text = page): string[] {
  return [...text.matchAll(pattern)].map(([, found = ""]) => found);
}

test("every route is there with its method, path, parameters and limit, and a form", () => {
  expect(allOf(/<article id="(\w+)"/g)).toHaveLength(ROUTES.length);
  for (const { method, path, parameters, limit, security, ...about } of ROUTES) {
    const article = articleOf(about.operation);
    expect(article).toContain(`<span class="method ${method}">${method}</span>`);
    expect(article).toContain(`<span class="path">${path}</span>`);
    expect(article).toContain(escapeHtml(about.summary));
    expect(article).toContain(`${limit.count} requests in `);
    expect(article).toContain(`data-signed="${security === "NONE" ? "no" : "yes"}"`);
    for (const name of Object.keys(parameters)) {
      expect(article).toContain(`<code>${name}</code>`);
      expect(article).toContain(` name="${name}"`);
    }
    expect(page).toContain(`<a href="#${about.operation}">`);
  }
});

test("every field of every reply is told", () => {
  for (const about of ROUTES) {
    const { properties = {} } = about.reply;
    const article = articleOf(about.operation);
    for (const name of Object.keys(properties)) expect(article).toContain(`<code>${name}</code>`);
  }
});

test("every error code of the document is told, with its name and its message", () => {
  const chapter = /<section id="errors"[\s\S]*?<\/section>/.exec(page)?.[0] ?? "";
  const codes = allOf(/\{"code":(-[0-9]+),"name"/g, document);

  expect(codes.length).toBeGreaterThan(100);
  for (const [name, { code, msg }] of Object.entries(CODES)) {
    if (!codes.includes(`${code}`)) continue;
    expect(chapter).toContain(`<code>${code}</code>`);
    expect(chapter).toContain(`<code>${name}</code>`);
    expect(chapter).toContain(escapeHtml(msg));
  }
});

test("nothing comes from elsewhere, and nothing inline runs", () => {
  const policy = site.get("/docs")?.headers?.["Content-Security-Policy"] ?? "";

  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  for (const { body } of site.values()) {
    expect(body).not.toMatch(/(?:src|href|action)\s*=\s*["']?(?:https?:)?\/\//i);
    expect(body).not.toMatch(/@import|url\(|fetch\(["'`]https?:|from\s+["']https?:/);
  }
  expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/);
  expect(allOf(/<script([^>]*)>/g)).toEqual([
    ' type="module" src="/docs/edge/http/docs/browser/docs.js"',
  ]);
  for (const [path, { headers }] of site) {
    expect(headers, path).toMatchObject({ "X-Content-Type-Options": "nosniff" });
  }
});

test("STREAM-DOC-1 every message of the streams is shown, with its example", () => {
  const shown = allOf(/<article id="message-([^"]+)"/g);
  const { body = "" } = site.get("/docs") ?? {};

  expect(new Set(shown)).toEqual(
    new Set(Object.keys(STREAM_MESSAGES).map((name) => name.replaceAll(".", "-"))),
  );
  for (const text of Object.values(STREAM_EXAMPLES)) expect(body).toContain(escapeHtml(text));
});

/** Made elsewhere, and linked to. */
const DOCUMENTS = ["/openapi.json", "/asyncapi.json"];

test("every link leads somewhere, and no place has two of the same name", () => {
  const ids = allOf(/\sid="([^"]+)"/g);

  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  for (const target of allOf(/\s(?:href|src)="([^"]*)"/g)) {
    if (target.startsWith("#")) expect(ids).toContain(target.slice(1));
    else expect([...site.keys(), ...DOCUMENTS, "data:,"]).toContain(target);
  }
});

test("the script finds every module that it imports, and every element that it asks for", () => {
  const imported = MODULES.flatMap((name) =>
    allOf(/from\s+"([^"]+)"/g, site.get(`/docs/${name}`)?.body).map((path) =>
      posix.join(posix.dirname(name), path),
    ),
  );
  const asked = MODULES.flatMap((name) => allOf(/"#([a-z-]+)"/g, site.get(`/docs/${name}`)?.body));

  expect(imported.length).toBeGreaterThan(5);
  expect(imported.filter((name) => !MODULES.includes(name))).toEqual([]);
  expect(new Set(asked)).toEqual(
    new Set(["menu", "filter", "nothing-found", "address", "insecure", "api-key", "secret"]),
  );
  for (const id of asked) expect(page).toContain(` id="${id}"`);
});

test("each choice is offered once, also where it may be sent bare or in quotes", () => {
  const selects = allOf(/<select name="\w+">(.*?)<\/select>/g);

  expect(selects.length).toBeGreaterThan(20);
  for (const select of selects) {
    const options = allOf(/<option>(.*?)<\/option>/g, select);
    expect(options).toEqual([...new Set(options)]);
  }
  expect(articleOf("futuresCreateOrder")).toContain(
    '<select name="positionType"><option></option><option>1</option><option>2</option></select>',
  );
});

test("every field to type in shows what could stand there", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true });
  for (const { operation } of endpointsOf(JSON.parse(document))) {
    for (const parameter of parametersOf(operation)) {
      const { name, schema } = parameter;
      const shown = schema.enum ? "" : placeholderOf(parameter);
      if (schema.type?.includes("null")) expect(shown).toBe("leave it empty");
      else if (!schema.enum) {
        const sent = schema.type === "array" ? JSON.parse(shown) : shown;
        expect(ajv.validate(schema, sent), `${name}: ${shown}`).toBe(true);
        expect(shown, name).not.toBe("");
      }
    }
  }
});

test("the front page leads to what it names", () => {
  const { body = "", headers } = site.get("/") ?? {};
  const paths = allOf(/<a href="([^"]+)"/g, body);

  expect(paths).toEqual(expect.arrayContaining(["/docs", ...DOCUMENTS]));
  for (const path of paths) {
    expect([...site.keys(), ...DOCUMENTS, ...ROUTES.map((route) => route.path)]).toContain(path);
  }
  expect(headers?.["Content-Security-Policy"]).toContain("default-src 'none'");
});

test("the example of the chapter on signing is right", () => {
  const { secret, text, digest } = SIGNING_EXAMPLE;

  expect(createHmac("sha256", secret).update(text).digest("hex")).toBe(digest);
  expect(page).toContain(escapeHtml(text));
  expect(page).toContain(digest);
});

test("what the document says is text, never markup", () => {
  const evil = document.replaceAll("Place an order", '<img src=x onerror=\\"alert(1)\\">');

  const shown = new Map(docsPages(evil)).get("/docs")?.body ?? "";

  expect(evil).not.toBe(document);
  expect(shown).not.toContain("<img");
  expect(shown).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
});
