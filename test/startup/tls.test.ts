/**
 * The start-up contract with a certificate, on an empty sandbox: it speaks TLS itself, and a pair of
 * files that does not serve is refused before anything is made. Skipped where there is no openssl
 * to make a certificate.
 */
import { existsSync, readFileSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { typistOf } from "../support/cli-desk.ts";
import { hasProgram, runToEnd } from "../support/run-to-end.ts";
import { ServerProcess, SMALL_LOG, START_PATIENCE_MS } from "../support/server-process.ts";
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
      incoming.on("end", () => resolve(text));
    });
  });
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

  test("a key that is none is refused in a sentence, and no directory is made for it", async () => {
    const other = join(place, "other");

    const refused = await ServerProcess.startAsIs(other, tls(certificate));
    onTestFinished(() => refused.kill());

    expect(refused.exitCode).toBe(2);
    expect(refused.output).toMatch(/^--tls-cert and --tls-key do not serve: /);
    expect(existsSync(other)).toBe(false);
  });

  test("SIGTERM ends it with 0", async () => {
    await server.stop();

    expect(server.exitCode).toBe(0);
  });
});
