/**
 * The console, as the bundler left it in dist: read once, at the start, and compressed then, so that
 * no file is looked for when a request comes. Where it was not built there is none.
 *
 * Nothing is loaded from elsewhere and nothing is run but the bundle's own files. All of them but
 * index.html have a hash of their bytes in their names: a browser may keep them for ever.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { gzipSync } from "node:zlib";
import { builtFile } from "../../../package/package.ts";
import type { Page } from "../site.ts";

const FOLDER = builtFile("web/console/");

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": POLICY,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};
const FOR_NOW = { ...HEADERS, "Cache-Control": "no-cache" };
const FOR_EVER = { ...HEADERS, "Cache-Control": "public, max-age=31536000, immutable" };

/** Text is told to be UTF-8, and is worth compressing. */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};
const BINARY_TYPES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".woff2": "font/woff2",
};

export function consolePages(folder: URL = FOLDER): readonly (readonly [string, Page])[] {
  if (!existsSync(new URL("index.html", folder))) return [];
  const assets = readdirSync(new URL("assets/", folder));
  return [
    ["/", pageAt(new URL("index.html", folder), FOR_NOW)],
    ...assets.map((name): [string, Page] => {
      return [`/assets/${name}`, pageAt(new URL(`assets/${name}`, folder), FOR_EVER)];
    }),
  ];
}

function pageAt(file: URL, headers: Readonly<Record<string, string>>): Page {
  const bytes = readFileSync(file);
  const ending = extname(file.pathname);
  const text = TEXT_TYPES[ending];
  if (text === undefined) {
    return { type: BINARY_TYPES[ending] ?? "application/octet-stream", body: "", bytes, headers };
  }
  const type = `${text}; charset=utf-8`;
  return { type, body: bytes.toString("utf8"), gzip: gzipSync(bytes, { level: 9 }), headers };
}
