/** The watch itself is watched: a page that does what no page may is found out, each time. */
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect } from "vitest";
import { listen } from "../../../src/edge/http/listener/server.ts";
import { browserTests } from "./in-chromium.ts";
import { PATIENTLY } from "./patience.ts";
import { DESKTOP, PHONE, type Visit } from "./visit.ts";

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

/** Runs in a page: fills every place where it can keep something. */
const KEEP = `(async () => {
  localStorage.setItem("kept", "1");
  sessionStorage.setItem("kept", "1");
  document.cookie = "kept=1";
  await caches.open("kept");
  await new Promise((resolve) => { indexedDB.open("kept").onsuccess = resolve; });
})()`;

/** Runs in a page: what it finds there. */
const FIND_KEPT = `(async () => [
  localStorage.length, sessionStorage.length, document.cookie, await caches.keys(),
  await indexedDB.databases(), innerWidth,
  matchMedia("(prefers-color-scheme: dark)").matches,
])()`;

const AS_NEW = [0, 0, "", [], [], DESKTOP.width, true];

const { open, share, test } = browserTests();
/** These pages are small, so a look at them costs next to nothing. */
const QUICKLY = { ...PATIENTLY, interval: 10 };

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
  // Not by a function that waits in the page: a strict policy forbids what that is made of.
  await expect.poll(() => visit.page.title(), QUICKLY).toBe("done");
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
  await expect.poll(() => visit.problems.join("\n"), QUICKLY).toMatch(/^policy: style-src/m);
  visit.expectProblem(/./);
});

const LEFT: Visit[] = [];

test.each(["first", "second"])(
  "the %s visit finds nothing that was kept, and leaves much",
  async () => {
    const visit = await open(`${origin}/good`);

    expect(LEFT.every(({ page }) => page === visit.page)).toBe(true);
    expect(await visit.page.evaluate(FIND_KEPT)).toEqual(AS_NEW);
    await visit.page.evaluate(KEEP);
    await visit.page.route("**/*", (route) => route.abort());
    await visit.page.setViewportSize(PHONE);
    await visit.page.emulateMedia({ colorScheme: "light" });
    const found = (await visit.page.evaluate(FIND_KEPT)) as unknown[];
    expect(found.slice(0, 5)).toEqual([1, 1, "kept=1", ["kept"], [{ name: "kept", version: 1 }]]);
    LEFT.push(visit);
  },
);

test("two visits at a time know nothing of each other", async () => {
  const one = await open(`${origin}/good`);
  await one.page.evaluate(KEEP);
  const other = await open(`${origin}/complains`);
  await expect.poll(() => other.page.title(), QUICKLY).toBe("done");

  expect(await other.page.evaluate(FIND_KEPT)).toEqual(AS_NEW);
  expect(one.problems).toEqual([]);
  expect(other.problems).toHaveLength(1);
  other.expectProblem(/./);
});

const READ_KEPT = "localStorage.getItem('mine')";

test("what a browser is said to have kept is there when the page opens, and is forgotten for good", async () => {
  const { page } = await open(`${origin}/good`, { kept: { mine: "yes" } });
  expect(await page.evaluate(READ_KEPT)).toBe("yes");

  await page.evaluate("localStorage.clear()");
  await page.reload();

  expect(await page.evaluate(READ_KEPT)).toBeNull();
});

const shared = share(async (openShared) => await openShared(`${origin}/good`));
const seen: Visit[] = [];

test.each(["first", "second"])("a visit that is shared is the same one: %s test", async () => {
  const visit = await shared();
  seen.push(visit);

  expect(await visit.page.evaluate(READ_KEPT)).toBe(seen.length === 1 ? null : "shared");
  expect(seen.every((each) => each === visit)).toBe(true);
  await visit.page.evaluate("localStorage.setItem('mine', 'shared'); console.error('wrong')");
  await expect.poll(() => visit.problems, QUICKLY).toHaveLength(1);
  // Of a test that ended nothing is left, and this is for this test alone.
  visit.expectProblem(/wrong/);
});
