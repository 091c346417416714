/** The operator's page in a real browser, on a real server: what an operator sees and does. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";
import { BourseClient } from "../../src/client/client.ts";
import type { ClusterStanding } from "../../src/contract/operator/watching/status.ts";
import { ALARMS } from "../../web/operator/figures/alarms.ts";
import { judgedFetch } from "../support/judged-fetch.ts";
import { ServerProcess } from "../support/server-process.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { HOSTILE, hostileRelay, isShown, isTextOnly, type Poison } from "./hostile-relay.ts";
import { OperatorPage, tokenOf } from "./operator-page.ts";
import { browserTests } from "./visit/in-chromium.ts";
import { PATIENTLY } from "./visit/patience.ts";
import { PHONE } from "./visit/visit.ts";

const SECTIONS = [
  "Overview",
  "Markets",
  "Users and keys",
  "Money",
  "Loans and prices",
  "Solvency",
  "Bans",
  "Sandbox",
];

/** On a phone these look most unlike themselves on a desk. */
const ON_PHONE: readonly string[] = ["Overview", "Markets", "Sandbox"];

const { open, share, test } = browserTests();
const directory = directoryOfFile();
let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start(directory);
});
afterAll(() => server.stop());

const enter = share(async (openShared) => await OperatorPage.enter(openShared, server));

/** An operator who has come in, and has read what was told. */
async function arrive(): Promise<OperatorPage> {
  const desk = await enter();
  await desk.dismissNotices();
  return desk;
}

test("OPER-API-7 a wrong token is refused in the server's words, a good one is kept for the tab alone", async () => {
  const desk = await OperatorPage.arrive(open, server);
  const { page } = desk.visit;
  desk.visit.expectProblem(/401/);

  await desk.keep("operator-token-form");
  await desk.show("f".repeat(64));
  await page.getByText("Header Authorization must hold the operator's token").waitFor();
  await desk.show(tokenOf(server));
  await desk.panel("At a glance").waitFor();
  await page.reload();
  await desk.panel("At a glance").waitFor();

  const kept = "[localStorage.length, sessionStorage.length, document.cookie]";
  expect(await page.evaluate(kept)).toEqual([0, 1, ""]);
  expect(await page.context().cookies()).toEqual([]);
  await desk.press("Forget the token");
  await page.getByLabel("Operator's token").waitFor();
  expect(await page.evaluate("sessionStorage.length")).toBe(0);
});

test("the figures come in, and the alarms are those that there are", async () => {
  const desk = await arrive();
  await desk.goTo("Overview");
  const glance = desk.panel("At a glance");

  const shown = glance.getByRole("definition");
  await expect.poll(() => shown.nth(2).textContent(), PATIENTLY).toMatch(/^[\d.]+$/);
  expect(await glance.getByText("MiB").count()).toBe(1);
  // A machine that is busy with other tests may have a slow disk, and then says so.
  const alarm = desk.panel("Readiness and alarms").getByRole("cell").first();
  expect(["No alarm.", ...ALARMS.map(({ name }) => name)]).toContain(await alarm.textContent());
  await desk.visit.page.getByText("New orders are taken.").waitFor();
});

test.each([
  ["Symbols", "BTCUSDT"],
  ["Contracts", "E-BTC-USDT"],
])("of the %s one is halted after a question, and resumed", async (title, name) => {
  const desk = await arrive();
  await desk.goTo("Markets");
  const row = desk.row(title, name).first();

  await desk.press(`Halt ${name}`, row);
  await desk.answer(/No new order is taken there/, "Leave it");
  await row.getByText("trading").waitFor();
  await desk.press(`Halt ${name}`, row);
  await desk.visit.keepLook(`operator-question-${title.toLowerCase()}`);
  await desk.answer(/No new order is taken there/, `Halt ${name}`);
  await desk.isTold(new RegExp(`${name} is halted`));
  await row.getByText("halted").waitFor();
  await desk.press(`Resume ${name}`, row);
  await desk.answer(/orders are taken again/, `Resume ${name}`);
  await row.getByText("trading").waitFor();
});

