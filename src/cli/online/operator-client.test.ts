import { rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CliDesk, cli } from "../../../test/support/cli-desk.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";

const TOKEN = "a".repeat(64);

/** A data directory with a token, as a server would leave it behind. */
function directoryWithToken(): string {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "operator-token"), `${TOKEN}\n`);
  return directory;
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function answering(answer: RequestListener): Promise<number> {
  return listening(createServer(answer));
}

test("the server is found through its directory, whatever its port", async () => {
  const desk = await CliDesk.open();

  const { code, out } = await cli(["user", "add", "alice"], { BOURSE_DATA: desk.directory });

  expect({ code, out }).toEqual({ code: 0, out: "added user alice, number 1" });
});

test("the flag's port counts first, then the one written down, then the environment", async () => {
  const desk = await CliDesk.open();
  const port = await answering((_, response) => response.writeHead(500).end('{"msg":"Another."}'));
  const line = ["status", "--data", desk.directory];

  const flagged = await cli([...line, "--operator-port", `${port}`]);
  const written = await cli(line, { BOURSE_OPERATOR_PORT: `${port}` });
  rmSync(join(desk.directory, "operator-address"));
  const environment = await cli(line, { BOURSE_OPERATOR_PORT: `${port}` });

  expect([flagged.err, written.code, environment.err]).toEqual(["Another.", 0, "Another."]);
});

test("a directory without a token is named, with what to do", async () => {
  const directory = temporaryDirectory();

  const { code, err } = await cli(["status", "--data", directory]);

  expect(code).toBe(3);
  expect(err).toBe(
    `${directory} holds no operator-token: no server has been started on it. ` +
      "Name the data directory of the server with --data DIR.",
  );
});

test("a token that is not as it was written is told as that", async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "operator-token"), "half a tok");

  const { code, err } = await cli(["status", "--data", directory]);

  expect(code).toBe(3);
  expect(err).toBe(
    `The operator-token in ${directory} does not hold 64 hex digits: ` +
      "remove it, and the next start makes a new one.",
  );
});

test("no server: the sentence says where, and how to start one", async () => {
  const directory = directoryWithToken();

  // One that was free a moment ago may be another program's by now; nobody is given this one.
  const { code, err } = await cli(["status", "--data", directory, "--operator-port", "1"]);

  expect(code).toBe(3);
  expect(err).toBe(
    `No server listens on 127.0.0.1:1. Start one with: bourse start --data ${directory}`,
  );
});

test("OPER-API-2 a server of another directory refuses the token", async () => {
  const desk = await CliDesk.open();
  const port = `--operator-port=${desk.port}`;

  const { code, err } = await cli(["status", "--data", directoryWithToken(), port]);

  expect(code).toBe(3);
  expect(err).toMatch(/^The server refused the token/);
  expect(err).not.toContain(TOKEN);
});

test("LEDGER-MOVE-3 an answer that is lost: the id is told with which to repeat it", async () => {
  const directory = directoryWithToken();
  const port = await answering((incoming) => incoming.socket.destroy());
  const where = ["--data", directory, "--operator-port", `${port}`];

  const moved = await cli(["deposit", "alice", "USDT", "1", ...where]);
  const named = await cli(["deposit", "alice", "USDT", "1", "--id", "d-1", ...where]);
  const added = await cli(["user", "add", "alice", ...where]);
  const asked = await cli(["status", ...where]);

  expect(moved.code).toBe(1);
  expect(moved.err).toMatch(/ it was carried out once or not at all\. Repeat it /);
  expect(moved.err).toMatch(/Repeat it with --id [0-9a-f-]{36}: the money moves once\.$/);
  expect(named.err).toMatch(/Repeat it with --id d-1: the money moves once\.$/);
  expect(added.err).toMatch(/^No answer came \(.+\): it was carried out once or not at all\.$/);
  expect(asked.err).toMatch(/^No answer came \([^)]+\)\.$/);
});

test("LOG-DUR-1 504 names the id, too; 503 needs none", async () => {
  const desk = await CliDesk.open();
  await desk.desk.provision();
  desk.desk.exchange.nextAnswer = { kind: "unknown" };
  const unknown = await desk.type("withdraw alice USDT 1 --id w-1");
  desk.desk.exchange.nextAnswer = { kind: "unavailable" };
  const unavailable = await desk.type("withdraw alice USDT 1 --id w-1");

  expect([unknown.code, unavailable.code]).toEqual([1, 1]);
  expect(unknown.err).toMatch(/once or not at all\. .+ Repeat it with --id w-1: the money/);
  expect(unavailable.err).toBe("The exchange takes no commands now; this one was not carried out.");
});

test("what is no answer of ours is said so", async () => {
  const directory = directoryWithToken();
  const port = await answering((_, response) => response.writeHead(404).end("<html>"));

  const { err } = await cli(["status", "--data", directory, "--operator-port", `${port}`]);

  expect(err).toBe("The server answered 404, which is not understood.");
});

const GIVEN = "0123456789abcdef".repeat(2);

test("OPER-API-9 the token of the environment is shown in place of that in the directory", async () => {
  const shown: (string | undefined)[] = [];
  const port = await answering(({ headers }, response) => {
    shown.push(headers.authorization);
    response.writeHead(401).end("{}");
  });
  const line = ["status", "--data", "nowhere", "--operator-port", `${port}`];

  const { code, err } = await cli(line, { BOURSE_OPERATOR_TOKEN: GIVEN });

  expect(shown).toEqual([`Bearer ${GIVEN}`]);
  expect([code, err]).toEqual([3, "The server refused the token in BOURSE_OPERATOR_TOKEN."]);
});
