/**
 * How a no is said: in production plainly, in a sandbox with all that may help, and in both with the
 * same code, status and headers.
 */
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { sealSecret } from "../../src/edge/auth/seal.ts";
import { type Answer, CREDENTIALS, HttpDesk, MASTER_KEY } from "../support/http-client.ts";
import { runs } from "../support/runs.ts";
import { CAUSES } from "./refusal-rows.ts";
import { WORDS } from "./refusal-words.ts";

const SANDBOX = { isTalkative: true };

/** What does not depend on who listens. */
function unspoken({ status, headers, isClosing, json }: Answer) {
  const { code } = json as { code: number };
  return { status, headers: { ...headers, "X-Request-Id": "" }, isClosing, code };
}

function msgOf({ json }: Answer): string {
  return (json as { msg: string }).msg;
}

test("every cause has its words", () => {
  expect(Object.keys(WORDS)).toEqual(Object.keys(CAUSES));
});

test.each(Object.entries(CAUSES))(
  "USER-REFUSE-1 USER-REFUSE-2 USER-REFUSE-3 USER-REFUSE-5 %s: the same no, in plain words and in more",
  async (name, cause) => {
    const [code, plain, more] = WORDS[name] ?? [];

    const production = await cause(await HttpDesk.open());
    const sandbox = await cause(await HttpDesk.open(SANDBOX));

    expect(production.json).toEqual({ code, msg: plain });
    expect(sandbox.json).toEqual({ code, msg: more === "" ? plain : `${plain} ${more}` });
    expect(unspoken(sandbox)).toEqual(unspoken(production));
  },
);

/** Everything the message holds in quotes, to the last one: the strings themselves have quotes. */
function stringsIn(msg: string): string[] {
  const quoted = /of "(.*)"\.$/s.exec(msg)?.[1] ?? "";
  return quoted.split('", or without the query "');
}

function signed(text: string): string {
  return createHmac("sha256", CREDENTIALS.demo1.secret).update(text).digest("hex");
}

const PRINTABLE = fc.string({
  unit: fc.constantFrom(..."abcXYZ019 _-.:/{}[]'\"<>&=\\"),
  maxLength: 80,
});

test("USER-REFUSE-4 whoever signs the string that the refusal names is let in", async () => {
  const desk = await HttpDesk.open(SANDBOX);
  await fc.assert(
    fc.asyncProperty(PRINTABLE, PRINTABLE, async (value, query) => {
      const target = `/sapi/v1/account?${encodeURIComponent(query)}`;
      const body = JSON.stringify({ symbol: value });
      const wrong = { secret: "another" };

      const refused = [
        await desk.get(target, wrong),
        await desk.post("/sapi/v1/order", body, wrong),
      ];

      expect(refused.map(({ status }) => status)).toEqual([401, 401]);
      const [whole = "", bare = ""] = stringsIn(msgOf(refused[0] as Answer));
      const [posted = ""] = stringsIn(msgOf(refused[1] as Answer));
      for (const text of [whole, bare]) {
        const again = await desk.get(target, { headers: { "x-ch-sign": [signed(text)] } });
        expect(again.status).toBe(200);
      }
      const headers = { "x-ch-sign": [signed(posted)] };
      expect((await desk.post("/sapi/v1/order", body, { headers })).status).toBe(400);
    }),
    { numRuns: runs(50, 50), seed: 6 },
  );
});

test("USER-REFUSE-4 neither the secret nor the right signature is told, nor the key", async () => {
  const desk = await HttpDesk.open(SANDBOX);
  const ts = `${desk.exchange.nowMs}`;

  const { json } = await desk.get("/sapi/v1/account", { secret: "another" });

  const text = JSON.stringify(json);
  expect(text).toContain(`${ts}GET/sapi/v1/account`);
  for (const hidden of [CREDENTIALS.demo1.secret, CREDENTIALS.demo1.apiKey]) {
    expect(text).not.toContain(hidden);
  }
  expect(text).not.toContain(signed(`${ts}GET/sapi/v1/account`));
});

test.each(["", "abc", `0x${"0".repeat(62)}`, "z".repeat(64), "0".repeat(65)])(
  "USER-REFUSE-4 a signature of another form (%j) is said to be one",
  async (signature) => {
    const change = { headers: { "x-ch-sign": [signature] } };

    const answer = await (await HttpDesk.open(SANDBOX)).get("/sapi/v1/account", change);

    expect(msgOf(answer)).toContain("not valid. X-CH-SIGN is not 64 hex digits.");
  },
);