test("SPOT-HALT-1 everything that trades is halted at once, and everything that is halted resumed", async () => {
  const desk = await arrive();
  await desk.goTo("Markets");
  const states = desk.panel("Symbols").getByRole("cell");
  const count = (state: string) => states.getByText(state, { exact: true }).count();
  await expect.poll(() => count("trading"), PATIENTLY).toBeGreaterThan(1);
  const listed = await count("trading");

  await desk.press("Halt all symbols");
  await desk.answer(/BTCUSDT, .*\. No new order is taken there/, "Halt all");
  await expect.poll(() => count("halted"), PATIENTLY).toBe(listed);
  await desk.press("Resume all symbols");
  await desk.answer(/bourse symbol resume BTCUSDT/, "Resume all");
  await expect.poll(() => count("trading"), PATIENTLY).toBe(listed);
});

test("SPOT-DELIST-1 a symbol is delisted only when its name was typed again", async () => {
  const desk = await arrive();
  const { page } = desk.visit;
  const symbol = { name: "BTCETH", base: "BTC", quote: "ETH", pricePrecision: 3 };
  const added = await judgedFetch(`http://127.0.0.1:${server.operatorPort}/operator/v1/symbols`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokenOf(server)}`, "content-type": "application/json" },
    body: JSON.stringify({ ...symbol, quantityPrecision: 4 }),
  });
  expect(added.status).toBe(200);
  await desk.goTo("Markets");
  const row = desk.row("Symbols", "BTCETH").first();

  await desk.press("Delist BTCETH", row);
  const dialog = page.getByRole("dialog");
  const yes = dialog.getByRole("button", { name: "Delist BTCETH" });
  expect(await yes.isDisabled()).toBe(true);
  await dialog.getByLabel("Type BTCETH to go on").fill("BTCUSDT");
  expect(await yes.isDisabled()).toBe(true);
  await dialog.getByLabel("Type BTCETH to go on").fill("BTCETH");
  await desk.visit.keepLook("operator-question-delist");
  await yes.click();
  await row.getByText("delisted").waitFor();
});

test("SPOT-FEE-2 FUT-FEE-3 several users get rates of their own at every market of a kind, and one is taken back", async () => {
  const desk = await arrive();
  const { page } = desk.visit;
  await desk.goTo("Users and keys");
  const rows = desk.panel("Rates of their own").getByRole("row");
  const form = desk.form("Give rates");
  const give = async (market: string) => {
    await form.getByLabel("Users, with commas").fill("demo1, demo2");
    await form.getByLabel("At", { exact: true }).selectOption({ label: market });
    await form.getByLabel("As makers").fill("0.0001");
    await form.getByLabel("As takers").fill("0.0002");
    await desk.press("Give rates", form);
    await desk.answer(/Open orders keep theirs/, "Give rates");
  };

  await give("BTCUSDT");
  await expect.poll(() => rows.count(), PATIENTLY).toBe(3);
  await give("every contract");
  await rows.filter({ hasText: "demo2" }).filter({ hasText: "E-BTC-USD" }).first().waitFor();
  await desk.keep("operator-user-fees");
  await desk.press("Take back the rates of demo1 at BTCUSDT");
  await desk.answer(/pay the rates of the market/, "Take back the rates of demo1 at BTCUSDT");
  const gone = rows
    .filter({ hasText: "demo1" })
    .filter({ has: page.getByText("BTCUSDT", { exact: true }) });
  await gone.waitFor({ state: "detached" });
});

test("USER-SECRET-1 a user gets a key whose secret is shown once; both can be stopped", async () => {
  const desk = await arrive();
  const { page } = desk.visit;
  await desk.goTo("Users and keys");

  await page.getByLabel("Name of a new user").fill("carol");
  await desk.press("Add user");
  await desk.isTold(/Added user carol/);
  await page.getByRole("link", { name: "carol", exact: true }).click();
  await page.getByLabel("Unknown fields are").selectOption("refused");
  await desk.press("Make key", desk.form("Make a key for carol"));
  await desk.panel("Keys of carol").getByText("read, trade, strict").waitFor();
  const secret = page.getByText(/^[0-9a-f]{64}$/);
  await secret.waitFor();
  await desk.keep("operator-secret");
  await desk.press("I have it, hide it");
  expect(await secret.count()).toBe(0);
  const key = desk.panel("Keys of carol").getByRole("row").nth(1);
  await key.getByRole("button").click();
  await page.getByRole("dialog").getByRole("button").nth(1).click();
  await key.getByText("revoked").waitFor();
  await desk.press("Free client ids of carol", desk.panel("User carol"));
  await desk.answer(/bourse user client-id-reuse carol on/, "Free client ids of carol");
  await desk.panel("User carol").getByText("client ids free at once", { exact: true }).waitFor();
  await desk.press("Freeze carol", desk.panel("User carol"));
  await desk.answer(/bourse user freeze carol/, "Freeze carol");
  await desk.panel("User carol").getByText("frozen", { exact: true }).waitFor();
  await page.getByRole("link", { name: "All users" }).click();
  await desk.row("Users", "carol").getByText("frozen").waitFor();
});

/** Demo2 has bought a little of demo1, and has an order that rests. */
async function busyUser(): Promise<void> {
  const [seller, buyer] = ["demo1", "demo2"].map((name) => {
    const { apiKey = "", secret = "" } = server.keys()[name] ?? {};
    return new BourseClient({
      baseUrl: `http://127.0.0.1:${server.port}`,
      apiKey,
      secret,
      fetch: judgedFetch,
    });
  });
  const order = { symbol: "BTCUSDT", type: "LIMIT", volume: "0.01", price: "50000" } as const;
  await seller?.spot.createOrder({ ...order, side: "SELL" });
  await buyer?.spot.createOrder({ ...order, side: "BUY" });
  await buyer?.spot.createOrder({ ...order, side: "BUY", price: "45000" });
}

