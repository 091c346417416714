/**
 * The start-up contract with a certificate, on an empty sandbox: it speaks TLS itself, to signed requests
 * and to both streams, and a pair of files that does not serve is refused before anything is made.
 * Skipped where there is no openssl to make a certificate.
 */
import { existsSync, readFileSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { start } from "../../src/app/run-server.ts";
import { ConfigError } from "../../src/app/settings/config.ts";
import { StreamClient } from "../streams/from-the-docs/ws-client.ts";
import { PUBLIC } from "../support/api-document.ts";
import { typistOf } from "../support/cli-desk.ts";
import { judge } from "../support/judge-reply.ts";
import { KlineApiClient } from "../support/kline-api-client.ts";
import { hasProgram, runToEnd } from "../support/run-to-end.ts";
import {
  FREE_PORTS,
  ServerProcess,
  SMALL_LOG,
  START_PATIENCE_MS,
} from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const place = directoryOfFile();
const directory = join(place, "sandbox");
const [certificate, key] = [join(place, "certificate.pem"), join(place, "key.pem")];
const hasOpenssl = await hasProgram("openssl", "version");
if (!hasOpenssl) console.log("skipped: TLS, since there is no openssl to make a certificate");

/** Asks as a client that knows the certificate, and the name in it. */
function ask(port: number, path: string): Promise<string> {
  const ca = readFileSync(certificate);
  return new Promise((resolve, reject) => {
    const outgoing = get({ host: "127.0.0.1", servername: "localhost", port, path, ca });
    outgoing.on("error", reject).on("response", (incoming) => {
      let text = "";
      incoming.on("data", (piece: Buffer) => {
        text += piece.toString();
      });
      incoming.on("end", () => {
        const { statusCode: status = 0 } = incoming;
        judge({ reader: PUBLIC, method: "GET", target: path, body: "", status, text });
        resolve(text);
      });
    });
  });
}

const FURNITURE = [
  "asset add BTC",
  "asset add USDT",
  "symbol add BTCUSDT BTC USDT --price-precision 2 --quantity-precision 5",
  "user add alice",
  "deposit alice USDT 1000 --id first",
];

async function tradeOverTls({ port }: ServerProcess, at = directory): Promise<void> {
  const typed = typistOf(at);
  for (const line of FURNITURE) await typed(line);
  const made = JSON.parse(await typed("key add alice --permissions read,trade --json"));
  const tls = { ca: readFileSync(certificate), servername: "localhost" };
  const trader = new SignedClient(port, made, "", tls);
  const forger = new SignedClient(port, { ...made, secret: "wrong" }, "", tls);
  const stream = await new StreamClient(`https://127.0.0.1:${port}`, { key: made, tls }).connect();
  const family = await KlineApiClient.open(`https://127.0.0.1:${port}`, tls);
  await stream.ask({ op: "subscribe", channel: "my.orders" });
  family.ask("sub", "market_btcusdt_ticker");
  const news = stream.next(({ type, channel }) => type === "update" && channel === "my.orders");

  const placed = await trader.post("/sapi/v1/order", {
    symbol: "BTCUSDT",
    side: "BUY",
    type: "LIMIT",
    price: "10.00",
    volume: "1",
    newClientOrderId: "over-tls",
  });
  const forged = await forger.get("/sapi/v1/account");

  expect(placed).toMatchObject({ status: 200, json: { status: "NEW" } });
  expect(JSON.stringify(await news)).toContain('"over-tls"');
  const heard = await family.next(() => true);
  expect(heard.value).toMatchObject({ channel: "market_btcusdt_ticker" });
  expect(forged).toMatchObject({ status: 401, json: { code: -1022 } });
  for (const client of [trader, forger]) client.close();
  stream.cut();
  await family.close();
}

async function askWithoutTrust({ port }: ServerProcess): Promise<void> {
  const nobody = { apiKey: "a", secret: "b" };
  const plain = new SignedClient(port, nobody);
  const strange = new SignedClient(port, nobody, "", { ca: Buffer.of(), servername: "localhost" });

  expect(await plain.get("/sapi/v1/ping")).toBeUndefined();
  expect(await strange.get("/sapi/v1/ping")).toBeUndefined();
  for (const client of [plain, strange]) client.close();
  expect(await ask(port, "/sapi/v1/ping")).toBe("{}");
}

describe.skipIf(!hasOpenssl)("with a certificate", () => {
  let server: ServerProcess;
  const tls = (keyFile: string) => ["--tls-cert", certificate, "--tls-key", keyFile];
  const empty = ["--no-demo", "--sandbox", ...SMALL_LOG];

  beforeAll(async () => {
    const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    const name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    const files = ["-keyout", key, "-out", certificate, "-days", "2"];
    const made = await runToEnd(["openssl", "req", "-x509", ...curve, ...name, ...files]);
    expect(made.code, made.output).toBe(0);
    server = await ServerProcess.startAsIs(directory, [...empty, ...tls(key)]);
  }, START_PATIENCE_MS);
  afterAll(() => server.kill());

  test("it says https where it listens, and answers there", async () => {
    expect(server.output).toMatch(/^listening on https:\/\/127\.0\.0\.1:[1-9]\d*$/m);
    expect(await ask(server.port, "/sapi/v1/ping")).toBe("{}");
  });

  test("--no-demo --sandbox is an empty sandbox with a master key of its own", async () => {
    const status = JSON.parse(await typistOf(directory)("status --json"));

    expect(status).toMatchObject({ kind: "sandbox", users: 0, symbols: [] });
    expect(existsSync(join(directory, "master-key"))).toBe(true);
    expect(existsSync(join(directory, "demo-keys.json"))).toBe(false);
  });

  test("signed requests and both streams go over TLS, and what is placed comes by stream", () =>
    tradeOverTls(server));

  test("a client that does not know the certificate, or speaks plainly, gets nothing", () =>
    askWithoutTrust(server));

  test("the same through a gateway, which speaks TLS itself", async () => {
    const other = join(place, "behind-a-gateway");
    const args = [...empty, ...tls(key), "--gateways", "1"];
    const gated = await ServerProcess.startAsIs(other, args);
    onTestFinished(() => gated.kill());

    expect(gated.output).toMatch(/^listening on https:\/\/127\.0\.0\.1:[1-9]\d*$/m);
    await tradeOverTls(gated, other);
    await askWithoutTrust(gated);
  });

  test("a key that is none is refused in a sentence, and no directory is made for it", async () => {
    const other = join(place, "other");
    const mask = process.umask();
    onTestFinished(() => void process.umask(mask));

    const refused = start([...FREE_PORTS, "--data", other, ...tls(certificate)]);

    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow(/^--tls-cert and --tls-key do not serve: /);
    expect(existsSync(other)).toBe(false);
  });

  test("SIGTERM ends it with 0", async () => {
    await server.stop();

    expect(server.exitCode).toBe(0);
  });
});
