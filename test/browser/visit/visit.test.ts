/** The watch itself is watched: a page that does what no page may is found out, each time. */
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect } from "vitest";
import { listen } from "../../../src/http/server.ts";
import { browserTests } from "./in-chromium.ts";

const POLICY = "default-src 'none'; script-src 'self'; img-src data:; connect-src *";
const ICON = '<link rel="icon" href="data:,">';

/** By path: what the page's script does. */
const SCRIPTS: Readonly<Record<string, string>> = {
  "/good": "document.title = 'done'",
  "/complains": "console.error('something is wrong'); document.title = 'done'",
  "/throws": "document.title = 'done'; throw new Error('on purpose')",
  "/styles": "document.head.append(document.createElement('style')); document.title = 'done'",
  "/asks": "fetch('http://127.0.0.2:9/').catch(() => {}).then(() => { document.title = 'done'; })",
  "/listens": "new WebSocket('ws://127.0.0.2:9/').onerror = () => { document.title = 'done'; }",
};

const { open, test } = browserTests();

let server: Server;
let origin = "";

beforeAll(async () => {
  server = createServer(({ url = "" }, response) => {
    const script = SCRIPTS[url.replace(/\.js$/, "")] ?? "";
    if (url.endsWith(".js")) {
      response.writeHead(200, { "Content-Type": "text/javascript" }).end(script);
      return;
    }
    const headers = { "Content-Type": "text/html", "Content-Security-Policy": POLICY };
    response.writeHead(200, headers).end(`${ICON}<script src="${url}.js" defer></script>`);
  });
  origin = `http://127.0.0.1:${await listen(server, { host: "127.0.0.1", port: 0 })}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function problemsOf(path: string): Promise<string> {
  const visit = await open(`${origin}${path}`);
  await visit.page.waitForFunction("document.title === 'done'");
  const problems = visit.problems.join("\n");
  visit.expectProblem(/./);
  return problems;
}

test("a page that minds its own business is left in peace", async () => {
  expect(await problemsOf("/good")).toBe("");
});

test.each([
  ["/complains", "console: something is wrong"],
  ["/throws", "thrown: on purpose"],
  ["/asks", "asked elsewhere: http://127.0.0.2:9/"],
  ["/listens", "asked elsewhere: ws://127.0.0.2:9/"],
])("a page that %s is found out", async (path, problem) => {
  expect(await problemsOf(path)).toContain(problem);
});

test("a page that breaks its policy is found out", async () => {
  const visit = await open(`${origin}/styles`);
  await visit.page.evaluate("document.querySelector('style').textContent = 'body{color:red}'");
  await expect.poll(() => visit.problems.join("\n")).toMatch(/^policy: style-src/m);
  visit.expectProblem(/./);
});