test("OPER-SHOW-1 OPER-CANCEL-1 one user is shown whole, and all its orders are cancelled", async () => {
  await busyUser();
  const desk = await arrive();
  const { page } = desk.visit;
  await desk.goTo("Users and keys");
  await page.getByRole("link", { name: "demo2", exact: true }).click();

  const orders = desk.panel("Open orders of demo2").getByRole("row");
  await orders.filter({ hasText: "BTCUSDT" }).first().waitFor();
  await desk.panel("Last trades of demo2").getByRole("row").nth(1).waitFor();
  await desk.panel("Money of demo2").getByRole("row").filter({ hasText: "USDT" }).first().waitFor();
  await desk.panel("Keys of demo2").getByText("valid").first().waitFor();
  await desk.keep("operator-user");
  await desk.press("Cancel all orders of demo2");
  await desk.answer(/bourse order cancel-all --user demo2 --yes/, "Cancel all orders of demo2");

  await desk.isTold(/Cancelled \d+ orders of demo2\./);
  await desk.panel("Open orders of demo2").getByText("No order.").waitFor();
  await page.reload();
  await desk.panel("User demo2").waitFor();
});

test("OPER-FUT-6 OPER-FUT-7 an asset, a symbol and a contract are listed, with the line that does the same", async () => {
  const desk = await arrive();
  const { page } = desk.visit;
  await desk.goTo("Markets");

  await desk.form("Add an asset").getByLabel("Name of a new asset").fill("SOL");
  await page.getByText("bourse asset add SOL --scale 8").waitFor();
  await desk.press("Add asset");
  await desk.answer(/listed for ever/, "Add asset");
  await desk.isTold(/Added asset SOL/);
  const symbol = desk.form("Add a symbol");
  await symbol.getByLabel("Base").selectOption("SOL");
  await symbol.getByLabel("Quote").selectOption("USDT");
  await desk.press("Add symbol");
  await desk.answer(/bourse symbol add SOLUSDT SOL USDT --price-precision 2/, "Add symbol");
  await desk.row("Symbols", "SOLUSDT").getByText("trading").waitFor();
  await setIndex(desk, "SOL", "150");
  await desk.goTo("Markets");
  await desk.form("Add a contract").getByLabel("Base").selectOption("SOL");
  await page.getByText("bourse contract add E-SOL-USDT", { exact: true }).waitFor();
  await desk.keep("operator-listing");
  await desk.press("Add contract");
  await desk.answer(/have defaults/, "Add contract");
  await desk.isTold(/Added contract E-SOL-USDT: linear, .+ leverage up to 100\./);
  await desk.row("Contracts", "E-SOL-USDT").getByText("trading").waitFor();
});

async function setIndex(desk: OperatorPage, asset: string, price: string): Promise<void> {
  await desk.goTo("Loans and prices");
  const index = desk.form("Set an index price");
  await index.getByLabel("Asset").selectOption(asset);
  await index.getByLabel("Price in USDT").fill(price);
  await desk.press("Set price", index);
  await desk.answer(new RegExp(`bourse index set ${asset} ${price}`), "Set price");
  await desk.row("Index prices", asset).getByText("operator", { exact: true }).waitFor();
}