test("USER-REFUSE-4 a long string is cut, and what a terminal would obey is escaped", async () => {
  const desk = await HttpDesk.open(SANDBOX);
  const wrong = { secret: "another" };

  const long = await desk.post("/sapi/v1/order", "x".repeat(60_000), wrong);
  const odd = await desk.post("/sapi/v1/order", '{"a":"\u001b[2J\r\n\u202e\u0085<b>"}', wrong);

  expect(msgOf(long)).toContain(`${"x".repeat(512)}... (and 59488 more bytes)"`);
  expect(msgOf(long).length).toBeLessThan(1_000);
  expect(msgOf(odd)).toContain('{"a":"\\u{1b}[2J\\u{d}\\u{a}\\u{202e}\\u{85}<b>"}');
});

test("no markup leaves as markup: it is escaped in the bytes of the reply", async () => {
  const desk = await HttpDesk.open(SANDBOX);
  const head = desk.head("GET", "/sapi/v1/account?<script>", "", { secret: "another" });

  const { body } = await desk.api.dispatch(head, new Uint8Array(0));

  expect(body).toContain("\\u003cscript>");
  expect(body).not.toContain("<");
});

/** One key for each reason to refuse it. */
async function deskOfKeys(options: { isTalkative?: boolean }): Promise<HttpDesk> {
  const desk = await HttpDesk.open(options);
  const add = (apiKey: string, terms: { mayTrade: boolean; addresses: string[] }) => {
    const sealedSecret = sealSecret(MASTER_KEY, { apiKey, secret: CREDENTIALS.demo1.secret });
    desk.must({ type: "AddKey", request: 0, user: 1, apiKey, sealedSecret, ...terms });
  };
  add("reads", { mayTrade: false, addresses: [] });
  add("elsewhere", { mayTrade: true, addresses: ["10.0.0.1"] });
  add("revoked", { mayTrade: true, addresses: [] });
  const key = desk.exchange.state.users.byApiKey.get("revoked")?.id ?? 0;
  desk.must({ type: "RevokeKey", request: 0, key });
  return desk;
}

test.each([
  ["unknown", "There is no such key; small and capital letters differ."],
  ["revoked", "The key was revoked."],
  ["elsewhere", "The address that the request came from is not on the list of the key."],
])("USER-REFUSE-6 only a sandbox says why it refuses the key %s", async (apiKey, reason) => {
  const plain = "API key is not valid for this request.";
  const change = { headers: { "x-ch-apikey": [apiKey] } };
  const sandbox = await deskOfKeys(SANDBOX);
  const production = await deskOfKeys({});
  const asked = vi.spyOn(production.keys, "whyRefused");

  const [open, closed] = [
    await sandbox.post("/sapi/v1/order", {}, change),
    await production.post("/sapi/v1/order", {}, change),
  ];

  expect(open.json).toEqual({ code: -2015, msg: `${plain} ${reason}` });
  expect(closed.json).toEqual({ code: -2015, msg: plain });
  expect(unspoken(open)).toEqual(unspoken(closed));
  expect(asked).not.toHaveBeenCalled();
});

test("USER-REFUSE-6 a key that may only read is told so in every mode, if it signed rightly", async () => {
  const change = { headers: { "x-ch-apikey": ["reads"] } };
  const told = {
    code: -2015,
    msg: "API key may only read; this endpoint needs one that may trade.",
  };
  const plain = "API key is not valid for this request.";
  for (const [isTalkative, more] of [
    [false, ""],
    [true, " The key may read only, and this endpoint needs one that may trade."],
  ] as const) {
    const desk = await deskOfKeys({ isTalkative });

    const signed = await desk.post("/sapi/v1/order", {}, change);
    const guessed = await desk.post("/sapi/v1/order", {}, { ...change, secret: "another" });

    expect(signed).toMatchObject({ status: 401, json: told });
    expect(guessed).toMatchObject({ status: 401, json: { code: -2015, msg: plain + more } });
    expect(await desk.get("/sapi/v1/account", change)).toMatchObject({ status: 200 });
  }
});

/** Values that would be seen again if one of them were repeated. */
const HOSTILE = ["<script>x9y</script>", "x9y'; DROP TABLE", "x9y\r\nSet-Cookie: a", "x9y\u202e"];
const FIELDS = ["symbol", "volume", "side", "type", "price", "newClientOrderId", "timeInForce"];

test.each(FIELDS)("USER-REFUSE-3 a sandbox repeats no value of %s", async (field) => {
  const desk = await HttpDesk.open(SANDBOX);
  const good = { symbol: "BTCUSDT", volume: "1", side: "BUY", type: "LIMIT", price: "30000" };

  for (const value of [...HOSTILE, HOSTILE, { x9y: HOSTILE }]) {
    const { status, json } = await desk.post("/sapi/v1/order", { ...good, [field]: value });
    expect(status).toBe(400);
    expect(JSON.stringify(json)).not.toContain("x9y");
  }
});
