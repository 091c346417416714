import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../../test/support/temporary-directory.ts";
import { readHeaders } from "../headers.ts";
import type { RequestHead } from "../request.ts";
import { findPage, type Shown, showPage } from "../site.ts";
import { consolePages } from "./console-pages.ts";

const FONT = Uint8Array.of(0, 255, 128, 10);

function builtConsole(): ReadonlyMap<string, Parameters<typeof showPage>[0]> {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><p>Straße</p>");
  writeFileSync(join(folder, "assets/index-Ab12.js"), "export {};");
  writeFileSync(join(folder, "assets/style-Cd34.css"), "body{}");
  writeFileSync(join(folder, "assets/letters-Ef56.woff2"), FONT);
  writeFileSync(join(folder, "assets/strange-Gh78.xyz"), "?");
  writeFileSync(join(folder, "notes.txt"), "is no part of the page");
  return new Map(consolePages(pathToFileURL(`${folder}/`)));
}

function headOf(...headers: string[]): RequestHead {
  return { method: "GET", target: "/", headers: readHeaders(headers), address: "10.0.0.1" };
}

function shown(path: string, head = headOf()): Shown {
  const page = findPage(builtConsole(), path, head);
  if (!page) throw new Error(`no page at ${path}`);
  return showPage(page, head);
}

test("the page stands at / and each asset under its own name, and nothing else is shown", () => {
  const names = ["index-Ab12.js", "letters-Ef56.woff2", "strange-Gh78.xyz", "style-Cd34.css"];

  expect([...builtConsole().keys()]).toEqual(["/", ...names.map((name) => `/assets/${name}`)]);
});

test("where nothing was built there is no page", () => {
  expect(consolePages(pathToFileURL(`${temporaryDirectory()}/`))).toEqual([]);
});

test.each([
  ["/", "text/html; charset=utf-8"],
  ["/assets/index-Ab12.js", "text/javascript; charset=utf-8"],
  ["/assets/style-Cd34.css", "text/css; charset=utf-8"],
  ["/assets/letters-Ef56.woff2", "font/woff2"],
  ["/assets/strange-Gh78.xyz", "application/octet-stream"],
])("%s is %s, under the policy, and no browser guesses", (path, type) => {
  const { headers, ...reply } = shown(path);

  expect(reply.type).toBe(type);
  expect(headers).toMatchObject({
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": path === "/" ? "no-cache" : "public, max-age=31536000, immutable",
  });
  const policy = headers["Content-Security-Policy"] ?? "";
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
});

test.each([
  ["gzip"],
  ["gzip, deflate, br, zstd"],
  ["br;q=1.0, GZIP;q=0.5"],
  ["deflate,gzip ; q=1"],
])("a client that accepts %s gets it compressed", (accepted) => {
  const { bytes, body, headers } = shown("/", headOf("Accept-Encoding", accepted));

  expect(body).toBe("");
  expect(gunzipSync(bytes ?? FONT).toString()).toBe("<!doctype html><p>Straße</p>");
  expect(headers).toMatchObject({ "Content-Encoding": "gzip", Vary: "Accept-Encoding" });
});

test.each([[""], ["identity"], ["gzip;q=0"], ["gzip;q=0.000, br"], ["xgzip"], ["gzip;q=x"]])(
  "a client that accepts %j gets it as it is",
  (accepted) => {
    const { bytes, body, headers } = shown("/", headOf("Accept-Encoding", accepted));

    expect({ bytes, body }).toEqual({ body: "<!doctype html><p>Straße</p>" });
    expect(headers["Content-Encoding"]).toBeUndefined();
    expect(headers["Vary"]).toBe("Accept-Encoding");
  },
);

test("bytes that are no text are shown as they are, to every client", () => {
  const { bytes, headers } = shown("/assets/letters-Ef56.woff2", headOf("Accept-Encoding", "gzip"));

  expect(Uint8Array.from(bytes ?? [])).toEqual(FONT);
  expect(headers["Vary"]).toBeUndefined();
});