test("fees, loans and index prices are set", async () => {
  const desk = await arrive();
  await desk.goTo("Markets");
  const fees = desk.form("Set fees");

  await fees.getByLabel("Symbol").selectOption("ETHUSDT");
  await fees.getByLabel("Rate of makers").fill("-0.0001");
  await fees.getByLabel("Rate of takers").fill("0.002");
  await desk.press("Set fees", fees);
  await desk.answer(/bourse fee set ETHUSDT --maker -0.0001 --taker 0.002/, "Set fees");
  await desk.row("Symbols", "ETHUSDT").getByText("-0.0001").waitFor();
  await desk.goTo("Loans and prices");
  const loan = desk.form("Set the terms of a loan");
  await loan.getByLabel("Asset").selectOption("ETH");
  await loan.getByLabel("Cap of a user").fill("77");
  await loan.getByLabel("Rate", { exact: true }).fill("0.00002");
  await desk.press("Set terms", loan);
  await desk.answer(/bourse loan set ETH --cap 77 --hourly-rate 0.00002/, "Set terms");
  await desk.row("Loans", "ETH").getByText("77", { exact: true }).waitFor();
  await setIndex(desk, "ETH", "3000");
  await desk.press("Withdraw the price of ETH");
  await desk.answer(/bourse index withdraw ETH/, "Withdraw the price of ETH");
  await desk.isTold(/Withdrew the operator's price of ETH/);
});

test("CORE-AUDIT-1 a deposit is seen in the solvency table, which adds up before and after", async () => {
  const desk = await arrive();
  const held = () => desk.row("Solvency", "ETH").first().getByRole("cell").nth(2).textContent();
  await desk.goTo("Solvency");
  const before = digitsOf(await held());
  await desk.goTo("Money");
  const form = desk.form("Money of a user");

  await form.getByLabel("User").fill("demo1");
  await form.getByLabel("Asset").selectOption("ETH");
  await form.getByLabel("Amount").fill("12");
  await desk.press("Deposit", form);
  await desk.answer(/12 ETH to user demo1/, "Deposit");

  await desk.isTold(/Done: 12 ETH to user demo1\. Id page-[0-9a-f]{32}/);
  await desk.goTo("Solvency");
  await expect.poll(async () => digitsOf(await held()) - before, PATIENTLY).toBe(12n);
  await desk.row("Solvency", "ETH").first().getByText("adds up").waitFor();
});

test("HIST-LEDGER-2 a user's ledger is shown by type and asset, page by page, and saved whole", async () => {
  const payments = Array.from({ length: 101 }, (_, at) => `ledger-${at}`);
  for (const id of payments) {
    await ask("/deposits", { user: "demo2", asset: "ETH", amount: "0.5", id });
  }
  const desk = await arrive();
  const { page } = desk.visit;
  await desk.goTo("Users and keys");
  await page.getByRole("link", { name: "demo2", exact: true }).click();
  const ledger = desk.panel("Ledger of demo2");
  const rows = ledger.getByRole("table").getByRole("row");

  await ledger.getByLabel("Type").selectOption("deposit");
  await ledger.getByLabel("Asset, or all").fill("ETH");
  await ledger.getByRole("button", { name: "Show" }).click();
  await expect.poll(() => rows.count(), PATIENTLY).toBe(101);
  await rows.nth(1).getByText("ledger-100").waitFor();
  await ledger.scrollIntoViewIfNeeded();
  await desk.keep("operator-ledger");
  await ledger.getByRole("button", { name: "Older" }).click();
  await rows.nth(1).getByText("ledger-0", { exact: true }).waitFor();
  await ledger.getByRole("button", { name: "Newest" }).click();
  await rows.nth(1).getByText("ledger-100").waitFor();

  const started = page.waitForEvent("download");
  await ledger.getByRole("button", { name: "Save as CSV" }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe("ledger-demo2.csv");
  const lines = readFileSync(await download.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines[0]).toMatch(/^id,time,area,asset,type,amount,balance,market,/);
  const saved = lines.slice(1).map((line) => line.split(",")[10]);
  expect(saved.slice(-101)).toEqual(payments);
  await desk.isTold(new RegExp(`Saved ${lines.length - 1} entries\\.`));
});

/** By the operator's API, as another program would. */
async function ask(path: string, body: object): Promise<void> {
  const reply = await judgedFetch(`http://127.0.0.1:${server.operatorPort}/operator/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokenOf(server)}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
}

test("LEDGER-MOVE-3 a movement without an answer is sent again with its id, and moves once", async () => {
  const desk = await arrive();
  const { page } = desk.visit;
  desk.visit.expectProblem(/net::ERR_FAILED/);
  const sent: string[] = [];
  await page.route("**/operator/v1/funds/fill", async (route) => {
    sent.push(route.request().postData() ?? "");
    // The first reply is lost on its way back: the money has moved.
    if (sent.length > 1) return await route.continue();
    await route.fetch();
    await route.abort();
  });
  await desk.goTo("Money");
  const form = desk.form("Money of the house");
  const inPool = () => desk.row("Loan pools", "ETH").getByRole("cell").nth(1).textContent();
  const before = digitsOf(await inPool());

  await form.getByLabel("Asset").selectOption("ETH");
  await form.getByLabel("Amount").fill("7");
  await desk.press("Put in", form);
  await desk.answer(/7 ETH into the loan pool/, "Put in");
  await page.getByText("Nobody knows whether this was carried out").waitFor();
  await desk.goTo("Users and keys");
  await page.reload();
  await desk.goTo("Money");
  expect(await form.getByLabel("Amount").isDisabled()).toBe(true);
  await desk.press("Send again");
  await desk.isTold(/Done: 7 ETH into the loan pool/);

  expect(sent).toHaveLength(2);
  expect(sent[1]).toBe(sent[0]);
  await expect.poll(async () => digitsOf(await inPool()) - before, PATIENTLY).toBe(7n);
  await page.unroute("**/operator/v1/funds/fill");
});

/** Goes through all of it, and ends at a user. */
async function lookAtAll(desk: OperatorPage, look: (section: string) => Promise<void>) {
  for (const section of SECTIONS) {
    await desk.goTo(section);
    await desk.visit.page.getByRole("cell").first().waitFor();
    await look(section);
  }
  await desk.visit.page.evaluate("location.hash = '#/users/demo1'");
  await desk.panel("Last trades of demo1").waitFor();
  await look("user");
}

test("every section can be used by every visitor, on a large screen", async () => {
  const desk = await arrive();

  await lookAtAll(desk, (section) => desk.keep(lookName("desktop", section)));
});

test("every section can be used by every visitor, on a phone", async () => {
  const options = { size: PHONE, colorScheme: "light" } as const;
  const desk = await OperatorPage.enter(open, server, options);

  await lookAtAll(desk, async (section) => {
    const isLike = !ON_PHONE.includes(section);
    await (isLike ? desk.keepWidth : desk.keep).call(desk, lookName("phone", section));
  });
});

function lookName(size: string, section: string): string {
  return `operator-${size}-${section.split(" ")[0]?.toLowerCase()}`;
}

/** As a node tells it; that it does is held against real nodes in test/startup. */
const STANDING: ClusterStanding = {
  node: "one",
  role: "following",
  epoch: 7,
  leader: "two",
  lagCommands: 3,
  lagMs: 20,
  beatAgeMs: 40,
};

test("a node shows who leads, and offers no clock and no states", async () => {
  const desk = await arrive();
  const { page } = desk.visit;
  await page.route("**/operator/v1/status", async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...(await reply.json()), cluster: STANDING } });
  });

  await desk.goTo("Overview");
  const panel = desk.panel("Cluster");
  await panel.getByText("following").waitFor();
  const facts = await panel.getByRole("definition").allTextContents();
  expect(facts).toEqual(["one", "two", "7", "3 commands", "40 ms ago"]);
  await desk.goTo("Sandbox");
  await desk.panel("Fault rules").waitFor();
  expect(await desk.panel("Clock").count()).toBe(0);
  await page.unroute("**/operator/v1/status");
  await desk.panel("Clock").waitFor();
});

interface Look {
  readonly tokens: readonly string[];
  readonly brand: readonly string[];
  readonly mark: string;
}

/** What a page looks like, where it must look like the others. */
const LOOK = `(() => {
  const probe = document.body.appendChild(document.createElement("i"));
  const colours = ["ground", "panel", "text", "dim", "accent", "up", "down", "line"].map((name) => {
    probe.style.color = "var(--" + name + ")";
    return getComputedStyle(probe).color;
  });
  const sizes = ["small", "body", "large"].map((name) => {
    probe.style.fontSize = "var(--" + name + ")";
    return getComputedStyle(probe).fontSize;
  });
  probe.remove();
  const bar = document.querySelector(".top-bar");
  const brand = getComputedStyle(document.querySelector(".brand"));
  return {
    tokens: [...colours, ...sizes],
    bar: [getComputedStyle(bar).backgroundColor, Math.round(bar.getBoundingClientRect().height)],
    brand: [brand.color, brand.fontFamily, brand.fontSize, brand.fontWeight],
    mark: document.querySelector(".brand-mark path").getAttribute("d"),
  };
})()`;

test("the console, the docs page and the operator's page are one product", async () => {
  const { page } = (await arrive()).visit;
  const operators = await page.evaluate<Look>(LOOK);
  const origin = `http://127.0.0.1:${server.port}`;

  const docs = await open(`${origin}/docs`);
  expect(await docs.page.evaluate(LOOK)).toEqual(operators);
  await docs.keepLook("docs-desktop");
  await docs.page.setViewportSize(PHONE);
  await docs.page.emulateMedia({ colorScheme: "light" });
  const width = "document.documentElement.scrollWidth - innerWidth";
  expect(await docs.page.evaluate(width)).toBeLessThanOrEqual(0);
  await docs.keepLook("docs-phone");

  const consoles = await open(`${origin}/`);
  await consoles.page.getByRole("button", { name: "Keys and about" }).waitFor();
  expect(await consoles.page.evaluate(LOOK)).toMatchObject({
    tokens: operators.tokens,
    brand: operators.brand,
    mark: operators.mark,
  });
});

/** Whatever names a thing, or says something. */
const NAMES = new Set(["name", "user", "asset", "symbol", "contract", "route", "address", "msg"]);

test("SEC-66 every name and every refusal that the operator's page is told is text", async () => {
  const poison: Poison = (text, field) => (NAMES.has(field) ? text + HOSTILE : text);
  const origin = await hostileRelay(`http://127.0.0.1:${server.operatorPort}`, poison);
  const desk = await OperatorPage.enterAt(open, { origin, token: tokenOf(server) });
  const { page } = desk.visit;
  desk.visit.expectProblem(/status of 4\d\d/);
  for (const section of ["Markets", "Users and keys", "Money", "Loans and prices", "Solvency"]) {
    await desk.goTo(section);
    await isShown(page.getByRole("cell"));
    await isTextOnly(page);
  }
  await desk.goTo("Users and keys");
  await page.getByRole("link", { name: "demo1" }).first().click();
  await isShown(page.getByRole("heading"));
  await isTextOnly(page);
  await desk.goTo("Users and keys");
  await page.getByLabel("Name of a new user").fill(HOSTILE);
  await desk.press("Add user");
  await isShown(page.getByRole("status"));
  await desk.goTo("Sandbox");
  await desk.form("Add a fault rule").getByLabel("Route").fill("/sapi/v1/ping");
  await desk.press("Add rule");
  await isShown(desk.panel("Fault rules").getByRole("row"));
  await page.getByLabel("Name of the state").fill(HOSTILE);
  await desk.press("Save");
  await isShown(page.getByRole("status"), `underscores.${HOSTILE}`);
  await isTextOnly(page);
  await desk.press("Clear all fault rules");
  await desk.panel("Fault rules").getByText("Nothing goes wrong.").waitFor();
});

/** The last one: while it loads a state, the pages of others would find nobody there. */
test("fault rules, the clock and saved states of a sandbox", async () => {
  const desk = await arrive();
  await desk.goTo("Sandbox");

  await desk.form("Add a fault rule").getByLabel("Route").fill("/sapi/v1/ping");
  await desk.form("Add a fault rule").getByLabel("Fault").selectOption("503");
  await desk.press("Add rule");
  await desk.row("Fault rules", "/sapi/v1/ping").waitFor();
  const pinged = await judgedFetch(`http://127.0.0.1:${server.port}/sapi/v1/ping`);
  expect(pinged.status).toBe(503);
  await desk.press("Clear all fault rules");
  await desk.panel("Fault rules").getByText("Nothing goes wrong.").waitFor();

  await desk.visit.page.getByLabel("Name of the state").fill("before");
  await desk.press("Save");
  await desk.row("Saved states", "before").waitFor();
  await desk.press("Freeze the clock");
  await desk.answer(/Engine time stands/, "Freeze the clock");
  await desk.press("Advance");
  await desk.isTold(/The clock (?:goes to|was led on)/);
  // While another exchange instance opens, the probes and the API say so.
  desk.visit.expectProblem(/503/);
  await desk.press("Load before");
  await desk.answer(/The present state is left behind/, "Load before");
  await desk.isTold(/as it was when before was saved/);
  await desk.panel("Clock").getByText("runs", { exact: true }).waitFor();
});

/** An amount as it is shown, when it is whole. */
function digitsOf(shown: string | null): bigint {
  return BigInt((shown ?? "").replaceAll(/[^\d]/g, ""));
}
